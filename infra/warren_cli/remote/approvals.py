"""`jobs waiting`, `approve` and `refuse`: a second person's word on a job."""

from typing import Annotated

import typer

from warren_cli.errors import OperatorError
from warren_cli.remote import output
from warren_cli.remote.operate import JOBS, JobId
from warren_cli.remote.options import LIMIT_DEFAULT, Form, Limit, Url, api
from warren_cli.remote.output import Column, Format

WAITING = (
    *JOBS[:3],
    Column("inodes", "progress.total", output.count),
    Column("by", "actor"),
    Column("reason", "approval.reason"),
    Column("until", "approval.expires_at", output.time),
)


def jobs_waiting_command(
    every: Annotated[
        bool, typer.Option("--all", help="Also those that are for others to decide.")
    ] = False,
    limit: Limit = LIMIT_DEFAULT,
    form: Form = Format.TABLE,
    url: Url = None,
) -> None:
    """Show the jobs that wait for your approval."""
    with api(url) as warren:
        found = warren.items("approvals", limit, all="true" if every else None)
        output.show(found, WAITING, form)


def jobs_approve_command(
    job_id: JobId,
    comment: Annotated[str, typer.Option(help="Kept with the job.")] = "",
    form: Form = Format.TABLE,
    url: Url = None,
) -> None:
    """Let somebody else's job begin; look at it first, with `jobs show`."""
    with api(url) as warren:
        approval = warren.get(f"jobs/{job_id}")["approval"]
        if approval is None:
            raise OperatorError("The job waits for nobody's approval", job=job_id)
        body = {"content_sha256": approval["content_sha256"], "comment": comment}
        output.show_one(warren.tell(f"jobs/{job_id}/approve", body), JOBS, form)


def jobs_refuse_command(
    job_id: JobId,
    comment: Annotated[str, typer.Option(help="Why; told to who asked.")],
    form: Form = Format.TABLE,
    url: Url = None,
) -> None:
    """End somebody else's job that waits for an approval."""
    with api(url) as warren:
        output.show_one(warren.tell(f"jobs/{job_id}/refuse", {"comment": comment}), JOBS, form)
