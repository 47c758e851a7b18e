"""What users and groups own, as the SQL replica adds it up, in the platform's terms."""

from dataclasses import dataclass
from datetime import datetime

from apps.common.actor import Actor
from apps.common.price import Price, price_of_space
from apps.common.rights import Permission, require
from apps.common.values import utc_from_ms, utc_or_none
from apps.sql.replica import replica_problems
from apps.usage.cursors import Holds, decoded_named, directed, encoded, is_number, is_text, is_total
from apps.usage.selectors import AsOf, Group, as_of_position
from apps.usage.values import SOURCE
from warren_analytics.ordering import Direction
from warren_analytics.owner_values import Owned, OwnedAt, OwnedBy, OwnerSort
from warren_analytics.usage_values import UsageGroup, UsageSort

_VALUES: dict[OwnerSort, Holds] = {OwnerSort.NAME: is_text, OwnerSort.AGE: is_number}


@dataclass(frozen=True, slots=True)
class Owner:
    """A user or a group with all that is theirs. share: of all space, from 0 to 1."""

    name: str
    files: int
    directories: int
    length_bytes: int
    space_bytes: int
    cold_files: int
    cold_length_bytes: int
    cold_space_bytes: int
    cold_share: float
    average_mtime: datetime | None
    share: float | None


@dataclass(frozen=True, slots=True)
class Owners:
    """A page of them; owners, files, length_bytes and space_bytes are of all."""

    items: list[Owner]
    owners: int
    files: int
    length_bytes: int
    space_bytes: int
    cold_before: datetime
    price: Price | None
    next_cursor: str | None
    as_of: AsOf
    lag_ms: int
    source: str = SOURCE


@dataclass(frozen=True, slots=True)
class Place:
    """A directory with what of the owner's files is below it, and below no other that is told."""

    inode_id: int | None
    path: str | None
    files: int
    length_bytes: int
    space_bytes: int
    share: float


@dataclass(frozen=True, slots=True)
class OwnerDetails:
    """One of them: where most of it is, and how old it is."""

    owner: Owner
    places: list[Place]
    elsewhere: Place
    ages: list[Group]
    cold_before: datetime
    price: Price | None
    as_of: AsOf
    lag_ms: int
    source: str = SOURCE


def owners(
    *, actor: Actor, by: str, sort: str, direction: str | None, cursor: str | None, limit: int
) -> Owners:
    """A page of the users, or groups, that own something; Unavailable."""
    require(actor, Permission.SEE_USAGE)
    order = OwnerSort(sort)
    after = decoded_named(cursor, directed(sort, direction), _VALUES.get(order, is_total))
    with replica_problems() as replica:
        found = replica.owners(
            OwnedBy(by),
            sort=order,
            limit=limit,
            after=after,
            direction=None if direction is None else Direction(direction),
        )
    return Owners(
        items=[_owner(each, found.space_bytes) for each in found.items],
        owners=found.owners,
        files=found.files,
        length_bytes=found.length_bytes,
        space_bytes=found.space_bytes,
        cold_before=utc_from_ms(found.cold_before_ms),
        price=price_of_space(),
        next_cursor=encoded(found.after, directed(sort, direction)),
        as_of=as_of_position(found.as_of),
        lag_ms=found.lag_ms,
    )


def owner_details(*, actor: Actor, by: str, name: str, measure: str) -> OwnerDetails:
    """One of them, in parts by the measure; NotFound or Unavailable."""
    require(actor, Permission.SEE_USAGE)
    order = UsageSort(measure)
    with replica_problems() as replica:
        found = replica.owner(OwnedBy(by), name, measure=order)
    whole = found.owned
    return OwnerDetails(
        owner=_owner(whole, None),
        places=[_place(each, whole, order) for each in found.places],
        elsewhere=_place(found.elsewhere, whole, order),
        ages=[_age(each, whole, order) for each in found.ages],
        cold_before=utc_from_ms(found.cold_before_ms),
        price=price_of_space(),
        as_of=as_of_position(found.as_of),
        lag_ms=found.lag_ms,
    )


def _owner(source: Owned, all_space_bytes: int | None) -> Owner:
    return Owner(
        name=source.name,
        files=source.files,
        directories=source.directories,
        length_bytes=source.length_bytes,
        space_bytes=source.space_bytes,
        cold_files=source.cold_files,
        cold_length_bytes=source.cold_length_bytes,
        cold_space_bytes=source.cold_space_bytes,
        cold_share=_part(source.cold_space_bytes, source.space_bytes),
        average_mtime=utc_or_none(source.average_mtime_ms),
        share=None if all_space_bytes is None else _part(source.space_bytes, all_space_bytes),
    )


def _place(source: OwnedAt, whole: Owned, order: UsageSort) -> Place:
    return Place(
        inode_id=source.inode_id,
        path=source.path,
        files=source.files,
        length_bytes=source.length_bytes,
        space_bytes=source.space_bytes,
        share=_part(_measured(source, order), _measured(whole, order)),
    )


def _age(source: UsageGroup, whole: Owned, order: UsageSort) -> Group:
    return Group(
        key=source.key,
        files=source.files,
        length_bytes=source.length_bytes,
        space_bytes=source.space_bytes,
        share=_part(_measured(source, order), _measured(whole, order)),
        mtime_from=utc_or_none(source.mtime_from_ms),
        mtime_before=utc_or_none(source.mtime_before_ms),
    )


def _measured(of: Owned | OwnedAt | UsageGroup, order: UsageSort) -> int:
    if order is UsageSort.FILES:
        return of.files
    return of.length_bytes if order is UsageSort.LENGTH else of.space_bytes


def _part(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
