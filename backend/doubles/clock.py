"""A clock for workers that wait: their sleep is over at once, and so much later."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from apps.jobs import runner


class Clock:
    """Stands in for the wall clock, and for the one by which slices of jobs end."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.began = timezone.now()
        self.passed_s = 0.0
        self.on_sleep: Callable[[], None] = lambda: None
        monkeypatch.setattr(timezone, "now", self.now)
        monkeypatch.setattr(runner, "monotonic", lambda: self.passed_s)
        monkeypatch.setattr(runner, "sleep", self.sleep)

    def now(self) -> datetime:
        return self.began + timedelta(seconds=self.passed_s)

    def sleep(self, seconds: float) -> None:
        self.passed_s += seconds
        self.on_sleep()
