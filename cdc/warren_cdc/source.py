"""Where changes come from: the namenodes' outbox, or Kafka (``kafka_source``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from warren_namenode.generated import admin_api
from warren_search.position import FeedPosition

from warren_cdc.feed import FeedReader, advance
from warren_cdc.generated import change_v2

# An event as the capture's message gives it, or as a namenode tells it: the same members.
Event = change_v2.Change | admin_api.Change


@dataclass(frozen=True, slots=True)
class Batch:
    """Events, and the position of a follower that has applied them and all before them."""

    events: Sequence[Event]
    position: FeedPosition
    head_sequence: int
    caught_up: bool


@dataclass(slots=True)
class SourceCounts:
    """What a source has seen since the process started.

    lost: changes that the store lost when it was set back, and that are therefore passed over.
    """

    read: int = 0
    repeated: int = 0
    invalid: int = 0
    lost: int = 0
    filled: int = 0
    waiting: int = 0
    end_offset: int | None = None
    lag_messages: int | None = None
    last_error: str | None = None
    places: dict[str, int] = field(default_factory=dict)


class ChangeSource(Protocol):
    """Delivers changes at least once. Not thread safe."""

    name: str
    counts: SourceCounts

    def start(self, position: FeedPosition) -> None:
        """Goes on after a position."""
        ...

    def poll(self) -> Batch:
        """The next changes, after a bounded wait when there are none.

        Raises FeedTrimmed, FeedRestarted (rebuild), AdminError, SourceUnavailable (try again).
        """
        ...

    def applied(self) -> None:
        """All that was polled is applied for good."""
        ...

    def close(self) -> None:
        """Releases everything held."""
        ...


class OutboxSource:
    """The feed over the admin API."""

    name = "outbox"

    def __init__(self, reader: FeedReader, *, batch_events: int, wait_ms: int) -> None:
        self.counts = SourceCounts()
        self._reader = reader
        self._batch_events = batch_events
        self._wait_ms = wait_ms
        self._position = FeedPosition("", 0, 0)

    def start(self, position: FeedPosition) -> None:
        """Goes on after a position."""
        self._position = position

    def poll(self) -> Batch:
        """The page after the last one."""
        page = self._reader.page(self._position, self._batch_events, self._wait_ms)
        self._position = advance(self._position, page)
        self.counts.read += len(page.events)
        head = max(page.head_sequence, self._position.sequence)
        return Batch(page.events, self._position, head, page.caught_up)

    def applied(self) -> None:
        """The position is the follower's."""

    def close(self) -> None:
        """The reader belongs to whoever made it."""
