"""Who and what costs the namenodes most, as each of them last told: a table that is replaced."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import duckdb
import pyarrow as pa

from warren_analytics.transaction import given, transaction

TABLE: Final = "heat"

_COLUMNS: Final = {
    "namenode": pa.string(),
    "counted_by": pa.string(),
    "window_s": pa.int32(),
    "key": pa.string(),
    "of_key": pa.string(),
    "time_ms": pa.float64(),
    "time_error_ms": pa.float64(),
    "waited_ms": pa.float64(),
    "calls": pa.int64(),
    "rows_touched": pa.int64(),
    "refused": pa.int64(),
    "as_of_ms": pa.int64(),
}


@dataclass(frozen=True, slots=True)
class HeatRow:
    """One user, directory, or pair of a namenode in a window that ended at ``as_of_ms``."""

    namenode: str
    counted_by: str
    window_s: int
    key: str
    of_key: str | None
    time_ms: float
    time_error_ms: float
    waited_ms: float
    calls: int
    rows_touched: int
    refused: int
    as_of_ms: int


class HeatWriter:
    """Writes heat. Not thread safe: the thread that follows the feed uses it too."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._connection = connection

    def replace(self, rows: Sequence[HeatRow], as_of_ms: int) -> None:
        """Stores what the namenodes told in place of all that was known.

        as_of_ms: the oldest moment that a namenode told of.
        """
        told = pa.table(
            {
                name: pa.array([getattr(row, name) for row in rows], kind)
                for name, kind in _COLUMNS.items()
            }
        )
        execute = self._connection.execute
        with given(self._connection, told=told), transaction(self._connection):
            execute("DELETE FROM store.heat")
            execute("INSERT INTO store.heat SELECT * FROM told")
            execute("DELETE FROM store.sweep WHERE detail = ?", [TABLE])
            execute("INSERT INTO store.sweep VALUES (?, NULL, NULL, NULL, ?)", [TABLE, as_of_ms])

    def close(self) -> None:
        """Ends the connection."""
        self._connection.close()
