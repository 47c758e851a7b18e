"""When the leader's emptier takes what lies in a trash, by the settings that it goes by, too.

It works once in each checkpoint interval, counted from the epoch: Current becomes a checkpoint, and
checkpoints that were made longer ago than the trash interval are deleted.
"""

import re
from dataclasses import dataclass

from config.env import env

CURRENT = "Current"
# As Hadoop names checkpoints; others are left alone.
_CHECKPOINT = re.compile(r"\d{10}(\d{2})?(-.*)?", re.ASCII | re.DOTALL)
_MS_PER_MIN = 60_000


@dataclass(frozen=True, slots=True)
class Emptier:
    """keep_ms: how long a checkpoint stays at least. every_ms: between two checkpoints."""

    keep_ms: int
    every_ms: int

    def takes_at_ms(
        self, *, checkpoint: str, checkpointed_ms: int | None, now_ms: int
    ) -> int | None:
        """When it deletes what is in a checkpoint; None where nothing tells, or it never does.

        What a snapshot holds it tries again in each interval.
        """
        soonest_ms = self._after(now_ms)
        if checkpoint == CURRENT:
            return self._after(soonest_ms + self.keep_ms)
        if checkpointed_ms is None or _CHECKPOINT.fullmatch(checkpoint) is None:
            return None
        return max(soonest_ms, self._after(checkpointed_ms + self.keep_ms))

    def _after(self, time_ms: int) -> int:
        """The first begin of an interval after a time."""
        return (time_ms // self.every_ms + 1) * self.every_ms


def emptier() -> Emptier | None:
    """The emptier; None while nobody empties the trash."""
    keep_min, every_min = env().trash_interval_min, env().trash_checkpoint_interval_min
    if keep_min == 0:
        return None
    stated = 0 < every_min <= keep_min
    return Emptier(keep_min * _MS_PER_MIN, (every_min if stated else keep_min) * _MS_PER_MIN)
