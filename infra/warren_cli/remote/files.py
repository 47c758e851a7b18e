"""`files`: looks at files, fetches, sends, moves them, each as the user himself."""

import sys
from typing import Annotated

import typer

from warren_cli.remote import output, transfers
from warren_cli.remote.options import LIMIT_DEFAULT, Form, Limit, Url, api
from warren_cli.remote.output import Column, Format

files_app = typer.Typer(help="Look at files, fetch, send and move them.", no_args_is_help=True)
Path = Annotated[str, typer.Argument(metavar="PATH", help="In HDFS.")]

ENTRIES = (
    Column("mode", "mode"),
    Column("owner", "owner"),
    Column("group", "group"),
    Column("size", "size_bytes", output.size),
    Column("modified", "mtime", output.time),
    Column("kind", "kind"),
    Column("name", "name"),
)
ENTRY = (
    Column("path", "path"),
    *ENTRIES[:-1],
    Column("inode", "inode_id"),
    Column("accessed", "atime", output.time),
    Column("replication", "replication"),
    Column("block size", "block_size_bytes", output.size),
    Column("children", "children_count", output.count),
    Column("being written", "open_for_write"),
    Column("link to", "symlink_target"),
    Column("in the database", "in_database"),
)
TABLE_COLUMNS = (Column("column", "name"), Column("type", "type"))
PERMISSIONS = (
    Column("path", "path"),
    Column("kind", "kind"),
    Column("mode", "mode"),
    Column("owner", "owner"),
    Column("group", "group"),
    Column("acl", "acl"),
)


@files_app.command("ls")
def files_ls_command(
    path: Path = "/", *, limit: Limit = LIMIT_DEFAULT, form: Form = Format.TABLE, url: Url = None
) -> None:
    """Show what is in a directory, by name."""
    with api(url) as warren:
        output.show(warren.items("namespace/children", limit, path=path), ENTRIES, form)


@files_app.command("show")
def files_show_command(path: Path, *, form: Form = Format.TABLE, url: Url = None) -> None:
    """Show one file or directory."""
    with api(url) as warren:
        output.show_one(warren.get("namespace/entry", path=path), ENTRY, form)


@files_app.command("preview")
def files_preview_command(
    path: Path,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="All that the API tells.")] = False,
    url: Url = None,
) -> None:
    """Show the first bytes of a file: as text, or as hexadecimal digits where they are none."""
    with api(url) as warren:
        found = warren.get("namespace/preview", path=path)
    if as_json:
        output.show_one(found, (), Format.JSON)
        return
    print(transfers.shown(found))


@files_app.command("table")
def files_table_command(
    path: Path,
    *,
    types: Annotated[
        bool, typer.Option("--types", help="The columns and their types instead of rows.")
    ] = False,
    form: Form = Format.TABLE,
    url: Url = None,
) -> None:
    """Show the first rows of a Parquet, ORC or Avro file."""
    with api(url) as warren:
        found = warren.get("files/table", path=path)
    if form is Format.JSON:
        output.show_one(found, (), form)
    elif types:
        output.show(found["columns"], TABLE_COLUMNS, form)
    else:
        columns = [
            Column(output.plain(each["name"]), str(at)) for at, each in enumerate(found["columns"])
        ]
        rows = ({str(at): value for at, value in enumerate(row)} for row in found["rows"] or ())
        output.show(rows, columns, form)
    if found["rows"] is None and not types:
        print("The rows take more than a look may; --types tells the columns", file=sys.stderr)
    if found["columns_left_out"]:
        print(f"{found['columns_left_out']} more columns are left out", file=sys.stderr)


@files_app.command("get")
def files_get_command(
    path: Path,
    to: Annotated[
        str, typer.Argument(metavar="TO", help="A file or a folder here; - is standard output.")
    ] = ".",
    *,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace a file here.")] = False,
    url: Url = None,
) -> None:
    """Fetch a file. It is there under its name when it is whole."""
    with api(url) as warren:
        transfers.fetch(warren, path, to, overwrite=overwrite)


@files_app.command("put")
def files_put_command(
    source: Annotated[
        str, typer.Argument(metavar="FROM", help="A file here; - is standard input.")
    ],
    path: Annotated[str, typer.Argument(metavar="PATH", help="Of the file in HDFS.")],
    *,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace a file that is there.")
    ] = False,
    url: Url = None,
) -> None:
    """Send a file. It is seen in HDFS when it is whole."""
    with api(url) as warren:
        print(output.plain(transfers.send(warren, source, path, overwrite=overwrite)["path"]))


@files_app.command("mkdir")
def files_mkdir_command(
    path: Path,
    *,
    mode: Annotated[str, typer.Option(help="Octal.")] = "0755",
    url: Url = None,
) -> None:
    """Make a directory in one that is there."""
    with api(url) as warren:
        made = warren.post("files/directories", {"path": path, "mode": mode})
    print(output.plain(made["path"]))


@files_app.command("mv")
def files_mv_command(
    path: Path,
    to: Annotated[str, typer.Argument(metavar="TO", help="Its new path, which is free.")],
    *,
    url: Url = None,
) -> None:
    """Give a file or a directory another name or place."""
    with api(url) as warren:
        moved = warren.post("files/moves", {"path": path, "to": to})
    print(output.plain(moved["path"]))


@files_app.command("chmod")
def files_chmod_command(
    mode: Annotated[str, typer.Argument(metavar="MODE", help="Octal: 0750.")],
    path: Path,
    *,
    owner: Annotated[str | None, typer.Option(help="Whose it is then.")] = None,
    group: Annotated[str | None, typer.Option(help="Which group's it is then.")] = None,
    form: Form = Format.TABLE,
    url: Url = None,
) -> None:
    """Set the mode of one path, and its owner or group; `jobs plan` does so for trees."""
    wanted = {"mode": mode, "owner": owner, "group": group}
    body = {name: value for name, value in wanted.items() if value is not None}
    with api(url) as warren:
        seen = warren.get("files/permissions", path=path)
        changed = warren.put("files/permissions", body, seen["etag"], path=path)
    output.show_one(changed, PERMISSIONS, form)
