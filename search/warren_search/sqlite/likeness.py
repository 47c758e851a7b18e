"""Where names with a typo are: what they may begin with, and in which postings they are.

A page of a frequent word with a typo costs as much as a page: names that begin with a word like the
first one are ranges of the index of names, all others are read from the gram index in the order in
which it has them, that of inode ids.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from warren_search.query import Tier
from warren_search.sqlite import vocabulary
from warren_search.sqlite.phrases import Sql, match_expression, quoted, spread
from warren_search.text import GRAM_LENGTH, grams_of, tolerance

# Rows that are looked at together: each is read from its own place.
POSTINGS: Final = 64
POSTINGS_MAX: Final = 1_024

# For each word of the text what the index knows that is like it, the word itself first.
Meanings = Mapping[str, Sequence[str]]


def meanings(connection: sqlite3.Connection, words: Sequence[str]) -> Meanings | None:
    """What the words may stand for; null when none of them may have a typo."""
    if not any(map(tolerance, words)):
        return None
    return {word: (word, *vocabulary.near(connection, word)) for word in words}


def expression(meant: Meanings) -> str:
    """Names with all words or what is like them, for the gram index: a superset of them."""
    groups: list[str] = []
    for several in meant.values():
        alternatives = [
            " AND ".join(map(quoted, spread(grams_of(each))))
            for each in several
            if len(each) >= GRAM_LENGTH
        ]
        if alternatives:
            groups.append("(" + " OR ".join(f"({each})" for each in alternatives) + ")")
    return " AND ".join(groups)


def driver(meant: Meanings) -> Sql:
    """The inode ids of such names."""
    return match_expression(expression(meant))


def beginnings(meant: Meanings) -> list[str]:
    """What names may begin with that begin like the first word; none is the beginning of another.

    In the order of names.
    """
    first: list[str] = []
    for each in sorted(next(iter(meant.values()))):
        if not first or not each.startswith(first[-1]):
            first.append(each)
    return first


@dataclass(frozen=True, slots=True)
class Likeness:
    """How names with a typo are found.

    written: a superset of the inodes whose names have all words as they are written; null when
    there are too many of them to be sorted.
    """

    meant: Meanings
    written: Sql | None


@dataclass(frozen=True, slots=True)
class Postings:
    """The last tier: names that an expression finds, in the order of their inode ids."""

    expression: str
    condition: Sql
    tier: Tier = Tier.LIKE

    def after(
        self, connection: sqlite3.Connection, inode_id: int, condition: Sql
    ) -> Iterator[tuple[list[Any], int | None]]:
        """Those that meet the condition, some at a time, and the id up to which all were read.

        The id is null at the end. Rows are as of ``walks.Row``.
        """
        length = POSTINGS
        at: int | None = inode_id
        while at is not None:
            ids = [
                each
                for (each,) in connection.execute(
                    "SELECT rowid FROM name_gram WHERE name_gram MATCH ? AND rowid > ?"
                    " ORDER BY rowid LIMIT ?",
                    (self.expression, at, length),
                )
            ]
            at = ids[-1] if len(ids) == length else None
            yield self._rows(connection, ids, condition), at
            length = min(2 * length, POSTINGS_MAX)

    def _rows(
        self, connection: sqlite3.Connection, ids: Sequence[int], condition: Sql
    ) -> list[Any]:
        return connection.execute(
            f"SELECT inode_id, parent_id, {self.tier}, '', kind, storage_policy"  # noqa: S608
            " FROM document WHERE inode_id IN (SELECT value FROM json_each(?))"
            f" AND {self.condition.text} AND {condition.text} ORDER BY inode_id",
            (json.dumps(ids), *self.condition.parameters, *condition.parameters),
        ).fetchall()
