"""Blocks, replicas, extended attributes, quotas and ACLs of the double of the namenodes' store."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

_KEYS: Final = {
    "blocks": ("inode_id", "block_id"),
    "replicas": ("inode_id", "block_id", "storage_id"),
    "xattrs": ("inode_id", "number", "part"),
    "quotas": ("inode_id",),
    "acls": ("inode_id",),
}
_Key = tuple[int, ...]


def block(inode_id: int, block_id: int, length_bytes: int = 7, index: int = 0) -> dict[str, Any]:
    """A row of blocks."""
    return {
        "inode_id": inode_id,
        "block_id": block_id,
        "index": index,
        "generation_stamp": 1001,
        "length_bytes": length_bytes,
        "state": "complete",
    }


def replica(inode_id: int, block_id: int, storage_id: int) -> dict[str, Any]:
    """A row of replicas."""
    return {
        "inode_id": inode_id,
        "block_id": block_id,
        "storage_id": storage_id,
        "storage_uuid": f"DS-{storage_id}",
        "storage_type": "DISK",
        "datanode": f"10.0.0.{storage_id}:9866",
        "generation_stamp": 1001,
        "length_bytes": 7,
        "state": "finalized",
    }


def xattr(inode_id: int, name: str, value: str, part: int = 0) -> dict[str, Any]:
    """A row of xattrs, the only attribute of its inode."""
    return {
        "inode_id": inode_id,
        "number": 0,
        "part": part,
        "namespace": "user",
        "name": name,
        "length_bytes": len(value.encode()),
        "value": value if part == 0 else None,
    }


def quota(inode_id: int, limit: int | None, used: int) -> dict[str, Any]:
    """A row of quotas with a limit of names alone."""
    return {
        "inode_id": inode_id,
        "namespace_quota": limit,
        "space_quota_bytes": None,
        "namespace_used": used,
        "space_used_bytes": 0,
    }


def acl(inode_id: int, access: str | None) -> dict[str, Any]:
    """A row of acls without default entries."""
    return {"inode_id": inode_id, "access": access, "defaults": None}


class RowsDouble:
    """Tables by name; safe to share between threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._rows: dict[str, dict[_Key, dict[str, Any]]] = {table: {} for table in _KEYS}
        self._withheld: set[str] = set()

    def put(self, table: str, *rows: dict[str, Any]) -> None:
        """Adds rows, or replaces those of the same keys."""
        with self._lock:
            for row in rows:
                self._rows[table][_key(table, row)] = row

    def remove(self, table: str, inode_id: int) -> None:
        """Removes the rows of an inode."""
        with self._lock:
            for key in [key for key in self._rows[table] if key[0] == inode_id]:
                del self._rows[table][key]

    @contextmanager
    def withheld(self, table: str) -> Iterator[None]:
        """No rows of a table are told meanwhile."""
        self._withheld.add(table)
        try:
            yield
        finally:
            self._withheld.discard(table)

    def page(self, table: str, query: dict[str, str], limit: int) -> dict[str, Any]:
        """A page as the admin API gives it. Raises KeyError for another table."""
        after = tuple(map(int, query["cursor"].split("."))) if "cursor" in query else ()
        chosen = set(map(int, query["inode_ids"].split(","))) if "inode_ids" in query else None
        with self._lock:
            found = [
                (key, row)
                for key, row in sorted(self._rows[table].items(), key=lambda item: item[0])
                if table not in self._withheld
                and key > after
                and (chosen is None or key[0] in chosen)
            ]
        more = len(found) > limit
        last = ".".join(map(str, found[limit - 1][0])) if more else None
        return {
            "rows": [row for _, row in found[:limit]],
            "next_cursor": last,
            "as_of_ms": time.time_ns() // 1_000_000,
        }


def _key(table: str, row: dict[str, Any]) -> _Key:
    return tuple(row[name] for name in _KEYS[table])
