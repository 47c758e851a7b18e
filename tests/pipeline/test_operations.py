"""An operator's means on the running pipeline: dead letters, repair of drift, rebuild."""

import os
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
from confluent_kafka import Consumer, Producer, TopicPartition
from elasticsearch import Elasticsearch
from warren_cdc.admin import AdminClient
from warren_cdc.debezium import change_of
from warren_cdc.settings import FeedSettings
from warren_cli import kafka_access
from warren_cli.settings import load
from warren_search import SearchQuery, SearchReader, open_elastic_reader
from warren_search.elastic.server import IndexNames, connect

from . import truth
from .conftest import elasticsearch_login
from .disturbances import wait_until

NAMES = IndexNames("warren-inodes")
GARBAGE = b'{"op": "c", "after": {"sequence": "seven"}}'
SEARCH_PAUSE_S = 0.02


@pytest.fixture
def pipeline() -> Iterator[httpx.Client]:
    """The indexer's HTTP interface."""
    token = Path(os.environ["WARREN_INDEXER_TOKEN_FILE"]).read_text().strip()
    with httpx.Client(
        base_url=f"http://{os.environ['WARREN_INDEXER_ADDRESS']}",
        headers={"Authorization": f"Bearer {token}"},
        timeout=30,
        trust_env=False,
    ) as client:
        yield client


@pytest.fixture
def elastic(elasticsearch_url: str) -> Iterator[Elasticsearch]:
    with closing(
        connect(elasticsearch_url, timeout_ms=30_000, login=elasticsearch_login())
    ) as client:
        yield client


@pytest.fixture
def reader() -> Iterator[SearchReader]:
    reader = open_elastic_reader(
        os.environ["WARREN_ELASTICSEARCH_ADDRESS"],
        time_limit_ms=20_000,
        login=elasticsearch_login(),
    )
    yield reader
    reader.close()


def view_of(pipeline: httpx.Client) -> dict[str, Any]:
    view: dict[str, Any] = pipeline.get("/v1/pipeline").raise_for_status().json()
    return view


def ask_for(pipeline: httpx.Client, name: str) -> None:
    pipeline.put(f"/v1/work/{name}/{uuid4().hex}").raise_for_status()


def produce(topic: str, value: bytes) -> None:
    producer = Producer(kafka_access.client_config(load(os.environ)))
    producer.produce(topic, value=value)
    assert producer.flush(30) == 0


def first_change_in_kafka() -> bytes:
    """A message that the indexer has understood before."""
    consumer = Consumer(
        {**kafka_access.client_config(load(os.environ)), "group.id": f"t{os.getpid()}"}
    )
    consumer.assign([TopicPartition(os.environ["WARREN_CHANGE_TOPIC"], 0, 0)])
    found: list[bytes] = []

    def arrives() -> bool:
        message = consumer.poll(1)
        value = None if message is None or message.error() else message.value()
        if value is not None and value != GARBAGE and change_of(value, "0-0") is not None:
            found.append(value)
        return bool(found)

    try:
        wait_until(arrives, "Kafka holds no change")
    finally:
        consumer.close()
    return found[0]


def make(path: str) -> None:
    url = f"http://{os.environ['WARREN_NN1_HTTP_ADDRESS']}/webhdfs/v1{path}"
    parameters = {"op": "MKDIRS", "user.name": "root"}
    httpx.put(url, params=parameters, timeout=60, trust_env=False).raise_for_status()


def test_what_nobody_understands_is_kept_and_replayed(pipeline: httpx.Client) -> None:
    topic = os.environ["WARREN_CHANGE_TOPIC"]
    kept = view_of(pipeline)["dead_letters"]
    produce(topic, GARBAGE)
    wait_until(lambda: view_of(pipeline)["dead_letters"] == kept + 1, "no dead letter")
    (letter,) = pipeline.get("/v1/dead-letters", params={"limit": 1}).json()["items"]
    assert letter["value"] == GARBAGE.decode()
    assert letter["source"].startswith(f"{topic}-0-")
    assert letter["reason"]
    # It is as little understood the second time.
    assert pipeline.post(f"/v1/dead-letters/{letter['offset']}/replay").status_code == 202
    wait_until(lambda: view_of(pipeline)["dead_letters"] == kept + 2, "it was not replayed")
    # One that an indexer of an older version did not understand, and this one does.
    produce(FeedSettings().dead_letter_topic, first_change_in_kafka())
    wait_until(lambda: view_of(pipeline)["dead_letters"] == kept + 3, "it is not told")
    (letter,) = pipeline.get("/v1/dead-letters", params={"limit": 1}).json()["items"]
    repeated = view_of(pipeline)["repeated"]
    assert pipeline.post(f"/v1/dead-letters/{letter['offset']}/replay").status_code == 202
    wait_until(lambda: view_of(pipeline)["repeated"] > repeated, "it did not arrive")
    assert view_of(pipeline)["dead_letters"] == kept + 3


