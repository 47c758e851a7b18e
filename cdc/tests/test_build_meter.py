"""What is told of a build's progress."""

from __future__ import annotations

from warren_cdc.build_meter import NO_BUILD, BuildMeter, BuildProgress


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_the_share_is_that_of_the_ids_and_the_time_that_of_the_rate() -> None:
    clock = Clock()
    meter = BuildMeter(0.2, clock)
    meter.started(0, 0)
    assert meter.progress() == BuildProgress(0, None, None)
    clock.now += 10
    meter.loaded(1_000, 4_000, 900)
    # A quarter of the load, which is four fifths of the whole; 30 s of it are left and 10 s behind.
    assert meter.progress() == BuildProgress(900, 20, 40_000)
    clock.now += 30
    meter.loaded(4_000, 4_000, 3_600)
    meter.finishing()
    assert meter.progress() == BuildProgress(3_600, 80, 10_000)
    clock.now += 5
    assert meter.progress() == BuildProgress(3_600, 90, 5_000)
    clock.now += 50
    # Longer than expected: nothing is made up.
    assert meter.progress() == BuildProgress(3_600, 99, None)


def test_a_resumed_build_is_measured_from_where_it_was() -> None:
    clock = Clock()
    meter = BuildMeter(0.0, clock)
    meter.started(9_000, 8_000)
    clock.now += 10
    meter.loaded(9_500, 10_000, 8_500)
    assert meter.progress() == BuildProgress(8_500, 95, 10_000)


def test_only_the_last_minute_says_how_fast_it_is() -> None:
    clock = Clock()
    meter = BuildMeter(0.0, clock)
    meter.started(0, 0)
    for second in range(1, 101):
        clock.now += 1
        meter.loaded(1_000 * second, 1_000_000, 0)
    for second in range(1, 101):
        clock.now += 1
        meter.loaded(100_000 + 100 * second, 1_000_000, 0)
    left_ms = meter.progress().left_ms
    assert left_ms is not None
    assert abs(left_ms - 8_900_000) < 100_000


def test_a_namenode_that_tells_no_highest_id_gives_no_share() -> None:
    clock = Clock()
    meter = BuildMeter(0.2, clock)
    meter.started(0, 0)
    clock.now += 10
    meter.loaded(1_000, None, 900)
    assert meter.progress() == BuildProgress(900, None, None)
    assert NO_BUILD.documents is None
