"""Keeps the SQL replica in step with the feed: builds it, follows, and builds it again."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial
from typing import TypeVar

import duckdb
import httpx
import pyarrow as pa
import structlog
from warren_analytics.database import Database
from warren_analytics.errors import ReplicaCorrupt
from warren_analytics.position import Position, Progress, ReplicaState
from warren_analytics.store import ReplicaStore

from warren_cdc.admin import AdminClient, AdminError, AdminRefused, FeedTrimmed
from warren_cdc.generated.feed_api import FeedPage
from warren_cdc.settings import FeedSettings

_log = structlog.get_logger("warren.replica")
_Answer = TypeVar("_Answer")


class _Restarted(Exception):  # noqa: N818 - named for what happened
    """The feed's head is behind the replica: it belongs to another or a restored store."""


class Stopped(Exception):  # noqa: N818
    """The process is asked to end."""


class ReplicaFollower:
    """The only writer of the replica. Runs until ``stop`` is set."""

    def __init__(
        self,
        client: AdminClient,
        store: ReplicaStore,
        settings: FeedSettings,
        stop: threading.Event,
    ) -> None:
        self._client = client
        self._store = store
        self._settings = settings
        self._stop = stop
        self._rebuild_because: str | None = None

    def run(self) -> None:
        """Works until asked to stop; every failure that can pass is reported and retried."""
        try:
            position = self._store.open_current()
            self._rebuild_because = None if position else "there is no complete replica yet"
        except ReplicaCorrupt as error:
            self._rebuild_because = str(error)
        try:
            while not self._stop.is_set():
                self._work()
        except Stopped:
            pass

    def _work(self) -> None:
        """Follows, or builds, until something has to be done differently."""
        try:
            if self._rebuild_because is None:
                self._follow(self._store.current())
            else:
                self._rebuild(self._rebuild_because)
        except (FeedTrimmed, _Restarted) as error:
            if self._rebuild_because is not None:
                # The build itself was overtaken; without a pause it might be again, at once.
                self._stall(error)
            self._rebuild_because = str(error)
        except (duckdb.FatalException, duckdb.InternalException):
            # The engine gave up on its file: only a fresh process can go on.
            raise
        except (AdminError, duckdb.Error) as error:
            self._stall(error)

    def _follow(self, database: Database) -> None:
        position = database.writer.position()
        assert position is not None
        _log.info("following", sequence=position.sequence)
        while not self._stop.is_set():
            page = self._patiently(partial(self._feed, position, self._settings.feed_wait_ms))
            position = _apply(database, position, page)
            state = ReplicaState.FOLLOWING if page.caught_up else ReplicaState.CATCHING_UP
            self._store.report(Progress(state))

    def _feed(self, position: Position, wait_ms: int) -> FeedPage:
        try:
            page = self._client.feed(
                after=position.cursor, limit=self._settings.feed_batch_events, wait_ms=wait_ms
            )
        except AdminRefused as error:
            if error.facts.get("status") == httpx.codes.BAD_REQUEST:
                # Only the cursor can be wrong here: it comes from another store.
                raise FeedTrimmed(**error.facts) from error
            raise
        if page.head_sequence < position.sequence:
            raise _Restarted("the feed's head is behind the replica")
        return page

    def _rebuild(self, reason: str) -> None:
        """Fills a new generation, catches up with the feed, then lets queries see it."""
        _log.info("building", reason=reason)
        started = time.monotonic()
        head = self._patiently(partial(self._client.feed, after=None, limit=1, wait_ms=0))
        built = self._store.start_build()
        try:
            inodes = self._load(built)
            built.writer.finish_load()
            position = Position(head.head, head.head_sequence, head.as_of_ms)
            position = self._catch_up(built, position, inodes)
            built.writer.complete(position, self._history())
            built.followed_to(position)
        except BaseException:
            self._store.discard(built)
            raise
        self._store.activate(built)
        self._rebuild_because = None
        seconds = time.monotonic() - started
        _log.info("built", inodes=inodes, seconds=round(seconds, 1))

    def _history(self) -> pa.Table | None:
        """Daily totals outlive the generation that took them."""
        if self._store.followed() is None:
            return None
        return self._store.current().writer.history()

    def _load(self, built: Database) -> int:
        after_id: int | None = 0
        inodes = 0
        while after_id is not None:
            read = partial(
                self._client.inodes, after_id=after_id, limit=self._settings.rebuild_page_inodes
            )
            page = self._patiently(read)
            built.writer.load(page.inodes)
            inodes += len(page.inodes)
            self._keep_reporting(inodes)
            if page.next_after_id is not None and page.next_after_id <= after_id:
                raise AdminRefused(path="/admin/v1/inodes", reason="pages do not go forward")
            after_id = page.next_after_id
        return inodes

    def _catch_up(self, built: Database, position: Position, inodes: int) -> Position:
        """Applies what changed while the inodes were read, so that the replica is one state."""
        target: int | None = None
        while True:
            page = self._patiently(partial(self._feed, position, 0))
            target = page.head_sequence if target is None else target
            position = _apply(built, position, page)
            self._keep_reporting(inodes)
            if page.caught_up or position.sequence >= target:
                return position

    def _patiently(self, call: Callable[[], _Answer]) -> _Answer:
        """Repeats a call while no namenode can be used. Raises Stopped, FeedTrimmed."""
        while True:
            if self._stop.is_set():
                raise Stopped
            try:
                return call()
            except FeedTrimmed:
                raise
            except AdminError as error:
                if self._stop.is_set():
                    raise Stopped from error
                self._stall(error)

    def _stall(self, error: Exception) -> None:
        _log.warning("stalled", reason=str(error))
        self._store.report(Progress(ReplicaState.STALLED, last_error=str(error)[:1_000]))
        self._stop.wait(self._settings.retry_pause_ms / 1000)

    def _keep_reporting(self, inodes: int) -> None:
        if self._stop.is_set():
            raise Stopped
        self._store.report(Progress(ReplicaState.BUILDING, inodes_built=inodes))


def _apply(database: Database, position: Position, page: FeedPage) -> Position:
    advanced = advance(position, page)
    if page.events:
        database.writer.apply(page.events, advanced)
    database.followed_to(advanced)
    return advanced


def advance(position: Position, page: FeedPage) -> Position:
    """Where a replica is after it applied a page.

    The sequence is that of the head only when the page provably ends there: sequence numbers may
    have gaps, and the head may move while the namenode reads the events.
    """
    sequence = max([position.sequence, *(event.sequence for event in page.events)])
    if page.next == page.head:
        sequence = max(sequence, page.head_sequence)
    times_ms = [position.time_ms, *(event.committed_at_ms for event in page.events)]
    if page.caught_up:
        times_ms.append(page.as_of_ms)
    return Position(page.next, sequence, max(times_ms))
