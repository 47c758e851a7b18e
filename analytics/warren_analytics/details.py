"""What the feed does not carry of an inode: blocks, replicas, extended attributes and quotas.

Rows come from the namenodes, in two ways: those of inodes that changed are read again, and sweeps
read each whole table, page by page, for what changes without the inode (replicas, usage).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

import duckdb
import pyarrow as pa

from warren_analytics import checksums, heat
from warren_analytics.quota_values import STORAGE_TYPES
from warren_analytics.transaction import given, transaction


class Detail(StrEnum):
    """A table of details; the names are those of the published tables."""

    BLOCKS = "blocks"
    REPLICAS = "replicas"
    XATTRS = "xattrs"
    QUOTAS = "quotas"


@dataclass(frozen=True, slots=True)
class _Stored:
    """How a detail is stored: its columns in order, the first ones its key."""

    table: str
    columns: Mapping[str, pa.DataType]
    key: tuple[str, ...]


_INODE: Final = {"inode_id": pa.int64()}
_BLOCK: Final = {**_INODE, "block_id": pa.int64()}
_CONTENT: Final = {"generation_stamp": pa.int64(), "length_bytes": pa.int64()}
_TYPES: Final = {
    f"{each}_{what}_bytes": pa.int64() for each in STORAGE_TYPES for what in ("quota", "used")
}
_STORED: Final = {
    Detail.BLOCKS: _Stored(
        "store.block",
        {**_BLOCK, "index": pa.int32(), **_CONTENT, "state": pa.string()},
        ("inode_id", "block_id"),
    ),
    Detail.REPLICAS: _Stored(
        "store.replica",
        {
            **_BLOCK,
            "storage_id": pa.int32(),
            "storage_uuid": pa.string(),
            "storage_type": pa.string(),
            "datanode": pa.string(),
            **_CONTENT,
            "state": pa.string(),
        },
        ("inode_id", "block_id", "storage_id"),
    ),
    Detail.XATTRS: _Stored(
        "store.xattr",
        {
            **_INODE,
            "number": pa.int32(),
            "part": pa.int32(),
            "namespace": pa.string(),
            "name": pa.string(),
            "length_bytes": pa.int32(),
            "value": pa.string(),
        },
        ("inode_id", "number", "part"),
    ),
    Detail.QUOTAS: _Stored(
        "store.quota",
        {
            **_INODE,
            "namespace_quota": pa.int64(),
            "space_quota_bytes": pa.int64(),
            "namespace_used": pa.int64(),
            "space_used_bytes": pa.int64(),
            **_TYPES,
        },
        ("inode_id",),
    ),
}
TABLES: Final = tuple(stored.table for stored in _STORED.values())

Key = tuple[int, ...]


def _of_known_inodes(table: str) -> str:
    """Rows of deleted files wait in the namenodes' tables until they are freed: not these."""
    return (
        f"FROM {table} WHERE inode_id IN (SELECT inode_id FROM store.inode"  # noqa: S608
        f" WHERE inode_id IN (SELECT inode_id FROM {table}))"
    )


@dataclass(frozen=True, slots=True)
class Sweep:
    """How far the sweep of a table is.

    cursor, last_key: where the next page begins; null before the first one. started_at_ms: of the
    sweep under way; null when none is. complete_as_of_ms: the table includes everything up to this
    moment; null until it was read once.
    """

    detail: Detail
    cursor: str | None
    last_key: Key | None
    started_at_ms: int | None
    complete_as_of_ms: int | None


