"""The part of each worker that copies out of snapshots."""

from collections.abc import Callable
from typing import ClassVar

from apps.common.rounds import RoundKeeper
from apps.snapshots.restoring import one_round


class RestoreKeeper(RoundKeeper):
    """Looks every second, which costs one read, and works on one restore at a time."""

    title: ClassVar = "snapshot-restores"
    interval_s: ClassVar = 1.0

    def rounds(self) -> Callable[[], object]:
        return one_round
