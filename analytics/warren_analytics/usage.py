"""Who fills a directory: its totals, what is in it by size, and its files by their properties."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Final

import duckdb

from warren_analytics.asking import Asking, lag_ms
from warren_analytics.breakdowns import bounds_of, groups_of
from warren_analytics.database import Database
from warren_analytics.errors import DirectoryUnknown
from warren_analytics.limits import Limits
from warren_analytics.matching import cut_off
from warren_analytics.usage_values import (
    After,
    ChildGained,
    DirectoryUsage,
    Grown,
    Totals,
    UsageBreakdown,
    UsageBy,
    UsageGroup,
    UsageGrowth,
    UsageHistory,
    UsagePoint,
    UsageSort,
    UsedAt,
    UsedBy,
    UsedDirectories,
)

CHILDREN_MAX: Final = 1_000
GROUPS_MAX: Final = 100
GROWN_MAX: Final = 100

_TOTALS: Final = "files, directories, length_bytes, space_bytes, mtime_s"
# The name alone leaves few paths to be compared.
_BY_PATH: Final = "SELECT inode_id FROM store.directory WHERE name = $name AND path = $path"
_KNOWN: Final = """i.inode_id, i.name, i.kind, i.owner, i.group_name, i.mtime_ms,
       coalesce(t.files, 0), coalesce(t.directories, 0), coalesce(t.length_bytes, 0),
       coalesce(t.space_bytes, 0), coalesce(t.mtime_s, 0)"""
# By a constant id, each table is read where its rows are.
_DIRECTORY: Final = f"""
SELECT {_KNOWN}
FROM (FROM store.inode WHERE inode_id = $inode_id) AS i
LEFT JOIN (FROM store.total WHERE inode_id = $inode_id) AS t USING (inode_id)
"""  # noqa: S608 - from this file only
_CHILDREN: Final = """
WITH child AS MATERIALIZED (
  SELECT inode_id, name, kind, owner, group_name, mtime_ms, size_bytes, replication
  FROM store.inode WHERE parent_id = $inode_id
), below AS (
  FROM store.total WHERE inode_id IN (SELECT inode_id FROM child WHERE kind = 'directory')
), counted AS (
  SELECT c.inode_id, name, kind, owner, group_name, mtime_ms,
         (kind = 'file')::HUGEINT + coalesce(t.files, 0) AS files,
         coalesce(t.directories, 0) AS directories,
         size_bytes::HUGEINT + coalesce(t.length_bytes, 0) AS length_bytes,
         size_bytes::HUGEINT * replication + coalesce(t.space_bytes, 0) AS space_bytes,
         coalesce(t.mtime_s, 0) AS mtime_s
  FROM child AS c LEFT JOIN below AS t USING (inode_id)
)
"""
_ORDERS: Final = {
    UsageSort.SPACE: ("space_bytes", "DESC", "<", "HUGEINT"),
    UsageSort.LENGTH: ("length_bytes", "DESC", "<", "HUGEINT"),
    UsageSort.FILES: ("files", "DESC", "<", "HUGEINT"),
    UsageSort.TIME: ("mtime_ms", "DESC", "<", "BIGINT"),
    UsageSort.NAME: ("name", "ASC", ">", "VARCHAR"),
}
# Groups, and what grew, have no time of their own.
_MEASURES: Final = {UsageSort.LENGTH: "length_bytes", UsageSort.FILES: "files"}
_MEASURE: Final = "space_bytes"
# Hours become days after a while, so a chart can show all of them.
_POINTS: Final = """
SELECT taken_ms, files, directories, length_bytes, space_bytes FROM store.usage_sample
WHERE inode_id = $inode_id AND taken_ms >= $from_ms ORDER BY taken_ms
"""
# Of each, the last sample at or before the time, or else the first one after it.
_THEN: Final = """
WITH former AS (
  SELECT inode_id, max(taken_ms) FILTER (taken_ms <= $since_ms) AS before_ms,
         min(taken_ms) FILTER (taken_ms > $since_ms) AS after_ms
  FROM store.usage_sample WHERE inode_id IN $inode_ids GROUP BY inode_id
)
SELECT s.inode_id, s.taken_ms, s.files, s.length_bytes, s.space_bytes
FROM former AS f
JOIN (FROM store.usage_sample WHERE inode_id IN $inode_ids) AS s
  ON s.inode_id = f.inode_id AND s.taken_ms = coalesce(f.before_ms, f.after_ms)
