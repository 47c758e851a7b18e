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
# The last ten seconds of the namenodes, and of the shards, reach back to before the move's end.
SETTLED_AFTER = timedelta(seconds=5)
POINTS_MAX = int(WATCHED_FOR.total_seconds()) // POINT_S


def points_before(change: SpreadChange, *, at: datetime) -> list[dict[str, Any]]:
    """Of the last ten minutes; empty when no namenode tells."""
    try:
        means = means_before(by=HeatBy.DIRECTORY, key=change.path, at=at)
    except Problem:
        return []
    return [_point(each) for each in means]


def point_now(change: SpreadChange, *, at: datetime) -> dict[str, Any] | None:
    """Of the last ten seconds; None when no namenode tells."""
    try:
        return _point(means_now(by=HeatBy.DIRECTORY, key=change.path, at=at))
    except Problem:
        return None


def _point(means: CallMeans) -> dict[str, Any]:
    """With the busiest shard of that time; null where no sample was taken. A sample that began
    some seconds earlier is one of this time, too: both are of ten seconds."""
    begin = datetime.fromisoformat(means.begin) - timedelta(seconds=POINT_S)
    sample = mean_between(begin, datetime.fromisoformat(means.end))
    balance = None if sample is None else balance_of(loads_of(sample), sample.count)
    return asdict(means) | {"busiest": None if balance is None else asdict(balance)}
