"""Keeps the SQL replica in step with the feed: builds it, follows, and builds it again."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Final

import duckdb
import structlog
from warren_analytics.database import Database
from warren_analytics.errors import ReplicaCorrupt
from warren_analytics.position import BuildPosition, Position, Progress, ReplicaProof, ReplicaState
from warren_analytics.store import ReplicaStore
from warren_analytics.writer import EVENTS_MAX
from warren_namenode.generated.admin_api import Inode
from warren_search.operation import Document, Examined
from warren_search.permissions import UNKNOWN_ACL, has_acl
from warren_search.position import FeedPosition
from warren_search.query import Kind
from warren_search.text import extension_of, fold

from warren_cdc.admin import AdminClient, AdminError, FeedTrimmed
from warren_cdc.build_meter import NO_BUILD, BuildMeter
from warren_cdc.checksums import ChecksumGatherer
from warren_cdc.details import DetailReader
from warren_cdc.feed import (
    FeedReader,
    FeedRestarted,
    Patience,
    SourceUnavailable,
    Stopped,
    head_of,
    inode_pages,
    pages_to_head,
    rest,
)
from warren_cdc.heat import HeatReader
from warren_cdc.proof import DriftTooLarge, ProofPace, Prover
from warren_cdc.settings import FeedSettings
from warren_cdc.source import Batch, ChangeSource

# A batch costs the engine some 20 ms however small it is, so they begin no sooner than this after
# one another: a few large ones leave it to the queries. What comes alone is applied at once.
BATCH_INTERVAL_S: Final = 1.0
# So long blocks, replicas and the like are read before the feed gets its turn again.
DETAILS_S: Final = 0.5
# Once they are all read, they rest: what changes several times in between is read once.
DETAILS_REST_S: Final = 1.0
ERROR_LENGTH_MAX: Final = 1_000
# What deriving the directories takes of a build, as measured over millions of inodes.
FINISH_SHARE: Final = 0.1
# Twice as long as statements may run: who gets no memory until then waits in vain.
STARVED_TIME_LIMITS: Final = 2

_log = structlog.get_logger("warren.replica")


class ReplicaDrifted(Exception):  # noqa: N818 - named for what is wrong
    """Rows differ from the store although every change was applied: the replica is built anew."""


class ReplicaRows:
    """The replica's rows, to be compared with the store."""

    def __init__(self, database: Database) -> None:
        self._writer = database.writer

    def examined(self, after_id: int, through_id: int, limit: int) -> Examined:
        """The rows with after_id < inode id <= through_id in id order, at most ``limit``.

        With those whose path, ancestors, policy, class or totals are not what the rows give.
        """
        rows = self._writer.inodes(after_id, through_id, limit)
        documents = [
            replace(
                Document(inode_id, logical_time, parent_id, name, Kind(kind), *rest),
                acl=_acl_of(guarded),
            )
            for inode_id, logical_time, parent_id, name, kind, *rest, _, _, guarded in rows
        ]
        broken = {
            inode_id
            for inode_id, _, _, name, *_, folded, extension, _ in rows
            if folded != fold(name) or extension != extension_of(folded)
        }
        broken |= self._writer.wrong_classes(after_id, through_id, limit)
        broken |= self._writer.broken_directories(after_id, through_id, limit)
        broken |= self._writer.wrong_totals(after_id, through_id, limit)
        return Examined(documents, frozenset(broken))

    def correct_totals(self) -> int:
        """Nothing: each range's totals were compared with its rows."""
        return 0


def _acl_of(guarded: bool) -> str:
    """That there is an ACL: which one, the replica does not keep."""
    return UNKNOWN_ACL if guarded else ""


def acls_unread(inodes: Iterable[Inode]) -> dict[int, str]:
    """The same of inodes as the namenodes tell them."""
    return {each.inode_id: UNKNOWN_ACL for each in inodes if has_acl(each.features)}


class Starvation:
    """Tells a moment without memory, which a statement takes for its time, from a lasting one.

    patience_s: how long the engine may refuse, again and again, before it lasts.
    """

    def __init__(self, patience_s: float) -> None:
        self._patience_s = patience_s
        self._began = 0.0
        self._last: float | None = None

    def lasts(self, now_s: float) -> bool:
        """Notes that memory was refused now."""
        if self._last is None or now_s - self._last > self._patience_s / 2:
            self._began = now_s
        self._last = now_s
        return now_s - self._began >= self._patience_s


