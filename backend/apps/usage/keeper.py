"""The part of each worker that tells the replica's process again what is watched."""

from collections.abc import Callable
from typing import ClassVar

from apps.common.rounds import RoundKeeper
from apps.usage.telling import tell_replica


class WatchedKeeper(RoundKeeper):
    """Every minute: a replica that was away, or lost its file, knows it before its next sample."""

    title: ClassVar = "watched"
    interval_s: ClassVar = 60.0

    def rounds(self) -> Callable[[], object]:
        return tell_replica
