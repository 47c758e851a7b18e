"""`bin/warren users`: the way back in when no administrator can log in."""

import os
import secrets
import subprocess
import sys
from collections.abc import Mapping
from typing import Final, TextIO

from warren_cli import programs
from warren_cli.errors import OperatorError
from warren_cli.home import Home, is_initialised
from warren_cli.rights import owner_only
from warren_cli.settings import REPOSITORY, Settings

TIMEOUT_S: Final = 60
TAIL_LINES: Final = 5
# Of random bytes: 24 characters.
PASSWORD_BYTES: Final = 18
PASSWORD_LENGTH_MAX: Final = 1024
# Settings of logins that another system decides.
_ELSEWHERE: Final = ("WARREN_LDAP_", "WARREN_OIDC_")


def reset_admin(
    settings: Settings, username: str, *, inherited: Mapping[str, str], given: TextIO | None
) -> str:
    """Makes the user an active administrator with a new password; what to tell the operator.

    given: where the password's line is read from; without it one is made, and told this once.
    """
    if not is_initialised(Home(settings.home)):
        raise OperatorError(
            "There is no Warren in the data folder",
            remedy="Set WARREN_HOME to that of the Warren that is meant.",
            folder=settings.home,
        )
    password = secrets.token_urlsafe(PASSWORD_BYTES) if given is None else _line_of(given)
    with owner_only():
        said = _reset(programs.environment(settings, inherited), username, password)
    return said if given is not None else f"{said}\nPassword: {password}"


def _line_of(given: TextIO) -> str:
    password = given.readline(PASSWORD_LENGTH_MAX + 2).rstrip("\r\n")
    if not password or len(password) > PASSWORD_LENGTH_MAX:
        raise OperatorError(
            "The standard input's first line is no password",
            remedy=f"Pass one of at most {PASSWORD_LENGTH_MAX} characters.",
            exit_code=2,
        )
    return password


def _reset(environment: dict[str, str], username: str, password: str) -> str:
    # Works whatever is wrong with the settings of a directory or a provider: it needs neither.
    environment = {
        name: value for name, value in environment.items() if not name.startswith(_ELSEWHERE)
    }
    # Neither arguments nor environment hold the password: others could read those.
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "django", "reset_admin", "--", username],
        cwd=REPOSITORY / "backend",
        env=environment,
        input=password + "\n",
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    if done.returncode != 0:
        lines = (done.stdout + done.stderr).strip().splitlines()[-TAIL_LINES:]
        raise OperatorError(
            "The administrator was not reset",
            remedy="Its last words:\n" + "\n".join(f"  {line}" for line in lines),
            user=username,
            database=environment.get("WARREN_PLATFORM_MYSQL_ADDRESS")
            or environment.get("WARREN_PLATFORM_DB", os.devnull),
        )
    return done.stdout.strip()
