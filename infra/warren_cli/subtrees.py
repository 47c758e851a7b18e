"""`bin/warren subtree`: the subtree locks that are held now."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import httpx

from warren_cli.admin_tokens import Holder, bearer
from warren_cli.errors import OperatorError
from warren_cli.settings import Settings

TIMEOUT_S = 5.0
PAGE_ROWS = 1_000
PAGES_MAX = 100
HEADINGS = ("INODE", "PATH", "OPERATION", "USER", "OWNER", "SINCE")

Operation = dict[str, Any]


def show_all(settings: Settings, *, as_json: bool) -> str:
    """Every lock as a table, or as a JSON list."""
    return _text(list(_operations(settings)), as_json=as_json)


def show(settings: Settings, wanted: str, *, as_json: bool) -> str:
    """The locks at, above or below a path, or the lock of an inode id.

    Raises OperatorError when there is none.
    """
    by_path = wanted.startswith("/")
    if not by_path and not wanted.isdecimal():
        raise OperatorError(
            "This is neither an absolute path nor an inode id", given=wanted, exit_code=2
        )
    found = [
        each
        for each in _operations(settings)
        if (_related(each["path"], wanted) if by_path else each["inode_id"] == int(wanted))
    ]
    if not found:
        raise OperatorError(
            "No subtree lock is held there",
            remedy="`bin/warren subtree list` shows all",
            given=wanted,
        )
    return _text(found, as_json=as_json)


def _related(held: str, wanted: str) -> bool:
    """Whether one path is the other, or leads to it."""
    first, second = f"{held.rstrip('/')}/", f"{wanted.rstrip('/')}/"
    return first.startswith(second) or second.startswith(first)


def _operations(settings: Settings) -> Iterator[Operation]:
    cursor: str | None = None
    with httpx.Client(timeout=TIMEOUT_S, trust_env=False) as client:
        for _ in range(PAGES_MAX):
            page = _page(client, settings, cursor)
            yield from page["operations"]
            cursor = page["next_cursor"]
            if cursor is None:
                return
    raise OperatorError("There are more locks than can be shown", shown=PAGE_ROWS * PAGES_MAX)


def _page(client: httpx.Client, settings: Settings, cursor: str | None) -> dict[str, Any]:
    """One page, of the first namenode that answers: all of them know the same."""
    params = {"limit": str(PAGE_ROWS)} | ({"cursor": cursor} if cursor else {})
    reasons = []
    for url in settings.admin_urls:
        try:
            answer = client.get(
                f"{url}/admin/v1/subtree-operations",
                params=params,
                headers=bearer(settings.home, Holder.OPERATOR),
            )
            answer.raise_for_status()
            page = answer.json()
            if isinstance(page, dict) and {"operations", "next_cursor"} <= page.keys():
                return page
            reasons.append(f"{url}: not a Warren namenode")
        except (httpx.HTTPError, ValueError, OSError) as error:
            reasons.append(f"{url}: {type(error).__name__}")
    raise OperatorError(
        "No namenode answers", remedy="Look at `make status`", tried="; ".join(reasons)
    )


def _text(operations: list[Operation], *, as_json: bool) -> str:
    if as_json:
        return json.dumps(operations, indent=2, ensure_ascii=False)
    if not operations:
        return "No subtree is locked"
    rows = [HEADINGS, *(_row(each) for each in operations)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def _row(operation: Operation) -> tuple[str, ...]:
    owner = operation["owner"] or f"id {operation['owner_id']}"
    since = datetime.fromtimestamp(operation["started_at_ms"] / 1000, UTC)
    return (
        str(operation["inode_id"]),
        "".join(each if each.isprintable() else "�" for each in operation["path"]),
        operation["operation"],
        operation["user"],
        owner if operation["owner_live"] else f"{owner} (gone)",
        since.strftime("%Y-%m-%dT%H:%M:%SZ"),
    )
