"""`usage`: who fills a directory."""

from enum import StrEnum
from typing import Annotated

import typer

from warren_cli.remote import output
from warren_cli.remote.options import LIMIT_DEFAULT, Form, Limit, Url, api
from warren_cli.remote.output import Column, Format

GROUPS_MAX = 100


class Sort(StrEnum):
    """The most first, names from the first."""

    SPACE = "space"
    LENGTH = "length"
    FILES = "files"
    NAME = "name"


class By(StrEnum):
    """What files are told apart by."""

    OWNER = "owner"
    GROUP = "group"
    EXTENSION = "extension"
    AGE = "age"
    POLICY = "policy"
    TYPE = "type"


def _share(value: float | None) -> str:
    return output.plain(value) if value is None else f"{value:.1%}"


CHILDREN = (
    Column("path", "path"),
    Column("kind", "kind"),
    Column("space", "space_bytes", output.size),
    Column("length", "length_bytes", output.size),
    Column("files", "files", output.count),
    Column("share", "share", _share),
    Column("owner", "owner"),
)


def _groups_by(by: By) -> tuple[Column, ...]:
    return (
        Column(by.value, "key"),
        Column("space", "space_bytes", output.size),
        Column("length", "length_bytes", output.size),
        Column("files", "files", output.count),
        Column("share", "share", _share),
    )


def usage_command(
    path: Annotated[str, typer.Argument(metavar="PATH", help="Of a directory.")] = "/",
    *,
    by: Annotated[
        By | None, typer.Option(help="All files below it by this, not what is in it.")
    ] = None,
    sort: Annotated[Sort, typer.Option(help="The most first, or by name.")] = Sort.SPACE,
    limit: Limit = LIMIT_DEFAULT,
    form: Form = Format.TABLE,
    url: Url = None,
) -> None:
    """Show what fills a directory: what is in it with all below, or its files by a property."""
    with api(url) as warren:
        if by is None:
            found = warren.items("usage", limit, path=path, sort=sort.value)
            output.show(found, CHILDREN, form)
            return
        answer = warren.get(
            "usage/breakdown",
            path=path,
            by=by.value,
            sort=sort.value,
            limit=min(limit, GROUPS_MAX),
        )
        groups = list(answer["groups"])
        if answer["others_count"]:
            groups.append({**answer["others"], "key": f"{answer['others_count']:,} others"})
        output.show(groups, _groups_by(by), form)