ORDER BY s.inode_id
"""
# The same of those that are kept of the directories below, which are few, whatever the number of
# inodes.
_GROWTH: Final = """
WITH below AS (
  SELECT inode_id, path FROM store.directory
  WHERE inode_id IN (SELECT inode_id FROM store.usage_sample) AND path IS NOT NULL
    AND (inode_id = $inode_id OR list_contains(ancestor_ids, $inode_id))
), former AS (
  SELECT inode_id, max(taken_ms) FILTER (taken_ms <= $since_ms) AS before_ms,
         min(taken_ms) FILTER (taken_ms > $since_ms) AS after_ms
  FROM store.usage_sample WHERE inode_id IN (SELECT inode_id FROM below) GROUP BY inode_id
), gained AS (
  SELECT b.path, b.inode_id, s.taken_ms,
         t.files - s.files AS files, t.length_bytes - s.length_bytes AS length_bytes,
         t.space_bytes - s.space_bytes AS space_bytes
  FROM former AS f
  JOIN store.usage_sample AS s
    ON s.inode_id = f.inode_id AND s.taken_ms = coalesce(f.before_ms, f.after_ms)
  JOIN store.total AS t ON t.inode_id = f.inode_id JOIN below AS b ON b.inode_id = f.inode_id
)
"""
_SOME: Final = f"""
SELECT d.path, {_KNOWN}
FROM (FROM store.inode WHERE inode_id IN $inode_ids) AS i
JOIN (
  SELECT inode_id, path FROM store.directory WHERE inode_id IN $inode_ids AND path IS NOT NULL
) AS d USING (inode_id)
LEFT JOIN (FROM store.total WHERE inode_id IN $inode_ids) AS t USING (inode_id)
ORDER BY d.path
"""  # noqa: S608 - from this file only


class UsageReader:
    """Answers from the current replica, beside the queries of users. Safe to share.

    database: gives the current one; raises ReplicaNotReady while there is none.
    """

    def __init__(self, limits: Limits, database: Callable[[], Database]) -> None:
        self._asking = Asking(limits, database)

    def directory(
        self,
        path: str,
        *,
        sort: UsageSort,
        limit: int,
        after: After | None,
        since_ms: int | None = None,
    ) -> DirectoryUsage:
        """A directory and a page of its children. Raises DirectoryUnknown, UsageTimedOut.

        since_ms: since when what the children gained is told; null for not at all.
        """
        with self._asking() as (connection, as_of):
            directory = _directory(connection, path)
            rows = _children(connection, directory.inode_id, sort, limit + 1, after)
            items = tuple(_used_by(row) for row in rows[:limit])
            gained = () if since_ms is None else _gained(connection, items, since_ms)
        more = len(rows) > limit
        return DirectoryUsage(
            directory=directory,
            items=items,
            gained=gained,
            children=int(rows[0][-2]) if rows else (0 if after is None else None),
            after=After(str(rows[limit - 1][-1]), items[-1].inode_id) if more else None,
            as_of=as_of,
            lag_ms=lag_ms(as_of),
        )

    def breakdown(self, path: str, *, by: UsageBy, sort: UsageSort, limit: int) -> UsageBreakdown:
        """All files below by a property. Raises DirectoryUnknown, UsageTimedOut."""
        now_ms = time.time_ns() // 1_000_000
        with self._asking() as (connection, as_of):
            directory = _directory(connection, path)
            is_all = path == "/" and not cut_off(connection)
            grouped = groups_of(by, now_ms, everything=is_all)
            asked = {} if is_all else {"inode_id": directory.inode_id}
            rows = _groups(connection, asked, grouped, sort, limit)
        groups = tuple(_group(by, row, now_ms) for row in rows)
        all_groups, *everything = rows[0][4:] if rows else (0, 0, 0, 0)
        shown = [sum(values) for values in zip(*(row[1:4] for row in rows), strict=True)]
        left = [
            int(all_) - int(some) for all_, some in zip(everything, shown or [0] * 3, strict=True)
        ]
        return UsageBreakdown(
            directory=directory,
            groups=groups,
            others=UsageGroup(None, *left),
            others_count=int(all_groups) - len(groups),
            as_of=as_of,
            lag_ms=lag_ms(as_of),
        )

    def history(self, path: str, *, from_ms: int) -> UsageHistory:
        """A directory over time. Raises DirectoryUnknown, UsageTimedOut."""
        with self._asking() as (connection, as_of):
            directory = _directory(connection, path)
            asked = {"inode_id": directory.inode_id, "from_ms": from_ms}
            rows = connection.execute(_POINTS, asked).fetchall()
        now = directory.totals
        points = [UsagePoint(*map(int, row)) for row in rows]
        points.append(
            UsagePoint(as_of.time_ms, now.files, now.directories, now.length_bytes, now.space_bytes)
        )
        return UsageHistory(directory, tuple(points), as_of, lag_ms(as_of))

    def growth(self, path: str, *, since_ms: int, sort: UsageSort, limit: int) -> UsageGrowth:
        """Who gained most at and below a directory. Raises DirectoryUnknown, UsageTimedOut."""
        column = _MEASURES.get(sort, _MEASURE)
        with self._asking() as (connection, as_of):
            top = _directory(connection, path)
            rows = _grown(connection, top.inode_id, since_ms, column, limit)
        items = [Grown(row[0], _used_by(row[5:]), *map(int, row[1:5])) for row in rows]
        return UsageGrowth(tuple(items), as_of, lag_ms(as_of))

    def directories(self, inode_ids: Sequence[int]) -> UsedDirectories:
        """Some directories where they are now, by their paths. Raises UsageTimedOut."""
        with self._asking() as (connection, as_of):
            rows = connection.execute(_SOME, {"inode_ids": list(inode_ids)}).fetchall()
        items = tuple(UsedAt(row[0], _used_by(row[1:])) for row in rows)
        return UsedDirectories(items, as_of, lag_ms(as_of))


def _directory(connection: duckdb.DuckDBPyConnection, path: str) -> UsedBy:
    named = {"name": path.rpartition("/")[2], "path": path}
    found = connection.execute(_BY_PATH, named).fetchone()
    if found is None:
        raise DirectoryUnknown(path=path)
    return _known(connection, found[0])


def _known(connection: duckdb.DuckDBPyConnection, inode_id: int) -> UsedBy:
    row = connection.execute(_DIRECTORY, {"inode_id": inode_id}).fetchone()
    if row is None:
        raise DirectoryUnknown(inode_id=inode_id)
    return _used_by(row)


def _children(
    connection: duckdb.DuckDBPyConnection,
    inode_id: int,
    sort: UsageSort,
    limit: int,
    after: After | None,
) -> list[tuple[Any, ...]]:
    """With the number of all of them and the value of the order at the end of each."""
    column, direction, beyond, kind = _ORDERS[sort]
    values: dict[str, Any] = {"inode_id": inode_id, "limit": limit}
    condition = "true"
    if after is not None:
        last = f"$value::{kind}"
        condition = f"{column} {beyond} {last} OR ({column} = {last} AND inode_id > $after_id)"
        values |= {"value": after.value, "after_id": after.inode_id}
    return connection.execute(
        f"{_CHILDREN} SELECT inode_id, name, kind, owner, group_name, mtime_ms, {_TOTALS},"  # noqa: S608
        f" (SELECT count(*) FROM child), {column} FROM counted WHERE {condition}"
        f" ORDER BY {column} {direction}, inode_id LIMIT $limit",
        values,
    ).fetchall()


def _gained(
    connection: duckdb.DuckDBPyConnection, items: Sequence[UsedBy], since_ms: int
) -> tuple[ChildGained, ...]:
    """Of the directories among them that have a past."""
    now = {each.inode_id: each.totals for each in items if each.kind == "directory"}
    if not now:
        return ()
    then = connection.execute(_THEN, {"inode_ids": list(now), "since_ms": since_ms}).fetchall()
    return tuple(
        ChildGained(
            inode_id=inode_id,
            since_ms=taken_ms,
            files=now[inode_id].files - int(files),
            length_bytes=now[inode_id].length_bytes - int(length),
            space_bytes=now[inode_id].space_bytes - int(space),
        )
        for inode_id, taken_ms, files, length, space in then
    )


def _groups(
    connection: duckdb.DuckDBPyConnection,
    asked: dict[str, int],
    grouped: str,
    sort: UsageSort,
    limit: int,
) -> list[tuple[Any, ...]]:
    """Key and sums of each, then the number of all groups and the sums of all."""
    column, direction = _MEASURES.get(sort, _MEASURE), "DESC"
    if sort is UsageSort.NAME:
        column, direction = "key", "ASC"
    return connection.execute(
        f"""
