"""What users and groups own: how much, how old, and where most of it is."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any, Final

import duckdb

from warren_analytics.asking import Asking, lag_ms
from warren_analytics.breakdowns import KEYS, bounds_of
from warren_analytics.database import Database
from warren_analytics.errors import OwnerUnknown
from warren_analytics.limits import Limits
from warren_analytics.ordering import Direction, Order
from warren_analytics.owner_values import (
    Owned,
    OwnedAt,
    OwnedBy,
    OwnerAfter,
    OwnerDetail,
    OwnerPage,
    OwnerSort,
)
from warren_analytics.totals import MTIME_S
from warren_analytics.usage_values import UsageBy, UsageGroup, UsageSort

OWNERS_MAX: Final = 1_000
# A directory is told where it has such a part of all.
PLACE_PART: Final = 20
# Of those on the way to them: more than that only where names are nested beyond use.
_CANDIDATES_MAX: Final = 1_000
_COLUMNS: Final = {OwnedBy.OWNER: "owner", OwnedBy.GROUP: "group_name"}

_FILE: Final = "kind = 'file'"
_COLD: Final = f"{_FILE} AND mtime_ms < $cold_before_ms"
_SPACE: Final = "size_bytes::HUGEINT * replication"
_SUMS: Final = f"""
  count(*) FILTER ({_FILE}) AS files, count(*) FILTER (kind = 'directory') AS directories,
  sum(size_bytes::HUGEINT) AS length_bytes, sum({_SPACE}) AS space_bytes,
  count(*) FILTER ({_COLD}) AS cold_files,
  coalesce(sum(size_bytes::HUGEINT) FILTER ({_COLD}), 0) AS cold_length_bytes,
  coalesce(sum({_SPACE}) FILTER ({_COLD}), 0) AS cold_space_bytes,
  (sum({MTIME_S}) // nullif(count(*) FILTER ({_FILE}), 0))::BIGINT AS average_mtime_s
"""
_OWNED: Final = "name, files, directories, length_bytes, space_bytes, cold_files, \
cold_length_bytes, cold_space_bytes, average_mtime_s"
_ORDERS: Final = {
    OwnerSort.SPACE: Order("space_bytes", Direction.DESCENDING, "HUGEINT"),
    OwnerSort.LENGTH: Order("length_bytes", Direction.DESCENDING, "HUGEINT"),
    OwnerSort.FILES: Order("files", Direction.DESCENDING, "HUGEINT"),
    OwnerSort.COLD: Order("cold_space_bytes", Direction.DESCENDING, "HUGEINT"),
    OwnerSort.AGE: Order("average_mtime_s", Direction.ASCENDING, "HUGEINT", may_lack=True),
    OwnerSort.NAME: Order("name", Direction.ASCENDING, "VARCHAR"),
}
_MEASURES: Final = {
    UsageSort.SPACE: "space_bytes",
    UsageSort.LENGTH: "length_bytes",
    UsageSort.FILES: "files",
    UsageSort.NAME: "space_bytes",
}


class OwnerReader:
    """Answers from the current replica, beside the queries of users. Safe to share."""

    def __init__(self, limits: Limits, database: Callable[[], Database]) -> None:
        self._asking = Asking(limits, database)

    def page(
        self,
        by: OwnedBy,
        *,
        sort: OwnerSort,
        limit: int,
        after: OwnerAfter | None,
        direction: Direction | None = None,
    ) -> OwnerPage:
        """All users, or groups, that own something. Raises UsageTimedOut."""
        cold_before_ms = _cold_before_ms(_now_ms())
        with self._asking() as (connection, as_of):
            asked = {"cold_before_ms": cold_before_ms, "limit": limit + 1}
            rows = _rows(connection, by, _ORDERS[sort].towards(direction), after, asked)
        items = tuple(_owned(row) for row in rows[:limit])
        owners, files, length_bytes, space_bytes = rows[0][9:13] if rows else (0, 0, 0, 0)
        more = len(rows) > limit
        return OwnerPage(
            items=items,
            owners=int(owners),
            files=int(files),
            length_bytes=int(length_bytes),
            space_bytes=int(space_bytes),
            cold_before_ms=cold_before_ms,
            after=OwnerAfter(str(rows[limit - 1][-1]), items[-1].name) if more else None,
            as_of=as_of,
            lag_ms=lag_ms(as_of),
        )

    def detail(self, by: OwnedBy, name: str, *, measure: UsageSort) -> OwnerDetail:
        """One of them. Raises OwnerUnknown, UsageTimedOut."""
        now_ms = _now_ms()
        cold_before_ms = _cold_before_ms(now_ms)
        asked = {"name": name}
        column = _COLUMNS[by]
        with self._asking() as (connection, as_of):
            row = connection.execute(
                f"SELECT $name, {_SUMS}, count(*) FROM store.inode WHERE {column} = $name",  # noqa: S608
                {**asked, "cold_before_ms": cold_before_ms},
            ).fetchone()
            if row is None or row[-1] == 0:
                raise OwnerUnknown(by=by.value, name=name)
            owned = _owned(row)
            ages = connection.execute(
                f"SELECT {KEYS[UsageBy.AGE](now_ms)} AS age, count(*),"  # noqa: S608
                f" sum(size_bytes::HUGEINT), sum({_SPACE}) FROM store.inode AS i"
                f" WHERE {_FILE} AND {column} = $name GROUP BY age ORDER BY min(mtime_ms) DESC",
                asked,
            ).fetchall()
            places = _places(connection, column, name, _MEASURES[measure])
        return OwnerDetail(
            owned=owned,
            places=places,
            elsewhere=_elsewhere(owned, places),
            ages=tuple(
                UsageGroup(
                    age, files, int(length), int(space), *bounds_of(UsageBy.AGE, age, now_ms)
                )
                for age, files, length, space in ages
            ),
            cold_before_ms=cold_before_ms,
            as_of=as_of,
            lag_ms=lag_ms(as_of),
        )


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


def _cold_before_ms(now_ms: int) -> int:
    """Whole days, as ages have them."""
    from_ms, _ = bounds_of(UsageBy.AGE, "year_1", now_ms)
    assert from_ms is not None
    return from_ms


def _rows(
    connection: duckdb.DuckDBPyConnection,
    by: OwnedBy,
    order: Order,
    after: OwnerAfter | None,
    asked: dict[str, Any],
) -> list[tuple[Any, ...]]:
    """With the number and the sums of all, and the value of the order at the end of each."""
    values = dict(asked)
    condition = "true"
    if after is not None:
        condition = order.behind("name", "$after_name")
        values |= {"value": after.value, "after_name": after.name}
    return connection.execute(
        f"""
WITH owned AS (
  SELECT {_COLUMNS[by]} AS name, {_SUMS} FROM store.inode GROUP BY {_COLUMNS[by]}
), told AS (
  SELECT *, count(*) OVER () AS owners, sum(files) OVER () AS all_files,
         sum(length_bytes) OVER () AS all_length, sum(space_bytes) OVER () AS all_space
  FROM owned
)
SELECT {_OWNED}, owners, all_files, all_length, all_space, {order.key} FROM told
WHERE {condition} ORDER BY {order.by("name")} LIMIT $limit
""",  # noqa: S608 - from this package only
        values,
    ).fetchall()


def _owned(row: tuple[Any, ...]) -> Owned:
    name, files, directories, length, space, cold_files, cold_length, cold_space, average_s = row[
        :9
    ]
    return Owned(
        name=name,
        files=files,
        directories=directories,
        length_bytes=int(length),
        space_bytes=int(space),
        cold_files=cold_files,
        cold_length_bytes=int(cold_length),
        cold_space_bytes=int(cold_space),
        average_mtime_ms=None if average_s is None else int(average_s) * 1000,
    )


def _places(
    connection: duckdb.DuckDBPyConnection, column: str, name: str, measure: str
) -> tuple[OwnedAt, ...]:
    """The deepest directories that have a part of all; what is told of one is told of it alone.

    From the deepest on: one that has its part without those below it is told, and is then no part
    of the directories above it. So there are at most PLACE_PART of them.
    """
    rows = connection.execute(
        f"""
WITH held AS (
  SELECT parent_id AS inode_id, count(*) AS files, sum(size_bytes::HUGEINT) AS length_bytes,
         sum({_SPACE}) AS space_bytes
  FROM store.inode WHERE {_FILE} AND {column} = $name GROUP BY parent_id
), spread AS (
  SELECT unnest(list_append(ancestor_ids, inode_id)) AS inode_id, files, length_bytes, space_bytes
  FROM held JOIN store.directory USING (inode_id)
), below AS (
  SELECT inode_id, sum(files) AS files, sum(length_bytes) AS length_bytes,
         sum(space_bytes) AS space_bytes
  FROM spread GROUP BY inode_id
), most AS (
  SELECT below.* FROM below, (SELECT sum({measure}) AS of_all FROM held)
  WHERE {measure} > 0 AND {measure} * {PLACE_PART} >= of_all
  ORDER BY {measure} DESC, inode_id LIMIT {_CANDIDATES_MAX}
)
SELECT inode_id, path, ancestor_ids, files, length_bytes, space_bytes,
       (SELECT sum({measure}) FROM held)
FROM most JOIN (
  SELECT inode_id, path, ancestor_ids FROM store.directory
  WHERE inode_id IN (SELECT inode_id FROM most)
) USING (inode_id)
WHERE path IS NOT NULL
ORDER BY len(ancestor_ids) DESC, inode_id
""",  # noqa: S608 - from this package only
        {"name": name},
    ).fetchall()
    at = ("files", "length_bytes", "space_bytes").index(measure)
    told: list[OwnedAt] = []
    claimed: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    for inode_id, path, ancestor_ids, *sums, of_all in rows:
        own = [int(total) - less for total, less in zip(sums, claimed[inode_id], strict=True)]
        if own[at] * PLACE_PART < of_all:
            continue
        told.append(OwnedAt(inode_id, path, *own))
        for above in ancestor_ids:
            claimed[above] = [sum(each) for each in zip(claimed[above], own, strict=True)]
    told.sort(key=lambda place: (-getattr(place, measure), place.path))
    return tuple(told)


def _elsewhere(owned: Owned, places: tuple[OwnedAt, ...]) -> OwnedAt:
    return OwnedAt(
        inode_id=None,
        path=None,
        files=owned.files - sum(each.files for each in places),
        length_bytes=owned.length_bytes - sum(each.length_bytes for each in places),
        space_bytes=owned.space_bytes - sum(each.space_bytes for each in places),
    )
