"""Keeps the search index in step with the feed: builds it, follows, and builds it again."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final, TypeVar

import httpx
import structlog
from warren_search.answer import FeedState
from warren_search.errors import IndexCorrupt
from warren_search.operation import document_of, operation_of
from warren_search.position import FeedPosition, FeedReport
from warren_search.sqlite.generations import IndexBuilder, IndexGenerations, active_file, discard
from warren_search.sqlite.writer import SqliteIndexWriter

from warren_cdc.admin import AdminClient, AdminError, AdminRefused, FeedTrimmed
from warren_cdc.generated.feed_api import FeedPage
from warren_cdc.settings import FeedSettings

REPORT_INTERVAL_MS: Final = 1_000
# Readers switch to a new generation with their next query; the old file waits this long.
OLD_GENERATION_KEPT_MS: Final = 60_000

_log = structlog.get_logger("warren.cdc")
_Answer = TypeVar("_Answer")


class FeedRestarted(Exception):  # noqa: N818 - named for what happened
    """The feed's head is behind the index: it belongs to another or a restored store."""


class Stopped(Exception):  # noqa: N818
    """The process is asked to end."""


class Indexer:
    """The only writer of the search index. Runs until ``stop`` is set."""

    def __init__(
        self,
        client: AdminClient,
        generations: IndexGenerations,
        settings: FeedSettings,
        stop: threading.Event,
    ) -> None:
        self._client = client
        self._generations = generations
        self._settings = settings
        self._stop = stop
        self._reported_at_ms = 0
        self._remove_others_at_ms: int | None = None
        self._head_sequence = 0
        self._documents_built: int | None = None
        self._rebuild_because: str | None = None
        self._writer = self._open()

    def run(self) -> None:
        """Works until asked to stop; every failure that can pass is reported and retried."""
        try:
            while not self._stop.is_set():
                self._work()
        except Stopped:
            pass
        finally:
            self._writer.close()

    def _work(self) -> None:
        """Follows, or builds, until something has to be done differently."""
        try:
            if self._rebuild_because is None:
                self._follow()
            else:
                self._rebuild(self._rebuild_because)
        except (FeedTrimmed, FeedRestarted) as error:
            self._rebuild_later(error)
        except (AdminError, sqlite3.OperationalError) as error:
            self._stall(error)
        except sqlite3.DatabaseError as error:
            self._rebuild_later(error)

    def _rebuild_later(self, error: Exception) -> None:
        if self._rebuild_because is not None:
            # The rebuild itself was overtaken; without a pause it might be again, at once.
            self._stall(error)
        self._rebuild_because = str(error)

    def _open(self) -> SqliteIndexWriter:
        """The current generation, else an empty one that can at least carry reports.

        Raises IndexCorrupt when something that is no index is in the way.
        """
        file = active_file(self._generations.path)
        writer = None
        try:
            writer = self._generations.open_active()
        except (IndexCorrupt, sqlite3.DatabaseError) as error:
            _log.warning("index unusable", file=str(file), reason=str(error))
        if writer is None:
            writer = self._generations.activate_empty(self._report(FeedState.REBUILDING))
        self._generations.remove_others()
        return writer

    def _follow(self) -> None:
        position = self._writer.position()
        if position is None:
            self._rebuild_because = "there is no complete index yet"
            return
        _log.info("following", sequence=position.sequence)
        while not self._stop.is_set():
            page = self._patiently(partial(self._feed, position, self._settings.feed_wait_ms))
            state = FeedState.FOLLOWING if page.caught_up else FeedState.CATCHING_UP
            position = self._apply(self._writer, position, page, state)
            self._remove_old_generation()

    def _feed(self, position: FeedPosition, wait_ms: int) -> FeedPage:
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
            raise FeedRestarted("the feed's head is behind the index")
        return page

    def _apply(
        self,
        writer: SqliteIndexWriter,
        position: FeedPosition,
        page: FeedPage,
        state: FeedState,
    ) -> FeedPosition:
        advanced = advance(position, page)
        self._head_sequence = max(page.head_sequence, advanced.sequence)
        writer.apply([operation_of(event) for event in page.events], advanced, self._report(state))
        return advanced

    def _rebuild(self, reason: str) -> None:
        """Fills a new generation, catches up with the feed, then switches readers to it."""
        _log.info("rebuilding", reason=reason)
        started = time.monotonic()
        self._documents_built = 0
        builder = self._generations.start_build()
        try:
            position = self._build(builder)
            built, self._documents_built = self._documents_built, None
            report = self._report(FeedState.FOLLOWING)
            self._generations.activate(builder.writer, position, report)
        except BaseException:
            self._documents_built = None
            builder.writer.close()
            discard(builder.file)
            raise
        self._writer.close()
        self._writer = builder.writer
        self._rebuild_because = None
        self._remove_others_at_ms = _now_ms() + OLD_GENERATION_KEPT_MS
        _log.info("rebuilt", documents=built, seconds=round(time.monotonic() - started, 1))

    def _build(self, builder: IndexBuilder) -> FeedPosition:
        head = self._patiently(partial(self._client.feed, after=None, limit=1, wait_ms=0))
        self._head_sequence = head.head_sequence
        self._load_inodes(builder)
        builder.finish_load(self._keep_reporting)
        position = FeedPosition(head.head, head.head_sequence, head.as_of_ms)
        return self._catch_up(builder.writer, position)

    def _load_inodes(self, builder: IndexBuilder) -> None:
        after_id: int | None = 0
        while after_id is not None:
            read = partial(
                self._client.inodes, after_id=after_id, limit=self._settings.rebuild_page_inodes
            )
            page = self._patiently(read)
            builder.writer.load([document_of(inode) for inode in page.inodes])
            self._documents_built = (self._documents_built or 0) + len(page.inodes)
            self._keep_reporting()
            if page.next_after_id is not None and page.next_after_id <= after_id:
                raise AdminRefused(path="/admin/v1/inodes", reason="pages do not go forward")
            after_id = page.next_after_id

    def _catch_up(self, writer: SqliteIndexWriter, position: FeedPosition) -> FeedPosition:
        """Applies what changed while the inodes were read, so that the index shows one state."""
        target: int | None = None
        while True:
            page = self._patiently(partial(self._feed, position, 0))
            target = page.head_sequence if target is None else target
            position = self._apply(writer, position, page, FeedState.REBUILDING)
            self._keep_reporting()
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
        with suppress(sqlite3.Error):
            self._writer.report(self._report(FeedState.STALLED, str(error)))
        self._stop.wait(self._settings.retry_pause_ms / 1000)

    def _keep_reporting(self) -> None:
        """Reports a rebuild's progress to readers of the old generation. Raises Stopped."""
        if self._stop.is_set():
            raise Stopped
        if _now_ms() - self._reported_at_ms >= REPORT_INTERVAL_MS:
            with suppress(sqlite3.Error):
                self._writer.report(self._report(FeedState.REBUILDING))

    def _report(self, state: FeedState, error: str | None = None) -> FeedReport:
        self._reported_at_ms = _now_ms()
        return FeedReport(
            state=state,
            head_sequence=self._head_sequence,
            reported_at_ms=self._reported_at_ms,
            documents_built=self._documents_built,
            last_error=error,
        )

    def _remove_old_generation(self) -> None:
        due = self._remove_others_at_ms
        if due is not None and _now_ms() >= due:
            self._generations.remove_others()
            self._remove_others_at_ms = None


def advance(position: FeedPosition, page: FeedPage) -> FeedPosition:
    """Where an index is after it applied a page.

    The sequence is that of the head only when the page provably ends there: sequence numbers may
    have gaps, and the head may move while the namenode reads the events.
    """
    sequence = max([position.sequence, *(event.sequence for event in page.events)])
    if page.next == page.head:
        sequence = max(sequence, page.head_sequence)
    times_ms = [position.time_ms, *(event.committed_at_ms for event in page.events)]
    if page.caught_up:
        times_ms.append(page.as_of_ms)
    return FeedPosition(page.next, sequence, max(times_ms))


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
