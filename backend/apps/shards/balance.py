"""How even the shards' load is, of a stretch of time."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from apps.shards.models import ShardSample
from apps.shards.sampler import FINE_S
from apps.shards.values import Load, Sample, mean_of


@dataclass(frozen=True, slots=True)
class Balance:
    """The busiest shard, by the rows that are read and written there: its number, and what it is
    asked a second. `imbalance` is its rows over the mean of all shards."""

    shard: int
    operations_per_s: float
    rows_per_s: float
    imbalance: float


def balance_of(loads: Mapping[int, Load], count: int) -> Balance | None:
    """Of shards numbered from 0; None without load."""
    rows = {shard: rows_of(loads[shard]) for shard in range(count) if shard in loads}
    if not any(rows.values()):
        return None
    busiest = max(rows, key=lambda shard: rows[shard])
    return Balance(
        shard=busiest,
        operations_per_s=round(loads[busiest].operations, 3),
        rows_per_s=round(rows[busiest], 3),
        imbalance=round(rows[busiest] * count / sum(rows.values()), 3),
    )


def rows_of(load: Load) -> float:
    """Read by key, written, and returned by scans."""
    return load.reads + load.writes + load.rows


def loads_of(sample: Sample, table: str | None = None) -> dict[int, Load]:
    """By shard, of one table or of all."""
    sums: dict[int, Load] = defaultdict(Load)
    for key, load in sample.loads.items():
        if table is None or key.table == table:
            sums[key.shard] = sums[key.shard].plus(load)
    return dict(sums)


def mean_between(begin: datetime, end: datetime) -> Sample | None:
    """Of samples that began in this time, which must be of the last hour; None without any."""
    rows = ShardSample.objects.filter(resolution_s=FINE_S, at__gte=begin, at__lt=end)
    samples = [
        Sample.from_json(each) for each in rows.order_by("at").values_list("sample", flat=True)
    ]
    alike = [each for each in samples if each.store == samples[-1].store]
    return mean_of(alike) if alike else None
