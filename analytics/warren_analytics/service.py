"""What the replica's process answers, apart from how it is asked."""

from __future__ import annotations

import time
from collections.abc import Callable

from warren_analytics.counting import CountReader
from warren_analytics.engine import Engine
from warren_analytics.owners import OwnerReader
from warren_analytics.queries import Queries
from warren_analytics.quotas import QuotaReader
from warren_analytics.replica_engine import ReplicaEngine
from warren_analytics.store import ReplicaStore
from warren_analytics.trash import TrashReader
from warren_analytics.usage import UsageReader
from warren_analytics.wire import Status, TableInfo


class ReplicaService:
    """Status, schema and queries over one store. Safe to share between threads.

    others: engines beside the replica's.
    """

    def __init__(self, store: ReplicaStore, on_fatal: Callable[[], None], *others: Engine) -> None:
        self._store = store
        replica = ReplicaEngine(store.limits, store.current, on_fatal)
        self.usage = UsageReader(store.limits, store.current)
        self.counting = CountReader(store.limits, store.current)
        self.quotas = QuotaReader(store.limits, store.current)
        self.owners = OwnerReader(store.limits, store.current)
        self.trash = TrashReader(store.limits, store.current)
        self.watched = store.watched
        self.queries = Queries(store.folder / "results", store.limits, replica, *others)

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
            engines=self.queries.engines,
            build_percent=progress.build_percent,
            build_left_ms=progress.build_left_ms,
        )

    def tables(self, engine: str | None = None) -> list[TableInfo]:
        """The tables that an engine's statements can read.

        Raises ReplicaNotReady, EngineAbsent, LiveUnavailable.
        """
        return self.queries.engine(engine).tables()

    def close(self) -> None:
        """Ends all queries."""
        self.queries.close()
