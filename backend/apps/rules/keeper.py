"""The part of each worker that begins the runs of rules and follows them."""

from collections.abc import Callable
from typing import ClassVar

from apps.common.rounds import RoundKeeper
from apps.rules.rounds import one_round


class RuleKeeper(RoundKeeper):
    """Looks every few seconds, which costs two reads; rules are due on the hour."""

    title: ClassVar = "rules"
    interval_s: ClassVar = 3.0

    def rounds(self) -> Callable[[], object]:
        return one_round
