"""The line of sequences under disorder."""

from __future__ import annotations

from random import Random

import pytest
from warren_cdc.sequences import SequenceLine


def test_the_line_stops_at_what_is_missing() -> None:
    line = SequenceLine(10, 100, "c10")
    assert line.arrive(12, 120, "c12", (0, 5))
    assert (line.sequence, line.time_ms, line.highest, line.waiting) == (10, 100, 12, 1)
    assert line.arrive(11, 110, "c11", (0, 6))
    assert (line.sequence, line.time_ms, line.highest, line.waiting) == (12, 120, 12, 0)
    assert line.cursor == "c12"


def test_what_arrived_before_is_passed_over() -> None:
    line = SequenceLine(10, 100, "c10")
    assert not line.arrive(10, 100, "c10", (0, 1))
    assert line.arrive(15, 150, "c15", (0, 2))
    assert not line.arrive(15, 150, "c15", (0, 3))


def test_an_offset_is_committed_only_below_what_waits() -> None:
    line = SequenceLine(0, 0, "c0")
    line.arrive(1, 1, "c1", (0, 40))
    line.arrive(3, 3, "c3", (0, 41))
    line.arrive(4, 4, "c4", (1, 7))
    assert line.committable([(0, 42), (1, 8), (2, 3)]) == [(0, 41), (1, 7), (2, 3)]
    line.arrive(2, 2, "c2", None)
    assert line.committable([(0, 42), (1, 8)]) == [(0, 42), (1, 8)]


@pytest.mark.parametrize("seed", range(20))
def test_a_crash_at_any_moment_loses_nothing(seed: int) -> None:
    """Reading goes on from what was committable; the line ends at the last sequence."""
    random = Random(seed)
    count = 200
    messages = sorted(range(1, count + 1), key=lambda sequence: sequence + random.uniform(0, 15))
    messages = [each for each in messages for _ in range(random.choice((1, 1, 1, 2)))]
    line, at, indexed = SequenceLine(0, 0, "c0"), 0, set()
    while at < len(messages):
        for offset in range(at, min(len(messages), at + random.randint(1, 30))):
            sequence = messages[offset]
            if line.arrive(sequence, sequence, f"c{sequence}", (0, offset)):
                indexed.add(sequence)
            at = offset + 1
        if random.random() < 0.3:
            # What is in the index stays there; the line is the index's position.
            ((_, at),) = line.committable([(0, at)])
            line = SequenceLine(line.sequence, line.time_ms, line.cursor)
    assert line.sequence == count
    assert indexed == set(range(1, count + 1))
    assert line.waiting == 0
