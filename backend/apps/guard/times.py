"""When a freeze window holds."""

from datetime import datetime, timedelta

from apps.guard.models import FreezeWindow

_DAYS_BACK = 8


def holds_until(window: FreezeWindow, now: datetime) -> datetime | None:
    """The end of the window that holds now; None when none does, or it was lifted."""
    end = _end(window, now)
    if end is None or (window.lifted_until is not None and window.lifted_until > now):
        return None
    return end


def _end(window: FreezeWindow, now: datetime) -> datetime | None:
    if window.starts_at is not None and window.ends_at is not None:
        return window.ends_at if window.starts_at <= now < window.ends_at else None
    if window.start_minute is None or window.duration_minutes is None:
        return None
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    ends = []
    # It may have begun on a day before, at most a week ago.
    for days in range(_DAYS_BACK):
        day = midnight - timedelta(days=days)
        start = day + timedelta(minutes=window.start_minute)
        end = start + timedelta(minutes=window.duration_minutes)
        if day.weekday() in window.weekdays and start <= now < end:
            ends.append(end)
    return max(ends, default=None)
