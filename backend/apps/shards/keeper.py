"""The part of each worker that takes samples of the shards' load."""

from collections.abc import Callable
from typing import ClassVar

from apps.common.rounds import RoundKeeper
from apps.shards.sampler import INTERVAL, Sampler


class ShardKeeper(RoundKeeper):
    """Takes samples; each thread compares counters with those of its own last one."""

    title: ClassVar = "shards"
    interval_s: ClassVar = INTERVAL.total_seconds()

    def rounds(self) -> Callable[[], object]:
        return Sampler().sample
