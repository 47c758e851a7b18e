"""`bin/warren subtree`: the subtree locks that are held now."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime

from warren_namenode.generated.admin_api import SubtreeOperation

from warren_cli.admin_calls import AdminCalls
from warren_cli.errors import OperatorError
from warren_cli.settings import Settings

TIMEOUT_S = 5.0
PAGE_ROWS = 1_000
PAGES_MAX = 100
HEADINGS = ("INODE", "PATH", "OPERATION", "USER", "OWNER", "SINCE")


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
        if (_related(each.path, wanted) if by_path else each.inode_id == int(wanted))
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


def _operations(settings: Settings) -> Iterator[SubtreeOperation]:
    cursor: str | None = None
    with AdminCalls(settings, timeout_s=TIMEOUT_S) as calls:
        for _ in range(PAGES_MAX):
            page = calls.subtree_operations(cursor=cursor, limit=PAGE_ROWS)
            yield from page.operations
            cursor = page.next_cursor
            if cursor is None:
                return
    raise OperatorError("There are more locks than can be shown", shown=PAGE_ROWS * PAGES_MAX)


def _text(operations: list[SubtreeOperation], *, as_json: bool) -> str:
    if as_json:
        listed = [each.model_dump(mode="json") for each in operations]
        return json.dumps(listed, indent=2, ensure_ascii=False)
    if not operations:
        return "No subtree is locked"
    rows = [HEADINGS, *(_row(each) for each in operations)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def _row(operation: SubtreeOperation) -> tuple[str, ...]:
    owner = operation.owner or f"id {operation.owner_id}"
    since = datetime.fromtimestamp(operation.started_at_ms / 1000, UTC)
    return (
        str(operation.inode_id),
        "".join(each if each.isprintable() else "�" for each in operation.path),
        operation.operation,
        operation.user,
        owner if operation.owner_live else f"{owner} (gone)",
        since.strftime("%Y-%m-%dT%H:%M:%SZ"),
    )
