"""`manage.py ensure_admin`: create the first administrator when there is none yet."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.accounts import services
from config.env import env

_PASSWORD_LENGTH_MIN = 8


class Command(BaseCommand):
    help = (
        "Create the administrator, with the password of WARREN_CONSOLE_PASSWORD or of the file "
        "WARREN_HOME/secrets/console-password. A user that exists is left as it is."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--username", default="admin")

    def handle(self, *_args: Any, **options: Any) -> None:
        username: str = options["username"]
        created = services.admin_ensure(username=username, password=_password())
        state = "was created" if created else "existed already and was left as it is"
        self.stdout.write(f"The user {username} {state}.")


def _password() -> str:
    path: Path = env().console_password_path
    password = env().console_password
    if password is None:
        try:
            password = path.read_text(encoding="utf-8").strip()
        except OSError as error:
            raise CommandError(
                f"No password for the first user: set WARREN_CONSOLE_PASSWORD or write {path}."
            ) from error
    if len(password) < _PASSWORD_LENGTH_MIN:
        raise CommandError(
            f"The first user's password is shorter than {_PASSWORD_LENGTH_MIN} characters."
        )
    return password
