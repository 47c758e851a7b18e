"""One file of the replica: opened once, locked down, and shared by the writer and the queries."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Final

import duckdb

from warren_analytics.checksums import ChecksumWriter
from warren_analytics.details import DetailWriter
from warren_analytics.errors import CountTimedOut, ReplicaCorrupt, ReplicaNotReady
from warren_analytics.heat import HeatWriter
from warren_analytics.hidden import HiddenDirectories
from warren_analytics.limits import Limits
from warren_analytics.position import Position
from warren_analytics.schema import SCHEMA_VERSION, STORAGE, VIEWS
from warren_analytics.writer import ReplicaWriter

_METRICS: Final = '{"CUMULATIVE_ROWS_SCANNED": "true", "SYSTEM_PEAK_BUFFER_MEMORY": "true"}'
# What the platform asks in its own words waits for no statement of a user.
LOOKUPS: Final = 2
# Nor do the counts of searches wait for those questions.
COUNTS: Final = 2
COUNT_WAIT_MS: Final = 2_000
# Null stands for the end: it wakes those who still wait when the file is closed.
_Slots = queue.LifoQueue[duckdb.DuckDBPyConnection | None]


class Database:
    """An open file. Its writers are for one thread, query slots for any.

    The engine's own settings forbid files, extensions and the network to everybody here, the
    writer included, and are locked before the first statement of a user.
    """

    def __init__(
        self, file: Path, limits: Limits, watched: Callable[[], frozenset[int]] = frozenset
    ) -> None:
        """Opens or makes the file. watched: whose past is kept, however small they are.

        Raises ReplicaCorrupt.
        """
        self.file = file
        existed = file.exists()
        try:
            self._root = duckdb.connect(str(file), config=_engine_settings(file, limits))
        except duckdb.Error as error:
            raise ReplicaCorrupt(file=str(file), reason=str(error)[:500]) from error
        try:
            if existed:
                self._check()
            else:
                self._create()
            self._root.execute(VIEWS)
            self._slots = self._open_slots(limits.concurrency)
            self._lookups = self._open_slots(LOOKUPS)
            self._counts = self._open_slots(COUNTS)
            self._root.execute("SET lock_configuration = true")
        except BaseException:
            self._root.close()
            raise
        self.hidden = HiddenDirectories()
        self.writer = ReplicaWriter(self._root.cursor(), self.hidden, watched)
        self.details = DetailWriter(self._root.cursor())
        self.checksums = ChecksumWriter(self._root.cursor())
        self.heat = HeatWriter(self._root.cursor())
        self._time_lock = threading.Lock()
        self._followed: Position | None = None

    def slot(self) -> AbstractContextManager[duckdb.DuckDBPyConnection]:
        """A query's connection, inside a transaction that the engine keeps from writing.

        Waits for a free one. Raises ReplicaNotReady when the file was closed meanwhile.
        """
        return _taken(self._slots)

    def lookup(self) -> AbstractContextManager[duckdb.DuckDBPyConnection]:
        """The same, for statements of this package."""
        return _taken(self._lookups)

    def count(self) -> AbstractContextManager[duckdb.DuckDBPyConnection]:
        """The same, for counting the matches of searches. Raises CountTimedOut without a turn."""
        return _taken(self._counts, wait_ms=COUNT_WAIT_MS)

    @staticmethod
    def as_of(connection: duckdb.DuckDBPyConnection, followed: Position | None) -> Position:
        """What a transaction sees. followed: ``position`` before it began."""
        row = connection.execute("SELECT cursor, sequence, time_ms FROM store.position").fetchone()
        assert row is not None
        stored = Position(*row)
        if followed is not None and followed.time_ms > stored.time_ms:
            return followed
        return stored

    def followed_to(self, position: Position) -> None:
        """Notes a later position that changed nothing; only in memory, it costs no write."""
        with self._time_lock:
            self._followed = position

    def position(self) -> Position | None:
        """What queries see from now on includes at least this; null while it is not complete."""
        with self._time_lock:
            return self._followed

    def close(self) -> None:
        """Waits for running queries, then closes the file."""
        for slots in (self._slots, self._lookups, self._counts):
            for _ in range(slots.maxsize):
                connection = slots.get()
                if connection is not None:
                    connection.close()
            slots.put(None)
        self.heat.close()
        self.checksums.close()
        self.details.close()
        self.writer.close()
        self._root.close()

    def _open_slots(self, count: int) -> _Slots:
        slots: _Slots = queue.LifoQueue(count)
        for _ in range(count):
            connection = self._root.cursor()
            connection.execute("SET enable_profiling = 'no_output'")
            connection.execute(f"SET custom_profiling_settings = '{_METRICS}'")
            slots.put(connection)
        return slots

    def _create(self) -> None:
        self._root.execute(STORAGE)
        self._root.execute(
            "INSERT INTO store.position VALUES (?, false, '', 0, 0)", [SCHEMA_VERSION]
        )

    def _check(self) -> None:
        try:
            row = self._root.execute("SELECT version FROM store.position").fetchone()
        except duckdb.Error as error:
            raise ReplicaCorrupt(file=str(self.file), reason=str(error)[:500]) from error
        version = None if row is None else row[0]
        if version != SCHEMA_VERSION:
            raise ReplicaCorrupt(file=str(self.file), reason="has another version", version=version)


@contextmanager
def _taken(slots: _Slots, *, wait_ms: int | None = None) -> Iterator[duckdb.DuckDBPyConnection]:
    try:
        connection = slots.get(timeout=None if wait_ms is None else wait_ms / 1000)
    except queue.Empty as error:
        raise CountTimedOut(time_limit_ms=wait_ms) from error
    if connection is None:
        slots.put(None)
        raise ReplicaNotReady(state="replaced by a newer one", inodes_built=None)
    try:
        connection.execute("BEGIN TRANSACTION READ ONLY")
        yield connection
    finally:
        with suppress(duckdb.Error):
            connection.execute("ROLLBACK")
        slots.put(connection)


def _engine_settings(file: Path, limits: Limits) -> dict[str, str | bool | int | float | list[str]]:
    return {
        "enable_external_access": "false",
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
        "allow_community_extensions": "false",
        "python_enable_replacements": "false",
        "memory_limit": f"{limits.memory_mb}MiB",
        "threads": str(limits.threads),
        "temp_directory": str(file.parent / "scratch"),
        "max_temp_directory_size": f"{limits.scratch_mb}MiB",
    }
