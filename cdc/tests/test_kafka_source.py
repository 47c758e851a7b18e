"""Sources that read Kafka: each group gets every change once, whatever Kafka loses or repeats."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from warren_cdc.admin import AdminClient, FeedSetBack
from warren_cdc.cursors import cursor_of
from warren_cdc.feed import FeedReader, FeedRestarted, Follower
from warren_cdc.kafka_source import KafkaSource
from warren_cdc.settings import FeedSettings
from warren_cdc.sources import open_index_source, open_replica_source
from warren_cdc.testkit.kafka import KafkaDouble, captured
from warren_cdc.testkit.namenodes import TOKEN, NamenodeDouble, StoreDouble, mark_of
from warren_search.operation import Delete, Put
from warren_search.position import FeedPosition
from warren_search.testkit.history import file, root

TOPIC = "changes"
LETTERS = "letters"
DEADLINE_S = 20
CHANGES = 12


@pytest.fixture(scope="module")
def kafka() -> Iterator[KafkaDouble]:
    with KafkaDouble() as kafka:
        yield kafka


@pytest.fixture
def store() -> StoreDouble:
    store = StoreDouble()
    store.commit([Put(root()), *[Put(file(at, 1, f"f{at}")) for at in range(2, CHANGES)]])
    store.commit([Delete(2, 2)])
    return store


@pytest.fixture
def settings(
    tmp_path: Path, kafka: KafkaDouble, store: StoreDouble, request: pytest.FixtureRequest
) -> Iterator[FeedSettings]:
    (tmp_path / "token").write_text(TOKEN)
    name = request.node.name
    with NamenodeDouble(store) as namenode:
        yield FeedSettings(
            home=tmp_path,
            admin_urls=(namenode.url,),
            admin_token_file=tmp_path / "token",
            change_source="kafka",
            kafka_address=kafka.address,
            change_topic=f"{TOPIC}-{name}",
            dead_letter_topic=f"{LETTERS}-{name}",
            kafka_wait_ms=20,
            gap_timeout_ms=1_500,
        )


@pytest.fixture
def client(settings: FeedSettings) -> Iterator[AdminClient]:
    client = AdminClient(
        settings.admin_urls, settings.token_file, timeout_ms=5_000, stop=threading.Event()
    )
    yield client
    client.close()


def messages(store: StoreDouble) -> list[bytes]:
    """What the capture makes of the store's feed."""
    return [captured(event) for event in store.feed(None, 1_000, 0)["events"]]


@contextmanager
def source_of(
    settings: FeedSettings, client: AdminClient, follower: Follower
) -> Iterator[KafkaSource]:
    """The source as the follower's process has it, from the feed's beginning."""
    if follower == "replica":
        with open_replica_source(settings, client) as source:
            yield _begun(source)
        return
    with open_index_source(settings, client) as (source, _):
        yield _begun(source)


def _begun(source: object) -> KafkaSource:
    assert isinstance(source, KafkaSource)
    source.start(FeedPosition(cursor_of(mark_of("store"), 1, 0), 0, 0))
    return source


def read_until(source: KafkaSource, done: Callable[[int], bool]) -> list[int]:
    """Sequences as they come, until the position is where it should be."""
    sequences: list[int] = []
    deadline = time.monotonic() + DEADLINE_S
    while True:
        assert time.monotonic() < deadline, f"only {sequences}"
        batch = source.poll()
        sequences += [event.sequence for event in batch.events]
        source.applied()
        if done(batch.position.sequence):
            return sequences


def test_each_group_gets_every_change_once(
    kafka: KafkaDouble, store: StoreDouble, settings: FeedSettings, client: AdminClient
) -> None:
    told = messages(store)
    # Repeated, and some of it late.
    kafka.put(settings.change_topic, [*told[:5], *told[:3], *told[8:], *told[5:8], told[0]])
    for follower in ("index", "replica"):
        with source_of(settings, client, follower) as source:
            sequences = read_until(source, lambda reached: reached == CHANGES)
            assert sorted(sequences) == list(range(1, CHANGES + 1))
            assert source.counts.filled == 0
    ends = {
        group: kafka.committed(settings.change_topic, group)
        for group in (settings.kafka_group, settings.replica_kafka_group)
    }
    # The last of the repeated messages may not have been read.
    assert set(ends) == {"warren-search", "warren-replica"}
    assert all(len(told) + 3 <= end <= len(told) + 4 for end in ends.values()), ends


