"""`audit`, `tokens` and `users`: who may do what, and who did."""

from datetime import UTC, datetime, timedelta
from typing import Annotated

import typer

from warren_cli.remote import output
from warren_cli.remote.options import LIMIT_DEFAULT, Form, Limit, Url, api
from warren_cli.remote.output import Column, Format

DAYS_DEFAULT = 90
DAYS_MAX = 3650

AUDIT = (
    Column("at", "at", output.time),
    Column("actor", "actor"),
    Column("action", "action"),
    Column("path", "path"),
    Column("outcome", "outcome"),
    Column("job", "job_id"),
)
TOKENS = (
    Column("id", "id"),
    Column("name", "name"),
    Column("scopes", "scopes"),
    Column("created", "created_at", output.time),
    Column("expires", "expires_at", output.time),
    Column("last used", "last_used_at", output.time),
)
TOKEN_MADE = (*TOKENS[:3], TOKENS[4], Column("secret", "secret"))
USERS = (
    Column("id", "id"),
    Column("username", "username"),
    Column("role", "role"),
    Column("hdfs user", "hdfs_user"),
    Column("from", "origin"),
    Column("active", "is_active"),
    Column("last login", "last_login", output.time),
)

tokens_app = typer.Typer(help="Your API tokens, by the REST API.", no_args_is_help=True)


def audit_command(
    *,
    actor: Annotated[str | None, typer.Option(help="Only what this user did.")] = None,
    action: Annotated[str | None, typer.Option(help="Only this action.")] = None,
    path: Annotated[str | None, typer.Option(help="Only at or below it.")] = None,
    limit: Limit = LIMIT_DEFAULT,
    form: Form = Format.TABLE,
    url: Url = None,
) -> None:
    """Show what users changed, the newest first."""
    with api(url) as warren:
        found = warren.items("audit", limit, actor=actor, action=action, path=path)
        output.show(found, AUDIT, form)


@tokens_app.command("list")
def tokens_list_command(
    limit: Limit = LIMIT_DEFAULT, form: Form = Format.TABLE, url: Url = None
) -> None:
    """Show your tokens."""
    with api(url) as warren:
        output.show(warren.items("tokens", limit), TOKENS, form)


@tokens_app.command("create")
def tokens_create_command(
    name: Annotated[str, typer.Argument(help="What it is for.")],
    scope: Annotated[list[str] | None, typer.Option(help="read, operate or admin.")] = None,
    days: Annotated[int, typer.Option(min=1, max=DAYS_MAX, help="How long it holds.")] = (
        DAYS_DEFAULT
    ),
    form: Form = Format.TABLE,
    url: Url = None,
) -> None:
    """Make a token; its secret is shown this once."""
    ends = datetime.now(UTC) + timedelta(days=days)
    wanted = {"name": name, "scopes": scope or ["read"], "expires_at": ends.isoformat()}
    with api(url) as warren:
        output.show_one(warren.post("tokens", wanted), TOKEN_MADE, form)


@tokens_app.command("delete")
def tokens_delete_command(
    token_id: Annotated[int, typer.Argument(metavar="ID", help="The token's number.")],
    url: Url = None,
) -> None:
    """End a token."""
    with api(url) as warren:
        warren.delete(f"tokens/{token_id}")


def users_list_command(
    role: Annotated[str | None, typer.Option(help="viewer, operator or admin.")] = None,
    limit: Limit = LIMIT_DEFAULT,
    form: Form = Format.TABLE,
    url: Url = None,
) -> None:
    """Show the users of a Warren, by the REST API."""
    with api(url) as warren:
        output.show(warren.items("users", limit, role=role), USERS, form)
