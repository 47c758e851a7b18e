"""Keeps what the feed does not carry: blocks, replicas, extended attributes and quotas.

Inodes that changed are read again; besides, each table is swept from its beginning to its end, a
page between two polls of the feed, for what changes without its inode.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from warren_analytics.database import Database
from warren_analytics.details import Detail, Sweep

from warren_cdc.admin import PAGE_ROWS, ROW_INODES_MAX, AdminClient

# Of one table and one group of inodes in memory; a group with more is read in smaller ones.
GROUP_ROWS_MAX: Final = 50_000


class _TooManyRowsError(Exception):
    """The group's rows are too many to hold at once."""


class DetailReader:
    """Not thread safe: the thread that follows the feed uses it.

    interval_ms: pause between two sweeps of all tables. clock: seconds that only rise.
    """

    def __init__(
        self,
        client: AdminClient,
        interval_ms: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._client = client
        self._interval_s = interval_ms / 1000
        self._clock = clock
        self._swept_at: float | None = None
        self._read_last = False

    def step(self, database: Database) -> bool:
        """Does one bounded piece of work; true when the next one should not wait.

        Raises AdminError.
        """
        # In turns: under a load that never ends sweeps go forward too.
        skipped = self._read_last
        inode_ids = [] if skipped else database.details.unread(ROW_INODES_MAX)
        self._read_last = bool(inode_ids)
        if inode_ids:
            self._read_again(database, inode_ids)
            return True
        return self._sweep(database) or skipped

    def _read_again(self, database: Database, inode_ids: list[int]) -> None:
        try:
            rows = {detail: self._rows(detail, inode_ids) for detail in Detail}
        except _TooManyRowsError:
            middle = len(inode_ids) // 2
            self._read_again(database, inode_ids[:middle])
            self._read_again(database, inode_ids[middle:])
            return
        database.details.replace(inode_ids, rows)

    def _rows(self, detail: Detail, inode_ids: list[int]) -> list[object]:
        rows: list[object] = []
        for page in self._client.row_pages(detail.value, inode_ids, limit=PAGE_ROWS):
            rows += page.rows
            # A single file is read whole: HDFS limits its blocks.
            is_last = page.next_cursor is None
            if not is_last and len(rows) > GROUP_ROWS_MAX and len(inode_ids) > 1:
                raise _TooManyRowsError
        return rows

    def _sweep(self, database: Database) -> bool:
        sweep = self._due(database.details.sweeps())
        if sweep is None:
            return False
        # The namenode's clock is not ours: what counts is that it is a moment before the read.
        page = self._client.rows(sweep.detail.value, cursor=sweep.cursor, limit=PAGE_ROWS)
        after = database.details.sweep(sweep, page.rows, page.next_cursor, page.as_of_ms)
        if after.started_at_ms is None and after.detail == list(Detail)[-1]:
            self._swept_at = self._clock()
        # The first sweep hurries; later ones read a page with each poll of an idle feed.
        return sweep.complete_as_of_ms is None

    def _due(self, sweeps: list[Sweep]) -> Sweep | None:
        """The table to go on with: one that was never read, one under way, or the next in turn."""
        for sweep in sweeps:
            if sweep.started_at_ms is not None or sweep.complete_as_of_ms is None:
                return sweep
        oldest = min(sweeps, key=lambda sweep: sweep.complete_as_of_ms or 0)
        begins_again = oldest.detail == next(iter(Detail))
        if begins_again and not self._is_time():
            return None
        return oldest

    def _is_time(self) -> bool:
        return self._swept_at is None or self._clock() - self._swept_at >= self._interval_s
