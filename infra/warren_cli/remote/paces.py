"""`jobs rate` and `jobs priority`: how fast a job may go, and how urgent it is."""

from typing import Annotated

import typer

from warren_cli.errors import OperatorError
from warren_cli.remote import output
from warren_cli.remote.api import EXIT_BAD_INPUT
from warren_cli.remote.operate import JOB, JobId
from warren_cli.remote.options import Form, Url, api
from warren_cli.remote.output import Format

NO_BOUND = "none"


def jobs_rate_command(
    job_id: JobId,
    inodes_per_s: Annotated[
        str,
        typer.Argument(
            metavar="INODES_PER_S", help="Most inodes that it visits a second, or none."
        ),
    ],
    form: Form = Format.TABLE,
    url: Url = None,
) -> None:
    """Bound a job that has not ended; with none, the bound of all jobs holds, if there is one."""
    body = {"inodes_per_s_max": _rate(inodes_per_s)}
    with api(url) as warren:
        output.show_one(warren.tell(f"jobs/{job_id}/rate", body), JOB, form)


def jobs_priority_command(
    job_id: JobId,
    priority: Annotated[str, typer.Argument(help="low, normal or high.")],
    form: Form = Format.TABLE,
    url: Url = None,
) -> None:
    """Make a job that has not ended more or less urgent: whose turn it is among those that wait."""
    with api(url) as warren:
        body = {"priority": priority}
        output.show_one(warren.tell(f"jobs/{job_id}/priority", body), JOB, form)


def _rate(value: str) -> int | None:
    if value == NO_BOUND:
        return None
    try:
        return int(value)
    except ValueError as error:
        raise OperatorError(
            "A rate is a whole number, or none", exit_code=EXIT_BAD_INPUT, value=value
        ) from error
