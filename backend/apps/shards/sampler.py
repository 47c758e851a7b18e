"""Taking samples, and keeping them bounded: fine ones for an hour, coarser ones for a day."""

import time
from collections import defaultdict
from datetime import UTC, datetime, timedelta

from django.db import transaction
from django.utils import timezone

from apps.common.problems import Problem
from apps.shards.counters import Counters, counters, rates
from apps.shards.models import ShardRound, ShardSample
from apps.shards.values import Sample, mean_of

FINE_S = 10
MINUTE_S = 60
COARSE_S = 240
INTERVAL = timedelta(seconds=FINE_S)
# Each but the first is made of the one before it; a range is drawn from at most 360 of them.
KEPT = {
    FINE_S: timedelta(hours=1),
    MINUTE_S: timedelta(hours=6),
    COARSE_S: timedelta(hours=24),
}
_SLACK = timedelta(seconds=1)
_ROUND_ID = 1
_LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


class Sampler:
    """Takes samples for one worker; counters are compared with those of its last sample."""

    def __init__(self) -> None:
        self._before: tuple[float, Counters] | None = None

    def sample(self) -> bool:
        """Take one, unless another worker did so a moment ago; whether it was taken."""
        if not _claimed():
            return False
        try:
            now_s, found = time.monotonic(), counters()
        except Problem:
            # A gap: nothing is known of this time.
            self._before = None
            return False
        before, self._before = self._before, (now_s, found)
        if before is None:
            return False
        sample = rates(before[1], found, seconds=max(now_s - before[0], 0.001))
        if sample is None:
            return False
        keep(sample, at=timezone.now() - INTERVAL)
        return True


def _claimed() -> bool:
    now = timezone.now()
    ShardRound.objects.get_or_create(pk=_ROUND_ID, defaults={"claimed_at": _LONG_AGO})
    due = ShardRound.objects.filter(pk=_ROUND_ID, claimed_at__lte=now - INTERVAL + _SLACK)
    return due.update(claimed_at=now) == 1


@transaction.atomic
def keep(sample: Sample, *, at: datetime) -> None:
    """One more row, and now and then coarser ones; what is too old goes."""
    ShardSample.objects.create(resolution_s=FINE_S, at=at, sample=sample.to_json())
    _sum_up(at, of_s=FINE_S, to_s=MINUTE_S)
    _sum_up(at, of_s=MINUTE_S, to_s=COARSE_S)
    for resolution_s, kept in KEPT.items():
        ShardSample.objects.filter(resolution_s=resolution_s, at__lt=at - kept).delete()


def _sum_up(at: datetime, *, of_s: int, to_s: int) -> None:
    """Write the coarser samples of times that are over, each once."""
    end = datetime.fromtimestamp(at.timestamp() // to_s * to_s, tz=UTC)
    last = ShardSample.objects.filter(resolution_s=to_s).order_by("-at").first()
    # After a gap more than one may be due.
    begin = end - KEPT[of_s] if last is None else last.at + timedelta(seconds=to_s)
    rows = ShardSample.objects.filter(resolution_s=of_s, at__gte=begin, at__lt=end).order_by("at")
    due: dict[float, list[Sample]] = defaultdict(list)
    for row in rows:
        due[row.at.timestamp() // to_s * to_s].append(Sample.from_json(row.sample))
    for timestamp, samples in due.items():
        ShardSample.objects.create(
            resolution_s=to_s,
            at=datetime.fromtimestamp(timestamp, tz=UTC),
            sample=mean_of(samples).to_json(),
        )
