"""The part of each worker that takes samples of figures."""

from collections.abc import Callable
from typing import ClassVar

from apps.common.rounds import RoundKeeper
from apps.figures.sampler import INTERVAL, Sampler


class FigureKeeper(RoundKeeper):
    """Takes samples; each thread compares counters with those of its own last one."""

    title: ClassVar = "figures"
    interval_s: ClassVar = INTERVAL.total_seconds()

    def rounds(self) -> Callable[[], object]:
        return Sampler().sample
