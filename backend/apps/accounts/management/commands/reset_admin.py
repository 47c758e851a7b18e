"""`manage.py reset_admin NAME`: the way back in when no administrator can log in."""

import os
import pwd
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.accounts import break_glass
from apps.common.problems import Problem


class Command(BaseCommand):
    help = (
        "Make a user an active administrator with the password in the first line of the standard "
        "input. A user that does not exist is created."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")

    def handle(self, *_args: Any, **options: Any) -> None:
        username: str = options["username"]
        try:
            created = break_glass.admin_reset(
                username=username,
                password=sys.stdin.readline().rstrip("\r\n"),
                machine_user=_machine_user(),
            )
        except Problem as problem:
            said = [problem.title, problem.detail, *_messages(problem)]
            raise CommandError(" ".join(each for each in said if each)) from problem
        done = "was created as an administrator" if created else "is an active administrator"
        self.stdout.write(
            f"The user {username} {done} with a new password. Former sessions and tokens ended."
        )


def _messages(problem: Problem) -> list[str]:
    return [message for messages in (problem.fields or {}).values() for message in messages]


def _machine_user() -> str:
    """The name of the user of this machine who runs the command; the number of one without."""
    user_id = os.getuid()
    try:
        return pwd.getpwuid(user_id).pw_name
    except KeyError:
        return str(user_id)
