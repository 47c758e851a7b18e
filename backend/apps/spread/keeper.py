"""The part of each worker that has directories' children moved, and watches what comes of it."""

from collections.abc import Callable
from typing import ClassVar

from apps.common.rounds import RoundKeeper
from apps.spread.rounds import one_round


class SpreadKeeper(RoundKeeper):
    """Looks every second, which costs three reads: an operator waits for the progress."""

    title: ClassVar = "spread"
    interval_s: ClassVar = 1.0

    def rounds(self) -> Callable[[], object]:
        return one_round