class ReplicaFollower:
    """The only writer of the replica. Runs until ``stop`` is set.

    checksums: whose gatherings it writes; null when none are gathered.
    """

    def __init__(
        self,
        client: AdminClient,
        store: ReplicaStore,
        source: ChangeSource,
        settings: FeedSettings,
        stop: threading.Event,
        *,
        checksums: ChecksumGatherer | None = None,
    ) -> None:
        self._reader = FeedReader(client, "replica")
        self._checksums = checksums
        self._store = store
        self._source = source
        self._settings = settings
        self._stop = stop
        self._patiently = Patience(stop, self._stall)
        self._details = DetailReader(client, settings.replica_sweep_interval_ms)
        self._details_rest_until = 0.0
        self._heat = HeatReader(client)
        self._rebuild_because: str | None = None
        # Whether the next build must not go on with what an earlier one left.
        self._anew = False
        self._meter = BuildMeter(FINISH_SHARE)
        self._starvation = Starvation(STARVED_TIME_LIMITS * settings.query_time_limit_ms / 1000)
        self._prover = Prover(
            client,
            acls=acls_unread,
            page_inodes=settings.proof_page_inodes,
            settle_ms=settings.proof_settle_ms,
        )
        self._pace = ProofPace(settings.proof_interval_ms)
        self._drift_found = 0

    def run(self) -> None:
        """Works until asked to stop; every failure that can pass is reported and retried."""
        try:
            position = self._store.open_current()
            self._rebuild_because = None if position else "there is no complete replica yet"
            if position and self._has_unfinished():
                self._rebuild_because = "a build was interrupted"
        except ReplicaCorrupt as error:
            self._rebuild_because = str(error)
        try:
            while not self._stop.is_set():
                self._work()
        except Stopped:
            pass

    def _has_unfinished(self) -> bool:
        built = self._store.resume_build()
        if built is None:
            self._store.remove_others()
            return False
        built.close()
        return True

    def _work(self) -> None:
        """Follows, or builds, until something has to be done differently."""
        try:
            if self._rebuild_because is None:
                self._follow(self._store.current())
            else:
                self._rebuild(self._rebuild_because)
        except (FeedTrimmed, FeedRestarted, ReplicaDrifted, DriftTooLarge) as error:
            if self._rebuild_because is not None:
                # The build itself was overtaken; without a pause it might be again, at once.
                self._stall(error)
            self._rebuild_because = str(error)
            self._anew = True
        except (duckdb.FatalException, duckdb.InternalException):
            # The engine gave up on its file: only a fresh process can go on.
            raise
        except duckdb.OutOfMemoryException as error:
            # A fresh process has memory again; one that builds needs it all the same.
            if self._rebuild_because is None and self._starvation.lasts(time.monotonic()):
                raise
            self._stall(error)
        except (AdminError, SourceUnavailable, ReplicaCorrupt, duckdb.Error) as error:
            self._stall(error)

    def _follow(self, database: Database) -> None:
        position = database.writer.position()
        assert position is not None
        _log.info("following", sequence=position.sequence, source=self._source.name)
        self._source.start(_in_feed(position))
        while not self._stop.is_set():
            batch = self._patiently(self._source.poll)
            began = time.monotonic()
            position = _apply(database, position, batch)
            self._source.applied()
            state = ReplicaState.FOLLOWING if batch.caught_up else ReplicaState.CATCHING_UP
            self._report(state)
            self._prove(database, position.sequence)
            self._keep_details(database)
            self._keep_heat(database)
            if self._checksums is not None:
                self._checksums.deliver(database)
            full = self._settings.feed_batch_events
            rest(self._stop, len(batch.events), full, began, BATCH_INTERVAL_S)

    def _keep_details(self, database: Database) -> None:
        """Steps for a moment, or until none is left. What fails here stops no feed."""
        started = time.monotonic()
        if started < self._details_rest_until:
            return
        try:
            while self._details.step(database) and not self._stop.is_set():
                if time.monotonic() - started >= DETAILS_S:
                    return
            self._details_rest_until = started + DETAILS_REST_S
        except AdminError as error:
            _log.warning("details wait", reason=str(error))
            self._details_rest_until = time.monotonic() + self._settings.retry_pause_ms / 1000

    def _keep_heat(self, database: Database) -> None:
        try:
            self._heat.step(database)
        except AdminError as error:
            _log.warning("heat waits", reason=str(error))

    def _prove(self, database: Database, sequence: int) -> None:
        """A step of the continuous comparison with the store. Raises ReplicaDrifted."""
        if not self._pace.is_due():
            return
        try:
            with self._pace.step():
                wrong = self._prover.step(ReplicaRows(database), sequence)
        except AdminError as error:
            _log.warning("no proof now", reason=str(error))
            return
        if wrong:
            self._drift_found += len(wrong)
            raise ReplicaDrifted(f"{len(wrong)} inodes differ from the store")

    def _proof(self) -> ReplicaProof | None:
        last = self._prover.view.last
        if last is None:
            return None
        return ReplicaProof(
            finished_at_ms=last.finished_at_ms,
            sequence=last.sequence,
            inodes=last.inodes,
            checksum=last.checksum,
            passes=self._prover.view.passes,
            drift_found=self._drift_found,
        )

    def _rebuild(self, reason: str) -> None:
        """Fills a generation, catches up with the feed, then lets queries see it."""
        started = time.monotonic()
        built = None if self._anew else self._store.resume_build()
        _log.info("building", reason=reason, resumed=built is not None)
        built = built or self._store.start_build()
        self._anew = False
        self._meter = BuildMeter(FINISH_SHARE)
        try:
            position = self._build(built)
            built.writer.complete(position, self._store.history())
            built.followed_to(position)
        except (Stopped, SourceUnavailable, duckdb.OutOfMemoryException):
            # Who goes on finds what was loaded.
            built.close()
            raise
        except BaseException:
            self._store.discard(built)
            raise
        self._store.activate(built)
        self._rebuild_because = None
        self._prover.restart()
        seconds = time.monotonic() - started
        inodes = self._meter.progress().documents
        _log.info("built", inodes=inodes, seconds=round(seconds, 1))

    def _build(self, built: Database) -> Position:
        reached = built.writer.build()
        if reached is None:
            head = head_of(self._patiently(self._reader.head))
            reached = BuildPosition(_in_replica(head), 0, 0)
        else:
            # What changed since the head must still be told, or what was loaded is of no use.
            self._patiently(partial(self._reader.page, _in_feed(reached.head), 1, 0))
            _log.info("resuming", inodes=reached.inodes, after_id=reached.after_id)
        self._meter.started(reached.after_id, reached.inodes)
        self._keep_reporting()
        if not reached.is_loaded:
            self._load(built, reached)
            self._meter.finishing()
            built.writer.finish_load()
        self._meter.finishing()
        return self._catch_up(built, built.writer.caught_up_to() or reached.head)

    def _load(self, built: Database, reached: BuildPosition) -> None:
        limit = self._settings.rebuild_page_inodes
        with inode_pages(self._reader, limit, self._patiently, reached.after_id) as pages:
            for page in pages:
                last_id = page.inode_id[-1] if page.inode_id else reached.after_id
                reached = replace(
                    reached,
                    after_id=page.next_after_id or last_id,
                    inodes=reached.inodes + len(page.inode_id),
                )
                built.writer.load_columns(page, reached)
                self._meter.loaded(reached.after_id, page.ids_below, reached.inodes)
                self._keep_reporting()

    def _catch_up(self, built: Database, position: Position) -> Position:
        """Applies what changed while the inodes were read, so that the replica is one state."""
        limit = self._settings.feed_batch_events
        start = _in_feed(position)
        for page, reached in pages_to_head(self._reader, start, limit, self._patiently):
            batch = Batch(page.events, reached, page.head_sequence, page.caught_up)
            position = _apply(built, position, batch)
            self._keep_reporting()
        return position

    def _stall(self, error: Exception) -> None:
        _log.warning("stalled", reason=str(error))
        self._report(ReplicaState.STALLED, last_error=str(error)[:ERROR_LENGTH_MAX])
        self._stop.wait(self._settings.retry_pause_ms / 1000)

    def _keep_reporting(self) -> None:
        if self._stop.is_set():
            raise Stopped
        self._report(ReplicaState.BUILDING)

    def _report(self, state: ReplicaState, *, last_error: str | None = None) -> None:
        build = NO_BUILD if self._rebuild_because is None else self._meter.progress()
        self._store.report(
            Progress(
                state,
                build.documents,
                last_error,
                self._proof(),
                build.percent,
                build.left_ms,
            )
        )


def _apply(database: Database, position: Position, batch: Batch) -> Position:
    """Applies a batch in transactions of bounded size; the last one brings the position."""
    reached = _in_replica(batch.position)
    for start in range(0, len(batch.events), EVENTS_MAX):
        some = batch.events[start : start + EVENTS_MAX]
        is_last = start + EVENTS_MAX >= len(batch.events)
        database.writer.apply(some, reached if is_last else position)
    database.followed_to(reached)
    return reached


def _in_replica(position: FeedPosition) -> Position:
    return Position(position.cursor, position.sequence, position.time_ms)


def _in_feed(position: Position) -> FeedPosition:
    return FeedPosition(position.cursor, position.sequence, position.time_ms)
