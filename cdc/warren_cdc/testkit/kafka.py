"""A Kafka for tests of its consumers: the broker that its own client library brings, in memory."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable
from types import TracebackType
from typing import Any, Final, Self

from confluent_kafka import Consumer, Producer, TopicPartition

TIMEOUT_S: Final = 10.0
_KINDS: Final = ("directory", "file", "symlink")
_OPERATIONS: Final = ("create", "update", "rename", "delete")


class KafkaDouble:
    """One broker. Topics appear when they are written to."""

    def __init__(self) -> None:
        self._producer = Producer(
            # The address stands for the broker that the library makes.
            {"bootstrap.servers": "127.0.0.1:1", "test.mock.num.brokers": 1, "log_level": 0}
        )
        (broker,) = self._producer.list_topics(timeout=TIMEOUT_S).brokers.values()
        self.address = f"{broker.host}:{broker.port}"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._producer.purge()

    def put(self, topic: str, values: Iterable[bytes]) -> None:
        """Appends messages to the topic's first partition."""
        for value in values:
            self._producer.produce(topic, value=value, partition=0)
        assert self._producer.flush(TIMEOUT_S) == 0, "the broker took nothing in time"

    def values(self, topic: str) -> list[bytes]:
        """All that the topic holds, in any order."""
        consumer = Consumer(
            {"bootstrap.servers": self.address, "group.id": "reader", "log_level": 0}
        )
        try:
            places = [
                TopicPartition(topic, number)
                for number in consumer.list_topics(topic, TIMEOUT_S).topics[topic].partitions
            ]
            count = 0
            for place in places:
                low, high = consumer.get_watermark_offsets(place, TIMEOUT_S)
                place.offset = low
                count += high - low
            consumer.assign(places)
            messages = consumer.consume(count, TIMEOUT_S) if count else []
            return [message.value() or b"" for message in messages]
        finally:
            consumer.close()

    def committed(self, topic: str, group: str) -> int:
        """The group's offset in the first partition; negative when there is none."""
        consumer = Consumer({"bootstrap.servers": self.address, "group.id": group, "log_level": 0})
        try:
            (place,) = consumer.committed([TopicPartition(topic, 0)], TIMEOUT_S)
            return int(place.offset)
        finally:
            consumer.close()


def captured(event: dict[str, Any]) -> bytes:
    """The capture's message of the feed's row of an event."""
    before = event["before"]
    row = {
        name: event[name]
        for name in (
            "sequence",
            "inode_id",
            "logical_time",
            "committed_at_ms",
            "parent_id",
            "size_bytes",
            "mode",
            "mtime_ms",
            "atime_ms",
            "replication",
            "block_size_bytes",
            "storage_policy",
        )
    }
    row |= {
        "incarnation": int(event["cursor"].split("-")[1], 16),
        "operation": _OPERATIONS.index(event["operation"]),
        "kind": _KINDS.index(event["kind"]),
        "name": _bytes(event["name"]),
        "owner": _bytes(event["owner"]),
        "group_name": _bytes(event["group"]),
        "before_parent_id": 0 if before is None else before["parent_id"],
        "before_name": None if before is None else _bytes(before["name"]),
    }
    return json.dumps({"op": "c", "before": None, "after": row}).encode()


def _bytes(text: str) -> str:
    return base64.b64encode(text.encode()).decode()
