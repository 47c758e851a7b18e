"""Checksums of files that share their length with others: what is known, and what to ask for next.

A row is of the file as it was read: it goes with the file, and with the next change of its content.
A file that could not be read has the reason in place of the checksum.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import duckdb
import pyarrow as pa

from warren_analytics.transaction import given, transaction

TABLE: Final = "checksums"
LENGTH_MIN_BYTES: Final = 1024 * 1024
# These may have passed when it is asked again; the other reasons last until the content changes.
PASSING: Final = ("unavailable", "time_limit", "gone")
ASKED_AGAIN_MS: Final = 6 * 3_600_000

_COLUMNS: Final = {
    "inode_id": pa.int64(),
    "size_bytes": pa.int64(),
    "mtime_ms": pa.int64(),
    "algorithm": pa.string(),
    "checksum": pa.string(),
    "reason": pa.string(),
    "as_of_ms": pa.int64(),
}
_PASSING: Final = ", ".join(f"'{reason}'" for reason in PASSING)
_CANDIDATES: Final = f"""
WITH shared AS (
  SELECT size_bytes FROM store.inode WHERE kind = 'file' AND size_bytes >= {LENGTH_MIN_BYTES}
  GROUP BY size_bytes HAVING count(*) > 1
)
SELECT i.inode_id, i.size_bytes, i.mtime_ms
FROM store.inode AS i SEMI JOIN shared AS s ON s.size_bytes = i.size_bytes
ANTI JOIN (
  SELECT * FROM store.checksum WHERE reason IS NULL OR reason NOT IN ({_PASSING}) OR as_of_ms > ?
) AS c ON c.inode_id = i.inode_id AND c.size_bytes = i.size_bytes AND c.mtime_ms = i.mtime_ms
WHERE i.kind = 'file' AND i.size_bytes >= {LENGTH_MIN_BYTES}
ORDER BY i.size_bytes DESC, i.inode_id
LIMIT ?
"""  # noqa: S608 - pieces of this file


@dataclass(frozen=True, slots=True)
class Candidate:
    """A file to compare, as the replica knows it."""

    inode_id: int
    size_bytes: int
    mtime_ms: int


@dataclass(frozen=True, slots=True)
class ChecksumRow:
    """What was told of a candidate; either checksum and algorithm, or a reason."""

    inode_id: int
    size_bytes: int
    mtime_ms: int
    algorithm: str | None
    checksum: str | None
    reason: str | None
    as_of_ms: int


def candidates(connection: duckdb.DuckDBPyConnection, limit: int, now_ms: int) -> list[Candidate]:
    """Files that share their length with another and were not compared yet, the longest first.

    Reads a column of all inodes: not for every moment. Any connection will do.
    """
    rows = connection.execute(_CANDIDATES, [now_ms - ASKED_AGAIN_MS, limit]).fetchall()
    return [Candidate(*row) for row in rows]


class ChecksumWriter:
    """Writes checksums. Not thread safe: the thread that follows the feed uses it too."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._connection = connection

    def store(self, rows: Sequence[ChecksumRow]) -> int:
        """Stores rows of files that are still as they were read; how many that were."""
        if not rows:
            return 0
        told = pa.table(
            {
                name: pa.array([getattr(row, name) for row in rows], kind)
                for name, kind in _COLUMNS.items()
            }
        )
        execute = self._connection.execute
        with given(self._connection, told=told), transaction(self._connection):
            execute("DELETE FROM store.checksum WHERE inode_id IN (SELECT inode_id FROM told)")
            stored = execute(
                "INSERT INTO store.checksum SELECT * FROM told WHERE inode_id IN ("
                "SELECT i.inode_id FROM store.inode AS i JOIN told AS t ON t.inode_id = i.inode_id"
                " AND t.size_bytes = i.size_bytes AND t.mtime_ms = i.mtime_ms"
                " WHERE i.inode_id IN (SELECT inode_id FROM told))"
            ).fetchone()
        return 0 if stored is None else int(stored[0])

    def complete(self, as_of_ms: int) -> None:
        """Notes that everything to compare at this moment was compared."""
        with transaction(self._connection):
            self._connection.execute("DELETE FROM store.sweep WHERE detail = ?", [TABLE])
            self._connection.execute(
                "INSERT INTO store.sweep VALUES (?, NULL, NULL, NULL, ?)", [TABLE, as_of_ms]
            )

    def close(self) -> None:
        """Ends the connection."""
        self._connection.close()


def forget_changed(connection: duckdb.DuckDBPyConnection) -> None:
    """Of the inodes of ``batch``, removes the rows of those that are gone or have other content."""
    connection.execute(
        "DELETE FROM store.checksum WHERE inode_id IN ("
        "SELECT c.inode_id FROM store.checksum AS c JOIN batch AS b ON b.inode_id = c.inode_id"
        " WHERE b.deleted OR b.size_bytes <> c.size_bytes OR b.mtime_ms <> c.mtime_ms)"
    )
