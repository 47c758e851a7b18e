"""`trash`: what was deleted, and can be restored still."""

from enum import StrEnum
from typing import Annotated

import typer

from warren_cli.remote import output
from warren_cli.remote.options import LIMIT_DEFAULT, Form, Limit, Url, api
from warren_cli.remote.output import Column, Format


class Sort(StrEnum):
    """What was deleted last first, the most bytes, or by the path that it had."""

    TIME = "time"
    SIZE = "size"
    PATH = "path"


TRASHED = (
    Column("deleted", "deleted_at", output.time),
    Column("user", "user"),
    Column("was", "former_path"),
    Column("kind", "kind"),
    Column("files", "files", output.count),
    Column("length", "length_bytes", output.size),
    Column("emptied", "emptied_at", output.time),
    Column("path", "path"),
)


def trash_command(
    *,
    user: Annotated[str | None, typer.Option(help="Only what this user deleted.")] = None,
    prefix: Annotated[
        str, typer.Option(help="Only what was at paths that begin so, or holds such a path.")
    ] = "",
    age_min_h: Annotated[
        int | None, typer.Option(min=0, help="Deleted so many hours ago at least.")
    ] = None,
    age_max_h: Annotated[
        int | None, typer.Option(min=0, help="Deleted so many hours ago at most.")
    ] = None,
    sort: Annotated[Sort, typer.Option(help="The last, the largest, or by path.")] = Sort.TIME,
    limit: Limit = LIMIT_DEFAULT,
    form: Form = Format.TABLE,
    url: Url = None,
) -> None:
    """Show what was deleted by whom and lies in a trash; `jobs plan restore PATH` restores it."""
    with api(url) as warren:
        found = warren.items(
            "trash",
            limit,
            user=user,
            prefix=prefix,
            age_min_h=age_min_h,
            age_max_h=age_max_h,
            sort=sort.value,
        )
        output.show(found, TRASHED, form)
