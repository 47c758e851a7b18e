"""Work that somebody asked the indexer for under a key, so that asking again does nothing more.

Kept in memory: an indexer that starts anew knows no key, and does what it is asked for again.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

ERRANDS_KEPT: Final = 64


class ErrandState(StrEnum):
    """How far one is. WITHDRAWN: nobody wants it any more; it is not begun, or not gone on with."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    WITHDRAWN = "withdrawn"


_UNFINISHED: Final = frozenset({ErrandState.WAITING, ErrandState.RUNNING})


@dataclass(frozen=True, slots=True)
class ErrandView:
    """What is told of one. inodes: done so far; of how many: null while not known.

    drift, repaired: what a comparison found wrong, and mended, when it is done; null otherwise.
    """

    state: ErrandState
    inodes: int = 0
    inodes_total: int | None = None
    drift: int | None = None
    repaired: int | None = None


class Errands:
    """All that was asked for of one kind of work, which is done for all that wait at once.

    Not safe between threads: `Control` holds its lock around every call.
    """

    def __init__(self) -> None:
        self._known: dict[str, ErrandView] = {}

    def ask(self, key: str) -> bool:
        """Note a wish, unless the key is known already; whether it is a new one."""
        if key in self._known:
            return False
        self._known[key] = ErrandView(ErrandState.WAITING)
        while len(self._known) > ERRANDS_KEPT:
            del self._known[next(iter(self._known))]
        return True

    def told(self, key: str) -> ErrandView | None:
        """How far it is; None for a key that nobody asked under."""
        return self._known.get(key)

    def wait(self) -> bool:
        """Whether any of them is still to begin."""
        return self._any(ErrandState.WAITING)

    def run(self) -> bool:
        """Whether any of them is under way."""
        return self._any(ErrandState.RUNNING)

    def take(self) -> bool:
        """Begin all that wait; whether there were any."""
        waited = self.wait()
        self._become(ErrandView(ErrandState.RUNNING), ErrandState.WAITING)
        return waited

    def went(self, inodes: int, inodes_total: int | None) -> None:
        """So far is what runs."""
        view = ErrandView(ErrandState.RUNNING, inodes, inodes_total)
        self._become(view, ErrandState.RUNNING)

    def end(self, view: ErrandView) -> None:
        """What ran is done."""
        self._become(view, ErrandState.RUNNING)

    def withdraw(self, key: str) -> None:
        """Forget the wish, if it was not fulfilled yet. Unknown keys are remembered as withdrawn,
        so that a late wish under one does nothing."""
        known = self._known.get(key)
        if known is None or known.state in _UNFINISHED:
            self.ask(key)
            self._known[key] = ErrandView(ErrandState.WITHDRAWN)

    def _any(self, state: ErrandState) -> bool:
        return any(each.state is state for each in self._known.values())

    def _become(self, view: ErrandView, before: ErrandState) -> None:
        for key, each in self._known.items():
            if each.state is before:
                self._known[key] = view
