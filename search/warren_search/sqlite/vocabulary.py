"""The words of all names, so that those near a mistyped one can be named."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import Final

from rapidfuzz import process
from rapidfuzz.distance import OSA

from warren_search.text import letters_of, tolerance

# Words that no name has any more stay until the index is rebuilt.
WORDS_MAX: Final = 3_000_000
# Of the words near one of the text, so many are looked for: the nearest.
VARIANTS_MAX: Final = 50
# What the writer remembers of what it stored; forgetting costs a look at the table.
_REMEMBERED_MAX: Final = 500_000


class Vocabulary:
    """The writing side. Not thread safe."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._remembered: set[str] = set()
        self._fresh: set[str] = set()
        self._count: int | None = None

    def add_all(self, folded: Iterable[str]) -> None:
        """Takes in the words of folded names; ``store`` writes them."""
        # In one text, which costs a third of one by one: a line's end stands in no name.
        self._fresh.update(letters_of("\n".join(folded)))

    def store(self) -> None:
        """Writes what was added, within the caller's transaction."""
        self._fresh -= self._remembered
        if self._count is None:
            (self._count,) = self._connection.execute("SELECT count(*) FROM vocabulary").fetchone()
        if self._fresh and self._count < WORDS_MAX:
            # In the order of the key, which spares the table's pages.
            rows = sorted((word[0], len(word), word) for word in self._fresh)
            stored = self._connection.executemany(
                "INSERT OR IGNORE INTO vocabulary VALUES (?, ?, ?)", rows
            )
            self._count += max(0, stored.rowcount)
        if len(self._remembered) > _REMEMBERED_MAX:
            self._remembered.clear()
        self._remembered |= self._fresh
        self._fresh = set()

    def forget(self) -> None:
        """The transaction was given up: what was added in it is not stored."""
        self._remembered.clear()
        self._fresh.clear()
        self._count = None


def all_near(
    connection: sqlite3.Connection, words: Iterable[str]
) -> dict[str, tuple[str, ...]] | None:
    """For each word all that are near it; null where there may be more than those."""
    (known,) = connection.execute("SELECT count(*) FROM vocabulary").fetchone()
    found = {word: tuple(near(connection, word)) for word in words}
    if known >= WORDS_MAX or any(len(each) >= VARIANTS_MAX for each in found.values()):
        return None
    return found


def near(connection: sqlite3.Connection, word: str) -> list[str]:
    """The words of the vocabulary near a folded word, the nearest first, without itself."""
    most = tolerance(word)
    if not most:
        return []
    rows: Iterable[tuple[str]] = connection.execute(
        "SELECT word FROM vocabulary WHERE initial = ? AND letters BETWEEN ? AND ?",
        (word[0], len(word) - most, len(word) + most),
    )
    others = [other for (other,) in rows if other != word]
    found = process.extract(
        word, others, scorer=OSA.distance, score_cutoff=most, limit=VARIANTS_MAX
    )
    return [other for other, _, _ in found]