def test_drift_is_found_and_repaired(
    pipeline: httpx.Client,
    elastic: Elasticsearch,
    reader: SearchReader,
    admin: AdminClient,
    elasticsearch_url: str,
) -> None:
    names = [f"drift-{os.getpid()}-{number}" for number in range(3)]
    for name in names:
        make(f"/{name}")
    ids = [found_by_name(reader, name) for name in names]
    before = view_of(pipeline)["proof"]
    sources = [elastic.get(index=NAMES.write, id=str(each)) for each in ids]
    changed, lost, kept = (dict(each) for each in sources)
    version: dict[str, Any] = {"version_type": "external_gte", "refresh": True}
    elastic.index(
        index=NAMES.write,
        id=changed["_id"],
        document={**changed["_source"], "owner": "mallory"},
        version=changed["_version"],
        **version,
    )
    elastic.delete(index=NAMES.write, id=lost["_id"], version=lost["_version"], **version)
    invented = 2**52 + os.getpid()
    elastic.index(
        index=NAMES.write,
        id=str(invented),
        document={**kept["_source"], "inode_id": invented},
        version=kept["_version"],
        **version,
    )
    ask_for(pipeline, "repair")
    wait_until(
        lambda: (
            view_of(pipeline)["proof"]["repaired"] >= before["repaired"] + 3
            and view_of(pipeline)["proof"]["passes"] > before["passes"]
        ),
        "the drift is not repaired",
    )
    proof = view_of(pipeline)["proof"]
    assert proof["drift_found"] == before["drift_found"] + 3
    wait_until(lambda: bool(view_of(pipeline)["replica_proof"]), "the replica is not proved")
    assert view_of(pipeline)["replica_proof"]["drift_found"] == 0
    wait_until(
        lambda: truth.index_of(elasticsearch_url)[0] == truth.namespace_of(admin),
        "the index is not the namespace",
    )


def test_searches_go_on_while_the_index_is_built_again(
    pipeline: httpx.Client, elastic: Elasticsearch, reader: SearchReader
) -> None:
    word = f"rebuilt{os.getpid()}x"
    made = 0
    for made in range(1, 6):
        make(f"/{word}{made}")
    wait_until(lambda: total(reader, word) == made, "the directories are not found")
    old = generation(elastic)
    rebuilds = indexer_of(pipeline)["restarts"]
    with searching(reader, word) as totals:
        ask_for(pipeline, "rebuild")
        wait_until(lambda: indexer_of(pipeline)["restarts"] > rebuilds, "no rebuild begins")
        while generation(elastic) == old or indexer_of(pipeline)["state"] == "rebuilding":
            made += 1
            assert made < 2_000, "the rebuild does not end"
            make(f"/{word}{made}")
        wait_until(lambda: total(reader, word) == made, "a directory is missing")
    # Nothing that was found once was missing in any later answer, across the swap.
    assert len(totals) > 10
    assert totals == sorted(totals)
    assert totals[0] >= 5


def found_by_name(reader: SearchReader, name: str) -> int:
    wait_until(lambda: total(reader, name) == 1, f"{name} is not found")
    (hit,) = reader.search(SearchQuery(text=name)).items
    return hit.inode_id


def total(reader: SearchReader, text: str) -> int:
    return reader.search(SearchQuery(text=text)).total


def generation(elastic: Elasticsearch) -> str:
    (index,) = elastic.indices.get_alias(name=NAMES.read)
    return str(index)


def indexer_of(pipeline: httpx.Client) -> dict[str, Any]:
    found: dict[str, Any] = next(
        stage for stage in view_of(pipeline)["stages"] if stage["name"] == "indexer"
    )
    return found


@contextmanager
def searching(reader: SearchReader, text: str) -> Iterator[list[int]]:
    """Searches all the time inside the block; the number of hits of each answer."""
    stop, totals, failures = threading.Event(), list[int](), list[BaseException]()

    def work() -> None:
        try:
            while not stop.is_set():
                totals.append(total(reader, text))
                time.sleep(SEARCH_PAUSE_S)
        except BaseException as error:  # noqa: BLE001 - shown by the test's own thread
            failures.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield totals
    finally:
        stop.set()
        thread.join()
    assert not failures, failures
