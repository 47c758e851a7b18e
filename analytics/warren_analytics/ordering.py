"""The orders of a list that is read in pages: each can be turned round, and none loses a row."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

# Beyond all values of the columns that may lack one.
_BEYOND: Final = 2**62 + 1


class Direction(StrEnum):
    """Which way an order goes."""

    ASCENDING = "asc"
    DESCENDING = "desc"


@dataclass(frozen=True, slots=True)
class Order:
    """A column of a list and its type. may_lack: rows without a value come last, either way."""

    column: str
    direction: Direction
    type: str
    may_lack: bool = False

    def towards(self, direction: Direction | None) -> Order:
        """The same in a direction; null for its own."""
        return self if direction is None else replace(self, direction=direction)

    @property
    def key(self) -> str:
        """What rows are compared by."""
        last = _BEYOND if self.direction is Direction.ASCENDING else -_BEYOND
        return f"coalesce({self.column}, {last})" if self.may_lack else self.column

    def by(self, unique: str) -> str:
        """The terms to order by. unique: a column that tells equal rows apart."""
        return f"{self.key} {self.direction.value.upper()}, {unique}"

    def behind(self, unique: str, after: str) -> str:
        """That a row comes behind the one with $value. after: what that one has as unique."""
        beyond = ">" if self.direction is Direction.ASCENDING else "<"
        last = f"$value::{self.type}"
        return f"{self.key} {beyond} {last} OR ({self.key} = {last} AND {unique} > {after})"
