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
class BuildPosition:
    """How far a build is, stored with what it loaded, so that another process can go on.

    head: where the feed was before the first inode was read. after_id: inodes up to this id are
    loaded. is_loaded: all are, and the replica can follow the feed from head.
    """

    head: Position
    after_id: int
    inodes: int
    is_loaded: bool = False


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
    """What the follower last said. inodes_built: of a running build, else null.

    build_percent: of the whole build, 0 to 99. build_left_ms: how long it will take; both are null
    also while that is not known.
    """

    state: ReplicaState
    inodes_built: int | None = None
    last_error: str | None = None
    proof: ReplicaProof | None = None
    build_percent: int | None = None
    build_left_ms: int | None = None
