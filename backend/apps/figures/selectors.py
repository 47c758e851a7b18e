"""Reads of the figures: series over a time, and when the disks will be full."""

from collections import defaultdict
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from django.db import models
from django.utils import timezone

from apps.common.values import ms_from_utc
from apps.figures.models import FigureSample
from apps.figures.names import COARSE_S, FINE_S, FigureName, Series, combined, series_of

FORECAST_FROM = timedelta(days=30)
# Less of the past tells nothing about the weeks to come.
FORECAST_NEEDS = timedelta(hours=12)
FORECAST_MAX = timedelta(days=3650)


class FigureRange(models.TextChoices):
    HOUR = "1h"
    SIX_HOURS = "6h"
    DAY = "24h"
    WEEK = "7d"
    MONTH = "30d"


@dataclass(frozen=True, slots=True)
class _Span:
    """How long a range is, which rows it is made of, and how far apart its points are."""

    length: timedelta
    rows_s: int
    step_s: int


# At most 720 points a series.
_SPANS = {
    FigureRange.HOUR: _Span(timedelta(hours=1), FINE_S, FINE_S),
    FigureRange.SIX_HOURS: _Span(timedelta(hours=6), FINE_S, 30),
    FigureRange.DAY: _Span(timedelta(hours=24), FINE_S, 120),
    FigureRange.WEEK: _Span(timedelta(days=7), COARSE_S, 1_200),
    FigureRange.MONTH: _Span(timedelta(days=30), COARSE_S, 3_600),
}


@dataclass(frozen=True, slots=True)
class FigureSeries:
    """One figure, a value for each time; None where nothing was measured."""

    name: str
    namenode: str | None
    kind: str
    values: list[float | None]


@dataclass(frozen=True, slots=True)
class Figures:
    """`times` are the beginnings of steps of `resolution_s`, oldest first."""

    range: str
    resolution_s: int
    as_of: datetime | None
    times: list[datetime]
    series: list[FigureSeries]


@dataclass(frozen=True, slots=True)
class Forecast:
    """`full_at` is None when the disks do not fill up, or nobody can tell yet.

    The other figures are those of the last sample, which is of `as_of`; None without any.
    """

    full_at: datetime | None
    bytes_per_day: float | None
    measured_from: datetime | None
    measured_to: datetime | None
    capacity_bytes: int | None = None
    used_bytes: int | None = None
    remaining_bytes: int | None = None
    as_of: datetime | None = None
    lag_ms: int | None = None


def figures(*, of: FigureRange, names: frozenset[FigureName]) -> Figures:
    """The series of these names; all when there are none."""
    span = _SPANS[of]
    rows = list(
        FigureSample.objects.filter(resolution_s=span.rows_s, at__gte=timezone.now() - span.length)
        .order_by("at")
        .values_list("at", "figures")
    )
    if not rows:
        return Figures(of, span.step_s, None, [], [])
    first = _step(rows[0][0], span.step_s)
    steps = _step(rows[-1][0], span.step_s) - first + 1
    found: dict[str, list[list[float]]] = defaultdict(lambda: [[] for _ in range(steps)])
    known: dict[str, Series | None] = {}
    for at, values in rows:
        place = _step(at, span.step_s) - first
        for key, value in values.items():
            if key not in known:
                known[key] = _wanted(key, names)
            if known[key] is not None:
                found[key][place].append(value)
    times = [
        datetime.fromtimestamp((first + place) * span.step_s, tz=UTC) for place in range(steps)
    ]
    return Figures(
        range=of,
        resolution_s=span.step_s,
        as_of=rows[-1][0],
        times=times,
        series=[_series(key, known[key], found[key]) for key in sorted(found)],
    )


def _step(at: datetime, step_s: int) -> int:
    return int(at.timestamp() // step_s)


def _wanted(key: str, names: frozenset[FigureName]) -> Series | None:
    series = series_of(key)
    return series if series is not None and (not names or series.name in names) else None


def _series(key: str, series: Series | None, found: list[list[float]]) -> FigureSeries:
    assert series is not None
    return FigureSeries(
        name=series.name,
        namenode=series.namenode,
        kind=series.kind or "",
        values=[round(combined(key, each), 3) if each else None for each in found],
    )


def forecast() -> Forecast:
    """When the disks are full if what is taken goes on to grow as it did.

    A straight line of least squares through what is not free; disks that were added or taken away
    meanwhile change where it ends, and not its slope.
    """
    rows = [
        (at, values)
        for at, values in FigureSample.objects.filter(
            resolution_s=COARSE_S, at__gte=timezone.now() - FORECAST_FROM
        )
        .order_by("at")
        .values_list("at", "figures")
        if _tells_disks(values)
    ]
    if not rows:
        return Forecast(None, None, None, None)
    first_at, last_at = rows[0][0], rows[-1][0]
    newest = FigureSample.objects.order_by("-at").values_list("at", "figures").first()
    as_of, last = newest if newest is not None and _tells_disks(newest[1]) else rows[-1]
    capacity = float(last[FigureName.CAPACITY_BYTES])
    now = Forecast(
        full_at=None,
        bytes_per_day=None,
        measured_from=None,
        measured_to=None,
        capacity_bytes=round(capacity),
        used_bytes=round(last[FigureName.USED_BYTES]) if FigureName.USED_BYTES in last else None,
        remaining_bytes=round(last[FigureName.REMAINING_BYTES]),
        as_of=as_of,
        lag_ms=max(0, ms_from_utc(timezone.now()) - ms_from_utc(as_of)),
    )
    if last_at - first_at < FORECAST_NEEDS:
        return now
    slope, level = _line([((at - last_at).total_seconds(), _taken(values)) for at, values in rows])
    left_s = max(capacity - level, 0) / slope if slope > 0 else float("inf")
    fills = left_s <= FORECAST_MAX.total_seconds()
    return replace(
        now,
        full_at=last_at + timedelta(seconds=left_s) if fills else None,
        bytes_per_day=round(slope * 86_400),
        measured_from=first_at,
        measured_to=last_at,
    )


def _tells_disks(figures_: dict[str, float]) -> bool:
    """Not while no datanode has come back after a start: then there are no disks to fill."""
    return FigureName.REMAINING_BYTES in figures_ and figures_.get(FigureName.CAPACITY_BYTES, 0) > 0


def _taken(figures_: dict[str, float]) -> float:
    """Whatever it is taken by: the disks are full of that as well."""
    capacity, free = figures_[FigureName.CAPACITY_BYTES], figures_[FigureName.REMAINING_BYTES]
    return float(capacity) - float(free)


def _line(points: list[tuple[float, float]]) -> tuple[float, float]:
    """Slope, and the level at zero."""
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in points) / spread
    return slope, mean_y - slope * mean_x
