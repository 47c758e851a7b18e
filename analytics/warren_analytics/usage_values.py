"""The usage of a directory as both ends of the replica's socket know it. Needs no engine."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from warren_analytics.position import Position


class UsageSort(StrEnum):
    """The order of a directory's children: the most, or the latest change, or names first."""

    SPACE = "space"
    LENGTH = "length"
    FILES = "files"
    TIME = "time"
    NAME = "name"


class UsageBy(StrEnum):
    """What the files below a directory are told apart by."""

    OWNER = "owner"
    GROUP = "group"
    EXTENSION = "extension"
    AGE = "age"
    POLICY = "policy"
    TYPE = "type"


@dataclass(frozen=True, slots=True)
class Totals:
    """Of everything below a directory at any depth, or of one file.

    space_bytes: length times replication. average_mtime_ms: of the files; null without any.
    """

    files: int
    directories: int
    length_bytes: int
    space_bytes: int
    average_mtime_ms: int | None


@dataclass(frozen=True, slots=True)
class UsedBy:
    """An inode with its totals. kind: file, directory or symlink."""

    inode_id: int
    name: str
    kind: str
    owner: str
    group: str
    mtime_ms: int
    totals: Totals


@dataclass(frozen=True, slots=True)
class After:
    """Where a page of children goes on: behind this inode, which had this value of the order."""

    value: str
    inode_id: int


@dataclass(frozen=True, slots=True)
class ChildGained:
    """What a directory has more than at a time, which is later than asked where none knows earlier;
    less than 0 where it has less."""

    inode_id: int
    since_ms: int
    files: int
    length_bytes: int
    space_bytes: int


@dataclass(frozen=True, slots=True)
class DirectoryUsage:
    """A directory, and a page of what is directly in it.

    gained: of those items whose past is known, where that was asked for. children: how many there
    are; null on a page behind the last one. after: where the next page goes on; null on the last
    one. as_of: of the state that all of it is from.
    """

    directory: UsedBy
    items: tuple[UsedBy, ...]
    gained: tuple[ChildGained, ...]
    children: int | None
    after: After | None
    as_of: Position
    lag_ms: int


@dataclass(frozen=True, slots=True)
class UsageGroup:
    """Files that share a value. key: null without one, such as a name without an extension.

    mtime_from_ms, mtime_before_ms: what an age stands for; null elsewhere, and for no bound.
    """

    key: str | None
    files: int
    length_bytes: int
    space_bytes: int
    mtime_from_ms: int | None = None
    mtime_before_ms: int | None = None


@dataclass(frozen=True, slots=True)
class UsagePoint:
    """What a directory held at a time."""

    taken_ms: int
    files: int
    directories: int
    length_bytes: int
    space_bytes: int


@dataclass(frozen=True, slots=True)
class UsageHistory:
    """A directory over time, the present last. Without samples only the present is known."""

    directory: UsedBy
    points: tuple[UsagePoint, ...]
    as_of: Position
    lag_ms: int


@dataclass(frozen=True, slots=True)
class Grown:
    """What a directory gained since a time, which is later than asked where none knows earlier."""

    path: str
    directory: UsedBy
    since_ms: int
    files: int
    length_bytes: int
    space_bytes: int


@dataclass(frozen=True, slots=True)
class UsageGrowth:
    """The directories at and below one that gained most; those alone of which samples are kept."""

    items: tuple[Grown, ...]
    as_of: Position
    lag_ms: int


@dataclass(frozen=True, slots=True)
class UsageBreakdown:
    """All files below a directory by one of their properties; none is left out.

    groups: the largest first. others: what the groups beyond them add up to, and how many.
    """

    directory: UsedBy
    groups: tuple[UsageGroup, ...]
    others: UsageGroup
    others_count: int
    as_of: Position
    lag_ms: int


@dataclass(frozen=True, slots=True)
class UsedAt:
    """A directory where it is now."""

    path: str
    directory: UsedBy


@dataclass(frozen=True, slots=True)
class UsedDirectories:
    """Some directories by their ids; those that are no more, or not known yet, are left out."""

    items: tuple[UsedAt, ...]
    as_of: Position
    lag_ms: int


UsageAnswer = DirectoryUsage | UsageBreakdown | UsageHistory | UsageGrowth | UsedDirectories


def body_of(answer: UsageAnswer) -> dict[str, Any]:
    """An answer as JSON."""
    return asdict(answer)


def usage_of(body: dict[str, Any]) -> DirectoryUsage:
    """What ``body_of`` made."""
    typed = {
        "directory": _used_by(body["directory"]),
        "items": tuple(map(_used_by, body["items"])),
        "gained": tuple(ChildGained(**each) for each in body["gained"]),
        "after": body["after"] and After(**body["after"]),
        "as_of": Position(**body["as_of"]),
    }
    return DirectoryUsage(**{**body, **typed})


def breakdown_of(body: dict[str, Any]) -> UsageBreakdown:
    """What ``body_of`` made."""
    typed = {
        "directory": _used_by(body["directory"]),
        "groups": tuple(UsageGroup(**each) for each in body["groups"]),
        "others": UsageGroup(**body["others"]),
        "as_of": Position(**body["as_of"]),
    }
    return UsageBreakdown(**{**body, **typed})


def history_of(body: dict[str, Any]) -> UsageHistory:
    """What ``body_of`` made."""
    typed = {
        "directory": _used_by(body["directory"]),
        "points": tuple(UsagePoint(**each) for each in body["points"]),
        "as_of": Position(**body["as_of"]),
    }
    return UsageHistory(**{**body, **typed})


def growth_of(body: dict[str, Any]) -> UsageGrowth:
    """What ``body_of`` made."""
    items = tuple(
        Grown(**{**each, "directory": _used_by(each["directory"])}) for each in body["items"]
    )
    return UsageGrowth(**{**body, "items": items, "as_of": Position(**body["as_of"])})


def directories_of(body: dict[str, Any]) -> UsedDirectories:
    """What ``body_of`` made."""
    items = tuple(UsedAt(each["path"], _used_by(each["directory"])) for each in body["items"])
    return UsedDirectories(**{**body, "items": items, "as_of": Position(**body["as_of"])})


def _used_by(body: dict[str, Any]) -> UsedBy:
    return UsedBy(**{**body, "totals": Totals(**body["totals"])})
