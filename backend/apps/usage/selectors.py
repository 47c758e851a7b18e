"""Who fills a directory, as the SQL replica has added it up, in the platform's terms."""

from dataclasses import dataclass
from datetime import datetime

from apps.common.actor import Actor
from apps.common.price import Price, price_of_space
from apps.common.rights import Permission, require
from apps.common.values import ms_from_utc, utc_from_ms, utc_or_none
from apps.sql.replica import replica_problems
from apps.usage.cursors import Holds, decoded, encoded, is_number, is_text, is_total
from apps.usage.values import SOURCE, SPANS, UsageSpan
from warren_analytics.position import Position
from warren_analytics.usage_values import (
    ChildGained,
    Totals,
    UsageBy,
    UsageGroup,
    UsageSort,
    UsedBy,
)

_VALUES: dict[UsageSort, Holds] = {UsageSort.NAME: is_text, UsageSort.TIME: is_number}


@dataclass(frozen=True, slots=True)
class AsOf:
    sequence: int
    time: datetime


@dataclass(frozen=True, slots=True)
class OwnedPart:
    """Files of one owner, or of one group."""

    name: str
    files: int
    length_bytes: int


@dataclass(frozen=True, slots=True)
class OwnedBelow:
    """Whose files are below a directory, those with most space first. more: there are others."""

    owners: list[OwnedPart]
    groups: list[OwnedPart]
    more: bool
    as_of: AsOf


@dataclass(frozen=True, slots=True)
class Change:
    """What a directory has more than at a time: later than asked where none knows earlier."""

    since: datetime
    files: int
    length_bytes: int
    space_bytes: int


@dataclass(frozen=True, slots=True)
class Used:
    """An inode with the totals of everything below it. share: of its parent, from 0 to 1.

    The share is of what the list is sorted by (of space, where that is a name or a time); null for
    the directory that was asked for. change: of one that is in it, where that was asked for and its
    past is known.
    """

    inode_id: int
    path: str
    name: str
    kind: str
    owner: str
    group: str
    mtime: datetime
    files: int
    directories: int
    length_bytes: int
    space_bytes: int
    average_mtime: datetime | None
    share: float | None
    change: Change | None = None


@dataclass(frozen=True, slots=True)
class Usage:
    """A directory, and a page of what is in it."""

    directory: Used
    items: list[Used]
    children: int | None
    next_cursor: str | None
    as_of: AsOf
    lag_ms: int
    source: str = SOURCE


@dataclass(frozen=True, slots=True)
class Group:
    """Files that share a value; key is None without one. share: of the directory, from 0 to 1."""

    key: str | None
    files: int
    length_bytes: int
    space_bytes: int
    share: float
    mtime_from: datetime | None
    mtime_before: datetime | None


@dataclass(frozen=True, slots=True)
class Breakdown:
    """All files below a directory by a property; others: beyond the groups that are told."""

    directory: Used
    groups: list[Group]
    others: Group
    others_count: int
    price: Price | None
    as_of: AsOf
    lag_ms: int
    source: str = SOURCE


@dataclass(frozen=True, slots=True)
class Point:
    """What a directory held at a time."""

    time: datetime
    files: int
    directories: int
    length_bytes: int
    space_bytes: int


@dataclass(frozen=True, slots=True)
class History:
    """A directory over time, the present last."""

    directory: Used
    points: list[Point]
    as_of: AsOf
    lag_ms: int
    source: str = SOURCE


@dataclass(frozen=True, slots=True)
class Gained:
    """What a directory gained since a time: later than asked where none knows earlier."""

    directory: Used
    since: datetime
    files: int
    length_bytes: int
    space_bytes: int


@dataclass(frozen=True, slots=True)
class Growth:
    """The directories that gained most, of those whose past is kept."""

    items: list[Gained]
    as_of: AsOf
    lag_ms: int
    source: str = SOURCE


def usage(
    *,
    actor: Actor,
    path: str,
    sort: str,
    cursor: str | None,
    limit: int,
    span: str | None,
    now: datetime,
) -> Usage:
    """A directory and a page of its children; NotFound or Unavailable.

    span: how far back it is looked what each of them gained; None for not at all.
    """
    require(actor, Permission.SEE_USAGE, path)
    order = UsageSort(sort)
    after = decoded(cursor, order.value, _VALUES.get(order, is_total))
    since_ms = None if span is None else ms_from_utc(now - SPANS[UsageSpan(span)])
    with replica_problems() as replica:
        found = replica.usage(path, sort=order, limit=limit, after=after, since_ms=since_ms)
    whole = found.directory.totals
    changes = {each.inode_id: _change(each) for each in found.gained}
    return Usage(
        directory=used_of(path, found.directory),
        items=[
            used_of(
                _child(path, each.name),
                each,
                _share(each.totals, whole, order),
                changes.get(each.inode_id),
            )
            for each in found.items
        ],
        children=found.children,
        next_cursor=encoded(found.after, order.value),
        as_of=as_of_position(found.as_of),
        lag_ms=found.lag_ms,
    )


