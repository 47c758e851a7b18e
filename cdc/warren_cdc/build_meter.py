"""How far a build of index or replica is, and how long it will take."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

# The rate is that of this time: other work on the machine comes and goes.
WINDOW_S: Final = 60.0
# Below it a rate says nothing yet.
MEASURED_S: Final = 2.0
PERCENT_MAX: Final = 99


@dataclass(frozen=True, slots=True)
class BuildProgress:
    """documents: loaded so far; null when nothing is built.

    percent: of the whole, 0 to 99. left_ms: an estimate. Both are null while they are not known.
    """

    documents: int | None = None
    percent: int | None = None
    left_ms: int | None = None


NO_BUILD: Final = BuildProgress()


class BuildMeter:
    """Measures the load by the ids that it has passed, what follows by the load's time.

    finish_share: what follows the load takes so much of the whole build.
    """

    def __init__(self, finish_share: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._finish_share = finish_share
        self._clock = clock
        self._passed: deque[tuple[float, int]] = deque()
        self._documents = 0
        self._after_id = 0
        self._ids_below: int | None = None
        self._finishing_since: float | None = None
        self._load_s: float | None = None

    def started(self, after_id: int, documents: int) -> None:
        """A build begins, or goes on behind an id."""
        self._documents = documents
        self._after_id = after_id
        self._passed.append((self._clock(), after_id))

    def loaded(self, after_id: int, ids_below: int | None, documents: int) -> None:
        """The inodes up to an id are loaded. ids_below: above every inode's id."""
        now = self._clock()
        self._documents = documents
        self._after_id = after_id
        self._ids_below = ids_below
        self._passed.append((now, after_id))
        while len(self._passed) > 2 and now - self._passed[0][0] > WINDOW_S:
            self._passed.popleft()
        rate = self._rate()
        if rate is not None and ids_below is not None:
            self._load_s = ids_below / rate

    def finishing(self) -> None:
        """All inodes are loaded."""
        if self._finishing_since is None:
            self._finishing_since = self._clock()

    def progress(self) -> BuildProgress:
        """As it is now."""
        share = self._share()
        percent = None if share is None else min(PERCENT_MAX, int(100 * share))
        left_s = self._left_s()
        left_ms = None if left_s is None else int(1_000 * left_s)
        return BuildProgress(self._documents, percent, left_ms)

    def _share(self) -> float | None:
        load_share = 1 - self._finish_share
        if self._finishing_since is not None:
            done = self._finish_done()
            return load_share + self._finish_share * (done or 0.0)
        if not self._ids_below:
            return None
        return load_share * min(1.0, self._after_id / self._ids_below)

    def _left_s(self) -> float | None:
        finish_s = self._finish_s()
        if finish_s is None:
            return None
        if self._finishing_since is not None:
            left_s = self._finishing_since + finish_s - self._clock()
            return left_s if left_s > 0 else None
        rate = self._rate()
        if rate is None or self._ids_below is None:
            return None
        return max(0, self._ids_below - self._after_id) / rate + finish_s

    def _finish_s(self) -> float | None:
        if self._load_s is None:
            return None
        return self._load_s * self._finish_share / (1 - self._finish_share)

    def _finish_done(self) -> float | None:
        finish_s = self._finish_s()
        if not finish_s or self._finishing_since is None:
            return None
        return min(1.0, (self._clock() - self._finishing_since) / finish_s)

    def _rate(self) -> float | None:
        """Ids passed in a second."""
        if len(self._passed) < 2:
            return None
        (began, first), (ended, last) = self._passed[0], self._passed[-1]
        if ended - began < MEASURED_S or last <= first:
            return None
        return (last - first) / (ended - began)
