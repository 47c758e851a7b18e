"""Questions of this package over one state of the replica, each for a limited time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Final

import duckdb

from warren_analytics.database import Database
from warren_analytics.errors import AnalyticsError, MemoryExceeded, UsageTimedOut
from warren_analytics.limits import Limits
from warren_analytics.position import Position

INTERRUPT_AGAIN_S: Final = 0.1
Connection = AbstractContextManager[duckdb.DuckDBPyConnection]


@contextmanager
def asking(
    limits: Limits,
    database: Database,
    taken: Callable[[], Connection],
    timed_out: AnalyticsError,
    *,
    time_limit_ms: int,
) -> Iterator[tuple[duckdb.DuckDBPyConnection, Position]]:
    """A connection and the state that it sees. taken: which connection, as ``database.lookup``.

    Raises timed_out, MemoryExceeded, ReplicaNotReady.
    """
    followed = database.position()
    with taken() as connection:
        try:
            with limited(connection, time_limit_ms):
                yield connection, database.as_of(connection, followed)
        except duckdb.OutOfMemoryException as error:
            raise MemoryExceeded(memory_mb=limits.memory_mb) from error
        except duckdb.InterruptException as error:
            raise timed_out from error


@contextmanager
def limited(connection: duckdb.DuckDBPyConnection, time_limit_ms: int) -> Iterator[None]:
    """Interrupts what the connection still does then."""
    done = threading.Event()
    clock = threading.Thread(target=_interrupt, args=(connection, time_limit_ms, done))
    clock.start()
    try:
        yield
    finally:
        done.set()
        # Nothing may interrupt whoever gets the connection next.
        clock.join()


class Asking:
    """Gives connections to the current replica, for what is told of usage. Safe to share.

    database: gives the current one; raises ReplicaNotReady while there is none.
    """

    def __init__(self, limits: Limits, database: Callable[[], Database]) -> None:
        self._limits = limits
        self._database = database

    def __call__(self) -> AbstractContextManager[tuple[duckdb.DuckDBPyConnection, Position]]:
        """A connection and what it sees. Raises UsageTimedOut, MemoryExceeded."""
        database = self._database()
        time_limit_ms = self._limits.usage_time_limit_ms
        return asking(
            self._limits,
            database,
            database.lookup,
            UsageTimedOut(time_limit_ms=time_limit_ms),
            time_limit_ms=time_limit_ms,
        )


def _interrupt(
    connection: duckdb.DuckDBPyConnection, time_limit_ms: int, done: threading.Event
) -> None:
    """Until it is done: the engine forgets an interrupt that comes just before a statement."""
    pause_s = time_limit_ms / 1000
    while not done.wait(pause_s):
        connection.interrupt()
        pause_s = INTERRUPT_AGAIN_S


def lag_ms(as_of: Position) -> int:
    """The distance between a state and now, in milliseconds."""
    return max(0, time.time_ns() // 1_000_000 - as_of.time_ms)
