"""The part of each worker that watches what comes of moving directories' children."""

from collections.abc import Callable
from typing import ClassVar

from apps.common.rounds import RoundKeeper
from apps.spread.rounds import one_round


class SpreadKeeper(RoundKeeper):
    """Looks every second, which costs one read: a point of time may not be missed."""

    title: ClassVar = "spread"
    interval_s: ClassVar = 1.0

    def rounds(self) -> Callable[[], object]:
        return one_round
