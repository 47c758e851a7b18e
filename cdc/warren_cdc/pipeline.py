"""The pipeline as data: its stages with position, lag, rate and errors, and the index's proof."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from warren_analytics.client import ReplicaClient
from warren_analytics.errors import AnalyticsError
from warren_analytics.wire import Status

from warren_cdc.capture import CaptureKeeper
from warren_cdc.control import Control
from warren_cdc.dead_letters import DeadLetters, DeadLettersUnavailable


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage. position and lag are in sequences, for Kafka in messages; null: not known.

    build_percent, build_left_ms: of a build that runs; null without one, or while not known.
    """

    name: str
    state: str
    position: int | None
    lag: int | None
    rate_per_s: float | None
    errors: int
    restarts: int
    last_error: str | None
    build_percent: int | None = None
    build_left_ms: int | None = None


class Pipeline:
    """Puts the view together from those that know. Safe between threads."""

    def __init__(
        self,
        control: Control,
        *,
        capture: CaptureKeeper | None = None,
        dead_letters: DeadLetters | None = None,
        replica: ReplicaClient | None = None,
        clock_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
    ) -> None:
        self.control = control
        self.dead_letters = dead_letters
        self._capture = capture
        self._replica = replica
        self._clock_ms = clock_ms

    def view(self) -> dict[str, Any]:
        """The whole pipeline as JSON's types."""
        seen = self.control.view()
        stages = [
            Stage("store", "serving", seen.head_sequence, 0, None, 0, 0, None),
            *self._between(),
            Stage(
                "indexer",
                seen.state,
                seen.sequence,
                max(0, seen.head_sequence - seen.sequence),
                round(seen.events_per_s, 2),
                seen.errors,
                seen.rebuilds,
                seen.last_error,
                seen.build.percent,
                seen.build.left_ms,
            ),
        ]
        replica = self._replica_status()
        if replica is not None:
            stages.append(_replica_stage(replica, seen.head_sequence))
        proof = seen.proof
        return {
            "as_of_ms": self._clock_ms(),
            "source": seen.source,
            "paused": seen.state == "paused",
            "lag_ms": max(0, self._clock_ms() - seen.as_of_ms) if seen.as_of_ms else None,
            "stages": [asdict(stage) for stage in stages],
            "events_applied": seen.events_applied,
            "filled_from_store": seen.counts.filled,
            "repeated": seen.counts.repeated,
            "waiting": seen.counts.waiting,
            "pending_moves": seen.pending_moves,
            "dead_letters": self._letters(),
            "replica_proof": _replica_proof(replica),
            "proof": {
                "checked_inodes": proof.inodes,
                "suspects": proof.suspects,
                "drift_found": proof.drift_found,
                "repaired": proof.repaired,
                "passes": proof.passes,
                "last": asdict(proof.last) if proof.last else None,
            },
        }

    def _between(self) -> list[Stage]:
        if self._capture is None:
            return []
        seen, counts = self._capture.view(), self.control.view().counts
        kafka_state = "serving" if counts.last_error is None else "unreachable"
        return [
            Stage(
                "capture", seen.state, None, None, None, seen.resets, seen.restarts, seen.last_error
            ),
            Stage(
                "kafka",
                kafka_state,
                counts.end_offset,
                counts.lag_messages,
                None,
                counts.invalid,
                0,
                counts.last_error,
            ),
        ]

    def _replica_status(self) -> Status | AnalyticsError | None:
        """What the SQL replica, which follows the changes by itself, says; null without one."""
        if self._replica is None:
            return None
        try:
            return self._replica.status()
        except AnalyticsError as error:
            return error

    def _letters(self) -> int | None:
        if self.dead_letters is None:
            return 0
        try:
            return self.dead_letters.count()
        except DeadLettersUnavailable:
            return None


def _replica_stage(seen: Status | AnalyticsError, head_sequence: int) -> Stage:
    if isinstance(seen, AnalyticsError):
        return Stage("replica", "unreachable", None, None, None, 0, 0, str(seen))
    position = None if seen.as_of is None else seen.as_of.sequence
    lag = None if position is None else max(0, head_sequence - position)
    return Stage(
        "replica",
        seen.state,
        position,
        lag,
        None,
        0,
        0,
        seen.last_error,
        seen.build_percent,
        seen.build_left_ms,
    )


def _replica_proof(seen: Status | AnalyticsError | None) -> dict[str, Any] | None:
    if seen is None or isinstance(seen, AnalyticsError) or seen.proof is None:
        return None
    return asdict(seen.proof)
