"""Counts the matches of a search: all of them, exactly, in one pass over the columns.

The search index finds a page of matches quickly; to count millions it has to read them row by row.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final

import duckdb
import pyarrow as pa

from warren_analytics.asking import asking, lag_ms, limited
from warren_analytics.classes import NO_EXTENSION, Classed, at_or_below, classed
from warren_analytics.counting_values import CountAsked, Counts, Mixed, Valued, Viewer
from warren_analytics.database import COUNT_WAIT_MS, Database
from warren_analytics.errors import CountTimedOut
from warren_analytics.limits import Limits
from warren_analytics.matching import HIDDEN, Matching, matching_of, not_shown
from warren_analytics.schema import DEFAULT_POLICY
from warren_analytics.transaction import given

# Which keys a row was not grouped by, as GROUPING tells it of (class, owner, group, extension).
_MIXED: Final = 0b0111
_OWNER: Final = 0b1011
_GROUP: Final = 0b1101
_EXTENSION: Final = 0b1110
# Files that are named after a number each have an extension of their own: millions of them.
EXTENSIONS_MAX: Final = 200_000
EXTENSIONS_TIME_MS: Final = 2_000
_MOST_FREQUENT: Final = f"""
SELECT file_extension, count(*) AS matches, sum(size_bytes)
FROM hit WHERE file_extension <> '{NO_EXTENSION}' GROUP BY file_extension
ORDER BY matches DESC, file_extension LIMIT $groups_max
"""  # noqa: S608
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
        before = database.hidden.version()
        with asking(
            self._limits, database, database.count, timed_out, time_limit_ms=time_limit_ms
        ) as (connection, as_of):
            # The engine fixes what it sees with its first read.
            version = before if database.hidden.version() == before else None

            def hidden_from(viewer: Viewer) -> pa.Table:
                find = partial(not_shown, connection, viewer)
                wait_s = COUNT_WAIT_MS / 1000
                return database.hidden.of(viewer, version, find, wait_s=wait_s)

            matching = matching_of(connection, asked, hidden_from)
            few = _few_extensions(connection)
            statement = _hits(matching, with_extensions=few) + _grouped(asked)
            with given(connection, **{HIDDEN: matching.hidden}):
                rows = connection.execute(statement, matching.parameters).fetchall()
                apart = () if few else _extensions(connection, asked, matching)
        sets: dict[int, list[tuple[Any, ...]]] = {}
        for which, *row in rows:
            sets.setdefault(which, []).append(tuple(row))
        return Counts(
            mixed=_mixed(sets.get(_MIXED, ())),
            owners=_valued(1, sets.get(_OWNER, ())),
            groups=_valued(2, sets.get(_GROUP, ())),
            extensions=_valued(3, sets.get(_EXTENSION, ())) if few else apart,
            as_of=as_of,
            lag_ms=lag_ms(as_of),
        )


def _few_extensions(connection: duckdb.DuckDBPyConnection) -> bool:
    """Whether there are so few in all that they are grouped with everything else."""
    row = connection.execute("SELECT stats(file_extension) FROM store.inode LIMIT 1").fetchone()
    told = None if row is None else _UNIQUE.search(str(row[0]))
    return told is not None and int(told[1]) <= EXTENSIONS_MAX


def _extensions(
    connection: duckdb.DuckDBPyConnection, asked: CountAsked, matching: Matching
) -> tuple[Valued, ...] | None:
    """The most frequent of very many; null when that takes too long or too much."""
    statement = _hits(matching, with_extensions=True) + _MOST_FREQUENT
    values = {**matching.parameters, "groups_max": asked.groups_max}
    try:
        with limited(connection, EXTENSIONS_TIME_MS):
            rows = connection.execute(statement, values).fetchall()
    except (duckdb.InterruptException, duckdb.OutOfMemoryException):
        return None
    return _valued(0, rows)


def _hits(matching: Matching, *, with_extensions: bool) -> str:
    """All matches, with what they are told apart by."""
    extension = "i.file_extension" if with_extensions else f"'{NO_EXTENSION}' AS file_extension"
    shown = "coalesce(d.shown, true)" if matching.is_shown else "d.inode_id IS NOT NULL"
    if matching.with_root and not matching.is_shown:
        shown += f" OR {_ROOT}"
    if matching.is_shown and not matching.with_root:
        # The root is in no directory.
        shown += " AND i.parent_id <> 0"
    return f"""
WITH holder AS ({matching.directories}), hit AS (
  SELECT i.class, i.owner, i.group_name, {extension}, i.size_bytes, i.mtime_ms,
         i.storage_policy AS own_policy, d.storage_policy AS handed_policy
  FROM store.inode AS i LEFT JOIN holder AS d ON d.inode_id = i.parent_id
  WHERE ({shown}) AND ({matching.condition})
)"""  # noqa: S608 - numbers, and pieces of this package


def _grouped(asked: CountAsked) -> str:
    """Everything in one scan: what has few values together, what may have many each for itself.

    A column of texts that is grouped for itself, just as it is stored, costs the engine a fifth of
    what its rows would.
    """
    return f""", aged AS (
  SELECT *, {at_or_below("mtime_ms", asked.mtime_lows)} AS mtime_class FROM hit
), counted AS (
  SELECT grouping(class, owner, group_name, file_extension) AS which,
         class, owner, group_name, file_extension, mtime_class, own_policy, handed_policy,
         count(*) AS matches, coalesce(sum(size_bytes), 0)::HUGEINT AS length_bytes
  FROM aged GROUP BY GROUPING SETS (
    (class, mtime_class, own_policy, handed_policy), (owner), (group_name), (file_extension)
  )
)
FROM counted
WHERE which <> {_EXTENSION} OR file_extension <> '{NO_EXTENSION}'
QUALIFY which = {_MIXED} OR row_number() OVER (
  PARTITION BY which ORDER BY matches DESC, coalesce(owner, group_name, file_extension)
) <= {int(asked.groups_max)}
ORDER BY which, matches DESC, coalesce(owner, group_name, file_extension)
"""  # noqa: S608


def _mixed(rows: Iterable[tuple[Any, ...]]) -> tuple[Mixed, ...]:
    """The rows by what they say; those that say the same, as a policy of two origins, together."""
    counted: dict[tuple[Classed, int, int | None], tuple[int, int]] = {}
    for number, _, _, _, mtime_class, own, handed, matches, length_bytes in rows:
        of = classed(number)
        policy = None if of.kind == "symlink" else own or handed or DEFAULT_POLICY
        key = (of, mtime_class, policy)
        count, size_bytes = counted.get(key, (0, 0))
        counted[key] = (count + int(matches), size_bytes + int(length_bytes))
    return tuple(
        Mixed(of.kind, of.size_class, mtime_class, policy, of.in_database, *sums)
        for (of, mtime_class, policy), sums in counted.items()
    )


def _valued(column: int, rows: Iterable[tuple[Any, ...]]) -> tuple[Valued, ...]:
    return tuple(Valued(row[column], int(row[-2]), int(row[-1])) for row in rows)
