"""What the calls of one user, directory or other thing cost, and what all others do: means of the
ten minutes before a moment, and of the last ten seconds."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from apps.heat.selectors import HeatBy, HeatWindow, told

POINT_S = 10
_WINDOWS = (HeatWindow.TEN_MINUTES, HeatWindow.MINUTE, HeatWindow.TEN_SECONDS)


@dataclass(frozen=True, slots=True)
class CallMeans:
    """Means over `begin` to `end` (ISO). `others` are all calls but those that are watched.
    Latencies are None where there was no call."""

    begin: str
    end: str
    calls_per_s: float
    mean_ms: float | None
    others_per_s: float
    others_mean_ms: float | None


@dataclass(frozen=True, slots=True)
class _Stretch:
    """What one namenode did in `span_s` seconds, which ended `ended_s` ago."""

    span_s: int
    ended_s: int
    calls: int
    time_ms: float
    others: int
    others_ms: float

    def before(self, part: "_Stretch") -> "_Stretch":
        """What is left of this without its last part."""
        # The windows are read one after the other, and a summary errs: never below zero.
        return _Stretch(
            max(0, self.span_s - part.span_s),
            part.span_s,
            max(0, self.calls - part.calls),
            max(0.0, self.time_ms - part.time_ms),
            max(0, self.others - part.others),
            max(0.0, self.others_ms - part.others_ms),
        )


def means_before(*, by: HeatBy, key: str, at: datetime) -> list[CallMeans]:
    """Of the last ten minutes, from the windows of heat: the rest of all, the rest of their last
    minute, and its last ten seconds; fewer soon after the namenodes' start. Unavailable when none
    tells."""
    windows = [_stretches(by, key, window) for window in _WINDOWS]
    points = []
    for outer, inner in pairwise(windows):
        rests = [stretch.before(inner[name]) for name, stretch in outer.items() if name in inner]
        points.append(_means(rests, at=at))
    points.append(_means(list(windows[-1].values()), at=at))
    return [point for point in points if point is not None]


def means_now(*, by: HeatBy, key: str, at: datetime, since: datetime) -> CallMeans | None:
    """Of the last ten to twenty seconds, as the namenodes' windows are; None as long as a part of
    that is from before `since`. Unavailable when no namenode tells."""
    means = _means(list(_stretches(by, key, HeatWindow.TEN_SECONDS).values()), at=at)
    if means is None or datetime.fromisoformat(means.begin) < since:
        return None
    return means


def _stretches(by: HeatBy, key: str, window: HeatWindow) -> dict[str, _Stretch]:
    answers, _ = told(by=by, window=window)
    stretches = {}
    for answer in answers:
        mine = [entry for entry in answer.entries if entry.key == key]
        calls = sum(entry.calls for entry in mine)
        time_ms = sum(entry.time_ms for entry in mine)
        stretches[answer.namenode] = _Stretch(
            answer.span_s,
            0,
            calls,
            time_ms,
            max(0, answer.calls - calls),
            max(0.0, answer.time_ms - time_ms),
        )
    return stretches


def _means(stretches: list[_Stretch], *, at: datetime) -> CallMeans | None:
    """Of all namenodes that did anything in this time; None without any."""
    passed = [stretch for stretch in stretches if stretch.span_s > 0]
    if not passed:
        return None
    began_s = max(stretch.ended_s + stretch.span_s for stretch in passed)
    ended_s = min(stretch.ended_s for stretch in passed)

    def rate(count: Callable[[_Stretch], int]) -> float:
        return round(sum(count(stretch) / stretch.span_s for stretch in passed), 3)

    return CallMeans(
        begin=(at - timedelta(seconds=began_s)).isoformat(),
        end=(at - timedelta(seconds=ended_s)).isoformat(),
        calls_per_s=rate(lambda each: each.calls),
        mean_ms=_mean(sum(each.time_ms for each in passed), sum(each.calls for each in passed)),
        others_per_s=rate(lambda each: each.others),
        others_mean_ms=_mean(
            sum(each.others_ms for each in passed), sum(each.others for each in passed)
        ),
    )


def _mean(time_ms: float, calls: int) -> float | None:
    return round(time_ms / calls, 3) if calls else None
