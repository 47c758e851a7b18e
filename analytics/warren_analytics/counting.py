"""Counts the matches of a search: all of them, exactly, in one pass over the columns.

The search index finds a page of matches quickly; to count millions it has to read them row by row.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

import duckdb

from warren_analytics.asking import asking, lag_ms, limited
from warren_analytics.counting_values import CountAsked, Counts, Mixed, Valued
from warren_analytics.database import Database
from warren_analytics.errors import CountTimedOut
from warren_analytics.limits import Limits
from warren_analytics.matching import POLICY, Matching, matching_of

# Which keys a row was not grouped by, as GROUPING tells it of (kind, owner, group, extension).
_MIXED: Final = 0b0111
_OWNER: Final = 0b1011
_GROUP: Final = 0b1101
_EXTENSION: Final = 0b1110
# Files that are named after a number each have an extension of their own: millions of them.
EXTENSIONS_MAX: Final = 200_000
EXTENSIONS_TIME_MS: Final = 2_000
_MOST_FREQUENT: Final = """
SELECT extension, count(*) AS matches, sum(size_bytes)
FROM hit WHERE extension IS NOT NULL GROUP BY extension
ORDER BY matches DESC, extension LIMIT $groups_max
"""
_UNIQUE: Final = re.compile(r"Approx Unique: (\d+)")
_ROOT: Final = "(i.parent_id = 0 AND i.name = '' AND i.kind = 'directory')"


class CountReader:
    """Counts over the current replica, beside the statements of users. Safe to share.

    database: gives the current one; raises ReplicaNotReady while there is none.
    """

    def __init__(self, limits: Limits, database: Callable[[], Database]) -> None:
        self._limits = limits
        self._database = database

    def counts(self, asked: CountAsked) -> Counts:
        """All matches. Raises CountUndecided, CountTimedOut, MemoryExceeded, ReplicaNotReady."""
        database = self._database()
        time_limit_ms = self._limits.count_time_limit_ms
        timed_out = CountTimedOut(time_limit_ms=time_limit_ms)
        with asking(
            self._limits, database, database.count, timed_out, time_limit_ms=time_limit_ms
        ) as (connection, as_of):
            matching = matching_of(connection, asked)
            few = _few_extensions(connection)
            hits = _hits(asked, matching, extension="i.extension" if few else "NULL::VARCHAR")
            statement = hits + _grouped(int(asked.groups_max))
            rows = connection.execute(statement, matching.parameters).fetchall()
            apart = () if few else _extensions(connection, asked, matching)
        sets: dict[int, list[tuple[Any, ...]]] = {}
        for which, *row in rows:
            sets.setdefault(which, []).append(tuple(row))
        return Counts(
            mixed=tuple(_mixed(row) for row in sets.get(_MIXED, ())),
            owners=_valued(1, sets.get(_OWNER, ())),
            groups=_valued(2, sets.get(_GROUP, ())),
            extensions=_valued(3, sets.get(_EXTENSION, ())) if few else apart,
            as_of=as_of,
            lag_ms=lag_ms(as_of),
        )


def _few_extensions(connection: duckdb.DuckDBPyConnection) -> bool:
    """Whether there are so few in all that they are grouped with everything else."""
    row = connection.execute("SELECT stats(extension) FROM store.inode LIMIT 1").fetchone()
    told = None if row is None else _UNIQUE.search(str(row[0]))
    return told is not None and int(told[1]) <= EXTENSIONS_MAX


def _extensions(
    connection: duckdb.DuckDBPyConnection, asked: CountAsked, matching: Matching
) -> tuple[Valued, ...] | None:
    """The most frequent of very many; null when that takes too long or too much."""
    statement = _hits(asked, matching, extension="i.extension") + _MOST_FREQUENT
    values = {**matching.parameters, "groups_max": asked.groups_max}
    try:
        with limited(connection, EXTENSIONS_TIME_MS):
            rows = connection.execute(statement, values).fetchall()
    except (duckdb.InterruptException, duckdb.OutOfMemoryException):
        return None
    return _valued(0, rows)


def _hits(asked: CountAsked, matching: Matching, *, extension: str) -> str:
    """All matches, with what they are told apart by."""
    shown = "coalesce(d.shown, true)" if matching.is_shown else "d.inode_id IS NOT NULL"
    if matching.with_root and not matching.is_shown:
        shown += f" OR {_ROOT}"
    return f"""
WITH holder AS ({matching.directories}), hit AS (
  SELECT i.kind, i.owner, i.group_name,
         CASE WHEN i.kind = 'file' THEN {extension} END AS extension,
         CASE WHEN i.kind = 'file' THEN {_class("i.size_bytes", asked.size_lows)} END AS size_class,
         {_class("i.mtime_ms", asked.mtime_lows)} AS mtime_class,
         {POLICY} AS policy, i.kind = 'file' AND i.in_database AS stored, i.size_bytes
  FROM store.inode AS i LEFT JOIN holder AS d ON d.inode_id = i.parent_id
  WHERE ({shown}) AND ({matching.condition})
)"""  # noqa: S608 - numbers, and pieces of this package


def _grouped(groups_max: int) -> str:
    """Everything in one scan: what has few values together, what may have many each for itself."""
    return f""", counted AS (
  SELECT grouping(kind, owner, group_name, extension) AS which, kind, owner, group_name, extension,
         size_class, mtime_class, policy, stored,
         count(*) AS matches, coalesce(sum(size_bytes), 0)::HUGEINT AS length_bytes
  FROM hit GROUP BY GROUPING SETS (
    (kind, size_class, mtime_class, policy, stored), (owner), (group_name), (extension)
  )
)
FROM counted
WHERE which <> {_EXTENSION} OR extension IS NOT NULL
QUALIFY which = {_MIXED} OR row_number() OVER (
  PARTITION BY which ORDER BY matches DESC, coalesce(owner, group_name, extension)
) <= {groups_max}
ORDER BY which, matches DESC, coalesce(owner, group_name, extension)
"""  # noqa: S608


def _class(column: str, lows: Iterable[int]) -> str:
    """How many classes after the first begin at or below a number. Numbers, never texts."""
    cases = "".join(
        f" WHEN {column} >= {int(low)} THEN {number}"
        for number, low in sorted(enumerate(lows, 1), reverse=True)
    )
    return f"(CASE{cases} ELSE 0 END)::UTINYINT" if cases else "0::UTINYINT"


def _mixed(row: tuple[Any, ...]) -> Mixed:
    kind, _, _, _, size_class, mtime_class, policy, stored, matches, length_bytes = row
    return Mixed(kind, size_class, mtime_class, policy, stored, int(matches), int(length_bytes))


def _valued(column: int, rows: Iterable[tuple[Any, ...]]) -> tuple[Valued, ...]:
    return tuple(Valued(row[column], int(row[-2]), int(row[-1])) for row in rows)
