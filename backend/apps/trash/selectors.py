"""What was deleted into the trashes of all users, as the SQL replica knows it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from apps.common.actor import Actor
from apps.common.rights import Permission, is_below, require
from apps.common.values import ms_from_utc, utc_from_ms, utc_or_none
from apps.sql.replica import replica_problems
from apps.trash.emptier import Emptier, emptier
from apps.trash.values import TrashSort
from apps.usage.cursors import Holds, decoded, directed, encoded, is_number, is_text, is_total
from apps.usage.selectors import AsOf, as_of_position
from apps.usage.values import SOURCE
from apps.visibility.sight import NAMES_NOTHING, Sight
from warren_analytics import trash_values
from warren_analytics.ordering import Direction
from warren_analytics.trash_values import TrashAsked, TrashCounts, Trashed, TrashPage

_VALUES: dict[TrashSort, Holds] = {
    TrashSort.TIME: is_number,
    TrashSort.SIZE: is_total,
    TrashSort.PATH: is_text,
}


@dataclass(frozen=True, slots=True)
class TrashEntry:
    """Something that was deleted, with all below it.

    deleted_at: the very moment if that is exact, else the latest that it can have been.
    emptied_at: None where nobody empties the trash, or nothing tells when. The totals of a
    directory are None for who may not see its usage.
    """

    inode_id: int
    user: str
    checkpoint: str
    path: str
    former_path: str
    kind: str
    owner: str
    group: str
    deleted_at: datetime
    deleted_at_is_exact: bool
    emptied_at: datetime | None
    files: int | None
    directories: int | None
    length_bytes: int | None
    space_bytes: int | None


@dataclass(frozen=True, slots=True)
class TrashEntries:
    """A page of it. counts: of all that was asked for; None for who does not see all of it."""

    items: list[TrashEntry]
    counts: TrashCounts | None
    next_cursor: str | None
    as_of: AsOf
    lag_ms: int
    source: str = SOURCE


def trash_entries(
    *,
    actor: Actor,
    sight: Sight,
    now: datetime,
    user: str | None,
    prefix: str,
    age_min_h: int | None,
    age_max_h: int | None,
    sort: TrashSort,
    direction: str | None,
    cursor: str | None,
    limit: int,
) -> TrashEntries:
    """A page of what may be shown: where HDFS lets the user list what holds it, or he may see all
    where it lies or where it was. Unavailable.

    AccessDenied for an order by what is not shown: a page's end would tell it.
    """
    if sort is not TrashSort.TIME:
        require(actor, Permission.SEE_ALL)
    if sort is TrashSort.SIZE:
        require(actor, Permission.SEE_USAGE)
    which = TrashAsked(
        user=user,
        prefix=prefix,
        from_ms=None if age_max_h is None else ms_from_utc(now - timedelta(hours=age_max_h)),
        before_ms=None if age_min_h is None else ms_from_utc(now - timedelta(hours=age_min_h)),
    )
    counted = sight.sees_all and actor.rights.allows(Permission.SEE_USAGE)
    told = _telling(actor, emptier(), ms_from_utc(now))
    order = directed(sort.value, direction)

    def read(after: str | None) -> TrashEntries:
        with replica_problems() as replica:
            found = replica.trash(
                which,
                sort=trash_values.TrashSort(sort.value),
                limit=limit,
                after=decoded(after, order, _VALUES[sort]),
                direction=None if direction is None else Direction(direction),
            )
        return _page(found, order, told, counted=counted)

    return sight.page(read, lambda entry: _shown_by(sight, entry), cursor=cursor)


def _shown_by(sight: Sight, entry: TrashEntry) -> str:
    """The path by which it is judged whether an entry may be shown."""
    return NAMES_NOTHING if is_below(entry.former_path, sight.opened) else entry.path


def _page(
    found: TrashPage, order: str, told: Callable[[Trashed], TrashEntry], *, counted: bool
) -> TrashEntries:
    return TrashEntries(
        items=[told(each) for each in found.items],
        counts=found.counts if counted else None,
        next_cursor=encoded(found.after, order),
        as_of=as_of_position(found.as_of),
        lag_ms=found.lag_ms,
    )


def _telling(actor: Actor, empties: Emptier | None, now_ms: int) -> Callable[[Trashed], TrashEntry]:
    def told(source: Trashed) -> TrashEntry:
        allows = actor.rights.allows
        has_totals = source.kind != "directory" or any(
            allows(Permission.SEE_USAGE, path) for path in (source.path, source.former_path)
        )
        emptied_ms = None
        if empties is not None:
            emptied_ms = empties.takes_at_ms(
                checkpoint=source.checkpoint, checkpointed_ms=source.checkpointed_ms, now_ms=now_ms
            )
        return TrashEntry(
            inode_id=source.inode_id,
            user=source.user,
            checkpoint=source.checkpoint,
            path=source.path,
            former_path=source.former_path,
            kind=source.kind,
            owner=source.owner,
            group=source.group,
            deleted_at=utc_from_ms(source.deleted_ms),
            deleted_at_is_exact=source.is_exact,
            emptied_at=utc_or_none(emptied_ms),
            files=source.files if has_totals else None,
            directories=source.directories if has_totals else None,
            length_bytes=source.length_bytes if has_totals else None,
            space_bytes=source.space_bytes if has_totals else None,
        )

    return told