def breakdown(*, actor: Actor, path: str, by: str, sort: str, limit: int) -> Breakdown:
    """All files below a directory by a property; NotFound or Unavailable."""
    require(actor, Permission.SEE_USAGE, path)
    order = UsageSort(sort)
    with replica_problems() as replica:
        found = replica.usage_breakdown(path, by=UsageBy(by), sort=order, limit=limit)
    whole = found.directory.totals
    return Breakdown(
        directory=used_of(path, found.directory),
        groups=[_group(each, whole, order) for each in found.groups],
        others=_group(found.others, whole, order),
        others_count=found.others_count,
        price=price_of_space(),
        as_of=as_of_position(found.as_of),
        lag_ms=found.lag_ms,
    )


def owned_below(path: str, *, limit: int) -> OwnedBelow:
    """All files below a directory by owner and by group, for whoever may change all of them.

    Raises NotFound or Unavailable.
    """
    with replica_problems() as replica:
        owners, groups = (
            replica.usage_breakdown(path, by=by, sort=UsageSort.SPACE, limit=limit)
            for by in (UsageBy.OWNER, UsageBy.GROUP)
        )
    return OwnedBelow(
        owners=list(map(_owned_part, owners.groups)),
        groups=list(map(_owned_part, groups.groups)),
        more=bool(owners.others_count or groups.others_count),
        as_of=as_of_position(owners.as_of),
    )


def _owned_part(source: UsageGroup) -> OwnedPart:
    return OwnedPart(source.key or "", source.files, source.length_bytes)


def history(*, actor: Actor, path: str, span: str, now: datetime) -> History:
    """A directory over time; NotFound or Unavailable."""
    require(actor, Permission.SEE_USAGE, path)
    from_ = now - SPANS[UsageSpan(span)]
    with replica_problems() as replica:
        found = replica.usage_history(path, from_ms=ms_from_utc(from_))
    return History(
        directory=used_of(path, found.directory),
        points=[
            Point(
                utc_from_ms(each.taken_ms),
                each.files,
                each.directories,
                each.length_bytes,
                each.space_bytes,
            )
            for each in found.points
        ],
        as_of=as_of_position(found.as_of),
        lag_ms=found.lag_ms,
    )


def growth(*, actor: Actor, path: str, span: str, sort: str, limit: int, now: datetime) -> Growth:
    """The directories at and below one that gained most; NotFound or Unavailable."""
    require(actor, Permission.SEE_USAGE, path)
    since = now - SPANS[UsageSpan(span)]
    with replica_problems() as replica:
        found = replica.usage_growth(
            path, since_ms=ms_from_utc(since), sort=UsageSort(sort), limit=limit
        )
    return Growth(
        items=[
            Gained(
                directory=used_of(each.path, each.directory),
                since=utc_from_ms(each.since_ms),
                files=each.files,
                length_bytes=each.length_bytes,
                space_bytes=each.space_bytes,
            )
            for each in found.items
        ],
        as_of=as_of_position(found.as_of),
        lag_ms=found.lag_ms,
    )


def used_of(
    path: str, source: UsedBy, share: float | None = None, change: Change | None = None
) -> Used:
    """An inode of the replica, with its path."""
    totals = source.totals
    return Used(
        inode_id=source.inode_id,
        path=path,
        name=source.name,
        kind=source.kind,
        owner=source.owner,
        group=source.group,
        mtime=utc_from_ms(source.mtime_ms),
        files=totals.files,
        directories=totals.directories,
        length_bytes=totals.length_bytes,
        space_bytes=totals.space_bytes,
        average_mtime=utc_or_none(totals.average_mtime_ms),
        share=share,
        change=change,
    )


def _change(source: ChildGained) -> Change:
    return Change(
        since=utc_from_ms(source.since_ms),
        files=source.files,
        length_bytes=source.length_bytes,
        space_bytes=source.space_bytes,
    )


def _group(source: UsageGroup, whole: Totals, order: UsageSort) -> Group:
    return Group(
        key=source.key,
        files=source.files,
        length_bytes=source.length_bytes,
        space_bytes=source.space_bytes,
        share=_share(source, whole, order),
        mtime_from=utc_or_none(source.mtime_from_ms),
        mtime_before=utc_or_none(source.mtime_before_ms),
    )


def _share(part: Totals | UsageGroup, whole: Totals, order: UsageSort) -> float:
    def measured(totals: Totals | UsageGroup) -> int:
        if order is UsageSort.FILES:
            return totals.files
        return totals.length_bytes if order is UsageSort.LENGTH else totals.space_bytes

    return measured(part) / measured(whole) if measured(whole) else 0.0


def _child(path: str, name: str) -> str:
    return f"/{name}" if path == "/" else f"{path}/{name}"


def as_of_position(position: Position) -> AsOf:
    """The moment that an answer is of."""
    return AsOf(position.sequence, utc_from_ms(position.time_ms))
