"""The part of each worker that looks after the cluster's health."""

from collections.abc import Callable
from typing import ClassVar

from apps.common.rounds import RoundKeeper
from apps.health.rounds import INTERVAL, round_of_checks


class HealthKeeper(RoundKeeper):
    """Runs rounds of checks."""

    title: ClassVar = "health"
    interval_s: ClassVar = INTERVAL.total_seconds()

    def rounds(self) -> Callable[[], object]:
        return round_of_checks
