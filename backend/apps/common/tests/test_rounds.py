"""Rounds beside a worker's jobs: again and again, whatever a round meets."""

import threading
from collections.abc import Callable
from typing import ClassVar

import pytest

from apps.common.rounds import RoundKeeper

pytestmark = pytest.mark.django_db
WAIT_S = 20.0


class Parent:
    """The worker, as far as a step asks it for anything."""


def test_a_round_that_fails_does_not_end_those_that_follow() -> None:
    made: list[int] = []
    enough = threading.Event()

    def one_round() -> None:
        made.append(len(made))
        if len(made) == 3:
            enough.set()
        if len(made) < 3:
            raise KeyError(len(made))

    class Often(RoundKeeper):
        title: ClassVar = "often"
        interval_s: ClassVar = 0.01

        def rounds(self) -> Callable[[], object]:
            return one_round

    keeper = Often(Parent())
    keeper.start(Parent())
    assert enough.wait(WAIT_S)
    keeper.stop(Parent())
    count = len(made)
    assert not [thread for thread in threading.enumerate() if thread.name == "often"]
    # It may be started again.
    keeper.start(Parent())
    keeper.stop(Parent())
    assert len(made) > count
