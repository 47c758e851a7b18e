"""Puts the sources of changes together from the settings, one for each follower."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager

from warren_cdc.admin import AdminClient
from warren_cdc.dead_letters import DeadLetters
from warren_cdc.feed import FeedReader
from warren_cdc.kafka_source import KafkaSource
from warren_cdc.logins import INDEX_USER, REPLICA_USER, kafka_client
from warren_cdc.settings import FeedSettings
from warren_cdc.source import ChangeSource, OutboxSource


@contextmanager
def open_index_source(
    settings: FeedSettings, client: AdminClient
) -> Iterator[tuple[ChangeSource, DeadLetters | None]]:
    """Where the index's changes come from, and with Kafka the letters that nobody understood."""
    reader = FeedReader(client, "index")
    if settings.change_source == "outbox":
        yield _outbox(settings, reader), None
        return
    with ExitStack() as stack:
        kafka = kafka_client(settings.kafka_address, INDEX_USER, settings.kafka_index_password_file)
        dead_letters = stack.enter_context(
            closing(DeadLetters(kafka, settings.dead_letter_topic, settings.change_topic))
        )
        source = KafkaSource(
            settings, reader, client=kafka, group=settings.kafka_group, dead_letters=dead_letters
        )
        yield stack.enter_context(closing(source)), dead_letters


@contextmanager
def open_replica_source(settings: FeedSettings, client: AdminClient) -> Iterator[ChangeSource]:
    """Where the SQL replica's changes come from. What it cannot understand, the indexer keeps."""
    reader = FeedReader(client, "replica")
    if settings.change_source == "outbox":
        yield _outbox(settings, reader)
        return
    kafka = kafka_client(settings.kafka_address, REPLICA_USER, settings.kafka_replica_password_file)
    source = KafkaSource(
        settings, reader, client=kafka, group=settings.replica_kafka_group, dead_letters=None
    )
    with closing(source):
        yield source


def _outbox(settings: FeedSettings, reader: FeedReader) -> OutboxSource:
    return OutboxSource(
        reader, batch_events=settings.feed_batch_events, wait_ms=settings.feed_wait_ms
    )
