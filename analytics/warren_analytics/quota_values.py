"""Quotas and their use as both ends of the replica's socket know them. Needs no engine."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Final

from warren_analytics.position import Position
from warren_analytics.usage_values import After

# Types of storage that a limit can be set for.
STORAGE_TYPES: Final = ("ssd", "disk", "archive", "provided", "nvdimm")
# By storage policy, where replicas do not all count on disks: the type of the first one and of all
# others.
TYPES_OF_POLICY: Final = {
    1: ("provided", "disk"),
    2: ("archive", "archive"),
    5: ("disk", "archive"),
    10: ("ssd", "disk"),
    12: ("ssd", "ssd"),
    14: ("nvdimm", "nvdimm"),
}


class QuotaSort(StrEnum):
    """What comes first: the fullest, the soonest full, paths, the most used, or the most added."""

    USED = "used"
    FULL_ON = "full_on"
    PATH = "path"
    SPACE = "space"
    NAMES = "names"
    GROWTH = "growth"


@dataclass(frozen=True, slots=True)
class LimitUse:
    """One limit of a directory. quota: null for none. a_day: what is added; null if unknown."""

    quota: int | None
    used: int
    a_day: int | None


@dataclass(frozen=True, slots=True)
class TypeLimitUse:
    """The limit of a type of storage, as HDFS names it. a_day: what is added; null if unknown."""

    storage_type: str
    quota_bytes: int
    used_bytes: int
    a_day: int | None


@dataclass(frozen=True, slots=True)
class QuotaUse:
    """A directory with a limit. used_share: of its fullest one; 1 is full.

    since_ms: since when its growth is known. full_on: an ISO date, on which the first of its limits
    will be met if it goes on growing so; null where nobody can tell.
    """

    inode_id: int
    path: str
    owner: str
    group: str
    names: LimitUse
    space: LimitUse
    types: tuple[TypeLimitUse, ...]
    used_share: float
    since_ms: int | None
    full_on: str | None


@dataclass(frozen=True, slots=True)
class QuotaCounts:
    """Of all that were asked for, not of the page alone."""

    quotas: int
    full: int
    nearly_full: int
    full_soon: int


@dataclass(frozen=True, slots=True)
class QuotaPage:
    """A page of quotas. counted_ms: everything that was used until then is counted; null while
    no sweep of the quotas is complete."""

    items: tuple[QuotaUse, ...]
    counts: QuotaCounts
    after: After | None
    counted_ms: int | None
    as_of: Position
    lag_ms: int


def quotas_body(page: QuotaPage) -> dict[str, Any]:
    """A page as JSON."""
    return asdict(page)


def quotas_of(body: dict[str, Any]) -> QuotaPage:
    """What ``quotas_body`` made."""
    typed = {
        "items": tuple(map(_quota_of, body["items"])),
        "counts": QuotaCounts(**body["counts"]),
        "after": body["after"] and After(**body["after"]),
        "as_of": Position(**body["as_of"]),
    }
    return QuotaPage(**{**body, **typed})


def _quota_of(body: dict[str, Any]) -> QuotaUse:
    typed = {
        "names": LimitUse(**body["names"]),
        "space": LimitUse(**body["space"]),
        "types": tuple(TypeLimitUse(**each) for each in body["types"]),
    }
    return QuotaUse(**{**body, **typed})
