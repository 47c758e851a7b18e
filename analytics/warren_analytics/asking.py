"""Questions of the platform's own words to the replica: one state of it, for a limited time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import duckdb

from warren_analytics.database import Database
from warren_analytics.errors import MemoryExceeded, UsageTimedOut
from warren_analytics.limits import Limits
from warren_analytics.position import Position

INTERRUPT_AGAIN_S: Final = 0.1


class Asking:
    """Gives connections to the current replica, beside the queries of users. Safe to share.

    database: gives the current one; raises ReplicaNotReady while there is none.
    """

    def __init__(self, limits: Limits, database: Callable[[], Database]) -> None:
        self._limits = limits
        self._database = database

    @contextmanager
    def __call__(self) -> Iterator[tuple[duckdb.DuckDBPyConnection, Position]]:
        """A connection and what it sees. Raises UsageTimedOut, MemoryExceeded."""
        database = self._database()
        followed = database.position()
        with database.lookup() as connection:
            done = threading.Event()
            clock = threading.Thread(
                target=_interrupt, args=(connection, self._limits.usage_time_limit_ms, done)
            )
            clock.start()
            try:
                yield connection, database.as_of(connection, followed)
            except duckdb.OutOfMemoryException as error:
                raise MemoryExceeded(memory_mb=self._limits.memory_mb) from error
            except duckdb.InterruptException as error:
                raise UsageTimedOut(time_limit_ms=self._limits.usage_time_limit_ms) from error
            finally:
                done.set()
                # Nothing may interrupt whoever gets the connection next.
                clock.join()


def lag_ms(as_of: Position) -> int:
    """How old an answer is."""
    return max(0, time.time_ns() // 1_000_000 - as_of.time_ms)


def _interrupt(
    connection: duckdb.DuckDBPyConnection, time_limit_ms: int, done: threading.Event
) -> None:
    """Until it is done: the engine forgets an interrupt that comes just before a statement."""
    if done.wait(time_limit_ms / 1000):
        return
    while not done.wait(INTERRUPT_AGAIN_S):
        connection.interrupt()
