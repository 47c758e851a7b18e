"""`snapshots`: where they may be taken, which there are, and what became different."""

from enum import StrEnum
from typing import Annotated, Any
from urllib.parse import urlencode

import typer

from warren_cli.remote import output
from warren_cli.remote.options import LIMIT_DEFAULT, Form, Limit, Url, api
from warren_cli.remote.output import Column, Format

snapshots_app = typer.Typer(
    help="Directories as they were: take snapshots and compare them.", no_args_is_help=True
)
Directory = Annotated[str, typer.Argument(help="A snapshottable directory.")]
Name = Annotated[str, typer.Argument(help="A snapshot of it.")]


class Kind(StrEnum):
    """What happened to a path."""

    CREATED = "created"
    DELETED = "deleted"
    MODIFIED = "modified"
    RENAMED = "renamed"


DIRECTORIES = (
    Column("path", "path"),
    Column("snapshots", "snapshots", output.count),
    Column("owner", "owner"),
    Column("mode", "mode"),
)
SNAPSHOTS = (
    Column("name", "name"),
    Column("created", "created_at", output.time),
    Column("owner", "owner"),
    Column("path", "path"),
)
DIFFERENCES = (Column("what", "kind"), Column("path", "path"), Column("to", "to_path"))


@snapshots_app.command("directories")
def snapshots_directories_command(
    *,
    prefix: Annotated[str, typer.Option(help="Only those whose path begins so.")] = "",
    limit: Limit = LIMIT_DEFAULT,
    form: Form = Format.TABLE,
    url: Url = None,
) -> None:
    """Show of which directories snapshots may be taken, and how many there are."""
    with api(url) as warren:
        found = warren.items("snapshots/directories", limit, prefix=prefix)
        output.show(found, DIRECTORIES, form)


@snapshots_app.command("list")
def snapshots_list_command(
    *,
    path: Directory,
    limit: Limit = LIMIT_DEFAULT,
    form: Form = Format.TABLE,
    url: Url = None,
) -> None:
    """Show the snapshots of a directory, the newest first."""
    with api(url) as warren:
        output.show(warren.items("snapshots", limit, path=path), SNAPSHOTS, form)


@snapshots_app.command("allow")
def snapshots_allow_command(
    path: Annotated[str, typer.Argument(help="A directory.")], url: Url = None
) -> None:
    """Let snapshots of a directory be taken."""
    with api(url) as warren:
        made = warren.post("snapshots/directories", {"path": path})
    print(f"Snapshots of {made['path']} may be taken")


@snapshots_app.command("disallow")
def snapshots_disallow_command(path: Directory, url: Url = None) -> None:
    """Let no snapshots of it be taken any more; it must have none."""
    with api(url) as warren:
        warren.delete(f"snapshots/directories?{urlencode({'path': path})}")
    print(f"No snapshots of {path} may be taken any more")


@snapshots_app.command("create")
def snapshots_create_command(
    *,
    path: Directory,
    name: Annotated[str, typer.Argument(help="What it is called.")],
    url: Url = None,
) -> None:
    """Take a snapshot of a directory."""
    with api(url) as warren:
        made = warren.post("snapshots", {"path": path, "name": name})
    print(made["path"])


@snapshots_app.command("rename")
def snapshots_rename_command(
    *,
    path: Directory,
    name: Name,
    new_name: Annotated[str, typer.Argument(help="What it is called then.")],
    url: Url = None,
) -> None:
    """Give a snapshot another name."""
    with api(url) as warren:
        renamed = warren.patch(_one(path, name), {"name": new_name})
    print(renamed["path"])


@snapshots_app.command("delete")
def snapshots_delete_command(
    *,
    path: Directory,
    name: Name,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for its name.")] = False,
    url: Url = None,
) -> None:
    """Delete a snapshot. What only it holds is gone for good."""
    if not yes and typer.prompt(f"Type the snapshot's name, {name}, to delete it") != name:
        raise typer.Exit(1)
    with api(url) as warren:
        warren.delete(_one(path, name))
    print(f"Deleted {name} of {path}")


@snapshots_app.command("differences")
def snapshots_differences_command(
    *,
    path: Directory,
    earlier: Annotated[str, typer.Argument(help="A snapshot.")],
    later: Annotated[
        str | None, typer.Argument(help="Another one; the directory as it is now without.")
    ] = None,
    kind: Annotated[Kind | None, typer.Option(help="Only what happened so.")] = None,
    text: Annotated[str, typer.Option(help="Only paths with this in them.")] = "",
    limit: Limit = LIMIT_DEFAULT,
    form: Form = Format.TABLE,
    url: Url = None,
) -> None:
    """Show what became different from a snapshot to another one, or to now."""
    asked: dict[str, Any] = {"path": path, "earlier": earlier, "later": later, "q": text}
    with api(url) as warren:
        found = warren.items(
            "snapshots/differences", limit, **asked, kind=kind.value if kind else None
        )
        output.show(found, DIFFERENCES, form)


def _one(path: str, name: str) -> str:
    return f"snapshots/one?{urlencode({'path': path, 'name': name})}"
