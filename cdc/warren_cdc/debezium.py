"""From a message of the change capture to an event: pure.

The capture delivers the rows that are inserted into `metadata_feed`. Its other messages mean
nothing here: tombstones, and deletes, which only trim that table.
"""

from __future__ import annotations

import base64
import binascii
import json
from typing import Any, Final

from pydantic import ValidationError

from warren_cdc.cursors import cursor_of
from warren_cdc.generated.change_v2 import Change

SCHEMA: Final = "warren.change.v2"
# As the model's enums number them; the tables hold these numbers.
_OPERATIONS: Final = ("create", "update", "rename", "delete")
_KINDS: Final = ("directory", "file", "symlink")
_ADDED: Final = ("storage_policy", "erasure_coding_policy", "features")
_INSERTS: Final = frozenset({"c", "r"})
_REASON_LENGTH_MAX: Final = 300


class MessageInvalid(Exception):  # noqa: N818 - named for what is wrong
    """The message is not a change as the capture has to deliver it; ``reason`` says why."""

    def __init__(self, reason: str) -> None:
        self.reason = reason[:_REASON_LENGTH_MAX]
        super().__init__(self.reason)


def change_of(value: bytes | None, mark: str) -> Change | None:
    """The event of a message's value; null for a message that is no insert.

    mark: what the feed's cursors begin with. Raises MessageInvalid.
    """
    if value is None:
        return None
    try:
        message = json.loads(value)
        if message["op"] not in _INSERTS:
            return None
        row = message["after"]
        return Change.model_validate(_event(row, mark))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"]))
        raise MessageInvalid(f"{place}: {first['msg']}") from error
    except (ValueError, KeyError, TypeError, IndexError, binascii.Error) as error:
        raise MessageInvalid(f"{type(error).__name__}: {error}") from error


def _event(row: dict[str, Any], mark: str) -> dict[str, Any]:
    operation = _OPERATIONS[_number(row, "operation")]
    before = None
    if operation == "rename" and row["before_name"] is not None:
        before = {"parent_id": row["before_parent_id"], "name": _text(row["before_name"])}
    return {
        "schema": SCHEMA,
        "cursor": cursor_of(mark, _added(row, "incarnation"), row["sequence"]),
        "sequence": row["sequence"],
        "committed_at_ms": row["committed_at_ms"],
        "operation": operation,
        "before": before,
        "inode_id": row["inode_id"],
        "logical_time": row["logical_time"],
        "parent_id": row["parent_id"],
        "name": _text(row["name"]),
        "kind": _KINDS[_number(row, "kind")],
        "size_bytes": row["size_bytes"],
        "owner": _text(row["owner"]),
        "group": _text(row["group_name"]),
        "mode": row["mode"],
        "mtime_ms": row["mtime_ms"],
        "atime_ms": row["atime_ms"],
        "replication": row["replication"],
        "block_size_bytes": row["block_size_bytes"],
        **{name: _added(row, name) for name in _ADDED},
    }


def _number(row: dict[str, Any], name: str) -> int:
    value = row[name]
    if not isinstance(value, int) or value < 0:
        raise ValueError(f"{name} is {value!r}")
    return value


def _added(row: dict[str, Any], name: str) -> Any:
    """Rows from before the column was added have null in it, messages from before lack it."""
    value = row.get(name)
    return 0 if value is None else value


def _text(encoded: str) -> str:
    """VARBINARY arrives in base64, and holds UTF-8."""
    return base64.b64decode(encoded, validate=True).decode("utf-8")
