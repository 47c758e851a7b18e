"""Bringing the platform's database up to date before the platform starts."""

import subprocess
import sys

from warren_cli.errors import OperatorError
from warren_cli.home import Home
from warren_cli.progress import Progress
from warren_cli.settings import REPOSITORY

TIMEOUT_S = 300
TAIL_LINES = 20


def prepare(home: Home, environment: dict[str, str], progress: Progress) -> None:
    """Migrates the database and makes the console's first user. Harmless when repeated."""
    progress.say("preparing the platform's database")
    password = home.console_password_file.read_text(encoding="utf-8").strip()
    for command in (("migrate", "--noinput", "-v", "0"), ("ensure_admin",)):
        done = subprocess.run(  # noqa: S603
            [sys.executable, "-m", "django", *command],
            cwd=REPOSITORY / "backend",
            env={**environment, "WARREN_CONSOLE_PASSWORD": password},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=TIMEOUT_S,
            check=False,
        )
        if done.returncode != 0:
            lines = (done.stdout + done.stderr).strip().splitlines()[-TAIL_LINES:]
            raise OperatorError(
                "The platform's database could not be prepared",
                remedy="Its last words:\n" + "\n".join(f"  {line}" for line in lines),
                step=command[0],
                database=environment.get("WARREN_PLATFORM_MYSQL_ADDRESS")
                or environment.get("WARREN_PLATFORM_DB"),
            )
