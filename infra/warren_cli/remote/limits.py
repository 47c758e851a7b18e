"""`limits`: who may make only so many calls a second."""

from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Annotated

import typer

from warren_cli.remote import output
from warren_cli.remote.options import LIMIT_DEFAULT, Form, Limit, Url, api
from warren_cli.remote.output import Column, Format

HOURS_MAX = 24 * 365


class Kind(StrEnum):
    USER = "user"
    ADDRESS = "address"
    APPLICATION = "application"


IN_FORCE = (
    Column("kind", "kind"),
    Column("name", "name"),
    Column("calls/s at each", "calls_per_second", output.count),
    Column("let in", "admitted", output.count),
    Column("refused", "refused", output.count),
    Column("until", "expires_at", output.time),
    Column("by", "set_by"),
    Column("reason", "reason"),
)
CHANGES = (
    Column("id", "id"),
    Column("asked", "asked_at", output.time),
    Column("action", "action"),
    Column("kind", "kind"),
    Column("name", "name"),
    Column("calls/s at each", "calls_per_second", output.count),
    Column("state", "state"),
    Column("failed", "failed_why"),
    Column("by", "actor"),
    Column("reason", "reason"),
)
WHAT_IF = (
    Column("calls/s now", "calls_per_s"),
    Column("refused/s of them", "refused_per_s"),
    Column("part of the time now", "time_share"),
    Column("part of it left", "time_share_after"),
    Column("to know", "notes"),
)

limits_app = typer.Typer(help="Limits of calls, by the REST API.", no_args_is_help=True)
KindArgument = Annotated[Kind, typer.Argument(metavar="KIND", help="user, address or application.")]
Name = Annotated[str, typer.Argument(metavar="NAME", help="As `bin/warren heat` tells it.")]
Rate = Annotated[
    int, typer.Argument(metavar="CALLS", min=1, max=1_000_000, help="A second, at each namenode.")
]
Reason = Annotated[str, typer.Option(help="Told to those who meet the limit.")]


@limits_app.command("list")
def limits_list_command(form: Form = Format.TABLE, url: Url = None) -> None:
    """Show the limits that the namenodes go by."""
    with api(url) as warren:
        output.show(warren.get("limits")["items"], IN_FORCE, form)


@limits_app.command("history")
def limits_history_command(
    limit: Limit = LIMIT_DEFAULT, form: Form = Format.TABLE, url: Url = None
) -> None:
    """Show the limits that were set and lifted, the newest first."""
    with api(url) as warren:
        output.show(warren.items("limits/changes", limit), CHANGES, form)


@limits_app.command("what-if")
def limits_what_if_command(
    kind: KindArgument, name: Name, calls: Rate, form: Form = Format.TABLE, url: Url = None
) -> None:
    """Say what a limit would have done in the last minute."""
    with api(url) as warren:
        found = warren.get("limits/what-if", kind=kind.value, name=name, calls_per_second=calls)
        output.show_one(found, WHAT_IF, form)


@limits_app.command("set")
def limits_set_command(
    kind: KindArgument,
    name: Name,
    calls: Rate,
    *,
    reason: Reason,
    hours: Annotated[
        float | None,
        typer.Option(min=0.01, max=HOURS_MAX, help="For so long; without it until it is lifted."),
    ] = None,
    form: Form = Format.TABLE,
    url: Url = None,
) -> None:
    """Hold someone to so many calls a second; a worker sees to it at once."""
    expires_at = None if hours is None else datetime.now(UTC) + timedelta(hours=hours)
    body = {
        "kind": kind.value,
        "name": name,
        "calls_per_second": calls,
        "reason": reason,
        "expires_at": None if expires_at is None else expires_at.isoformat(),
    }
    with api(url) as warren:
        output.show_one(warren.post("limits", body), CHANGES, form)


@limits_app.command("lift")
def limits_lift_command(
    kind: KindArgument,
    name: Name,
    reason: Annotated[str, typer.Option(help="For the history.")],
    form: Form = Format.TABLE,
    url: Url = None,
) -> None:
    """Let all calls of someone in again."""
    with api(url) as warren:
        answer = warren.delete_asked("limits", kind=kind.value, name=name, reason=reason)
        output.show_one(answer, CHANGES, form)
