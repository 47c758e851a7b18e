"""Options that all commands of the API have, and the client that they make."""

import os
from typing import Annotated

import typer

from warren_cli.remote.access import access
from warren_cli.remote.api import Api
from warren_cli.remote.output import Format

LIMIT_DEFAULT = 50
LIMIT_MAX = 1_000_000

Url = Annotated[
    str | None,
    typer.Option("--url", help="Which Warren; WARREN_URL, the only login, or this machine's."),
]
Form = Annotated[Format, typer.Option("--format", "-f", help="For people or for programs.")]
Limit = Annotated[int, typer.Option("--limit", "-n", min=1, max=LIMIT_MAX, help="So many at most.")]


def api(url: str | None) -> Api:
    """A client of the Warren meant, as who is logged in there. Raises OperatorError."""
    return Api(access(url, os.environ))
