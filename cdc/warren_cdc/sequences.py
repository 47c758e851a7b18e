"""How far a stream of numbered changes is complete, whatever order they arrive in.

The store's sequences have no gaps, so a consumer can prove that it missed nothing: everything up to
the *line* has arrived; what arrived above it waits for what is missing between.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Arrived:
    """A change above the line: commit time, cursor, and its partition and offset in Kafka."""

    committed_at_ms: int
    cursor: str
    place: Place | None


class SequenceLine:
    """The highest sequence up to which every change has arrived, and what arrived above it."""

    def __init__(self, sequence: int, time_ms: int, cursor: str) -> None:
        self.sequence = sequence
        self.cursor = cursor
        self.time_ms = time_ms
        self._above: dict[int, Arrived] = {}

    def arrive(self, sequence: int, committed_at_ms: int, cursor: str, place: Place | None) -> bool:
        """Notes a change; false when it had arrived before."""
        if sequence <= self.sequence or sequence in self._above:
            return False
        self._above[sequence] = Arrived(committed_at_ms, cursor, place)
        while (arrived := self._above.pop(self.sequence + 1, None)) is not None:
            self.sequence += 1
            self.cursor = arrived.cursor
            # Commit times rise with the sequences.
            self.time_ms = max(self.time_ms, arrived.committed_at_ms)
        return True

    @property
    def highest(self) -> int:
        """The highest sequence that has arrived."""
        return max(self._above, default=self.sequence)

    @property
    def waiting(self) -> int:
        """Changes that arrived above the line."""
        return len(self._above)

    def committable(self, next_offsets: Iterable[Place]) -> list[Place]:
        """Where each partition may be read from after a crash without losing what waits."""
        lowest = dict(next_offsets)
        for arrived in self._above.values():
            if arrived.place is not None:
                partition, offset = arrived.place
                lowest[partition] = min(lowest.get(partition, offset), offset)
        return sorted(lowest.items())
