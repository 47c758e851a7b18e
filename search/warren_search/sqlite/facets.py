"""Counts the hits of a query by their properties, over one snapshot of the index.

Documents are counted by their class and age, which are numbers. Where everybody may see everything
and nothing is cut off from the root, that is all. Else they are counted per directory as well, and
each directory is looked at once: whether a viewer sees a hit depends on its directory alone.

Many hits are first counted by as little as possible, so that their number is known even when the
time ends before the dimensions are counted.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cached_property, partial
from typing import Final

from warren_search.answer import AsOf
from warren_search.deadline import Deadline
from warren_search.directories import DirectoryTree
from warren_search.errors import SearchTimedOut
from warren_search.facets import Class, Dimension, Dimensions, Facets, Sums, age_classes
from warren_search.query import SearchQuery
from warren_search.sqlite import conditions
from warren_search.sqlite.groups import Groups, Source
from warren_search.sqlite.likeness import meanings
from warren_search.sqlite.pages import (
    CANDIDATES_MAX,
    choose_driver,
    read_directory,
    read_fewest,
    scope_of,
)
from warren_search.sqlite.phrases import Sql
from warren_search.text import words_of

# A driver of more than this part of all documents costs more than to look at all of them.
_DRIVER_SHARE: Final = 8
# Whether documents name directories as theirs that are not there: what is below is no hit.
_CUT_OFF: Final = """
WITH RECURSIVE parent (id) AS (
  SELECT min(parent_id) FROM document
  UNION ALL
  SELECT (SELECT min(parent_id) FROM document WHERE parent_id > parent.id) FROM parent
  WHERE parent.id IS NOT NULL
)
SELECT EXISTS (
  SELECT 1 FROM parent WHERE id <> 0
  AND NOT EXISTS (SELECT 1 FROM document WHERE inode_id = parent.id AND kind = 1)
)
"""
_HANDED_DOWN: Final = (
    "SELECT EXISTS (SELECT 1 FROM document WHERE storage_policy <> 0 AND kind = 1)"
)


def count_facets(
    connection: sqlite3.Connection,
    query: SearchQuery,
    deadline: Deadline,
    *,
    now_ms: int,
    as_of: AsOf,
) -> Facets:
    """Exact counts; dimensions that there was no time for are left out.

    Raises SearchTimedOut when there was none for the number of hits; ScopeNotFound.
    """
    ages = age_classes(now_ms)
    with _in_time(deadline):
        counting = _Counting(connection, query, deadline, ages)
        if counting.few is not None:
            counts = counting.groups.by_directory(counting.few, ages)
            total, dimensions = counts.sums, counts.dimensions(ages)
        else:
            total = counting.total_of_many()
            dimensions = counting.dimensions_of_many()
    return Facets(
        total=total.count,
        length_bytes=total.length_bytes,
        dimensions=dimensions,
        as_of=as_of,
        lag_ms=max(0, now_ms - as_of.time_ms),
    )


class _Counting:
    """One query over one snapshot. few: the source of its hits where they are few, else null."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        query: SearchQuery,
        deadline: Deadline,
        ages: tuple[Class, ...],
    ) -> None:
        self._connection = connection
        self._query = query
        self._deadline = deadline
        self._ages = ages
        words = words_of(query.text)
        directory = partial(read_directory, connection)
        everywhere = DirectoryTree(directory, viewer=query.viewer, scope_id=None)
        scope_id = scope_of(connection, everywhere, query.path)
        self.groups = Groups(connection, query, scope_id, deadline)
        self._condition = conditions.filters(query, words)
        meant = meanings(connection, words) if query.typos else None
        self._drivers = list(
            conditions.drivers(connection, query, words, scope_id, CANDIDATES_MAX, meant=meant)
        )
        driver = read_fewest(connection, self._drivers, CANDIDATES_MAX)
        self.few = None if driver is None else self._driven(driver)

    def total_of_many(self) -> Sums:
        """All hits, counted by as little as possible."""
        if not self._alike:
            return self.groups.total(self._source)
        counted = self._source.counted_by()
        return Sums(*self._connection.execute(counted.text, counted.parameters).fetchone())

    def dimensions_of_many(self) -> Dimensions:
        """What can be counted of the dimensions before the time is over."""
        dimensions: Dimensions = {}
        with suppress(SearchTimedOut), _in_time(self._deadline):
            if self._alike:
                counts = self.groups.alike(self._source, self._ages)
                dimensions = counts.dimensions(self._ages)
                if not self._says(_HANDED_DOWN):
                    return dimensions
                del dimensions[Dimension.POLICY]
                counts = self.groups.by_directory(self._source, self._ages)
            else:
                counts = self.groups.of_seen(self._source, self._ages)
            dimensions = counts.dimensions(self._ages)
        return dimensions

    @cached_property
    def _alike(self) -> bool:
        """Whether all documents that meet the condition are hits."""
        query = self._query
        restricted = query.viewer or query.path is not None or query.storage_policies
        return not restricted and not self._says(_CUT_OFF)

    @cached_property
    def _source(self) -> Source:
        by_class = conditions.class_filters(self._query) if self._alike else None
        if by_class is not None:
            return Source(Sql("document INDEXED BY document_by_class"), by_class)
        (documents,) = self._connection.execute(
            "SELECT files + directories + symlinks FROM total"
        ).fetchone()
        most = max(CANDIDATES_MAX, documents // _DRIVER_SHARE)
        driver = choose_driver(self._connection, self._drivers, most)
        return (
            Source(Sql("document NOT INDEXED"), self._condition)
            if driver is None
            else self._driven(driver)
        )

    def _driven(self, driver: Sql) -> Source:
        documents = f"({driver.text}) AS driver CROSS JOIN document ON inode_id = driver.id"
        return Source(Sql(documents, driver.parameters), self._condition)

    def _says(self, statement: str) -> bool:
        return bool(self._connection.execute(statement).fetchone()[0])


@contextmanager
def _in_time(deadline: Deadline) -> Iterator[None]:
    """Raises SearchTimedOut where the deadline interrupts a statement."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
            raise
        raise SearchTimedOut(time_limit_ms=deadline.time_limit_ms) from error
