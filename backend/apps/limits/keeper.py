"""The part of each worker that changes limits of calls and watches what comes of it."""

from collections.abc import Callable
from typing import ClassVar

from apps.common.rounds import RoundKeeper
from apps.limits.rounds import one_round


class LimitKeeper(RoundKeeper):
    """Looks every second, which costs two reads: a flood must not wait for a slower rhythm."""

    title: ClassVar = "limits"
    interval_s: ClassVar = 1.0

    def rounds(self) -> Callable[[], object]:
        return one_round
