"""`search` and `sql`: questions about the namespace."""

import sys
import time
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from warren_cli.errors import OperatorError
from warren_cli.remote import output
from warren_cli.remote.api import Api, Json
from warren_cli.remote.options import LIMIT_DEFAULT, Form, Limit, Url, api
from warren_cli.remote.output import Column, Format

WAIT_MS = 10_000
UNFINISHED = ("queued", "running")
ROWS_DEFAULT = 1_000

HITS = (
    Column("path", "path"),
    Column("kind", "kind"),
    Column("size", "size_bytes", output.size),
    Column("owner", "owner"),
    Column("group", "group"),
    Column("mode", "mode"),
    Column("modified", "mtime", output.time),
)


def search_command(
    query: Annotated[str, typer.Argument(help="As in the console: report size:>1g owner:ana")],
    *,
    path: Annotated[str | None, typer.Option(help="Only at or below it.")] = None,
    sort: Annotated[str | None, typer.Option(help="As in the API, e.g. -size.")] = None,
    limit: Limit = LIMIT_DEFAULT,
    form: Form = Format.TABLE,
    url: Url = None,
) -> None:
    """Find files and directories."""
    with api(url) as warren:
        found = warren.items("search", limit, q=query, path=path, sort=sort)
        output.show(found, HITS, form)


def sql_command(
    statement: Annotated[str, typer.Argument(help="One that reads; - for standard input.")],
    *,
    engine: Annotated[str | None, typer.Option(help="duckdb (the replica) or ndb (live).")] = None,
    limit: Limit = ROWS_DEFAULT,
    form: Form = Format.TABLE,
    url: Url = None,
) -> None:
    """Ask in SQL, and wait for the answer."""
    text = sys.stdin.read() if statement == "-" else statement
    with api(url) as warren:
        query = run(warren, text, engine)
        columns = [column["name"] for column in query["columns"]]
        output.show(
            rows(warren, query["id"], columns, limit),
            [Column(name, str(place)) for place, name in enumerate(columns)]
            if form is not Format.JSON
            else (),
            form,
        )
        if query["truncated"] or (query["rows"] or 0) > limit:
            print("warren: there are more rows than are shown", file=sys.stderr)


def run(warren: Api, statement: str, engine: str | None) -> Json:
    """Runs a statement to its end; Ctrl-C cancels it. Raises OperatorError when it failed."""
    body: dict[str, Any] = {"statement": statement, "wait_ms": WAIT_MS}
    query = warren.post("sql", body if engine is None else {**body, "engine": engine})
    began = time.monotonic()
    try:
        while query["state"] in UNFINISHED:
            print(f"{query['state']} for {time.monotonic() - began:.0f} s", file=sys.stderr)
            query = warren.get(f"sql/queries/{query['id']}", wait_ms=WAIT_MS)
    except KeyboardInterrupt:
        warren.tell(f"sql/queries/{query['id']}/cancel")
        raise
    if query["state"] != "succeeded":
        error = query["error"] or {"title": "The statement did not succeed", "detail": ""}
        raise OperatorError(
            str(error["title"]).rstrip("."),
            remedy=str(error["detail"]),
            state=query["state"],
        )
    return query


def rows(warren: Api, query_id: int, columns: list[str], limit: int) -> Iterator[Json]:
    """Rows by the places of their columns, which may share a name, and by the names for JSON."""
    for row in warren.items(f"sql/queries/{query_id}/rows", limit):
        places = {str(place): value for place, value in enumerate(row)}
        yield _Row(zip(columns, row, strict=True), places)


class _Row(dict[str, Any]):
    """A row by its columns' names, which finds values by their places."""

    def __init__(self, named: Any, places: dict[str, Any]) -> None:
        super().__init__(named)
        self._places = places

    def get(self, key: str, default: Any = None) -> Any:
        return self._places.get(key, default)
