"""The part of each worker that takes datanodes out of service and back."""

from collections.abc import Callable
from typing import ClassVar

from apps.common.rounds import RoundKeeper
from apps.service.rounds import one_round


class ServiceKeeper(RoundKeeper):
    """Looks every second, which costs a read: an operator waits for it."""

    title: ClassVar = "service"
    interval_s: ClassVar = 1.0

    def rounds(self) -> Callable[[], object]:
        return one_round
