"""The part of each worker that forgets answers which are older than a day."""

from collections.abc import Callable
from typing import ClassVar

from apps.common.rounds import RoundKeeper
from apps.idempotency.claims import sweep


class AnswerKeeper(RoundKeeper):
    """Every ten minutes. Two workers that sweep at once delete the same rows, which is harmless."""

    title: ClassVar = "answers"
    interval_s: ClassVar = 600.0

    def rounds(self) -> Callable[[], object]:
        return sweep
