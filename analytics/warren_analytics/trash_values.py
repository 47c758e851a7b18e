"""What lies in the trashes, as both ends of the replica's socket know it. Needs no engine."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from warren_analytics.position import Position
from warren_analytics.usage_values import After


class TrashSort(StrEnum):
    """The order of what was deleted: the latest, the most bytes, or by the path that it had."""

    TIME = "time"
    SIZE = "size"
    PATH = "path"


@dataclass(frozen=True, slots=True)
class TrashAsked:
    """Which of it. user: in whose trash; null for all.

    prefix: what the former path begins with; what holds such a path is found, too. from_ms,
    before_ms: when it was deleted, the first included.
    """

    user: str | None = None
    prefix: str = ""
    from_ms: int | None = None
    before_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Trashed:
    """Something that was deleted, with all below it.

    user: whose trash it is in. checkpoint: the directory of the trash, Current or another.
    checkpointed_ms: when that was made of Current; null where it was not, or nothing tells.
    deleted_ms: the very moment if is_exact, else the latest that it can have been.
    directories: below it, without itself.
    """

    inode_id: int
    user: str
    checkpoint: str
    checkpointed_ms: int | None
    path: str
    former_path: str
    kind: str
    owner: str
    group: str
    deleted_ms: int
    is_exact: bool
    files: int
    directories: int
    length_bytes: int
    space_bytes: int


@dataclass(frozen=True, slots=True)
class TrashCounts:
    """Of all that was asked for, not of the page alone."""

    entries: int
    users: int
    files: int
    length_bytes: int
    space_bytes: int


@dataclass(frozen=True, slots=True)
class TrashPage:
    """A page of it. after: where the next page goes on; null on the last one."""

    items: tuple[Trashed, ...]
    counts: TrashCounts
    after: After | None
    as_of: Position
    lag_ms: int


def trash_body(page: TrashPage) -> dict[str, Any]:
    """A page as JSON."""
    return asdict(page)


def trash_of(body: dict[str, Any]) -> TrashPage:
    """What ``trash_body`` made."""
    typed = {
        "items": tuple(Trashed(**each) for each in body["items"]),
        "counts": TrashCounts(**body["counts"]),
        "after": body["after"] and After(**body["after"]),
        "as_of": Position(**body["as_of"]),
    }
    return TrashPage(**{**body, **typed})
