"""What the calls of one user, directory or other thing cost, and what all others do: means of the
ten minutes before a moment, and of the last ten seconds."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from apps.heat.selectors import Heat, HeatBy, HeatWindow, heat

POINT_S = 10
_WINDOWS = (
    (HeatWindow.TEN_MINUTES, 600),
    (HeatWindow.MINUTE, 60),
    (HeatWindow.TEN_SECONDS, 10),
)


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


def means_before(*, by: HeatBy, key: str, at: datetime) -> list[CallMeans]:
    """Of the last ten minutes, from the windows of heat: the rest of all, the rest of their last
    minute, and its last ten seconds. Unavailable when no namenode tells."""
    sums = [_sums(by, key, window) for window, _ in _WINDOWS]
    points = []
    for place, (_, begin_s) in enumerate(_WINDOWS):
        inner = _WINDOWS[place + 1 :]
        end_s = inner[0][1] if inner else 0
        mine = sums[place].minus(sums[place + 1]) if inner else sums[place]
        points.append(
            _means(mine, begin=at - timedelta(seconds=begin_s), end=at - timedelta(seconds=end_s))
        )
    return points


def means_now(*, by: HeatBy, key: str, at: datetime) -> CallMeans:
    """Of the last ten seconds. Unavailable when no namenode tells."""
    sums = _sums(by, key, HeatWindow.TEN_SECONDS)
    return _means(sums, begin=at - timedelta(seconds=POINT_S), end=at)


def _sums(by: HeatBy, key: str, window: HeatWindow) -> _Sums:
    found: Heat = heat(by=by, window=window, key=key, limit=1)
    calls = sum(entry.calls for entry in found.entries)
    time_ms = sum(entry.time_ms for entry in found.entries)
    return _Sums(calls, time_ms, max(0, found.calls - calls), max(0.0, found.time_ms - time_ms))


def _means(sums: _Sums, *, begin: datetime, end: datetime) -> CallMeans:
    seconds = (end - begin).total_seconds()
    return CallMeans(
        begin=begin.isoformat(),
        end=end.isoformat(),
        calls_per_s=round(sums.calls / seconds, 3),
        mean_ms=_mean(sums.time_ms, sums.calls),
        others_per_s=round(sums.others / seconds, 3),
        others_mean_ms=_mean(sums.others_ms, sums.others),
    )


def _mean(time_ms: float, calls: int) -> float | None:
    return round(time_ms / calls, 3) if calls else None
