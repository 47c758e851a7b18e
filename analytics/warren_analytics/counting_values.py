"""The counts of a search's matches as both ends of the replica's socket know them.

Needs no engine. What matches is a tree of conditions; whoever asks has made it from words of his
own, and only what is listed here can be asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Final

from warren_analytics.position import Position

CONDITIONS_MAX: Final = 500
DEPTH_MAX: Final = 50
VALUES_MAX: Final = 1_000
CLASSES_MAX: Final = 50
GROUPS_MAX: Final = 100


class Text(StrEnum):
    """What is told apart by its text."""

    KIND = "kind"
    OWNER = "owner"
    GROUP = "group_name"
    EXTENSION = "extension"


class Number(StrEnum):
    """What is compared with bounds."""

    SIZE = "size_bytes"
    MTIME = "mtime_ms"
    ATIME = "atime_ms"
    REPLICATION = "replication"


@dataclass(frozen=True, slots=True)
class Holds:
    """The folded name holds this text."""

    text: str


@dataclass(frozen=True, slots=True)
class HoldsWhole:
    """The folded name holds one of these words with no letter beside it."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Like:
    """The whole folded name is like this: * stands for anything, ? for one character."""

    pattern: str


@dataclass(frozen=True, slots=True)
class OneOf:
    """A text is one of some."""

    text: Text
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Between:
    """low <= number <= high; null is unbounded."""

    number: Number
    low: int | None
    high: int | None


@dataclass(frozen=True, slots=True)
class InDatabase:
    """It is a file whose bytes are rows of the database, or else one whose bytes are not."""

    stored: bool


@dataclass(frozen=True, slots=True)
class PolicyOf:
    """One of these storage policies holds for it, by their ids; none holds for a link."""

    policies: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """The condition does not hold."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class All:
    """All of them hold."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """One of them holds."""

    conditions: tuple[Condition, ...]


Single = Holds | HoldsWhole | Like | OneOf | Between | InDatabase | PolicyOf
Condition = Single | Not | All | AnyOf


@dataclass(frozen=True, slots=True)
class Viewer:
    """By whose HDFS permissions matches are shown."""

    user: str
    groups: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CountAsked:
    """What to count. path: only what is below this directory.

    mtime_lows: where the classes of times after the first one begin, rising.
    groups_max: how many values of each text are told.
    """

    condition: Condition
    path: str | None
    viewer: Viewer | None
    mtime_lows: tuple[int, ...]
    groups_max: int


@dataclass(frozen=True, slots=True)
class Mixed:
    """Matches that share all of these. size_class: as in ``classes``; null for what is no file.

    policy: the id of the storage policy that holds; null for a link.
    """

    kind: str
    size_class: int | None
    mtime_class: int
    policy: int | None
    in_database: bool
    count: int
    length_bytes: int


@dataclass(frozen=True, slots=True)
class Valued:
    """Matches that share a value."""

    value: str
    count: int
    length_bytes: int


@dataclass(frozen=True, slots=True)
class Counts:
    """All matches, counted in one state of the replica.

    mixed: all of them. owners, groups, extensions: the most frequent values first, of files alone
    the extensions; null where there are so many of these that there was no time to compare them.
    """

    mixed: tuple[Mixed, ...]
    owners: tuple[Valued, ...]
    groups: tuple[Valued, ...]
    extensions: tuple[Valued, ...] | None
    as_of: Position
    lag_ms: int


def asked_body(asked: CountAsked) -> dict[str, Any]:
    """What is asked as JSON."""
    return {**asdict(asked), "condition": _body(asked.condition)}


def asked_of(body: dict[str, Any]) -> CountAsked:
    """What ``asked_body`` made. Raises ValueError, KeyError, TypeError."""
    viewer = body["viewer"]
    condition = _condition(body["condition"], 0)
    if sum(1 for _ in _each(condition)) > CONDITIONS_MAX:
        raise ValueError("too many conditions")
    return CountAsked(
        condition,
        None if body["path"] is None else str(body["path"]),
        viewer and Viewer(str(viewer["user"]), tuple(map(str, viewer["groups"]))),
        _lows(body["mtime_lows"]),
        min(int(body["groups_max"]), GROUPS_MAX),
    )


def counts_body(counts: Counts) -> dict[str, Any]:
    """The counts as JSON."""
    return asdict(counts)


def counts_of(body: dict[str, Any]) -> Counts:
    """What ``counts_body`` made."""
    owners, groups, extensions = (
        tuple(Valued(**each) for each in body[name] or ())
        for name in ("owners", "groups", "extensions")
    )
    mixed = tuple(Mixed(**each) for each in body["mixed"])
    return Counts(
        mixed,
        owners,
        groups,
        None if body["extensions"] is None else extensions,
        Position(**body["as_of"]),
        int(body["lag_ms"]),
    )


def _lows(values: Any) -> tuple[int, ...]:
    if len(values) > CLASSES_MAX:
        raise ValueError("too many classes")
    return tuple(map(int, values))


def _each(condition: Condition) -> Iterator[Condition]:
    yield condition
    match condition:
        case Not(inner):
            yield from _each(inner)
        case All(several) | AnyOf(several):
            for each in several:
                yield from _each(each)


def _body(condition: Condition) -> dict[str, Any]:
    kind = type(condition).__name__
    match condition:
        case Not(inner):
            return {"is": kind, "condition": _body(inner)}
        case All(several) | AnyOf(several):
            return {"is": kind, "conditions": [_body(each) for each in several]}
        case _:
            return {"is": kind, **asdict(condition)}


def _condition(body: dict[str, Any], depth: int) -> Condition:
    if depth > DEPTH_MAX:
        raise ValueError("too deep")
    return _READERS[body["is"]](body, depth + 1)


def _several(body: dict[str, Any], depth: int) -> tuple[Condition, ...]:
    return tuple(_condition(each, depth) for each in body["conditions"])


def _one_of(body: dict[str, Any], _depth: int) -> OneOf:
    if len(body["values"]) > VALUES_MAX:
        raise ValueError("too many values")
    return OneOf(Text(body["text"]), tuple(map(str, body["values"])))


def _holds_whole(body: dict[str, Any], _depth: int) -> HoldsWhole:
    if len(body["words"]) > VALUES_MAX:
        raise ValueError("too many words")
    return HoldsWhole(tuple(map(str, body["words"])))


def _between(body: dict[str, Any], _depth: int) -> Between:
    low, high = (None if each is None else int(each) for each in (body["low"], body["high"]))
    return Between(Number(body["number"]), low, high)


_READERS: Final[dict[str, Callable[[dict[str, Any], int], Condition]]] = {
    "Holds": lambda body, _: Holds(str(body["text"])),
    "HoldsWhole": _holds_whole,
    "Like": lambda body, _: Like(str(body["pattern"])),
    "OneOf": _one_of,
    "Between": _between,
    "InDatabase": lambda body, _: InDatabase(bool(body["stored"])),
    "PolicyOf": lambda body, _: PolicyOf(tuple(map(int, body["policies"]))),
    "Not": lambda body, depth: Not(_condition(body["condition"], depth)),
    "All": lambda body, depth: All(_several(body, depth)),
    "AnyOf": lambda body, depth: AnyOf(_several(body, depth)),
}
