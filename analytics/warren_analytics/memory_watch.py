"""Stops queries before their process takes the memory of others."""

from __future__ import annotations

import resource
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from warren_analytics.limits import Limits

POLL_S: Final = 0.05
_STATM: Final = Path("/proc/self/statm")
_PAGE_BYTES: Final = resource.getpagesize()


def resident_mb() -> int:
    """What the process occupies now, in MiB."""
    return int(_STATM.read_text(encoding="ascii").split()[1]) * _PAGE_BYTES >> 20


class MemoryWatch:
    """Looks at the process's size while queries run. Safe to share between threads.

    An engine counts what it keeps in its own buffers, not the values that one call of a function
    makes; those end at the process's limit, which the system keeps, and here before that.
    exceeded: called from the watch's thread, again and again until there is less.
    """

    def __init__(self, limits: Limits, exceeded: Callable[[], None]) -> None:
        self._limits = limits
        self._exceeded = exceeded
        self._changed = threading.Condition()
        self._running = 0
        self._most_mb = limits.resident_mb
        self._closed = False
        threading.Thread(target=self._watch, name="memory-watch", daemon=True).start()

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Around a query."""
        with self._changed:
            if not self._running:
                # What earlier queries left to the allocator must not stop all that come.
                least_mb = resident_mb() + self._limits.memory_mb
                self._most_mb = max(self._limits.resident_mb, least_mb)
            self._running += 1
            self._changed.notify_all()
        try:
            yield
        finally:
            with self._changed:
                self._running -= 1

    def close(self) -> None:
        """Ends the watch."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _watch(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._running or self._closed)
                if self._closed:
                    return
                most_mb = self._most_mb
            if resident_mb() > most_mb:
                self._exceeded()
            # Not the condition: it is notified for each query that begins.
            threading.Event().wait(POLL_S)
