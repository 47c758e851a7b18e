"""What users and groups own as both ends of the replica's socket know it. Needs no engine."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from warren_analytics.position import Position
from warren_analytics.usage_values import UsageGroup


class OwnedBy(StrEnum):
    """Whose files they are."""

    OWNER = "owner"
    GROUP = "group"


class OwnerSort(StrEnum):
    """What comes first: the most of something, the oldest files on average, or names."""

    SPACE = "space"
    LENGTH = "length"
    FILES = "files"
    COLD = "cold"
    AGE = "age"
    NAME = "name"


@dataclass(frozen=True, slots=True)
class OwnerAfter:
    """Where a page goes on: behind this name, which had this value of the order."""

    value: str
    name: str


@dataclass(frozen=True, slots=True)
class Owned:
    """What one user or group owns. cold: files that were not changed for a year.

    space_bytes: length times replication. average_mtime_ms: of the files; null without any.
    """

    name: str
    files: int
    directories: int
    length_bytes: int
    space_bytes: int
    cold_files: int
    cold_length_bytes: int
    cold_space_bytes: int
    average_mtime_ms: int | None


@dataclass(frozen=True, slots=True)
class OwnerPage:
    """A page of them. owners: how many there are; files, length_bytes, space_bytes: of all.

    cold_before_ms: files that were changed before are cold.
    """

    items: tuple[Owned, ...]
    owners: int
    files: int
    length_bytes: int
    space_bytes: int
    cold_before_ms: int
    after: OwnerAfter | None
    as_of: Position
    lag_ms: int


@dataclass(frozen=True, slots=True)
class OwnedAt:
    """What of an owner's files is below a directory, and below none of the others that are told.

    inode_id, path: null for what is nowhere in particular.
    """

    inode_id: int | None
    path: str | None
    files: int
    length_bytes: int
    space_bytes: int


@dataclass(frozen=True, slots=True)
class OwnerDetail:
    """One of them: where most of it is, and how old. Nothing is told twice, nothing left out."""

    owned: Owned
    places: tuple[OwnedAt, ...]
    elsewhere: OwnedAt
    ages: tuple[UsageGroup, ...]
    cold_before_ms: int
    as_of: Position
    lag_ms: int


def owner_body(answer: OwnerPage | OwnerDetail) -> dict[str, Any]:
    """An answer as JSON."""
    return asdict(answer)


def owners_of(body: dict[str, Any]) -> OwnerPage:
    """What ``owner_body`` made."""
    typed = {
        "items": tuple(Owned(**each) for each in body["items"]),
        "after": body["after"] and OwnerAfter(**body["after"]),
        "as_of": Position(**body["as_of"]),
    }
    return OwnerPage(**{**body, **typed})


def owner_detail_of(body: dict[str, Any]) -> OwnerDetail:
    """What ``owner_body`` made."""
    typed = {
        "owned": Owned(**body["owned"]),
        "places": tuple(OwnedAt(**each) for each in body["places"]),
        "elsewhere": OwnedAt(**body["elsewhere"]),
        "ages": tuple(UsageGroup(**each) for each in body["ages"]),
        "as_of": Position(**body["as_of"]),
    }
    return OwnerDetail(**{**body, **typed})
