"""`jobs`, `cluster`, `blocks` and `heat`: what goes on, and what is wrong."""

import sys
import time
from typing import Annotated

import typer

from warren_cli.errors import OperatorError
from warren_cli.remote import output
from warren_cli.remote.api import Api, Json
from warren_cli.remote.options import LIMIT_DEFAULT, Form, Limit, Url, api
from warren_cli.remote.output import Column, Format

POLL_S = 1.0
ENDED = ("refused", "cancelled", "succeeded", "succeeded_with_errors", "failed")
JobId = Annotated[int, typer.Argument(metavar="ID", help="The job's number.")]

JOBS = (
    Column("id", "id"),
    Column("kind", "kind"),
    Column("path", "path"),
    Column("state", "state"),
    Column("dry run", "dry_run"),
    Column("changed", "progress.changed", output.count),
    Column("errors", "progress.errors", output.count),
    Column("of", "progress.total", output.count),
    Column("by", "actor"),
    Column("created", "created_at", output.time),
)
JOB = (
    *JOBS,
    Column("priority", "priority"),
    Column("inodes a second", "progress.inodes_per_s", output.count),
    Column("at most a second", "rate_limit.inodes_per_s", output.count),
    Column("seconds left", "progress.remaining_s", output.count),
    Column("slowed since", "slowed.since", output.time),
    Column("calls wait ms", "slowed.calls_wait_ms", output.count),
)
JOB_ERRORS = (Column("path", "path"), Column("code", "code"), Column("message", "message"))
JOB_CHANGES = (
    Column("inode", "inode_id"),
    Column("path", "path"),
    Column("what", "attribute"),
    Column("before", "before"),
    Column("after", "after"),
)
NAMENODES = (
    Column("namenode", "name"),
    Column("role", "role"),
    Column("state", "state"),
    Column("rpc", "rpc_address"),
    Column("started", "started_at", output.time),
    Column("heartbeat", "last_heartbeat_at", output.time),
)
DATANODES = (
    Column("datanode", "hostname"),
    Column("address", "address"),
    Column("state", "state"),
    Column("used", "used_bytes", output.size),
    Column("capacity", "capacity_bytes", output.size),
    Column("blocks", "block_count", output.count),
    Column("heartbeat", "last_heartbeat_at", output.time),
)
EVENTS = (
    Column("at", "effective_at", output.time),
    Column("kind", "kind"),
    Column("subject", "subject"),
    Column("cause", "cause"),
    Column("took ms", "duration_ms", output.count),
)
CHECKS = (
    Column("check", "title"),
    Column("verdict", "verdict"),
    Column("reason", "reason"),
    Column("since", "since", output.time),
)
BLOCK_HEALTH = (
    Column("missing", "missing", output.count),
    Column("corrupt replicas", "corrupt_replicas", output.count),
    Column("copies under way", "copies_under_way", output.count),
    Column("surplus replicas", "surplus_replicas", output.count),
    Column("deletions waiting", "deletions_waiting", output.count),
    Column("as of", "as_of", output.time),
)
PROBLEM_BLOCKS = (
    Column("block", "block_id"),
    Column("path", "path"),
    Column("live", "live_replicas"),
    Column("wanted", "wanted_replicas"),
    Column("since", "since", output.time),
)
CORRUPT = (
    Column("block", "block_id"),
    Column("path", "path"),
    Column("reason", "reason"),
    Column("reported", "reported_at", output.time),
)
HEAT = (
    Column("key", "key"),
    Column("of", "of"),
    Column("time ms", "time_ms"),
    Column("share", "share"),
    Column("waited ms", "waited_ms"),
    Column("calls", "calls", output.count),
    Column("rows", "rows", output.count),
    Column("refused", "refused", output.count),
)

jobs_app = typer.Typer(help="Background jobs, by the REST API.", no_args_is_help=True)
cluster_app = typer.Typer(help="The cluster, by the REST API.", no_args_is_help=True)
blocks_app = typer.Typer(help="Blocks and their health, by the REST API.", no_args_is_help=True)


@jobs_app.command("list")
def jobs_list_command(
    state: Annotated[str | None, typer.Option(help="Only those in this state.")] = None,
    kind: Annotated[str | None, typer.Option(help="Only those of this kind.")] = None,
    limit: Limit = LIMIT_DEFAULT,
    form: Form = Format.TABLE,
    url: Url = None,
) -> None:
    """Show jobs, the newest first."""
    with api(url) as warren:
        output.show(warren.items("jobs", limit, state=state, kind=kind), JOBS, form)


@jobs_app.command("show")
def jobs_show_command(job_id: JobId, form: Form = Format.TABLE, url: Url = None) -> None:
    """Show one job."""
    with api(url) as warren:
        output.show_one(warren.get(f"jobs/{job_id}"), JOB, form)


@jobs_app.command("errors")
def jobs_errors_command(
    job_id: JobId, limit: Limit = LIMIT_DEFAULT, form: Form = Format.TABLE, url: Url = None
) -> None:
    """Show what a job could not change."""
    with api(url) as warren:
        output.show(warren.items(f"jobs/{job_id}/errors", limit), JOB_ERRORS, form)


@jobs_app.command("changes")
def jobs_changes_command(
    job_id: JobId, limit: Limit = LIMIT_DEFAULT, form: Form = Format.TABLE, url: Url = None
) -> None:
    """Show what a job changed, inode by inode: each value before and after, one a line."""
    with api(url) as warren:
        items = warren.items(f"jobs/{job_id}/changes", limit)
        lines = ({**item, **value} for item in items for value in item.pop("values"))
        output.show(lines, JOB_CHANGES, form)


