"""Which directories are above an inode, and whom a change of a directory concerns.

Each document lists the directories above it, so that a search below a path is one condition. A
rename in place leaves the lists as they are; a directory that moves, appears late or disappears
changes the lists of everything below. That work is remembered as *moves*, done in bounded steps.

Why it ends complete: let E be the lowest directory above X at which X's stored list leaves the
truth. E is in the list and E's parent has changed since the list was made; so a move of E was
remembered after X was stored, and its walk over all that list E comes to X.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from warren_search.directories import DEPTH_MAX
from warren_search.elastic.mapping import Chain

PARENTS_KEPT_MAX: Final = 200_000

# The parents of directories, by id; those that are no directories of the index are left out.
FetchParents = Callable[[Iterable[int]], Mapping[int, int]]


class MoveKind(StrEnum):
    """What happened to a directory."""

    MOVED = "moved"
    APPEARED = "appeared"
    VANISHED = "vanished"


@dataclass(frozen=True, slots=True)
class Move:
    """What is below a directory gets new lists of ancestors; up to ``after_id`` it has them."""

    kind: MoveKind
    directory_id: int
    after_id: int = 0
    rewritten: int = 0

    def query(self) -> dict[str, Any]:
        """The documents that may have to change."""
        return any_of([self])

    def stored(self) -> dict[str, Any]:
        return {
            "kind": self.kind.value,
            "directory_id": self.directory_id,
            "after_id": self.after_id,
            "rewritten": self.rewritten,
        }

    @classmethod
    def from_stored(cls, stored: Mapping[str, Any]) -> Move:
        return cls(
            MoveKind(stored["kind"]),
            stored["directory_id"],
            stored["after_id"],
            stored["rewritten"],
        )


def any_of(moves: Sequence[Move]) -> dict[str, Any]:
    """The documents that any of some moves of one kind may have to change."""
    conditions: list[dict[str, Any]] = [
        {"terms": {"ancestors": [each.directory_id for each in moves]}},
        {"term": {"gone": False}},
    ]
    kind = moves[0].kind
    if kind is not MoveKind.MOVED:
        # What appears concerns those without a way to the root, what vanishes those with one.
        conditions.append({"term": {"rooted": kind is MoveKind.VANISHED}})
    return {"bool": {"filter": conditions}}


class Parents:
    """The parents of directories, kept for those asked for last; the writer keeps them true."""

    def __init__(self, fetch: FetchParents) -> None:
        self._fetch = fetch
        self._kept: OrderedDict[int, int] = OrderedDict()

    def put(self, directory_id: int, parent_id: int) -> None:
        """A directory is there, or has moved."""
        self._kept[directory_id] = parent_id
        self._kept.move_to_end(directory_id)

    def remove(self, directory_id: int) -> None:
        """A directory is gone."""
        self._kept.pop(directory_id, None)

    def clear(self) -> None:
        """Forgets everything, after a failure that may have left it wrong."""
        self._kept.clear()

    def chains(self, parent_ids: Iterable[int]) -> dict[int, Chain]:
        """For each directory id: it and all directories above it, from the top."""
        wanted = set(parent_ids) - {0}
        self._prefetch(wanted)
        found = {parent_id: self._chain(parent_id) for parent_id in wanted}
        found[0] = Chain((), rooted=True)
        self._shrink()
        return found

    def _prefetch(self, ids: set[int]) -> None:
        """Level by level, so that a batch costs as many reads as its directories are deep."""
        climbed: set[int] = set()
        while ids:
            missing = [each for each in ids if each not in self._kept]
            if missing:
                for directory_id, parent_id in self._fetch(missing).items():
                    self.put(directory_id, parent_id)
            climbed |= ids
            ids = {self._kept[each] for each in ids if each in self._kept} - climbed - {0}

    def _chain(self, directory_id: int) -> Chain:
        climbed: dict[int, None] = {}
        at = directory_id
        while at != 0:
            if at in climbed or len(climbed) >= DEPTH_MAX:
                return Chain(tuple(reversed(climbed)), rooted=False)
            climbed[at] = None
            parent_id = self._kept.get(at)
            if parent_id is None:
                return Chain(tuple(reversed(climbed)), rooted=False)
            at = parent_id
        return Chain(tuple(reversed(climbed)), rooted=True)

    def _shrink(self) -> None:
        while len(self._kept) > PARENTS_KEPT_MAX:
            self._kept.popitem(last=False)
