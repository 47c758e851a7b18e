"""Keeps the replica's table of heat: every namenode is asked again and again, beside the feed."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from warren_analytics.database import Database
from warren_analytics.heat import HeatRow

from warren_cdc.admin import AdminClient

INTERVAL_S: Final = 30.0
WINDOWS_S: Final = {"1m": 60, "10m": 600, "1h": 3_600}


class HeatReader:
    """Not thread safe: the thread that follows the feed uses it.

    clock: seconds that only rise.
    """

    def __init__(self, client: AdminClient, clock: Callable[[], float] = time.monotonic) -> None:
        self._client = client
        self._clock = clock
        self._asked_at: float | None = None

    def step(self, database: Database) -> bool:
        """Replaces the table when it is time and a namenode answers; whether it was replaced."""
        now = self._clock()
        if self._asked_at is not None and now - self._asked_at < INTERVAL_S:
            return False
        self._asked_at = now
        pages = [page for window in WINDOWS_S for page in self._client.heat_of_each(window)]
        if not pages:
            return False
        rows = [
            HeatRow(
                namenode=page.namenode,
                counted_by=row.by,
                window_s=WINDOWS_S[page.window],
                key=row.key,
                of_key=row.of,
                time_ms=row.time_ms,
                time_error_ms=row.time_error_ms,
                waited_ms=row.waited_ms,
                calls=row.calls,
                rows_touched=row.rows,
                refused=row.refused,
                as_of_ms=page.as_of_ms,
            )
            for page in pages
            for row in page.rows
        ]
        database.heat.replace(rows, min(page.as_of_ms for page in pages))
        return True
