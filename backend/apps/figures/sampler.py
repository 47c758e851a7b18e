"""Taking samples, and keeping them bounded: a day of fine ones, thirty days of coarse ones."""

import time
from collections import defaultdict
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from django.db import transaction
from django.utils import timezone

from apps.cluster import blocks
from apps.cluster import selectors as clusters
from apps.common.namenode import namenode
from apps.common.problems import Problem
from apps.figures.models import FigureRound, FigureSample
from apps.figures.names import COARSE_S, FINE_S, FigureName, combined
from apps.figures.operations import Scrape, rates, scraped
from apps.jobs.selectors import running_count
from apps.search.selectors import index_status
from apps.sql.selectors import replica_status

INTERVAL = timedelta(seconds=FINE_S)
COARSE = timedelta(seconds=COARSE_S)
FINE_KEPT = timedelta(days=1)
COARSE_KEPT = timedelta(days=30)
_SLACK = timedelta(seconds=1)
_ROUND_ID = 1
_LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


class Sampler:
    """Takes samples for one worker; counters are compared with those of its last sample."""

    def __init__(self) -> None:
        self._before: tuple[float, Scrape] | None = None

    def sample(self) -> bool:
        """Take one, unless another worker did so a moment ago; whether it was taken."""
        if not _claimed():
            return False
        figures = self._operations() | _cluster() | _blocks() | _followers()
        figures[FigureName.RUNNING_JOBS] = running_count()
        keep(figures, at=timezone.now())
        return True

    def _operations(self) -> dict[str, float]:
        now_s, scrape = time.monotonic(), scraped(namenode().metrics().values())
        before, self._before = self._before, (now_s, scrape)
        if before is None:
            return {}
        return rates(before[1], scrape, seconds=max(now_s - before[0], 0.001))


def _claimed() -> bool:
    now = timezone.now()
    FigureRound.objects.get_or_create(pk=_ROUND_ID, defaults={"claimed_at": _LONG_AGO})
    due = FigureRound.objects.filter(pk=_ROUND_ID, claimed_at__lte=now - INTERVAL + _SLACK)
    return due.update(claimed_at=now) == 1


def _told(read: Callable[[], dict[str, float | None]]) -> dict[str, float]:
    """What a source tells; one that does not answer leaves a gap, and no zero."""
    try:
        return {name: value for name, value in read().items() if value is not None}
    except Problem:
        return {}


def _cluster() -> dict[str, float]:
    def read() -> dict[str, float | None]:
        seen = clusters.cluster()
        return {
            FigureName.CAPACITY_BYTES: seen.capacity_bytes,
            FigureName.USED_BYTES: seen.used_bytes,
            FigureName.REMAINING_BYTES: seen.remaining_bytes,
        }

    return _told(read)


def _blocks() -> dict[str, float]:
    def read() -> dict[str, float | None]:
        health = blocks.health()
        return {
            FigureName.UNDER_REPLICATED_BLOCKS: sum(health.under_replicated.values()),
            FigureName.MISSING_BLOCKS: health.missing,
        }

    return _told(read)


def _followers() -> dict[str, float]:
    return _told(lambda: {FigureName.SEARCH_LAG_MS: index_status().lag_ms}) | _told(
        lambda: {FigureName.SQL_LAG_MS: replica_status().lag_ms}
    )


@transaction.atomic
def keep(figures: dict[str, float], *, at: datetime) -> None:
    """One more row, and now and then a coarse one; what is too old goes."""
    FigureSample.objects.create(resolution_s=FINE_S, at=at, figures=figures)
    _forget(FINE_S, at - FINE_KEPT)
    bucket = datetime.fromtimestamp(at.timestamp() // COARSE_S * COARSE_S, tz=UTC)
    if _summed_up(bucket - COARSE):
        _forget(COARSE_S, at - COARSE_KEPT)


def _summed_up(begin: datetime) -> bool:
    """Write the coarse sample of a time that is over, once; whether it was written now."""
    if FigureSample.objects.filter(resolution_s=COARSE_S, at=begin).exists():
        return False
    rows = FigureSample.objects.filter(
        resolution_s=FINE_S, at__gte=begin, at__lt=begin + COARSE
    ).values_list("figures", flat=True)
    values: dict[str, list[float]] = defaultdict(list)
    for figures in rows:
        for name, value in figures.items():
            values[name].append(value)
    if not values:
        return False
    FigureSample.objects.create(
        resolution_s=COARSE_S,
        at=begin,
        figures={name: round(combined(name, found), 3) for name, found in values.items()},
    )
    return True


def _forget(resolution_s: int, before: datetime) -> None:
    FigureSample.objects.filter(resolution_s=resolution_s, at__lt=before).delete()
