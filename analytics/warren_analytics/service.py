"""What the replica's process answers, apart from how it is asked."""

from __future__ import annotations

import time
from collections.abc import Callable

from warren_analytics import schema
from warren_analytics.queries import Queries
from warren_analytics.store import ReplicaStore
from warren_analytics.wire import ColumnInfo, Status, TableInfo


class ReplicaService:
    """Status, schema and queries over one store. Safe to share between threads."""

    def __init__(self, store: ReplicaStore, on_fatal: Callable[[], None]) -> None:
        self._store = store
        self.queries = Queries(store.folder / "results", store.limits, store.current, on_fatal)

    def status(self) -> Status:
        """State of the replica; answers also while there is none."""
        progress = self._store.progress()
        as_of = self._store.followed()
        now_ms = time.time_ns() // 1_000_000
        return Status(
            state=progress.state.value,
            as_of=as_of,
            lag_ms=None if as_of is None else max(0, now_ms - as_of.time_ms),
            inodes_built=progress.inodes_built,
            last_error=progress.last_error,
            proof=progress.proof,
        )

    def tables(self) -> list[TableInfo]:
        """The published tables with the types that the engine gives them.

        Raises ReplicaNotReady.
        """
        with self._store.current().slot() as connection:
            return [
                TableInfo(
                    table.name,
                    table.description,
                    tuple(
                        ColumnInfo(name, kind, table.columns.get(name, ""))
                        for name, kind, *_ in connection.execute(
                            f"DESCRIBE main.{table.name}"
                        ).fetchall()
                    ),
                )
                for table in schema.TABLES
            ]

    def close(self) -> None:
        """Ends all queries."""
        self.queries.close()