def test_what_kafka_lost_comes_from_the_store(
    kafka: KafkaDouble, store: StoreDouble, settings: FeedSettings, client: AdminClient
) -> None:
    told = messages(store)
    kafka.put(settings.change_topic, [*told[:3], *told[6:]])
    with source_of(settings, client, "replica") as source:
        sequences = read_until(source, lambda reached: reached == CHANGES)
        assert sorted(sequences) == list(range(1, CHANGES + 1))
        assert source.counts.filled == 3


def test_what_waits_above_a_gap_is_read_again_after_a_crash(
    kafka: KafkaDouble, store: StoreDouble, settings: FeedSettings, client: AdminClient
) -> None:
    told = messages(store)
    kafka.put(settings.change_topic, [*told[:3], *told[6:]])
    patient = settings.model_copy(update={"gap_timeout_ms": 600_000})
    with source_of(patient, client, "replica") as source:
        read_until(source, lambda _: source.counts.waiting == CHANGES - 6)
    assert kafka.committed(settings.change_topic, settings.replica_kafka_group) == 3


def test_only_the_indexer_keeps_what_nobody_understands(
    kafka: KafkaDouble, store: StoreDouble, settings: FeedSettings, client: AdminClient
) -> None:
    told = messages(store)
    kafka.put(settings.change_topic, [*told[:3], b"{", *told[4:]])
    for follower in ("replica", "index"):
        with source_of(settings, client, follower) as source:
            sequences = read_until(source, lambda reached: reached == CHANGES)
            assert sorted(sequences) == list(range(1, CHANGES + 1))
            assert (source.counts.invalid, source.counts.filled) == (1, 1)
        letters = kafka.values(settings.dead_letter_topic)
        assert letters == ([] if follower == "replica" else [b"{"])


@pytest.mark.parametrize("follower", ["index", "replica"])
def test_a_feed_that_is_behind_its_follower_is_another_one(
    kafka: KafkaDouble, settings: FeedSettings, client: AdminClient, follower: Follower
) -> None:
    source = KafkaSource(
        settings,
        FeedReader(client, follower),
        client={"bootstrap.servers": settings.kafka_address},
        group=f"behind-{follower}",
        dead_letters=None,
    )
    source.start(FeedPosition(cursor_of(mark_of("store"), 1, 1), CHANGES + 10, 0))
    with pytest.raises(FeedRestarted, match=f"the feed's head is behind the {follower}"):
        source.poll()
    source.close()


KEPT = 5


@pytest.mark.parametrize("follower", ["index", "replica"])
def test_changes_that_the_store_lost_are_passed_over(
    kafka: KafkaDouble,
    store: StoreDouble,
    settings: FeedSettings,
    client: AdminClient,
    follower: Follower,
) -> None:
    """The topic holds them, before and between those that were given the same sequences."""
    lost = messages(store)
    store.set_back(KEPT, incarnation=2)
    store.commit([Put(file(100 + at, 1, f"new{at}")) for at in range(CHANGES - KEPT)])
    told = messages(store)
    kafka.put(settings.change_topic, [*lost, *told[KEPT:8], *lost[KEPT:], *told[8:]])
    with source_of(settings, client, follower) as source:
        inodes: dict[int, int] = {}
        while len(inodes) < CHANGES:
            batch = source.poll()
            inodes |= {event.sequence: event.inode_id for event in batch.events}
        assert [inodes[each] for each in range(KEPT + 1, CHANGES + 1)] == list(
            range(100, 100 + CHANGES - KEPT)
        )
        assert source.counts.filled == 0
        assert source.counts.lost >= CHANGES - KEPT
        assert batch.position.cursor == cursor_of(mark_of("store"), 2, CHANGES)


@pytest.mark.parametrize("given_again", [0, 3, 2 * CHANGES])
def test_a_follower_that_took_lost_changes_is_told(
    kafka: KafkaDouble,
    store: StoreDouble,
    settings: FeedSettings,
    client: AdminClient,
    given_again: int,
) -> None:
    kafka.put(settings.change_topic, messages(store))
    with source_of(settings, client, "index") as source:
        read_until(source, lambda reached: reached == CHANGES)
        store.set_back(KEPT, incarnation=2)
        store.commit([Put(file(100 + at, 1, "n")) for at in range(given_again)])
        with pytest.raises((FeedSetBack, FeedRestarted)):
            read_until(source, lambda _: False)
