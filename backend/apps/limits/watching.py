"""What someone's calls, and those of all others, cost before and after a change of his limit."""

from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from apps.common.problems import Problem
from apps.heat.selectors import HeatBy
from apps.heat.watching import POINT_S, CallMeans, means_before, means_now
from apps.limits.models import LimitChange
from apps.limits.reading import limits_in_force

# Namenodes look for changes each second, and count a call when it ends: what began before this is
# in part from before the change.
SETTLED_AFTER = timedelta(seconds=5)
WATCHED_FOR = timedelta(minutes=10)
POINTS_MAX = int(WATCHED_FOR.total_seconds()) // POINT_S


def points_before(change: LimitChange, *, at: datetime) -> list[dict[str, Any]]:
    """Of the last ten minutes; empty when no namenode tells."""
    try:
        means = means_before(by=HeatBy(change.kind), key=change.name, at=at)
    except Problem:
        return []
    return [_point(each, refused_per_s=None, refused_total=None) for each in means]


def point_now(change: LimitChange, *, at: datetime) -> dict[str, Any] | None:
    """Of the last seconds; None as long as they are in part from before the change was in force,
    or before the last point's end. Unavailable when no namenode tells."""
    means = means_now(by=HeatBy(change.kind), key=change.name, at=at, since=_since(change))
    if means is None:
        return None
    refused = _refused(change)
    return _point(means, refused_per_s=_rate(change, refused, at=at), refused_total=refused)


def _since(change: LimitChange) -> datetime:
    if change.after:
        return datetime.fromisoformat(change.after[-1]["end"])
    return (change.done_at or change.asked_at) + SETTLED_AFTER


def _point(
    means: CallMeans, *, refused_per_s: float | None, refused_total: int | None
) -> dict[str, Any]:
    """refused_per_s: None where it is not known."""
    return asdict(means) | {"refused_per_s": refused_per_s, "refused_total": refused_total}


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
