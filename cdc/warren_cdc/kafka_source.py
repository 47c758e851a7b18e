"""Changes from Kafka, checked against the store's sequences and completed from the store."""

from __future__ import annotations

import time
from collections import deque
from contextlib import suppress
from typing import Final

import structlog
from confluent_kafka import Consumer, KafkaError, KafkaException, Message, TopicPartition
from warren_search.position import FeedPosition

from warren_cdc.admin import AdminUnavailable
from warren_cdc.cursors import FeedHistory
from warren_cdc.dead_letters import DeadLetters, DeadLettersUnavailable
from warren_cdc.debezium import MessageInvalid, change_of
from warren_cdc.feed import FeedReader, FeedRestarted, SourceUnavailable
from warren_cdc.sequences import SequenceLine
from warren_cdc.settings import FeedSettings
from warren_cdc.source import Batch, Event, SourceCounts

HEAD_INTERVAL_S: Final = 0.5
COMMIT_INTERVAL_S: Final = 1.0
# After the first message of a batch others are waited for so long.
LINGER_S: Final = 0.01
METADATA_TIMEOUT_S: Final = 5.0
HEADS_KEPT_MAX: Final = 64
WAITING_MAX: Final = 50_000
_PASSING: Final = frozenset(
    {KafkaError._TRANSPORT, KafkaError._ALL_BROKERS_DOWN, KafkaError._TIMED_OUT}
)

_log = structlog.get_logger("warren.cdc")


