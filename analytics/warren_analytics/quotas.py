"""Every directory with a limit: how full it is, how it grows, and when it will be full."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from warren_analytics.asking import Asking, lag_ms
from warren_analytics.database import Database
from warren_analytics.details import Detail, freshness
from warren_analytics.forecasts import EXPECTED
from warren_analytics.limits import Limits
from warren_analytics.listing import rows_after
from warren_analytics.ordering import Direction, Order
from warren_analytics.quota_values import (
    STORAGE_TYPES,
    LimitUse,
    QuotaCounts,
    QuotaPage,
    QuotaSort,
    QuotaUse,
    TypeLimitUse,
)
from warren_analytics.usage_values import After

QUOTAS_MAX: Final = 1_000
NEARLY_FULL: Final = 0.8
SOON_DAYS: Final = 30


def _a_day(pace: str) -> str:
    """Whole ones, within what a number of 64 bits holds; null where there is none."""
    bounded = f"greatest(least(round({pace}), {2**62}), -{2**62})::BIGINT"
    return f"CASE WHEN {pace} IS NOT NULL THEN {bounded} END"


_TYPES: Final = ", ".join(
    f"{each}_quota_bytes, {each}_used_bytes, {_a_day(f'{each}_a_day')} AS {each}_added"
    for each in STORAGE_TYPES
)
_LISTED: Final = f"""{EXPECTED}, listed AS (
  SELECT inode_id, e.path, i.owner, i.group_name, namespace_quota, namespace_used,
         {_a_day("names_a_day")} AS names_added, space_quota_bytes, space_used_bytes,
         {_a_day("space_a_day")} AS space_added, {_TYPES}, round(used_share, 6) AS used_share,
         epoch_ms(since) AS since_ms, full_on, this_moment
  FROM expected AS e JOIN (
    SELECT inode_id, owner, group_name FROM store.inode
    WHERE inode_id IN (SELECT inode_id FROM store.quota)
  ) AS i USING (inode_id)
  WHERE starts_with(e.path, $prefix) AND ($below::VARCHAR[] IS NULL OR len(list_filter(
    $below::VARCHAR[], lambda d: e.path = d OR starts_with(e.path, concat(d, '/')))) > 0)
)"""  # noqa: S608 - from this package only
_COUNTS: Final = f"""{_LISTED}
SELECT count(*), count(*) FILTER (used_share >= 1), count(*) FILTER (used_share >= {NEARLY_FULL}),
       count(*) FILTER (full_on <= this_moment::DATE + {SOON_DAYS})
FROM listed"""  # noqa: S608
_ORDERS: Final = {
    QuotaSort.USED: Order("used_share", Direction.DESCENDING, "DOUBLE"),
    QuotaSort.FULL_ON: Order(
        "(full_on - DATE '1970-01-01')", Direction.ASCENDING, "BIGINT", may_lack=True
    ),
    QuotaSort.PATH: Order("path", Direction.ASCENDING, "VARCHAR"),
    QuotaSort.SPACE: Order("space_used_bytes", Direction.DESCENDING, "BIGINT"),
    QuotaSort.NAMES: Order("namespace_used", Direction.DESCENDING, "BIGINT"),
    QuotaSort.GROWTH: Order("space_added", Direction.DESCENDING, "BIGINT", may_lack=True),
}


class QuotaReader:
    """Answers from the current replica, beside the queries of users. Safe to share."""

    def __init__(self, limits: Limits, database: Callable[[], Database]) -> None:
        self._asking = Asking(limits, database)

    def page(
        self,
        *,
        prefix: str,
        sort: QuotaSort,
        limit: int,
        after: After | None,
        direction: Direction | None = None,
        below: Sequence[str] | None = None,
    ) -> QuotaPage:
        """Directories with a limit whose path begins with the prefix. Raises UsageTimedOut.

        below: only those that are one of these directories, none of them the root, or below one.
        """
        which = {"prefix": prefix, "below": None if below is None else list(below)}
        order = _ORDERS[sort].towards(direction)
        with self._asking() as (connection, as_of):
            counts = connection.execute(_COUNTS, which).fetchone()
            rows = rows_after(
                connection,
                _LISTED,
                "* EXCLUDE (this_moment)",
                which=which,
                order=order,
                limit=limit + 1,
                after=after,
            )
            counted = freshness(connection, frozenset({Detail.QUOTAS.value}))
        assert counts is not None
        items = tuple(_quota(row) for row in rows[:limit])
        more = len(rows) > limit
        return QuotaPage(
            items=items,
            counts=QuotaCounts(*map(int, counts)),
            after=After(str(rows[limit - 1][-1]), items[-1].inode_id) if more else None,
            counted_ms=counted[Detail.QUOTAS.value],
            as_of=as_of,
            lag_ms=lag_ms(as_of),
        )


def _quota(row: tuple[Any, ...]) -> QuotaUse:
    inode_id, path, owner, group, names, names_used, names_added, space, space_used, added = row[
        :10
    ]
    types = row[10 : 10 + 3 * len(STORAGE_TYPES)]
    used_share, since_ms, full_on = row[10 + len(types) : 13 + len(types)]
    return QuotaUse(
        inode_id=inode_id,
        path=path,
        owner=owner,
        group=group,
        names=LimitUse(names, names_used, names_added),
        space=LimitUse(space, space_used, added),
        types=tuple(
            TypeLimitUse(name.upper(), *types[at : at + 3])
            for at, name in zip(range(0, len(types), 3), STORAGE_TYPES, strict=True)
            if types[at] is not None
        ),
        used_share=used_share,
        since_ms=since_ms,
        full_on=None if full_on is None else full_on.isoformat(),
    )
