"""Pieces of SQL that conditions are made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

# The cost of a match grows with the number of grams, its precision hardly beyond a few.
GRAMS_MAX: Final = 8
# Documents and classes have both columns.
PLACES: Final = {True: "in_database = 1", False: "in_database = 0 AND kind = 0"}

Parameter = str | int


@dataclass(frozen=True, slots=True)
class Sql:
    """A piece of SQL with the values of its question marks."""

    text: str
    parameters: tuple[Parameter, ...] = ()

    def also(self, other: Sql) -> Sql:
        """Both conditions."""
        return Sql(f"({self.text}) AND ({other.text})", (*self.parameters, *other.parameters))


def match(grams: Iterable[str]) -> Sql:
    """Names that hold all of these trigrams."""
    return match_expression(" AND ".join(map(quoted, grams)))


def match_expression(expression: str) -> Sql:
    """Names that an expression of the gram index finds."""
    return Sql("SELECT rowid AS id FROM name_gram WHERE name_gram MATCH ?", (expression,))


def quoted(gram: str) -> str:
    """As an FTS5 string, in which nothing is an operator."""
    return '"' + gram.replace('"', '""') + '"'


def spread(grams: Sequence[str]) -> Sequence[str]:
    """At most GRAMS_MAX of some trigrams, evenly spread."""
    step = max(1, -(-len(grams) // GRAMS_MAX))
    return grams[::step]
