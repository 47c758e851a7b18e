"""How far an index has followed the feed, and what its feed reader reports about itself."""

from __future__ import annotations

from dataclasses import dataclass

from warren_search.answer import FeedState


@dataclass(frozen=True, slots=True)
class FeedPosition:
    """The place in the feed up to which an index includes every change.

    cursor is the feed's; time_ms is a moment up to which all changes are included.
    """

    cursor: str
    sequence: int
    time_ms: int


@dataclass(frozen=True, slots=True)
class FeedReport:
    """What the feed reader says about itself at ``reported_at_ms``.

    The build's members are null while none runs, and build_left_ms while it can't be estimated.
    """

    state: FeedState
    head_sequence: int
    reported_at_ms: int
    documents_built: int | None = None
    last_error: str | None = None
    build_percent: int | None = None
    build_left_ms: int | None = None


@dataclass(frozen=True, slots=True)
class BuildPosition:
    """How far a build is, stored with what it loaded, so that another process can go on.

    head: where the feed was before the first inode was read. after_id: inodes up to this id are
    loaded. is_loaded: all are, and the index can follow the feed from head.
    """

    head: FeedPosition
    after_id: int
    documents: int
    is_loaded: bool = False


@dataclass(frozen=True, slots=True)
class Applied:
    """What a batch did: documents stored, documents removed, operations that changed nothing."""

    stored: int
    removed: int
    ignored: int
