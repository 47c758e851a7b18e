"""When a rule is due."""

import calendar
from dataclasses import dataclass
from datetime import datetime, timedelta

from apps.rules.values import Every

_DAYS_AHEAD = 62


@dataclass(frozen=True, slots=True)
class Schedule:
    """hour: of UTC, on the hour. weekday: 0 is Monday. day: of the month; in a shorter one its
    last day."""

    every: Every
    hour: int = 0
    weekday: int | None = None
    day: int | None = None

    def next_after(self, after: datetime) -> datetime | None:
        """The first time later than `after`; None for a rule that runs by hand."""
        if self.every == Every.HAND:
            return None
        first = after.replace(hour=self.hour, minute=0, second=0, microsecond=0)
        for days in range(_DAYS_AHEAD):
            at = first + timedelta(days=days)
            if at > after and self._is_on(at):
                return at
        raise RuntimeError(f"A rule is never due: {self}")

    def _is_on(self, at: datetime) -> bool:
        if self.every == Every.WEEK:
            return at.weekday() == self.weekday
        if self.every == Every.MONTH:
            last = calendar.monthrange(at.year, at.month)[1]
            return at.day == min(self.day or 1, last)
        return True
