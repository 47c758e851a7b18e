"""Gathers checksums of files that may be duplicates, at a pace that datanodes do not notice.

A thread of its own asks the namenodes, which ask the datanodes; the thread that follows the feed
takes the answers and writes them, and never waits for either.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import duckdb
import structlog
from warren_analytics.checksums import Candidate, ChecksumRow, candidates
from warren_analytics.database import Database
from warren_analytics.errors import AnalyticsError, ReplicaNotReady
from warren_analytics.store import ReplicaStore
from warren_namenode.generated.admin_api import FileChecksum

from warren_cdc.admin import CHECKSUM_INODES_MAX, AdminClient, AdminError

MINUTE_S: Final = 60.0
# A search reads a column of all inodes: it may take this part of the time, within these bounds.
SEARCH_SHARE: Final = 1 / 200
SEARCH_PAUSE_MIN_S: Final = 5.0
SEARCH_PAUSE_MAX_S: Final = 300.0
# So many minutes' work is found at once.
SEARCH_MINUTES: Final = SEARCH_PAUSE_MAX_S / MINUTE_S
WAITING_MAX: Final = 8
STOP_LOOK_S: Final = 0.5
# Not answers about the file: it is asked for again with the next search.
NO_ANSWERS: Final = frozenset({"changed", "not_reached"})

_log = structlog.get_logger("warren.checksums")


@dataclass(frozen=True, slots=True)
class Gathered:
    """Rows to store. complete_as_of_ms: all there was to compare at this moment is compared."""

    rows: tuple[ChecksumRow, ...] = ()
    complete_as_of_ms: int | None = None


class ChecksumGatherer:
    """``run`` is for one thread, ``deliver`` for the one that writes the replica.

    client: of this thread alone, so that a slow namenode holds up no one else. per_minute: files
    asked for.
    """

    def __init__(
        self,
        client: AdminClient,
        store: ReplicaStore,
        stop: threading.Event,
        *,
        per_minute: int,
        retry_pause_ms: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._client = client
        self._store = store
        self._stop = stop
        self._per_minute = per_minute
        self._retry_pause_s = retry_pause_ms / 1000
        self._clock = clock
        self._gathered: queue.Queue[Gathered] = queue.Queue(WAITING_MAX)
        self._searched_at: tuple[Database, int] | None = None
        self._search_not_before = 0.0

    def deliver(self, database: Database) -> None:
        """Writes what was gathered until now."""
        for _ in range(WAITING_MAX):
            try:
                gathered = self._gathered.get_nowait()
            except queue.Empty:
                return
            database.checksums.store(gathered.rows)
            if gathered.complete_as_of_ms is not None:
                database.checksums.complete(gathered.complete_as_of_ms)

    def run(self) -> None:
        """Gathers until asked to stop; what fails is reported and tried again."""
        while not self._stop.is_set():
            try:
                found = self._search()
                for start in range(0, len(found), self._group()):
                    began = self._clock()
                    self._ask(found[start : start + self._group()])
                    pace_s = self._group() * MINUTE_S / self._per_minute
                    if self._stop.wait(max(0.0, began + pace_s - self._clock())):
                        return
            except (AdminError, AnalyticsError, duckdb.Error) as error:
                _log.warning("checksums wait", reason=str(error))
                self._searched_at = None
                self._stop.wait(self._retry_pause_s)
            else:
                self._stop.wait(STOP_LOOK_S)

    def _group(self) -> int:
        """Files of one call: so many that there are several calls a minute."""
        return max(1, min(CHECKSUM_INODES_MAX, self._per_minute // 12))

    def _search(self) -> list[Candidate]:
        """What to ask for; nothing while nothing changed, and before the next search is due."""
        try:
            database = self._store.current()
        except ReplicaNotReady:
            return []
        position = database.position()
        at = (database, 0 if position is None else position.sequence)
        unchanged = at == self._searched_at
        now_s = self._clock()
        # What is not stored yet would be found again.
        if not self._gathered.empty() or now_s < self._search_not_before + (
            SEARCH_PAUSE_MAX_S if unchanged else 0.0
        ):
            return []
        self._search_not_before = now_s + SEARCH_PAUSE_MAX_S
        began_ms = time.time_ns() // 1_000_000
        limit = max(1, round(self._per_minute * SEARCH_MINUTES))
        with database.slot() as connection:
            found = candidates(connection, limit, began_ms)
        took_s = self._clock() - now_s
        pause_s = max(took_s / SEARCH_SHARE, SEARCH_PAUSE_MIN_S)
        self._search_not_before = min(self._search_not_before, now_s + pause_s)
        if found:
            _log.info("comparing", files=len(found), search_ms=round(took_s * 1000))
        else:
            self._hand_over(Gathered(complete_as_of_ms=began_ms))
        self._searched_at = None if found else at
        return found

    def _ask(self, group: Sequence[Candidate]) -> None:
        answer = self._client.file_checksums([each.inode_id for each in group])
        told = {each.inode_id: each for each in answer.checksums}
        rows = [
            _row(candidate, told[candidate.inode_id], answer.as_of_ms)
            for candidate in group
            if candidate.inode_id in told and told[candidate.inode_id].reason not in NO_ANSWERS
        ]
        if rows:
            self._hand_over(Gathered(tuple(rows)))

    def _hand_over(self, gathered: Gathered) -> None:
        while not self._stop.is_set():
            try:
                self._gathered.put(gathered, timeout=STOP_LOOK_S)
            except queue.Full:
                continue
            return


def _row(candidate: Candidate, told: FileChecksum, as_of_ms: int) -> ChecksumRow:
    """Of what was read; what was not read is remembered of the file as it was known here."""
    return ChecksumRow(
        inode_id=candidate.inode_id,
        size_bytes=candidate.size_bytes if told.length_bytes is None else told.length_bytes,
        mtime_ms=candidate.mtime_ms if told.mtime_ms is None else told.mtime_ms,
        algorithm=told.algorithm,
        checksum=told.checksum,
        reason=told.reason,
        as_of_ms=as_of_ms,
    )
