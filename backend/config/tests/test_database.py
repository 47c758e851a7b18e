"""Which database and which broker the settings describe."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from config.celery import broker_url
from config.database import database
from config.env import Env


def test_without_an_address_it_is_sqlite(tmp_path: Path) -> None:
    described = database(Env(home=tmp_path, platform_mysql_address=None))
    assert described["ENGINE"] == "django.db.backends.sqlite3"
    assert described["NAME"] == str(tmp_path / "platform" / "platform.sqlite")


def test_with_an_address_it_is_mysql_with_the_password_of_the_file(tmp_path: Path) -> None:
    password = tmp_path / "password"
    password.write_text("s3cret\n")
    described = database(
        Env(
            home=tmp_path,
            platform_mysql_address="[::1]:3307",
            platform_mysql_password_file=password,
            platform_db_busy_ms=1500,
        )
    )
    assert described["ENGINE"] == "django.db.backends.mysql"
    assert (described["HOST"], described["PORT"]) == ("::1", "3307")
    assert described["PASSWORD"] == "s3cret"
    assert "innodb_lock_wait_timeout=1" in described["OPTIONS"]["init_command"]


def test_an_address_without_a_port_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValidationError, match="platform_mysql_address"):
        Env(home=tmp_path, platform_mysql_address="mysql.example")


def test_the_brokers_password_comes_from_its_file(tmp_path: Path) -> None:
    password = tmp_path / "password"
    password.write_text("a/b@c\n")
    settings = Env(
        home=tmp_path, broker_url="redis://127.0.0.1:6379/0", broker_password_file=password
    )
    assert broker_url(settings) == "redis://:a%2Fb%40c@127.0.0.1:6379/0"
    assert broker_url(Env(home=tmp_path)) == "filesystem://"
