"""Every directory with a limit, as the SQL replica knows it, in the platform's terms."""

from dataclasses import dataclass
from datetime import datetime

from apps.common.actor import Actor
from apps.common.rights import Permission
from apps.common.values import utc_or_none
from apps.sql.replica import replica_problems
from apps.usage.cursors import Holds, decoded, directed, encoded, is_number, is_share, is_text
from apps.usage.selectors import AsOf, as_of_position
from apps.usage.values import SOURCE
from warren_analytics.ordering import Direction
from warren_analytics.quota_values import (
    LimitUse,
    QuotaCounts,
    QuotaSort,
    QuotaUse,
    TypeLimitUse,
)

_VALUES: dict[QuotaSort, Holds] = {QuotaSort.USED: is_share, QuotaSort.PATH: is_text}


@dataclass(frozen=True, slots=True)
class Quota:
    """A directory with a limit: how full, how fast it grows, and when it will be full."""

    inode_id: int
    path: str
    owner: str
    group: str
    names: LimitUse
    space: LimitUse
    types: tuple[TypeLimitUse, ...]
    used_share: float
    growth_since: datetime | None
    full_on: str | None


@dataclass(frozen=True, slots=True)
class Quotas:
    """A page of them. counted_at: of what namenodes count; None while it was never read whole."""

    items: list[Quota]
    counts: QuotaCounts
    next_cursor: str | None
    counted_at: datetime | None
    as_of: AsOf
    lag_ms: int
    source: str = SOURCE


def quotas(
    *,
    actor: Actor,
    prefix: str,
    sort: str,
    direction: str | None,
    cursor: str | None,
    limit: int,
) -> Quotas:
    """A page of the directories with a limit whose path begins so; Unavailable.

    Of those that the actor may see the usage of, and the counts are of these.
    """
    reach = actor.rights.reach(Permission.SEE_USAGE)
    order = QuotaSort(sort)
    after = decoded(cursor, directed(sort, direction), _VALUES.get(order, is_number))
    with replica_problems() as replica:
        found = replica.quotas(
            prefix=prefix,
            below=reach,
            sort=order,
            limit=limit,
            after=after,
            direction=None if direction is None else Direction(direction),
        )
    return Quotas(
        items=[_quota(each) for each in found.items],
        counts=found.counts,
        next_cursor=encoded(found.after, directed(sort, direction)),
        counted_at=utc_or_none(found.counted_ms),
        as_of=as_of_position(found.as_of),
        lag_ms=found.lag_ms,
    )


def _quota(source: QuotaUse) -> Quota:
    return Quota(
        inode_id=source.inode_id,
        path=source.path,
        owner=source.owner,
        group=source.group,
        names=source.names,
        space=source.space,
        types=source.types,
        used_share=source.used_share,
        growth_since=utc_or_none(source.since_ms),
        full_on=source.full_on,
    )
