"""Keeps the search index in step with the feed: builds it, follows, and builds it again."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Final

import structlog
from warren_search.answer import FeedState
from warren_search.backend import IndexBuilder, IndexStore, IndexWriter
from warren_search.operation import IndexOperation, operation_of
from warren_search.position import FeedReport

from warren_cdc.admin import AdminClient, AdminError, FeedTrimmed
from warren_cdc.attributes import AttributeReader
from warren_cdc.build_meter import NO_BUILD
from warren_cdc.control import Control, Work
from warren_cdc.feed import (
    FeedReader,
    FeedRestarted,
    Patience,
    SourceUnavailable,
    Stopped,
    rest,
)
from warren_cdc.index_build import IndexBuild
from warren_cdc.proof import DriftTooLarge, ProofPace, Prover
from warren_cdc.settings import FeedSettings
from warren_cdc.source import Batch, ChangeSource, Event

PAUSE_POLL_S: Final = 0.2
# A batch costs the index a refresh and some requests however small it is, so they begin no sooner
# than this after one another. What comes alone is applied at once.
BATCH_INTERVAL_S: Final = 0.15
REPORT_INTERVAL_MS: Final = 1_000
# Readers switch to a new generation with their next query; the old file waits this long.
OLD_GENERATION_KEPT_MS: Final = 60_000

_ASKED_FOR: Final = "an operator asked for it"

_log = structlog.get_logger("warren.cdc")


class _NotWanted(Exception):  # noqa: N818 - named for what is so
    """Nobody waits any more for the rebuild that was asked for."""


class Indexer:
    """The only writer of the search index. Runs until ``stop`` is set."""

    def __init__(
        self,
        client: AdminClient,
        store: IndexStore,
        source: ChangeSource,
        settings: FeedSettings,
        *,
        stop: threading.Event,
        control: Control | None = None,
    ) -> None:
        self._reader = FeedReader(client, "index")
        self._attributes = AttributeReader(client)
        self._store = store
        self._source = source
        self._settings = settings
        self._stop = stop
        self._patiently = Patience(stop, self._stall)
        self._control = control or Control()
        self._reported_at_ms = 0
        self._remove_others_at_ms: int | None = None
        self._head_sequence = 0
        self._build: IndexBuild | None = None
        self._rebuild_because: str | None = None
        # Whether the next build must not go on with what an earlier one left.
        self._anew = False
        self._opened: IndexWriter | None = None
        self._prover = Prover(
            client,
            acls=self._attributes.acls,
            xattrs=self._attributes.xattrs,
            page_inodes=settings.proof_page_inodes,
            settle_ms=settings.proof_settle_ms,
        )
        self._pace = ProofPace(settings.proof_interval_ms)
        self._hurried_until_pass = 0

    @property
    def _writer(self) -> IndexWriter:
        assert self._opened is not None, "opened before any work"
        return self._opened

    def run(self) -> None:
        """Works until asked to stop; every failure that can pass is reported and retried."""
        try:
            while self._opened is None and not self._stop.is_set():
                self._open()
            while not self._stop.is_set():
                self._work()
        except Stopped:
            pass
        finally:
            if self._opened is not None:
                self._opened.close()

    def _work(self) -> None:
        """Follows, or builds, until something has to be done differently."""
        try:
            if self._control.take_rebuild():
                self._rebuild_because = _ASKED_FOR
                self._anew = True
            if self._rebuild_because is None:
                self._follow()
            else:
                self._rebuild(self._rebuild_because)
        except (FeedTrimmed, FeedRestarted, DriftTooLarge) as error:
            self._rebuild_later(error)
        except _NotWanted:
            _log.info("rebuild given up: nobody wants it any more")
            self._rebuild_because = None
        except (AdminError, SourceUnavailable) as error:
            self._stall(error)
        except self._store.transient_errors as error:
            self._stall(error)
        except self._store.damage_errors as error:
            self._rebuild_later(error)

    def _rebuild_later(self, error: Exception) -> None:
        if self._rebuild_because is not None:
            # The rebuild itself was overtaken; without a pause it might be again, at once.
            self._stall(error)
        self._rebuild_because = str(error)
        self._anew = True

    def _open(self) -> None:
        """The current generation, else an empty one that can at least carry reports.

        Raises IndexCorrupt when something that is no index is in the way.
        """
        try:
            try:
                writer = self._store.open_active()
            except self._store.transient_errors:
                raise
            except self._store.damage_errors as error:
                _log.warning("index unusable", reason=str(error))
                writer = None
            if writer is None:
                writer = self._store.activate_empty(self._report(FeedState.REBUILDING))
            self._opened = writer
            self._store.remove_others()
            if self._has_unfinished():
                self._rebuild_because = "a build was interrupted"
        except self._store.transient_errors as error:
            self._stall(error)

    def _has_unfinished(self) -> bool:
        try:
            builder = self._store.resume_build()
        except self._store.transient_errors:
            raise
        except self._store.damage_errors as error:
            _log.warning("unfinished build unusable", reason=str(error))
            return False
        if builder is None:
            return False
        builder.close()
        return True

    def _follow(self) -> None:
        position = self._writer.position()
        if position is None:
            self._rebuild_because = "there is no complete index yet"
            return
        _log.info("following", sequence=position.sequence, source=self._source.name)
        self._source.start(position)
        while not self._stop.is_set() and not self._control.wants_rebuild():
            if self._control.paused():
                self._rest()
                continue
            batch = self._patiently(self._source.poll)
            began = time.monotonic()
            self._apply(batch)
            self._source.applied()
            self._writer.maintain()
            self._prove(batch.position.sequence)
            self._remove_old_generation()
            full = self._settings.feed_batch_events
            rest(self._stop, len(batch.events), full, began, BATCH_INTERVAL_S)

    def _prove(self, sequence: int) -> None:
        """A step of the continuous comparison with the store; when asked for, at full speed."""
        if self._control.take_repair():
            self._prover.restart()
            self._hurried_until_pass = self._prover.view.passes + 1
        hurried = self._prover.view.passes < self._hurried_until_pass
        if hurried and not self._control.still_wanted(Work.REPAIR):
            # The pass goes on as any other.
            self._hurried_until_pass = 0
            hurried = False
        if not hurried and not self._pace.is_due():
            return
        try:
            with self._pace.step():
                repairs = self._prover.step(self._writer, sequence)
        except AdminError as error:
            _log.warning("no proof now", reason=str(error))
            return
        if repairs:
            done = self._writer.repair(repairs)
            self._prover.repaired(len(repairs), done.stored + done.removed)
        self._control.proved(self._prover.view)
        if hurried and self._prover.view.passes >= self._hurried_until_pass:
            self._control.repaired(self._prover.view.last)
        if repairs and done.ignored:
            raise DriftTooLarge(f"{done.ignored} documents are ahead of the store")

    def _rest(self) -> None:
        """Does nothing for a moment but say so."""
        if _now_ms() - self._reported_at_ms >= REPORT_INTERVAL_MS:
            self._writer.report(self._report(FeedState.PAUSED))
        self._stop.wait(PAUSE_POLL_S)

    def _apply(self, batch: Batch) -> None:
        self._head_sequence = batch.head_sequence
        state = FeedState.FOLLOWING if batch.caught_up else FeedState.CATCHING_UP
        report = self._report(state)
        self._writer.apply(self._operations(batch.events), batch.position, report)
        self._control.applied(batch, report, self._writer.pending_moves(), self._source)

    def _operations(self, events: Sequence[Event]) -> list[IndexOperation]:
        """What the events do to the index, with attributes and ACLs of now. Raises AdminError."""
        known = self._attributes.of(each for each in events if each.operation != "delete")
        return [
            operation_of(each, known.xattrs.get(each.inode_id, ()), known.acls.get(each.inode_id))
            for each in events
        ]

    def _rebuild(self, reason: str) -> None:
        """Fills a generation, catches up with the feed, then switches readers to it."""
        started = time.monotonic()
        builder = None if self._anew else self._store.resume_build()
        _log.info("rebuilding", reason=reason, resumed=builder is not None)
        builder = builder or self._store.start_build()
        self._anew = False
        self._build = build = IndexBuild(
            builder,
            self._reader,
            self._attributes,
            self._settings,
            self._patiently,
            operations=self._operations,
            tick=self._keep_reporting,
            report=partial(self._report, FeedState.REBUILDING),
        )
        try:
            position = build.run()
            self._build = None
            self._control.building(NO_BUILD)
            report = self._report(FeedState.FOLLOWING)
            self._store.activate(builder.writer, position, report)
        except BaseException as error:
            passes = isinstance(error, self._store.transient_errors)
            is_kept = passes or isinstance(error, Stopped | SourceUnavailable)
            self._leave(builder, is_kept=is_kept)
            raise
        self._writer.close()
        self._opened = builder.writer
        self._rebuild_because = None
        self._prover.restart()
        self._remove_others_at_ms = _now_ms() + OLD_GENERATION_KEPT_MS
        documents = build.meter.progress().documents or 0
        self._control.rebuilt(documents)
        _log.info("rebuilt", documents=documents, seconds=round(time.monotonic() - started, 1))

    def _leave(self, builder: IndexBuilder, *, is_kept: bool) -> None:
        """What can be resumed stays, what has to begin anew goes."""
        self._build = None
        self._control.building(NO_BUILD)
        with suppress(*self._store.damage_errors, *self._store.transient_errors):
            builder.close() if is_kept else builder.discard()

    def _stall(self, error: Exception) -> None:
        _log.warning("stalled", reason=str(error))
        self._control.failed(str(error), self._source)
        if self._opened is not None:
            with suppress(*self._store.damage_errors, *self._store.transient_errors):
                self._opened.report(self._report(FeedState.STALLED, str(error)))
        self._stop.wait(self._settings.retry_pause_ms / 1000)

    def _keep_reporting(self) -> None:
        """Reports a rebuild's progress to readers of the old generation. Raises Stopped."""
        if self._stop.is_set():
            raise Stopped
        if self._rebuild_because == _ASKED_FOR and not self._control.still_wanted(Work.REBUILD):
            raise _NotWanted
        if _now_ms() - self._reported_at_ms >= REPORT_INTERVAL_MS:
            if self._build is not None:
                self._control.building(self._build.meter.progress())
            with suppress(*self._store.damage_errors, *self._store.transient_errors):
                self._writer.report(self._report(FeedState.REBUILDING))

    def _report(self, state: FeedState, error: str | None = None) -> FeedReport:
        self._reported_at_ms = _now_ms()
        build = self._build
        progress = NO_BUILD if build is None else build.meter.progress()
        if build is not None:
            self._head_sequence = max(self._head_sequence, build.head_sequence)
        return FeedReport(
            state=state,
            head_sequence=self._head_sequence,
            reported_at_ms=self._reported_at_ms,
            documents_built=progress.documents,
            last_error=error,
            build_percent=progress.percent,
            build_left_ms=progress.left_ms,
        )

    def _remove_old_generation(self) -> None:
        due = self._remove_others_at_ms
        if due is not None and _now_ms() >= due:
            self._store.remove_others()
            self._remove_others_at_ms = None


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