class KafkaSource:
    """Reads the capture's topic, one consumer for all partitions; offsets are the group's.

    A sequence that is missing for longer than ``gap_timeout_ms`` is read from the namenodes: it was
    lost in a gap of the binlog, left out as unreadable, or is late because a server is down. So its
    follower is complete whatever happens to the servers in between, and lags at most by that time.
    """

    name = "kafka"

    def __init__(
        self,
        settings: FeedSettings,
        reader: FeedReader,
        *,
        client: dict[str, str],
        group: str,
        dead_letters: DeadLetters | None,
    ) -> None:
        """client: where Kafka is and who asks. group: the consumer group.

        dead_letters: null when another group keeps them.
        """
        self.counts = SourceCounts()
        self._settings = settings
        self._reader = reader
        self._dead_letters = dead_letters
        self._consumer = Consumer(
            {
                **client,
                "group.id": group,
                "enable.auto.commit": False,
                "auto.offset.reset": "earliest",
                # The broker answers with the first change; this is only how long an idle one waits.
                "fetch.wait.max.ms": 500,
                "log_level": 3,
            }
        )
        self._line = SequenceLine(0, 0, "")
        self._history: FeedHistory | None = None
        self._heads: deque[FeedPosition] = deque(maxlen=HEADS_KEPT_MAX)
        # What arrived and was not handed out yet, also when a poll failed half way.
        self._arrived: list[Event] = []
        self._head_sequence = 0
        self._next: dict[int, int] = {}
        self._assigned = False
        self._advanced_at = time.monotonic()
        self._head_read_at = 0.0
        self._committed_at = 0.0

    def start(self, position: FeedPosition) -> None:
        """Goes on after a position; what Kafka repeats from before it is passed over."""
        self._line = SequenceLine(position.sequence, position.time_ms, position.cursor)
        self._history = None
        self._heads.clear()
        self._arrived.clear()
        self._head_sequence = position.sequence
        self._advanced_at = time.monotonic()
        self._head_read_at = 0.0
        self._next.clear()
        self._assigned = False

    def poll(self) -> Batch:
        """What Kafka has, completed from the store when it is late."""
        before = self._line.sequence
        history = self._history or self._begin()
        self._consume(history)
        self._read_head()
        target = max(self._line.highest, self._head_sequence)
        if self._line.sequence != before or self._line.sequence >= target:
            self._advanced_at = time.monotonic()
        elif self._overdue():
            self._fill()
        self.counts.waiting = self._line.waiting
        self._measure()
        self._take_heads()
        caught_up = self._line.sequence >= self._head_sequence
        position = FeedPosition(self._line.cursor, self._line.sequence, self._line.time_ms)
        events, self._arrived = self._arrived, []
        return Batch(events, position, max(target, self._line.sequence), caught_up)

    def applied(self) -> None:
        """Commits offsets now and then; what waits above the line is read again after a crash."""
        if time.monotonic() - self._committed_at >= COMMIT_INTERVAL_S:
            self._commit(asynchronous=True)

    def close(self) -> None:
        """Commits and leaves."""
        with suppress(KafkaException):
            self._commit(asynchronous=False)
        self._consumer.close()

    def _overdue(self) -> bool:
        late_ms = (time.monotonic() - self._advanced_at) * 1000
        return late_ms >= self._settings.gap_timeout_ms

    def _begin(self) -> FeedHistory:
        """What Kafka holds may be of a state that the store has lost: first the store is asked."""
        self._read_head(now=True)
        if self._history is None:
            raise SourceUnavailable("no namenode has told the feed's incarnations yet")
        return self._history

    def _consume(self, history: FeedHistory) -> None:
        room = self._settings.feed_batch_events - len(self._arrived)
        if room < 1 or self._line.waiting >= WAITING_MAX:
            # Far above a gap the store comes first.
            return
        try:
            if not self._assigned and not self._assign():
                return
            first = self._consumer.poll(self._settings.kafka_wait_ms / 1000)
            if first is None:
                return
            self._take(first, history)
            for message in self._consumer.consume(room - 1, LINGER_S) if room > 1 else ():
                self._take(message, history)
        except KafkaException as error:
            raise SourceUnavailable(str(error)) from error

    def _assign(self) -> bool:
        """Takes all partitions of the topic; false while there is none or no broker answers."""
        topic = self._settings.change_topic
        try:
            found = self._consumer.list_topics(topic, METADATA_TIMEOUT_S).topics[topic]
            places = [TopicPartition(topic, number) for number in found.partitions]
            if not places:
                return False
            committed = self._consumer.committed(places, METADATA_TIMEOUT_S)
            self._consumer.assign(committed)
        except KafkaException as error:
            # The store completes what Kafka does not deliver.
            self.counts.last_error = str(error)
            return False
        self._assigned = True
        self.counts.last_error = None
        return True

    def _take(self, message: Message, history: FeedHistory) -> None:
        error = message.error()
        if error is not None:
            self._tell(error)
            return
        partition, offset = message.partition() or 0, message.offset() or 0
        self._next[partition] = offset + 1
        self.counts.last_error = None
        try:
            change = change_of(message.value(), history.mark)
        except MessageInvalid as invalid:
            self.counts.invalid += 1
            self._bury(message, invalid.reason)
            return
        if change is None:
            return
        self.counts.read += 1
        if not self._is_of_the_store(change):
            self.counts.lost += 1
            return
        place = (partition, offset)
        if self._line.arrive(change.sequence, change.committed_at_ms, change.cursor, place):
            self._arrived.append(change)
        else:
            self.counts.repeated += 1

    def _is_of_the_store(self, change: Event) -> bool:
        """Whether the store has the change, or lost it when it was set back to an earlier state."""
        if self._history is not None and not self._history.told(change.cursor):
            # It may be of an incarnation that has only begun.
            self._read_head(now=True)
        history = self._history
        return history is not None and history.gave(change.cursor, change.sequence)

    def _measure(self) -> None:
        """How much of the topic is still to be read, as the last fetches told."""
        ends = 0
        for partition, offset in self._next.items():
            place = TopicPartition(self._settings.change_topic, partition)
            bounds = self._consumer.get_watermark_offsets(place, cached=True)
            ends += max(offset, bounds[1] if bounds else 0)
        if self._next:
            self.counts.end_offset = ends
            self.counts.lag_messages = ends - sum(self._next.values())

    def _bury(self, message: Message, reason: str) -> None:
        if self._dead_letters is None:
            return
        try:
            self._dead_letters.put(message, reason)
        except DeadLettersUnavailable as error:
            # It is read again from what was committed, and buried then.
            self._assigned = False
            raise SourceUnavailable(str(error)) from error

    def _tell(self, error: KafkaError) -> None:
        self.counts.last_error = error.str()
        if error.fatal():
            raise SourceUnavailable(error.str())
        if error.code() not in _PASSING:
            # The topic may have been made anew: ask again where it begins.
            self._assigned = False

    def _read_head(self, *, now: bool = False) -> None:
        """Asks now and then how far the store is: that dates the answers when nothing changes.

        The store refuses the line's cursor when it does not have the changes up to it any more.
        """
        if not now and time.monotonic() - self._head_read_at < HEAD_INTERVAL_S:
            return
        self._head_read_at = time.monotonic()
        position = FeedPosition(self._line.cursor, 0, 0)
        try:
            page = self._reader.page(position, 1, 0)
        except AdminUnavailable:
            # Kafka alone can do for a while.
            return
        if page.head_sequence < self._head_sequence:
            raise FeedRestarted(self._reader.follower)
        self._head_sequence = page.head_sequence
        self._history = FeedHistory.of_page(page)
        self._heads.append(FeedPosition(page.head, page.head_sequence, page.as_of_ms))

    def _take_heads(self) -> None:
        """The newest head that the line has passed gives the time."""
        while self._heads and self._heads[0].sequence <= self._line.sequence:
            head = self._heads.popleft()
            self._line.time_ms = max(self._line.time_ms, head.time_ms)

    def _fill(self) -> None:
        """A page of the store's own feed after the line."""
        position = FeedPosition(self._line.cursor, 0, 0)
        page = self._reader.page(position, self._settings.feed_batch_events, 0)
        before = self._line.sequence
        filled = [
            event
            for event in page.events
            if self._line.arrive(event.sequence, event.committed_at_ms, event.cursor, None)
        ]
        self.counts.filled += len(filled)
        if filled:
            _log.warning(
                "filled from the store", missing_after=before, events=len(filled), to=page.next
            )
        self._arrived += filled

    def _commit(self, *, asynchronous: bool) -> None:
        if not self._next:
            return
        self._committed_at = time.monotonic()
        places = self._line.committable(self._next.items())
        offsets = [TopicPartition(self._settings.change_topic, *place) for place in places]
        self.counts.places = {str(number): offset for number, offset in places}
        with suppress(KafkaException):
            # A commit that fails is followed by the next; after a crash more is repeated.
            if asynchronous:
                self._consumer.commit(offsets=offsets, asynchronous=True)
            else:
                self._consumer.commit(offsets=offsets, asynchronous=False)
