"""Logins of the pipeline's servers: what is written for them, and who may do what."""

import base64
import hashlib
import re
from pathlib import Path

import pytest
from confluent_kafka.admin._acl import AclOperation

from warren_cli import elasticsearch_access, kafka_access, pipeline_conf
from warren_cli.capture import DEAD_LETTER_TOPIC, connector, topic
from warren_cli.errors import OperatorError
from warren_cli.home import Home, make_secret, prepare
from warren_cli.settings import Settings, load

OF_THE_TEST = "of-the-test"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """A data folder of an earlier version: there are no passwords of the pipeline's yet."""
    found = load({"WARREN_HOME": str(tmp_path), "WARREN_MODE": "cluster"})
    prepare(Home(found.home), found, None)
    make_secret(found.sql_capture_password_file, OF_THE_TEST)
    for name in ("kafka.properties", "connect.properties"):
        (Home(found.home).conf / name).write_text("listeners=PLAINTEXT://:19092")
    return found


def written(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Home:
    monkeypatch.setattr(pipeline_conf, "_give_away", lambda _: None)
    home = Home(settings.home)
    pipeline_conf.write(home, settings)
    return home


def test_an_older_folder_gets_passwords_and_keeps_them(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = written(settings, monkeypatch)
    files = kafka_access.password_files(settings).values()
    passwords = {file.read_text() for file in files}
    assert len(passwords) == len(files)
    assert all(file.stat().st_mode & 0o077 == 0 for file in home.secrets.rglob("*"))
    users = (home.elasticsearch / "conf" / "users").read_text()
    assert not (home.conf / "kafka.properties").exists()
    assert not (home.conf / "connect.properties").exists()
    written(settings, monkeypatch)
    assert {file.read_text() for file in files} == passwords
    assert (home.elasticsearch / "conf" / "users").read_text() == users


def test_kafka_takes_nobody_without_a_login(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = written(settings, monkeypatch)
    broker = home.kafka_config.read_text()
    assert "CLIENTS:SASL_PLAINTEXT,CONTROLLER:SASL_PLAINTEXT" in broker
    assert not re.search(r"(?<!SASL_)PLAINTEXT", broker)
    assert "allow.everyone.if.no.acl.found=false" in broker
    for user, file in kafka_access.password_files(settings).items():
        assert f'user_{user}="{file.read_text()}"' in broker
    worker = home.connect_config.read_text()
    for prefix in ("", "producer.", "consumer.", "admin."):
        assert f"\n{prefix}security.protocol=SASL_PLAINTEXT\n" in worker
    assert "BasicAuthSecurityRestExtension" in worker
    assert str(home.connect_users_file) in home.connect_login_config.read_text()


def test_no_password_is_in_what_others_read(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = written(settings, monkeypatch)
    secrets = [file.read_text() for file in home.secrets.rglob("*-password")]
    told = "".join(file.read_text() for file in home.conf.iterdir())
    told += "".join(connector(settings).values())
    assert [secret for secret in secrets if secret in told] == []


def test_each_client_of_kafka_has_what_it_needs_alone() -> None:
    rules = kafka_access.rules("changes", "letters")
    replica = {(rule.name, rule.operation) for rule in rules if "replica" in rule.principal}
    assert replica == {
        ("changes", AclOperation.READ),
        (kafka_access.REPLICA_GROUP, AclOperation.READ),
    }
    # Nobody but the broker and the launcher, who need no rule, may do everything everywhere.
    assert "*" not in {rule.name for rule in rules}
    assert {rule.principal.removeprefix("User:") for rule in rules} == {
        *(kafka_access.CONNECT, kafka_access.INDEX, kafka_access.REPLICA)
    }


def test_the_rules_name_the_topics_that_are_used(settings: Settings) -> None:
    names = {rule.name for rule in kafka_access.rules(topic(settings), DEAD_LETTER_TOPIC)}
    assert {topic(settings), DEAD_LETTER_TOPIC} <= names
    history = connector(settings)["schema.history.internal.kafka.topic"]
    assert history in names


def test_a_password_that_cannot_be_quoted_is_refused() -> None:
    with pytest.raises(OperatorError, match="cannot quote"):
        kafka_access.login("a", 'x" user_root="')


def test_elasticsearchs_hash_is_of_its_form() -> None:
    salt = bytes(range(32))
    wanted = hashlib.pbkdf2_hmac("sha512", b"secret", salt, 10_000, 32)
    kept = elasticsearch_access.hashed("secret", salt)
    prefix, salt_text, hash_text = kept.split("$")
    assert prefix == "{PBKDF2}10000"
    assert base64.b64decode(salt_text) == salt
    assert base64.b64decode(hash_text) == wanted
    assert elasticsearch_access.fits(f"warren:{kept}", "secret")
    assert not elasticsearch_access.fits(f"warren:{kept}", "other")
    assert not elasticsearch_access.fits("", "secret")
