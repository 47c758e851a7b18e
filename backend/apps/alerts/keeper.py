"""The part of each worker that makes messages of changed verdicts and wakes deliveries."""

from collections.abc import Callable
from typing import ClassVar

from apps.alerts.deliveries import wake_due
from apps.alerts.rounds import tell_changes
from apps.common.rounds import RoundKeeper


class AlertKeeper(RoundKeeper):
    """Looks for news."""

    title: ClassVar = "alerts"
    interval_s: ClassVar = 2.0

    def rounds(self) -> Callable[[], object]:
        return look


def look() -> None:
    """One look; what is not told by it is told by the next one."""
    tell_changes()
    wake_due()
