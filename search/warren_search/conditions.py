"""Conditions that a query puts together: with OR, in brackets, excluded, or of several values.

What holds for the whole search by itself (words, an owner, a range) is a field of the query, by
which the indexes of a backend are chosen; the rest is a tree of these. Texts are folded, but for
owners and groups.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

CONDITIONS_MAX: Final = 300
DEPTH_MAX: Final = 12
PATTERN_STARS_MAX: Final = 8


class Text(StrEnum):
    """What is told apart by its text."""

    KIND = "kind"
    OWNER = "owner"
    GROUP = "group"
    EXTENSION = "extension"


class Number(StrEnum):
    """What is compared with bounds."""

    SIZE = "size_bytes"
    MTIME = "mtime_ms"
    ATIME = "atime_ms"
    REPLICATION = "replication"


@dataclass(frozen=True, slots=True)
class Word:
    """The name holds it, anywhere."""

    text: str


@dataclass(frozen=True, slots=True)
class Glob:
    """The whole name is like it: * stands for anything, ? for one character of the folded name."""

    pattern: str

    @property
    def pieces(self) -> tuple[str, ...]:
        """What stands between its stars and question marks."""
        return tuple(filter(None, self.pattern.replace("?", "*").split("*")))


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
    """A file whose bytes are rows of the database, or else one whose bytes are blocks."""

    stored: bool


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


Single = Word | Glob | OneOf | Between | InDatabase
Condition = Single | Not | All | AnyOf


def every(condition: Condition) -> Iterator[Condition]:
    """The condition and all within it."""
    yield condition
    match condition:
        case Not(inner):
            yield from every(inner)
        case All(several) | AnyOf(several):
            for each in several:
                yield from every(each)


def depth_of(condition: Condition) -> int:
    """How deep conditions are within conditions; 1 for a single one."""
    match condition:
        case Not(inner):
            return 1 + depth_of(inner)
        case All(several) | AnyOf(several):
            return 1 + max(map(depth_of, several), default=0)
        case _:
            return 1


def wanted_words(condition: Condition | None) -> tuple[str, ...]:
    """The words that a name may be found by; not those that are excluded."""
    match condition:
        case Word(text):
            return (text,)
        case All(several) | AnyOf(several):
            return tuple(word for each in several for word in wanted_words(each))
        case _:
            return ()
