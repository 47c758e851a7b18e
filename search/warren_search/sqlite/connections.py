"""Read connections to the current generation, shared between threads, each with a time limit."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from warren_search.deadline import Deadline
from warren_search.errors import IndexCorrupt, IndexNotReady, SearchTimedOut
from warren_search.sqlite import schema
from warren_search.sqlite.generations import active_file

IDLE_MAX: Final = 8
OPEN_ATTEMPTS_MAX: Final = 3
_STEPS_PER_CHECK: Final = 5_000
_DAMAGED: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})


@dataclass(frozen=True, slots=True)
class _Idle:
    process_id: int
    file: Path
    connection: sqlite3.Connection


class ReadConnections:
    """A small pool. Connections to an older generation are closed instead of used again."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._idle: list[_Idle] = []
        self._closed = False

    @contextmanager
    def snapshot(self, deadline: Deadline) -> Iterator[sqlite3.Connection]:
        """A connection inside a read transaction, so that everything read is of one state.

        Raises IndexNotReady, IndexCorrupt, SearchTimedOut (when the deadline interrupts).
        """
        held = self._take()
        connection = held.connection
        reusable = False
        try:
            connection.set_progress_handler(deadline.passed, _STEPS_PER_CHECK)
            connection.execute("BEGIN")
            yield connection
            reusable = True
        except sqlite3.DatabaseError as error:
            raise self._translate(error, deadline) from error
        except Exception:
            reusable = True
            raise
        finally:
            connection.set_progress_handler(None, 0)
            self._give_back(held, reusable)

    def close(self) -> None:
        """Closes idle connections; those in use are closed when they come back."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for held in idle:
            held.connection.close()

    def _take(self) -> _Idle:
        for attempt in range(OPEN_ATTEMPTS_MAX):
            file = active_file(self._path)
            if file is None:
                break
            held = self._reuse(file)
            if held is not None:
                return held
            try:
                return _Idle(os.getpid(), file, schema.open_for_reading(file))
            except sqlite3.OperationalError as error:
                # The generation may have been replaced between reading the link and opening it.
                if file.exists() and attempt == OPEN_ATTEMPTS_MAX - 1:
                    raise IndexCorrupt(path=str(file), reason=str(error)) from error
        raise IndexNotReady(path=str(self._path))

    def _reuse(self, file: Path) -> _Idle | None:
        stale: list[_Idle] = []
        found: _Idle | None = None
        with self._lock:
            while self._idle and found is None:
                held = self._idle.pop()
                if held.process_id != os.getpid():
                    # Inherited by a fork: closing it here would release the parent's locks.
                    continue
                if held.file == file:
                    found = held
                else:
                    stale.append(held)
        for held in stale:
            held.connection.close()
        return found

    def _give_back(self, held: _Idle, reusable: bool) -> None:
        if reusable:
            with suppress(sqlite3.Error):
                held.connection.rollback()
            with self._lock:
                if not self._closed and len(self._idle) < IDLE_MAX:
                    self._idle.append(held)
                    return
        held.connection.close()

    def _translate(self, error: sqlite3.DatabaseError, deadline: Deadline) -> Exception:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_INTERRUPT:
            return SearchTimedOut(time_limit_ms=deadline.time_limit_ms)
        if code in _DAMAGED:
            return IndexCorrupt(path=str(self._path), reason=str(error))
        return error
