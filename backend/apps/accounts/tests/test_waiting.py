"""Threads that wait for another system are few."""

from contextlib import ExitStack

import pytest

from apps.accounts.waiting import Turns


def test_the_third_does_not_wait_for_ever() -> None:
    turns = Turns()
    with ExitStack() as both:
        both.enter_context(turns.one(1))
        both.enter_context(turns.one(1))
        with pytest.raises(TimeoutError), turns.one(0):
            raise AssertionError("a third turn")
    with turns.one(0):
        pass