WITH grouped AS ({grouped}
)
SELECT key, files, length_bytes, space_bytes, count(*) OVER (), sum(files) OVER (),
       sum(length_bytes) OVER (), sum(space_bytes) OVER ()
FROM grouped ORDER BY {column} {direction}, key LIMIT $limit
""",  # noqa: S608 - from this package only
        {**asked, "limit": limit},
    ).fetchall()


def _group(by: UsageBy, row: tuple[Any, ...], now_ms: int) -> UsageGroup:
    key, files, length_bytes, space_bytes = row[:4]
    bounds = bounds_of(by, key, now_ms)
    return UsageGroup(key, int(files), int(length_bytes), int(space_bytes), *bounds)


def _grown(
    connection: duckdb.DuckDBPyConnection, inode_id: int, since_ms: int, column: str, limit: int
) -> list[tuple[Any, ...]]:
    """The path, the sample's time and what was gained since, then the directory as it is."""
    return connection.execute(
        f"""{_GROWTH}, most AS (
  FROM gained WHERE {column} > 0 ORDER BY {column} DESC, inode_id LIMIT $limit
)
SELECT m.path, m.taken_ms, m.files, m.length_bytes, m.space_bytes, {_KNOWN}
FROM most AS m
JOIN (FROM store.inode WHERE inode_id IN (SELECT inode_id FROM most)) AS i USING (inode_id)
JOIN (FROM store.total WHERE inode_id IN (SELECT inode_id FROM most)) AS t USING (inode_id)
ORDER BY m.{column} DESC, inode_id
""",  # noqa: S608 - from this file only
        {"inode_id": inode_id, "since_ms": since_ms, "limit": limit},
    ).fetchall()


def _used_by(row: tuple[Any, ...]) -> UsedBy:
    inode_id, name, kind, owner, group, mtime_ms, files, directories, length, space, mtime_s = row[
        :11
    ]
    average_ms = mtime_ms if kind == "file" else None
    if kind == "directory" and files:
        average_ms = int(mtime_s) // int(files) * 1000
    totals = Totals(int(files), int(directories), int(length), int(space), average_ms)
    return UsedBy(inode_id, name, kind, owner, group, mtime_ms, totals)