@jobs_app.command("wait")
def jobs_wait_command(job_id: JobId, form: Form = Format.TABLE, url: Url = None) -> None:
    """Wait for a job's end; exit code 1 unless it succeeded without errors."""
    with api(url) as warren:
        job = wait_for(warren, warren.get(f"jobs/{job_id}"))
    output.show_one(job, JOBS, form)
    if job["state"] != "succeeded":
        raise OperatorError(
            "The job did not succeed",
            remedy=f"See `bin/warren jobs errors {job_id}`",
            job=job_id,
            state=job["state"],
        )


def wait_for(warren: Api, job: Json) -> Json:
    """The job as it is when it has ended; what it does until then goes to standard error."""
    while job["state"] not in ENDED:
        print(_progress(job), file=sys.stderr)
        time.sleep(POLL_S)
        job = warren.get(f"jobs/{job['id']}")
    return job


def _progress(job: Json) -> str:
    progress = job["progress"]
    visited = progress["files"] + progress["directories"]
    text = f"{job['state']}: {visited:,} of {output.count(progress['total'])}"
    rate, remaining_s = progress["inodes_per_s"], progress["remaining_s"]
    if rate is not None:
        text += f", {rate:,.0f} a second"
    if remaining_s is not None:
        text += f", {_span(remaining_s)} left"
    if job["slowed"] is not None:
        text += f"; slowed down: calls wait {job['slowed']['calls_wait_ms']:,} ms"
    return text


def _span(seconds: int) -> str:
    if seconds < 60:
        return f"{seconds} s"
    if seconds < 3_600:
        return f"{seconds // 60} min"
    return f"{seconds // 3_600} h {seconds % 3_600 // 60} min"


@jobs_app.command("cancel")
def jobs_cancel_command(job_id: JobId, form: Form = Format.TABLE, url: Url = None) -> None:
    """Cancel a job; what it has changed stays changed."""
    with api(url) as warren:
        output.show_one(warren.tell(f"jobs/{job_id}/cancel"), JOBS, form)


@jobs_app.command("pause")
def jobs_pause_command(job_id: JobId, form: Form = Format.TABLE, url: Url = None) -> None:
    """Have a job stand still after its step, until it is resumed."""
    with api(url) as warren:
        output.show_one(warren.tell(f"jobs/{job_id}/pause"), JOBS, form)


@jobs_app.command("resume")
def jobs_resume_command(job_id: JobId, form: Form = Format.TABLE, url: Url = None) -> None:
    """Let a paused job go on from where it stands."""
    with api(url) as warren:
        output.show_one(warren.tell(f"jobs/{job_id}/resume"), JOBS, form)


@cluster_app.command("namenodes")
def cluster_namenodes_command(form: Form = Format.TABLE, url: Url = None) -> None:
    """Show the namenodes and who leads."""
    with api(url) as warren:
        output.show(warren.get("cluster")["namenodes"], NAMENODES, form)


@cluster_app.command("datanodes")
def cluster_datanodes_command(
    limit: Limit = LIMIT_DEFAULT, form: Form = Format.TABLE, url: Url = None
) -> None:
    """Show the datanodes and their room."""
    with api(url) as warren:
        output.show(warren.items("datanodes", limit), DATANODES, form)


@cluster_app.command("events")
def cluster_events_command(
    kind: Annotated[str | None, typer.Option(help="Only events of this kind.")] = None,
    limit: Limit = LIMIT_DEFAULT,
    form: Form = Format.TABLE,
    url: Url = None,
) -> None:
    """Show elections and evictions, the newest first."""
    with api(url) as warren:
        output.show(warren.items("cluster/events", limit, kind=kind), EVENTS, form)


@cluster_app.command("health")
def cluster_health_command(form: Form = Format.TABLE, url: Url = None) -> None:
    """Show the verdicts of all checks; exit code 1 when one of them is an error."""
    with api(url) as warren:
        checks = warren.get("health/checks")
    output.show(checks["items"], CHECKS, form)
    if checks["verdict"] == "error":
        raise typer.Exit(1)


@blocks_app.command("health")
def blocks_health_command(form: Form = Format.TABLE, url: Url = None) -> None:
    """Show how many blocks lack replicas."""
    with api(url) as warren:
        output.show_one(warren.get("blocks/health"), BLOCK_HEALTH, form)


@blocks_app.command("missing")
def blocks_missing_command(
    limit: Limit = LIMIT_DEFAULT, form: Form = Format.TABLE, url: Url = None
) -> None:
    """Show blocks without any good replica."""
    with api(url) as warren:
        output.show(warren.items("blocks/missing", limit), PROBLEM_BLOCKS, form)


@blocks_app.command("under-replicated")
def blocks_under_replicated_command(
    limit: Limit = LIMIT_DEFAULT, form: Form = Format.TABLE, url: Url = None
) -> None:
    """Show blocks with too few good replicas."""
    with api(url) as warren:
        output.show(warren.items("blocks/under-replicated", limit), PROBLEM_BLOCKS, form)


@blocks_app.command("corrupt")
def blocks_corrupt_command(
    limit: Limit = LIMIT_DEFAULT, form: Form = Format.TABLE, url: Url = None
) -> None:
    """Show replicas that are known to be damaged."""
    with api(url) as warren:
        output.show(warren.items("blocks/corrupt", limit), CORRUPT, form)


def heat_command(
    by: Annotated[str, typer.Option(help="user, directory, operation, address, …")] = "user",
    window: Annotated[str, typer.Option(help="10s, 1m, 10m or 1h.")] = "1m",
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=100)] = 20,
    form: Form = Format.TABLE,
    url: Url = None,
) -> None:
    """Show who and what costs the namenodes most."""
    with api(url) as warren:
        output.show(warren.get("heat", by=by, window=window, limit=limit)["entries"], HEAT, form)
