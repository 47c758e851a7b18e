"""`bin/warren users reset-admin` on a real database, without any process of Warren."""

import io
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from warren_cli import programs, users
from warren_cli.errors import OperatorError
from warren_cli.home import Home, prepare
from warren_cli.settings import REPOSITORY, Settings, load


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    found = load({"WARREN_HOME": str(tmp_path / "var")})
    prepare(Home(found.home), found, None)
    return found


def _django(settings: Settings, *arguments: str, script: str = "") -> str:
    done = subprocess.run(
        [sys.executable, "-m", "django", *arguments],
        cwd=REPOSITORY / "backend",
        env=programs.environment(settings, os.environ),
        input=script,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


@pytest.fixture(scope="module")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database without users. Its migrations take longer than a test does."""
    found = load({"WARREN_HOME": str(tmp_path_factory.mktemp("migrated") / "var")})
    prepare(Home(found.home), found, None)
    _django(found, "migrate", "--noinput", "-v", "0")
    return found.home / "platform"


@pytest.fixture
def empty(settings: Settings, migrated: Path) -> Settings:
    shutil.copytree(migrated, settings.home / "platform", dirs_exist_ok=True)
    return settings


def test_an_administrator_gets_a_password_that_works(empty: Settings) -> None:
    said = users.reset_admin(empty, "rescue", inherited=os.environ, given=None)
    first, last = said.splitlines()
    assert first.startswith("The user rescue was created as an administrator")
    password = last.removeprefix("Password: ")
    assert len(password) == 24
    given = io.StringIO("one of my own choice\nanother line\n")
    said = users.reset_admin(empty, "rescue", inherited=os.environ, given=given)
    assert said.startswith("The user rescue is an active administrator with a new password")
    assert "choice" not in said
    script = (
        "from apps.accounts.models import User; user = User.objects.get(); "
        f"print(user.role, user.check_password({password!r}), "
        "user.check_password('one of my own choice'))"
    )
    assert _django(empty, "shell", "-v", "0", "-c", script).split() == ["admin", "False", "True"]


def test_wrong_settings_of_a_directory_are_not_in_the_way(empty: Settings) -> None:
    wrong = {"WARREN_LDAP_URL": "nonsense", "WARREN_OIDC_ISSUER": "https://login.example"}
    said = users.reset_admin(empty, "rescue", inherited={**os.environ, **wrong}, given=None)
    assert said.startswith("The user rescue was created as an administrator")


def test_what_the_platform_refuses_is_told(empty: Settings) -> None:
    with pytest.raises(OperatorError, match="too short"):
        users.reset_admin(empty, "rescue", inherited=os.environ, given=io.StringIO("short\n"))


def test_a_database_that_was_not_set_up_is_no_success(settings: Settings) -> None:
    with pytest.raises(OperatorError, match="was not reset"):
        users.reset_admin(settings, "rescue", inherited=os.environ, given=None)


@pytest.mark.parametrize("line", ["", "\n", "x" * 1025])
def test_a_missing_password_is_bad_input(settings: Settings, line: str) -> None:
    with pytest.raises(OperatorError) as caught:
        users.reset_admin(settings, "rescue", inherited=os.environ, given=io.StringIO(line))
    assert caught.value.exit_code == 2


def test_an_empty_folder_is_not_set_up(tmp_path: Path) -> None:
    settings = load({"WARREN_HOME": str(tmp_path / "nowhere")})
    with pytest.raises(OperatorError, match="no Warren in the data folder"):
        users.reset_admin(settings, "rescue", inherited=os.environ, given=None)
    assert not (tmp_path / "nowhere").exists()
