"""Operations a second and their latency, from two scrapes of a namenode's counters."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from apps.common.prometheus import Sample, samples
from apps.figures.names import FigureName, OperationKind, key, kind_of

METRIC = "warren_operation_seconds"
P99 = 0.99


@dataclass(slots=True)
class Totals:
    """Since the namenode's start: calls, their seconds, and how many took at most so long."""

    count: float = 0
    seconds: float = 0
    at_most: dict[float, float] = field(default_factory=lambda: defaultdict(float))


Scrape = dict[tuple[str, OperationKind], Totals]


def scraped(texts: Iterable[str]) -> Scrape:
    """The totals of each namenode and kind of operation."""
    found: Scrape = defaultdict(Totals)
    for text in texts:
        for sample in samples(text, (METRIC,)):
            _add(found, sample)
    return dict(found)


def _add(found: Scrape, sample: Sample) -> None:
    name, labels, value = sample
    namenode, operation = labels.get("namenode"), labels.get("operation")
    if namenode is None or operation is None:
        return
    totals = found[namenode, kind_of(operation)]
    if name == f"{METRIC}_count":
        totals.count += value
    elif name == f"{METRIC}_sum":
        totals.seconds += value
    elif name == f"{METRIC}_bucket":
        totals.at_most[float(labels["le"])] += value


def rates(before: Scrape, after: Scrape, *, seconds: float) -> dict[str, float]:
    """Figures of the time between; none for a namenode that was started in it.

    A namenode that is idle has no latency, and no figure of it.
    """
    figures: dict[str, float] = {}
    for (namenode, kind), now in after.items():
        then = before.get((namenode, kind))
        if then is None and not any(name == namenode for name, _ in before):
            continue
        count = now.count - (then.count if then else 0)
        if count < 0:
            continue
        figures[key(FigureName.OPERATIONS_PER_S, namenode, kind)] = round(count / seconds, 3)
        if count == 0:
            continue
        spent_s = now.seconds - (then.seconds if then else 0)
        figures[key(FigureName.LATENCY_MEAN_MS, namenode, kind)] = round(spent_s / count * 1000, 3)
        p99 = _percentile(then, now, count * P99)
        if p99 is not None:
            figures[key(FigureName.LATENCY_P99_MS, namenode, kind)] = round(p99 * 1000, 3)
    return figures


def _percentile(then: Totals | None, now: Totals, wanted: float) -> float | None:
    """Seconds within which `wanted` calls ended, straight between the bounds of the buckets.

    Beyond the last bound nothing is known but that it is more: then it is that bound.
    """
    bound_before, count_before = 0.0, 0.0
    for bound in sorted(now.at_most):
        count = now.at_most[bound] - (then.at_most.get(bound, 0) if then else 0)
        if count >= wanted:
            if bound == float("inf"):
                return bound_before
            share = (wanted - count_before) / max(count - count_before, 1e-9)
            return bound_before + (bound - bound_before) * share
        bound_before, count_before = bound, count
    return None
