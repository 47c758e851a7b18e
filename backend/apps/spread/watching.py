"""What a directory's calls, all others, and the busiest shard were like before and after."""

from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from apps.common.problems import Problem
from apps.heat.selectors import HeatBy
from apps.heat.watching import POINT_S, CallMeans, means_before, means_now
from apps.shards.balance import balance_of, loads_of, mean_between
from apps.spread.models import SpreadChange

WATCHED_FOR = timedelta(minutes=10)
# A sample of the shards that ends in a time may have begun so much earlier.
SETTLED_AFTER = timedelta(seconds=POINT_S)
POINTS_MAX = int(WATCHED_FOR.total_seconds()) // POINT_S


def points_before(path: str, *, at: datetime) -> list[dict[str, Any]]:
    """Of the last ten minutes; empty when no namenode tells."""
    try:
        means = means_before(by=HeatBy.DIRECTORY, key=path, at=at)
    except Problem:
        return []
    return [_point(each) for each in means]


def point_now(change: SpreadChange, *, at: datetime) -> dict[str, Any] | None:
    """Of the last seconds; None as long as they are in part from before the move's end, or before
    the last point's. Unavailable when no namenode tells."""
    means = means_now(by=HeatBy.DIRECTORY, key=change.job.path, at=at, since=_since(change))
    return None if means is None else _point(means)


def _since(change: SpreadChange) -> datetime:
    if change.after:
        return datetime.fromisoformat(change.after[-1]["end"])
    return (change.done_at or change.job.created_at) + SETTLED_AFTER


def _point(means: CallMeans) -> dict[str, Any]:
    """With the busiest shard of that time; null where no sample was taken. A sample that began
    some seconds earlier is one of this time, too."""
    begin = datetime.fromisoformat(means.begin) - timedelta(seconds=POINT_S)
    sample = mean_between(begin, datetime.fromisoformat(means.end))
    balance = None if sample is None else balance_of(loads_of(sample), sample.count)
    return asdict(means) | {"busiest": None if balance is None else asdict(balance)}
