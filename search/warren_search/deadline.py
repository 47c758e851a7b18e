"""When a query has to be over."""

from __future__ import annotations

import time

from warren_search.errors import SearchTimedOut


class Deadline:
    """When a query has to be over."""

    def __init__(self, time_limit_ms: int) -> None:
        self.time_limit_ms = time_limit_ms
        self._started = time.monotonic()

    def elapsed_ms(self) -> float:
        return (time.monotonic() - self._started) * 1000

    def passed(self) -> bool:
        return self.elapsed_ms() > self.time_limit_ms

    def remaining_ms(self) -> float:
        """At least one millisecond, so that it can be a limit itself."""
        return max(1.0, self.time_limit_ms - self.elapsed_ms())

    def check(self) -> None:
        """Raises SearchTimedOut once the time is over."""
        if self.passed():
            raise SearchTimedOut(time_limit_ms=self.time_limit_ms)
