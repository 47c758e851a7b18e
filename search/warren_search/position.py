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
    """What the feed reader says about itself at ``reported_at_ms``."""

    state: FeedState
    head_sequence: int
    reported_at_ms: int
    documents_built: int | None = None
    last_error: str | None = None


@dataclass(frozen=True, slots=True)
class Applied:
    """What a batch did: documents stored, documents removed, operations that changed nothing."""

    stored: int
    removed: int
    ignored: int
