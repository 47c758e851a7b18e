"""Messages that cannot be understood: kept in a topic of their own, to be read and replayed."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from confluent_kafka import (
    Consumer,
    KafkaException,
    Message,
    Producer,
    TopicPartition,
)

FLUSH_TIMEOUT_S: Final = 5.0
READ_TIMEOUT_S: Final = 3.0
LIMIT_MAX: Final = 200
VALUE_LENGTH_MAX: Final = 4_000


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """One message: its place among the dead letters, where it came from, why, and its value."""

    offset: int
    at_ms: int
    source: str
    reason: str
    value: str


class DeadLettersUnavailable(Exception):  # noqa: N818
    """Kafka does not answer; what was asked for was not done."""


class DeadLetters:
    """Writes and reads the topic of dead letters. It has one partition. Safe between threads."""

    def __init__(self, client: dict[str, str], topic: str, source_topic: str) -> None:
        """client: where Kafka is and who asks."""
        self._client = client
        self._topic = topic
        self._source_topic = source_topic
        self._producer = Producer({**client, "enable.idempotence": True, "log_level": 3})

    def put(self, message: Message, reason: str) -> None:
        """Keeps a message. Its change is not lost meanwhile: the store is asked for it."""
        place = f"{message.topic()}-{message.partition()}-{message.offset()}"
        headers: list[tuple[str, str | bytes | None]] = [
            ("reason", reason.encode()),
            ("source", place.encode()),
        ]
        self._send(self._topic, message.key(), message.value(), headers)

    def read(self, *, before: int | None, limit: int) -> Sequence[DeadLetter]:
        """The newest letters below an offset, newest first. Raises DeadLettersUnavailable."""
        low, high = self._bounds()
        end = high if before is None else min(before, high)
        start = max(low, end - min(limit, LIMIT_MAX))
        return [_letter(each) for each in reversed(self._messages(start, end))]

    def count(self) -> int:
        """How many are kept. Raises DeadLettersUnavailable."""
        low, high = self._bounds()
        return high - low

    def replay(self, offset: int) -> bool:
        """Sends a letter through the pipeline again; false when there is none at the offset."""
        low, high = self._bounds()
        if not low <= offset < high:
            return False
        messages = self._messages(offset, offset + 1)
        if not messages:
            return False
        self._send(self._source_topic, messages[0].key(), messages[0].value(), [])
        return True

    def close(self) -> None:
        """Waits for what is under way."""
        self._producer.flush(FLUSH_TIMEOUT_S)

    def _send(
        self,
        topic: str,
        key: str | bytes | None,
        value: str | bytes | None,
        headers: list[tuple[str, str | bytes | None]],
    ) -> None:
        try:
            self._producer.produce(topic, key=key, value=value, headers=headers)
        except (KafkaException, BufferError) as error:
            raise DeadLettersUnavailable(str(error)) from error
        if self._producer.flush(FLUSH_TIMEOUT_S) > 0:
            raise DeadLettersUnavailable("Kafka took nothing in time")

    def _consumer(self) -> Consumer:
        return Consumer(
            {
                **self._client,
                "group.id": "warren-dead-letters",
                "enable.auto.commit": False,
                "log_level": 3,
            }
        )

    def _bounds(self) -> tuple[int, int]:
        consumer = self._consumer()
        try:
            place = TopicPartition(self._topic, 0)
            bounds = consumer.get_watermark_offsets(place, READ_TIMEOUT_S)
        except KafkaException as error:
            raise DeadLettersUnavailable(str(error)) from error
        finally:
            with suppress(RuntimeError):
                consumer.close()
        return bounds if bounds is not None else (0, 0)

    def _messages(self, start: int, end: int) -> list[Message]:
        if start >= end:
            return []
        consumer = self._consumer()
        found: list[Message] = []
        deadline = time.monotonic() + READ_TIMEOUT_S
        try:
            consumer.assign([TopicPartition(self._topic, 0, start)])
            while len(found) < end - start and time.monotonic() < deadline:
                message = consumer.poll(0.2)
                if message is None or message.error() is not None:
                    continue
                if (message.offset() or 0) >= end:
                    break
                found.append(message)
        except KafkaException as error:
            raise DeadLettersUnavailable(str(error)) from error
        finally:
            consumer.close()
        return found


def _letter(message: Message) -> DeadLetter:
    headers = dict(message.headers() or [])
    return DeadLetter(
        offset=message.offset() or 0,
        at_ms=message.timestamp()[1],
        source=_text(headers.get("source")),
        reason=_text(headers.get("reason")),
        value=_text(message.value())[:VALUE_LENGTH_MAX],
    )


def _text(value: str | bytes | None) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else value.decode("utf-8", errors="replace")
