"""Who and what costs the namenodes most: the sum of what each of them tells."""

from dataclasses import dataclass, field
from datetime import datetime

from django.db import models
from warren_namenode.generated.admin_api import Heat as NamenodeAnswer

from apps.common.namenode import namenode_problems
from apps.common.values import utc_from_ms

# A key that is not among so many of any namenode may be missing in the sum.
_ASKED_OF_EACH = 100


class HeatBy(models.TextChoices):
    OPERATION = "operation"
    USER = "user"
    ADDRESS = "address"
    APPLICATION = "application"
    DIRECTORY = "directory"
    PATH = "path"
    USER_OPERATION = "user_operation"
    USER_ADDRESS = "user_address"
    USER_APPLICATION = "user_application"
    DIRECTORY_USER = "directory_user"
    DIRECTORY_OPERATION = "directory_operation"


class HeatWindow(models.TextChoices):
    TEN_SECONDS = "10s"
    MINUTE = "1m"
    TEN_MINUTES = "10m"
    HOUR = "1h"


@dataclass(frozen=True, slots=True)
class HeatEntry:
    """One key, or pair of `key` and `of`. `shard` is that of a directory's children, None where it
    is none, or was not asked for. `share` is its part of the time of all calls, 0 to 1, which may
    be too large by `time_error_ms`; all else is at least so much. `waited_ms` passed before the
    calls began; `refused` never did, and are none of the calls."""

    key: str
    of: str | None
    time_ms: float
    time_error_ms: float
    waited_ms: float
    calls: int
    rows: int
    refused: int
    share: float
    shard: int | None
    namenodes: dict[str, float]


@dataclass(frozen=True, slots=True)
class NamenodeHeat:
    """All calls of one namenode in the window."""

    namenode: str
    calls: int
    time_ms: float
    waited_ms: float
    rows: int
    refused: int
    not_counted: int


@dataclass(frozen=True, slots=True)
class Heat:
    """The hottest first. `silent` are the addresses of namenodes that did not answer; `imbalance`
    is the greatest part of a namenode over the mean of all, None without calls. `span_s` is how
    long until `as_of` was counted: the window and up to a part of its grain more."""

    by: str
    window: str
    span_s: int
    as_of: datetime
    entries: list[HeatEntry]
    namenodes: list[NamenodeHeat]
    silent: list[str]
    calls: int
    time_ms: float
    waited_ms: float
    rows: int
    refused: int
    imbalance: float | None


@dataclass(slots=True)
class _Sum:
    time_ms: float = 0.0
    time_error_ms: float = 0.0
    waited_ms: float = 0.0
    calls: int = 0
    rows: int = 0
    refused: int = 0
    shard: int | None = None
    namenodes: dict[str, float] = field(default_factory=dict)


def told(
    *, by: HeatBy, window: HeatWindow, shards: bool = False
) -> tuple[list[NamenodeAnswer], list[str]]:
    """What each namenode says for itself, at least one, and the addresses of those that are
    silent. Unavailable when none answers."""
    with namenode_problems() as client:
        return client.heat(by=by.value, window=window.value, limit=_ASKED_OF_EACH, shards=shards)


def heat(
    *,
    by: HeatBy,
    window: HeatWindow,
    key: str | None = None,
    of: str | None = None,
    shards: bool = False,
    limit: int,
) -> Heat:
    """What each namenode tells, added up; `key` and `of` keep those alone that have it, and
    `shards` looks up where directories' children are."""
    answers, silent = told(by=by, window=window, shards=shards)
    sums: dict[tuple[str, str | None], _Sum] = {}
    for answer in answers:
        for entry in answer.entries:
            total = sums.setdefault((entry.key, entry.of), _Sum())
            total.time_ms += entry.time_ms
            total.time_error_ms += entry.time_error_ms
            total.waited_ms += entry.waited_ms
            total.calls += entry.calls
            total.rows += entry.rows
            total.refused += entry.refused
            total.shard = entry.shard
            total.namenodes[answer.namenode] = round(entry.time_ms, 3)
    time_ms = sum(answer.time_ms for answer in answers)
    wanted = [
        (keys, total)
        for keys, total in sums.items()
        if (key is None or keys[0] == key) and (of is None or keys[1] == of)
    ]
    wanted.sort(key=lambda each: -each[1].time_ms)
    return Heat(
        by=by,
        window=window,
        span_s=max(answer.span_s for answer in answers),
        as_of=utc_from_ms(min(answer.as_of_ms for answer in answers)),
        entries=[_entry(keys, total, time_ms) for keys, total in wanted[:limit]],
        namenodes=[
            NamenodeHeat(
                answer.namenode,
                answer.calls,
                round(answer.time_ms, 3),
                round(answer.waited_ms, 3),
                answer.rows,
                answer.refused,
                answer.not_counted,
            )
            for answer in answers
        ],
        silent=silent,
        calls=sum(answer.calls for answer in answers),
        time_ms=round(time_ms, 3),
        waited_ms=round(sum(answer.waited_ms for answer in answers), 3),
        rows=sum(answer.rows for answer in answers),
        refused=sum(answer.refused for answer in answers),
        imbalance=_imbalance([answer.time_ms for answer in answers]),
    )


def _entry(keys: tuple[str, str | None], total: _Sum, all_ms: float) -> HeatEntry:
    return HeatEntry(
        key=keys[0],
        of=keys[1],
        time_ms=round(total.time_ms, 3),
        time_error_ms=round(total.time_error_ms, 3),
        waited_ms=round(total.waited_ms, 3),
        calls=total.calls,
        rows=total.rows,
        refused=total.refused,
        # A summary may tell a time too large, a part of a whole is none.
        share=round(min(1.0, total.time_ms / all_ms), 4) if all_ms else 0.0,
        shard=total.shard,
        namenodes=total.namenodes,
    )


def _imbalance(times_ms: list[float]) -> float | None:
    mean = sum(times_ms) / len(times_ms)
    return round(max(times_ms) / mean, 3) if mean else None
