"""The order in which inodes go to places, so that none comes before its place is free."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from heapq import heapify, heappop, heappush
from pathlib import PurePosixPath


class Stays(Enum):
    """Why one that was chosen stays where it is, as code and message."""

    SAME_PLACE = (
        "same_place",
        "Something else that was chosen goes to the same place: choose one of them",
    )
    CIRCLE = (
        "in_a_circle",
        "Its place is that of something else that was chosen, and so on round to its own: move "
        "one of them elsewhere first",
    )
    WITHIN = (
        "place_moves",
        "Its place lies in a directory that was chosen too, and goes elsewhere: move that first",
    )


@dataclass(slots=True)
class Move:
    """Something that lies at a path, with all that is in it, and goes to a place.

    behind: those that have to wait for it. waits_for: for how many it waits itself.
    """

    inode_id: int
    path: str
    place: str
    behind: list["Move"] = field(default_factory=list)
    waits_for: int = 0


@dataclass(frozen=True, slots=True)
class Ordered:
    """The ids of those that go, in their order, and of those that stay."""

    going: list[int]
    staying: dict[int, Stays]


def in_order(moves: Iterable[Move]) -> Ordered:
    """Put moves in order, of which none lies in what another one moves.

    What leaves a place comes before what goes there, and a directory before what goes into it;
    otherwise the places decide. Of those that go to one place, or round in a circle, nobody knows
    which one is meant, or which one has to wait: they stay.
    """
    left = list(moves)
    staying: dict[int, Stays] = {}
    for find in (_same_place, _circles, _within):
        staying |= find(left)
        left = [move for move in left if move.inode_id not in staying]
    return Ordered(_sorted(left), staying)


def _same_place(moves: list[Move]) -> dict[int, Stays]:
    going = Counter(move.place for move in moves)
    return {move.inode_id: Stays.SAME_PLACE for move in moves if going[move.place] > 1}


def _circles(moves: list[Move]) -> dict[int, Stays]:
    """Those of which each waits for the next one.

    At a place lies one thing at most, so from each leads one way at most: one that comes to where
    it was is a circle.
    """
    lies_at = {move.path: move for move in moves}
    found: dict[int, Stays] = {}
    seen: set[int] = set()
    for start in moves:
        way: list[int] = []
        at: Move | None = start
        while at is not None and at.inode_id not in seen:
            seen.add(at.inode_id)
            way.append(at.inode_id)
            at = lies_at.get(at.place)
        # What was seen on a way before is in no circle with this one, or was found there.
        if at is not None and at.inode_id in way:
            found |= dict.fromkeys(way[way.index(at.inode_id) :], Stays.CIRCLE)
    return found


def _within(moves: list[Move]) -> dict[int, Stays]:
    lies_at = {move.path for move in moves}
    return {
        move.inode_id: Stays.WITHIN
        for move in moves
        if any(above in lies_at for above in _above(move.place))
    }


def _sorted(moves: list[Move]) -> list[int]:
    lies_at = {move.path: move for move in moves}
    goes_to = {move.place: move for move in moves}
    for move in moves:
        above = next((goes_to[each] for each in _above(move.place) if each in goes_to), None)
        for first in (lies_at.get(move.place), above):
            if first is not None:
                first.behind.append(move)
                move.waits_for += 1
    by_id = {move.inode_id: move for move in moves}
    ready = [(_key(move), move.inode_id) for move in moves if move.waits_for == 0]
    heapify(ready)
    ordered: list[int] = []
    while ready:
        _, inode_id = heappop(ready)
        ordered.append(inode_id)
        for each in by_id[inode_id].behind:
            each.waits_for -= 1
            if each.waits_for == 0:
                heappush(ready, (_key(each), each.inode_id))
    return ordered


def _above(path: str) -> list[str]:
    """The directories above a path, the nearest first, without the root."""
    return [str(each) for each in PurePosixPath(path).parents][:-1]


def _key(move: Move) -> list[str]:
    return move.place.split("/")