class DetailWriter:
    """Writes details. Not thread safe: the thread that follows the feed uses it too."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._connection = connection

    def unread(self, limit: int) -> list[int]:
        """Inodes that changed and were not read since, in the order of their ids."""
        rows = self._connection.execute(
            "SELECT inode_id FROM store.unread ORDER BY inode_id LIMIT ?", [limit]
        ).fetchall()
        return [inode_id for (inode_id,) in rows]

    def replace(self, inode_ids: Sequence[int], rows: Mapping[Detail, Sequence[object]]) -> None:
        """Stores all details of some inodes in place of those known, and counts them as read."""
        chosen = pa.table({"inode_id": pa.array(inode_ids, pa.int64())})
        execute = self._connection.execute
        with given(self._connection, chosen=chosen), transaction(self._connection):
            for detail, stored in _STORED.items():
                execute(
                    f"DELETE FROM {stored.table}"  # noqa: S608 - names of this file
                    " WHERE inode_id IN (SELECT inode_id FROM chosen)"
                )
                self._insert(stored, rows.get(detail, ()))
            execute("DELETE FROM store.unread WHERE inode_id IN (SELECT inode_id FROM chosen)")

    def sweeps(self) -> list[Sweep]:
        """All tables' sweeps, in the order of the tables."""
        rows = self._connection.execute(
            "SELECT detail, cursor, last_key, started_at_ms, complete_as_of_ms FROM store.sweep"
            " WHERE detail NOT IN (?, ?)",
            [checksums.TABLE, heat.TABLE],
        ).fetchall()
        known = {
            Detail(row[0]): Sweep(Detail(row[0]), row[1], row[2] and tuple(row[2]), row[3], row[4])
            for row in rows
        }
        return [known.get(detail, Sweep(detail, None, None, None, None)) for detail in Detail]

    def sweep(
        self,
        before: Sweep,
        rows: Sequence[object],
        next_cursor: str | None,
        read_at_ms: int,
    ) -> Sweep:
        """Stores a page of a sweep in place of what was known of its range of keys.

        before: the sweep up to this page. rows: in the order of their keys. next_cursor: null when
        the page is the last one. read_at_ms: a moment before the page was read.
        """
        stored = _STORED[before.detail]
        last = rows[-1] if next_cursor is not None else None
        last_key = None if last is None else tuple(getattr(last, name) for name in stored.key)
        started_at_ms = read_at_ms if before.started_at_ms is None else before.started_at_ms
        after = (
            Sweep(before.detail, next_cursor, last_key, started_at_ms, before.complete_as_of_ms)
            if next_cursor is not None
            else Sweep(before.detail, None, None, None, started_at_ms)
        )
        with transaction(self._connection):
            self._store_range(stored, rows, before.last_key, last_key)
            self._connection.execute("DELETE FROM store.sweep WHERE detail = ?", [after.detail])
            self._connection.execute(
                "INSERT INTO store.sweep VALUES (?, ?, ?, ?, ?)",
                [
                    after.detail.value,
                    after.cursor,
                    None if after.last_key is None else list(after.last_key),
                    after.started_at_ms,
                    after.complete_as_of_ms,
                ],
            )
        return after

    def close(self) -> None:
        """Ends the connection."""
        self._connection.close()

    def _store_range(
        self, stored: _Stored, rows: Sequence[object], low: Key | None, high: Key | None
    ) -> None:
        """Writes only what differs: most of what a sweep reads is known already."""
        order = ", ".join(stored.key)
        condition, values = _range(stored.key, low, high)
        held = f"FROM {stored.table} WHERE {condition}"
        known = self._connection.execute(
            f"SELECT * {held} ORDER BY {order}",
            values,
        ).to_arrow_table()
        with given(self._connection, page=_table(stored, rows)):
            fresh = self._connection.execute(
                f"SELECT * {_of_known_inodes('page')} ORDER BY {order}"
            ).to_arrow_table()
        if fresh.equals(known.cast(fresh.schema)):
            return
        self._connection.execute(f"DELETE {held}", values)
        with given(self._connection, fresh=fresh):
            self._connection.execute(
                f"INSERT INTO {stored.table} SELECT * FROM fresh"  # noqa: S608
            )

    def _insert(self, stored: _Stored, rows: Sequence[object]) -> None:
        if not rows:
            return
        with given(self._connection, incoming=_table(stored, rows)):
            self._connection.execute(
                f"INSERT INTO {stored.table} SELECT * {_of_known_inodes('incoming')}"
            )


def freshness(
    connection: duckdb.DuckDBPyConnection, names: frozenset[str]
) -> dict[str, int | None]:
    """Of the named tables those beside the feed: the moment up to which each is complete."""
    asked = [
        table
        for table in (*(each.value for each in Detail), checksums.TABLE, heat.TABLE)
        if table in names
    ]
    if not asked:
        return {}
    known = dict(connection.execute("SELECT detail, complete_as_of_ms FROM store.sweep").fetchall())
    return {table: known.get(table) for table in asked}


def _table(stored: _Stored, rows: Sequence[Any]) -> pa.Table:
    return pa.table(
        {
            name: pa.array([getattr(row, name) for row in rows], kind)
            for name, kind in stored.columns.items()
        }
    )


def _range(key: tuple[str, ...], low: Key | None, high: Key | None) -> tuple[str, list[int]]:
    """Keys above ``low`` up to ``high``; of the first column alone too, which skips rows."""
    conditions, values = ["true"], []
    if low is not None:
        above, bound = _above(key, low)
        conditions += [f"{key[0]} >= ?", above]
        values += [low[0], *bound]
    if high is not None:
        above, bound = _above(key, high)
        conditions += [f"{key[0]} <= ?", f"NOT {above}"]
        values += [high[0], *bound]
    return " AND ".join(conditions), values


def _above(key: tuple[str, ...], bound: Key) -> tuple[str, list[int]]:
    """Rows whose key comes after a bound."""
    name, value = key[0], bound[0]
    if len(key) == 1:
        return f"({name} > ?)", [value]
    inner, values = _above(key[1:], bound[1:])
    return f"({name} > ? OR ({name} = ? AND {inner}))", [value, value, *values]
