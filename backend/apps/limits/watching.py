"""What someone's calls, and those of all others, cost before and after a change of his limit."""

from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

from apps.common.problems import Problem
from apps.heat.selectors import Heat, HeatBy, HeatWindow, heat
from apps.limits.models import LimitChange
from apps.limits.reading import limits_in_force

POINT_S = 10
# Namenodes look for changes each second, and their last ten seconds end on whole ones of theirs:
# what is measured before this is in part from before the change.
SETTLED_AFTER = timedelta(seconds=5)
WATCHED_FOR = timedelta(minutes=10)
POINTS_MAX = int(WATCHED_FOR.total_seconds()) // POINT_S
_WINDOWS = (
    (HeatWindow.TEN_MINUTES, 600),
    (HeatWindow.MINUTE, 60),
    (HeatWindow.TEN_SECONDS, 10),
)


@dataclass(frozen=True, slots=True)
class Point:
    """Means over `begin` to `end` (ISO). `others` are all calls but his. Latencies are None where
    there was no call, `refused_per_s` where it is not known."""

    begin: str
    end: str
    calls_per_s: float
    mean_ms: float | None
    others_per_s: float
    others_mean_ms: float | None
    refused_per_s: float | None


@dataclass(frozen=True, slots=True)
class _Sums:
    calls: int
    time_ms: float
    others: int
    others_ms: float

    def minus(self, part: "_Sums") -> "_Sums":
        # The windows are read one after the other, and a summary errs: never below zero.
        return _Sums(
            max(0, self.calls - part.calls),
            max(0.0, self.time_ms - part.time_ms),
            max(0, self.others - part.others),
            max(0.0, self.others_ms - part.others_ms),
        )


def points_before(change: LimitChange, *, at: datetime) -> list[dict[str, Any]]:
    """Of the last ten minutes, from the windows of heat: the last ten seconds, the rest of their
    minute, and the rest of all. Empty when no namenode tells."""
    try:
        sums = [_sums(change, window) for window, _ in _WINDOWS]
    except Problem:
        return []
    points = []
    for place, (_, begin_s) in enumerate(_WINDOWS):
        inner = _WINDOWS[place + 1 :]
        end_s = inner[0][1] if inner else 0
        mine = sums[place].minus(sums[place + 1]) if inner else sums[place]
        points.append(
            _point(
                mine,
                begin=at - timedelta(seconds=begin_s),
                end=at - timedelta(seconds=end_s),
                refused=None,
            )
        )
    return points


def point_now(change: LimitChange, *, at: datetime) -> dict[str, Any] | None:
    """Of the last ten seconds; None when no namenode tells."""
    try:
        sums = _sums(change, HeatWindow.TEN_SECONDS)
        refused = _refused(change)
    except Problem:
        return None
    point = _point(sums, begin=at - timedelta(seconds=POINT_S), end=at, refused=None)
    return point | {
        "refused_total": refused,
        "refused_per_s": _rate(change, refused, at=at),
    }


def _sums(change: LimitChange, window: HeatWindow) -> _Sums:
    found: Heat = heat(by=HeatBy(change.kind), window=window, key=change.name, limit=1)
    calls = sum(entry.calls for entry in found.entries)
    time_ms = sum(entry.time_ms for entry in found.entries)
    return _Sums(calls, time_ms, max(0, found.calls - calls), max(0.0, found.time_ms - time_ms))


def _refused(change: LimitChange) -> int | None:
    """Attempts that were refused since the namenodes go by this limit; None without one."""
    for limit in limits_in_force().items:
        if (limit.kind, limit.name) == (change.kind, change.name):
            return limit.refused
    return None


def _rate(change: LimitChange, refused: int | None, *, at: datetime) -> float | None:
    if refused is None:
        return None
    last = change.after[-1] if change.after else None
    since = change.done_at if last is None else datetime.fromisoformat(last["end"])
    before = 0 if last is None or last["refused_total"] is None else last["refused_total"]
    seconds = max(1.0, (at - (since or at)).total_seconds())
    # A namenode that was started anew counts from zero.
    return round((refused - before if refused >= before else refused) / seconds, 3)


def _point(sums: _Sums, *, begin: datetime, end: datetime, refused: float | None) -> dict[str, Any]:
    seconds = (end - begin).total_seconds()
    point = asdict(
        Point(
            begin=begin.isoformat(),
            end=end.isoformat(),
            calls_per_s=round(sums.calls / seconds, 3),
            mean_ms=_mean(sums.time_ms, sums.calls),
            others_per_s=round(sums.others / seconds, 3),
            others_mean_ms=_mean(sums.others_ms, sums.others),
            refused_per_s=refused,
        )
    )
    return point | {"refused_total": None}


def _mean(time_ms: float, calls: int) -> float | None:
    return round(time_ms / calls, 3) if calls else None
