"""How far the replica has followed the feed, and what the process that follows says of itself."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ReplicaState(StrEnum):
    """What the follower is doing."""

    BUILDING = "building"
    CATCHING_UP = "catching_up"
    FOLLOWING = "following"
    STALLED = "stalled"


@dataclass(frozen=True, slots=True)
class Position:
    """The place in the feed up to which the replica includes every change.

    cursor is the feed's; time_ms is a moment up to which all changes are included.
    """

    cursor: str
    sequence: int
    time_ms: int


@dataclass(frozen=True, slots=True)
class ReplicaProof:
    """The last complete comparison with the store, and what all of them found.

    sequence: of the replica at its end. checksum: of the rows, in hexadecimal. passes and
    drift_found count since the process started; what is found wrong is built again.
    """

    finished_at_ms: int
    sequence: int
    inodes: int
    checksum: str
    passes: int
    drift_found: int


@dataclass(frozen=True, slots=True)
class Progress:
    """What the follower last said. inodes_built: of a running build, else null."""

    state: ReplicaState
    inodes_built: int | None = None
    last_error: str | None = None
    proof: ReplicaProof | None = None
