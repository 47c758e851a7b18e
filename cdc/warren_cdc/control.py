"""What an operator may ask of the running indexer, and what it tells of itself. Thread safe."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from warren_search.position import FeedReport

from warren_cdc.build_meter import NO_BUILD, BuildProgress
from warren_cdc.errands import Errands, ErrandState, ErrandView
from warren_cdc.proof import Proof, ProofView
from warren_cdc.source import Batch, ChangeSource, SourceCounts

RATE_WINDOW_S: Final = 10.0


@dataclass(frozen=True, slots=True)
class IndexerView:
    """The indexer at a moment. Rates are over the last RATE_WINDOW_S seconds."""

    state: str
    source: str
    started_at_ms: int
    sequence: int = 0
    head_sequence: int = 0
    as_of_ms: int = 0
    events_applied: int = 0
    events_per_s: float = 0.0
    errors: int = 0
    last_error: str | None = None
    last_error_at_ms: int | None = None
    pending_moves: int = 0
    rebuilds: int = 0
    counts: SourceCounts = field(default_factory=SourceCounts)
    proof: ProofView = field(default_factory=ProofView)
    build: BuildProgress = NO_BUILD


class Work(StrEnum):
    """What can be asked for under a key.

    REBUILD: a new index is filled while searches go on in the old one. REPAIR: the whole index is
    compared with the store from the beginning, at full speed.
    """

    REBUILD = "rebuild"
    REPAIR = "repair"


class Control:
    """Shared by the indexer's thread and those that serve its HTTP interface."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._paused = False
        self._errands = {each: Errands() for each in Work}
        self._applied: list[tuple[float, int]] = []
        self._view = IndexerView("starting", "", _now_ms())

    def pause(self, paused: bool) -> None:
        """Stops or resumes following; changes wait where they are."""
        with self._lock:
            self._paused = paused

    def ask(self, work: Work, key: str) -> ErrandView:
        """Have work done, once for each key; how far it is."""
        with self._lock:
            errands = self._errands[work]
            errands.ask(key)
            return errands.told(key) or ErrandView(ErrandState.WAITING)

    def withdraw(self, work: Work, key: str) -> None:
        """Have work not done that nobody else asked for; what is done already stays."""
        with self._lock:
            self._errands[work].withdraw(key)

    def paused(self) -> bool:
        with self._lock:
            return self._paused

    def wants_rebuild(self) -> bool:
        with self._lock:
            return self._errands[Work.REBUILD].wait()

    def take_rebuild(self) -> bool:
        """Whether a rebuild is asked for; it counts as begun afterwards."""
        with self._lock:
            asked = self._errands[Work.REBUILD].take()
            if asked:
                self._view = replace(self._view, rebuilds=self._view.rebuilds + 1)
            return asked

    def still_wanted(self, work: Work) -> bool:
        """Whether anybody waits for what was begun."""
        with self._lock:
            return self._errands[work].run()

    def rebuilt(self, documents: int) -> None:
        """The rebuild that was begun is done."""
        with self._lock:
            done = ErrandView(ErrandState.DONE, documents, documents)
            self._errands[Work.REBUILD].end(done)

    def take_repair(self) -> bool:
        """Whether a comparison is asked for; it counts as begun afterwards."""
        with self._lock:
            return self._errands[Work.REPAIR].take()

    def repaired(self, last: Proof | None) -> None:
        """The comparison that was begun is done. last: the pass that ended."""
        with self._lock:
            inodes = 0 if last is None else last.inodes
            drift = None if last is None else last.drift
            mended = None if last is None else last.repaired
            done = ErrandView(ErrandState.DONE, inodes, inodes, drift, mended)
            self._errands[Work.REPAIR].end(done)

    def applied(
        self, batch: Batch, report: FeedReport, pending_moves: int, source: ChangeSource
    ) -> None:
        """A batch is in the index."""
        now = time.monotonic()
        with self._lock:
            self._applied.append((now, len(batch.events)))
            while self._applied and now - self._applied[0][0] > RATE_WINDOW_S:
                self._applied.pop(0)
            self._view = replace(
                self._view,
                state=report.state.value,
                source=source.name,
                sequence=batch.position.sequence,
                head_sequence=batch.head_sequence,
                as_of_ms=batch.position.time_ms,
                events_applied=self._view.events_applied + len(batch.events),
                events_per_s=sum(count for _, count in self._applied) / RATE_WINDOW_S,
                pending_moves=pending_moves,
                counts=replace(source.counts, places=dict(source.counts.places)),
            )

    def building(self, progress: BuildProgress) -> None:
        """How far the build is; NO_BUILD when it has ended."""
        with self._lock:
            state = self._view.state if progress is NO_BUILD else "rebuilding"
            self._view = replace(self._view, state=state, build=progress)
            if progress.documents is not None:
                total = _whole(progress.documents, progress.percent)
                self._errands[Work.REBUILD].went(progress.documents, total)

    def proved(self, proof: ProofView) -> None:
        """A step of the comparison with the store is done."""
        with self._lock:
            self._view = replace(self._view, proof=proof)
            before = None if proof.last is None else max(proof.last.inodes, proof.inodes)
            self._errands[Work.REPAIR].went(proof.inodes, before)

    def failed(self, error: str, source: ChangeSource) -> None:
        """Something did not work and will be tried again."""
        with self._lock:
            self._view = replace(
                self._view,
                state="stalled",
                source=source.name,
                errors=self._view.errors + 1,
                last_error=error,
                last_error_at_ms=_now_ms(),
                counts=replace(source.counts, places=dict(source.counts.places)),
            )

    def view(self) -> IndexerView:
        with self._lock:
            return replace(self._view, state="paused") if self._paused else self._view


def _whole(documents: int, percent: int | None) -> int | None:
    """How many documents there will be when so many are so much of them."""
    return documents * 100 // percent if percent else None


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
