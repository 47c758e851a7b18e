"""The check of how long the disks will last."""

from datetime import timedelta
from typing import ClassVar

from apps.health.readings import Readings
from apps.health.verdicts import CheckKey, Finding, ok, warning

# A night's load says nothing about a month.
NEEDS = timedelta(days=3)
# By words that stay the same while the forecast moves by hours.
_TERMS = (
    (timedelta(days=7), "within a week"),
    (timedelta(days=14), "within two weeks"),
    (timedelta(days=30), "within 30 days"),
)


class Capacity:
    """No question while too little of the past is known to tell: nothing is wrong with that."""

    key: ClassVar = CheckKey.CAPACITY
    title: ClassVar = "Disks last for a month"
    remedy: ClassVar = (
        "Add datanodes or disks, or delete data: Usage says what grew, Owners who has cold data."
    )
    page: ClassVar = "/usage"

    def look(self, read: Readings) -> Finding | None:
        forecast = read.forecast()
        known_from, known_to = forecast.measured_from, forecast.measured_to
        if known_from is None or known_to is None or known_to - known_from < NEEDS:
            return None
        for term, words in _TERMS:
            if forecast.full_at is not None and forecast.full_at - read.now <= term:
                return warning(f"At the pace of the last weeks the disks are full {words}.")
        return ok("At the pace of the last weeks the disks are not full within 30 days.")
