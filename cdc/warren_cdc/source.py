"""Where changes come from: the namenodes' outbox, or Kafka (``kafka_source``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import httpx
from warren_search.operation import ChangeEvent
from warren_search.position import FeedPosition

from warren_cdc.admin import AdminClient, AdminRefused, FeedTrimmed
from warren_cdc.generated.feed_api import FeedPage


class FeedRestarted(Exception):  # noqa: N818 - named for what happened
    """The feed's head is behind the index: it belongs to another or a restored store."""


class SourceUnavailable(Exception):  # noqa: N818
    """Changes cannot be read now; later they may."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Events, and the position of an index that has applied them and all before them."""

    events: Sequence[ChangeEvent]
    position: FeedPosition
    head_sequence: int
    caught_up: bool


@dataclass(slots=True)
class SourceCounts:
    """What a source has seen since the process started."""

    read: int = 0
    repeated: int = 0
    invalid: int = 0
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
        """All that was polled is in the index for good."""
        ...

    def close(self) -> None:
        """Releases everything held."""
        ...


class OutboxSource:
    """The feed over the admin API."""

    name = "outbox"

    def __init__(self, client: AdminClient, *, batch_events: int, wait_ms: int) -> None:
        self.counts = SourceCounts()
        self._client = client
        self._batch_events = batch_events
        self._wait_ms = wait_ms
        self._position = FeedPosition("", 0, 0)

    def start(self, position: FeedPosition) -> None:
        """Goes on after a position."""
        self._position = position

    def poll(self) -> Batch:
        """The page after the last one."""
        page = feed_page(self._client, self._position, self._batch_events, self._wait_ms)
        self._position = advance(self._position, page)
        self.counts.read += len(page.events)
        head = max(page.head_sequence, self._position.sequence)
        return Batch(page.events, self._position, head, page.caught_up)

    def applied(self) -> None:
        """The position is the index's."""

    def close(self) -> None:
        """The client belongs to whoever made it."""


def feed_page(client: AdminClient, position: FeedPosition, limit: int, wait_ms: int) -> FeedPage:
    """The feed after a position. Raises FeedTrimmed, FeedRestarted, AdminError."""
    try:
        page = client.feed(after=position.cursor, limit=limit, wait_ms=wait_ms)
    except AdminRefused as error:
        if error.facts.get("status") == httpx.codes.BAD_REQUEST:
            # Only the cursor can be wrong here: it comes from another store.
            raise FeedTrimmed(**error.facts) from error
        raise
    if page.head_sequence < position.sequence:
        raise FeedRestarted("the feed's head is behind the index")
    return page


def advance(position: FeedPosition, page: FeedPage) -> FeedPosition:
    """Where an index is after it applied a page.

    The sequence is that of the head only when the page provably ends there: sequence numbers may
    have gaps, and the head may move while the namenode reads the events.
    """
    sequence = max([position.sequence, *(event.sequence for event in page.events)])
    if page.next == page.head:
        sequence = max(sequence, page.head_sequence)
    times_ms = [position.time_ms, *(event.committed_at_ms for event in page.events)]
    if page.caught_up:
        times_ms.append(page.as_of_ms)
    return FeedPosition(page.next, sequence, max(times_ms))
