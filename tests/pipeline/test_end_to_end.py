"""Changes on their way through binlog, Debezium and Kafka into Elasticsearch, really."""

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from confluent_kafka import Consumer, TopicPartition
from warren_analytics.client import ReplicaClient
from warren_analytics.query import QueryState
from warren_cdc.admin import AdminClient
from warren_cdc.debezium import change_of
from warren_cli import kafka_access
from warren_cli.settings import load
from warren_search import SearchQuery, SearchReader, open_elastic_reader

from .conftest import elasticsearch_login

DEADLINE_S = 60
EVENTS_COMPARED_MAX = 500
EC_POLICY = "RS-6-3-1024k"
ACL = "user::rwx,user:ann:r-x,group::r-x,mask::rwx,other::---"
COLD = 2
ACCESS_ACL = 1


def environment(name: str) -> str:
    """A setting of the running system."""
    return os.environ[name]


@pytest.fixture
def namenode() -> Iterator[httpx.Client]:
    """WebHDFS of the first namenode as its superuser."""
    url = f"http://{environment('WARREN_NN1_HTTP_ADDRESS')}/webhdfs/v1"
    with httpx.Client(
        base_url=url, params={"user.name": "root"}, timeout=60, trust_env=False
    ) as client:
        yield client


@pytest.fixture
def reader() -> Iterator[SearchReader]:
    reader = open_elastic_reader(
        environment("WARREN_ELASTICSEARCH_ADDRESS"),
        time_limit_ms=20_000,
        login=elasticsearch_login(),
    )
    yield reader
    reader.close()


def captured(first: int, last: int) -> dict[int, dict[str, object]]:
    """The events of some sequences as Kafka has them."""
    consumer = Consumer(
        {
            **kafka_access.client_config(load(os.environ)),
            "group.id": f"test-{os.getpid()}",
            "enable.auto.commit": False,
        }
    )
    consumer.assign([TopicPartition(environment("WARREN_CHANGE_TOPIC"), 0, 0)])
    found: dict[int, dict[str, object]] = {}
    deadline = time.monotonic() + DEADLINE_S
    try:
        while len(found) < last - first + 1:
            assert time.monotonic() < deadline, f"only {len(found)} of {first}..{last} came"
            message = consumer.poll(0.5)
            if message is None or message.error() is not None:
                continue
            change = change_of(message.value(), "0-0")
            if change is not None and first <= change.sequence <= last:
                found[change.sequence] = json.loads(change.model_dump_json(by_alias=True))
    finally:
        consumer.close()
    return found


def test_both_sources_tell_the_same_events(namenode: httpx.Client, admin: AdminClient) -> None:
    start = admin.feed(after=None, limit=1, wait_ms=0)
    area = f"/events-{os.getpid()}"
    steps = (
        ("PUT", area, {"op": "MKDIRS"}),
        ("PUT", f'{area}/日報 "x" é', {"op": "MKDIRS"}),
        ("PUT", f"{area}/b", {"op": "MKDIRS"}),
        ("PUT", f"{area}/b", {"op": "SETPERMISSION", "permission": "700"}),
        ("PUT", f"{area}/b", {"op": "SETOWNER", "owner": "ann", "group": "staff"}),
        ("PUT", f"{area}/b", {"op": "SETSTORAGEPOLICY", "storagepolicy": "COLD"}),
        ("PUT", f"{area}/b", {"op": "SETECPOLICY", "ecpolicy": EC_POLICY}),
        ("PUT", f"{area}/b", {"op": "SETACL", "aclspec": ACL}),
        ("PUT", f"{area}/b", {"op": "RENAME", "destination": f"{area}/c"}),
        ("DELETE", area, {"op": "DELETE", "recursive": "true"}),
    )
    for method, path, parameters in steps:
        answer = namenode.request(method, path, params=parameters)
        assert answer.is_success, answer.text
    told: dict[int, dict[str, object]] = {}
    after, deadline = start.head, time.monotonic() + DEADLINE_S
    while sum(event["operation"] == "delete" for event in told.values()) < 3:
        assert time.monotonic() < deadline
        page = admin.feed(after=after, limit=EVENTS_COMPARED_MAX, wait_ms=500)
        told |= {e.sequence: json.loads(e.model_dump_json(by_alias=True)) for e in page.events}
        after = page.next
    assert {event["operation"] for event in told.values()} == {
        "create",
        "update",
        "rename",
        "delete",
    }
    (moved,) = [event for event in told.values() if event["operation"] == "rename"]
    assert (moved["storage_policy"], moved["features"]) == (COLD, ACCESS_ACL)
    assert moved["erasure_coding_policy"] != 0
    found = captured(min(told), max(told))
    # The cursor is a place in the source that delivered the event.
    for event in (*told.values(), *found.values()):
        del event["cursor"]
    assert found == told


def test_a_change_becomes_searchable_through_kafka(
    namenode: httpx.Client, reader: SearchReader
) -> None:
    name = f"found-{os.getpid()}"
    assert namenode.put(f"/{name}", params={"op": "MKDIRS"}).is_success
    deadline = time.monotonic() + DEADLINE_S
    while not reader.search(SearchQuery(text=name)).items:
        assert time.monotonic() < deadline, "the change did not become searchable in time"
        time.sleep(0.02)
    assert [hit.path for hit in reader.search(SearchQuery(text=name)).items] == [f"/{name}"]
    assert namenode.delete(f"/{name}", params={"op": "DELETE"}).is_success
    while reader.search(SearchQuery(text=name)).items:
        assert time.monotonic() < deadline, "the delete did not reach the index in time"
        time.sleep(0.02)
    # Not a line of it may be the store's own: Kafka delivered each change before it was overdue.
    assert reader.status().last_error is None


def test_the_replica_follows_kafka_in_a_group_of_its_own(namenode: httpx.Client) -> None:
    name = f"replicated-{os.getpid()}"
    assert namenode.put(f"/{name}", params={"op": "MKDIRS"}).is_success
    replica = ReplicaClient(Path(environment("WARREN_REPLICA_SOCKET")))
    deadline = time.monotonic() + DEADLINE_S
    while not rows(replica, f"SELECT path FROM inodes WHERE name = '{name}'"):
        assert time.monotonic() < deadline, "the replica does not get the change"
        time.sleep(0.1)
    replica.close()
    # What it applied it has committed, apart from the group that feeds the index.
    for group in ("warren-search", "warren-replica"):
        while committed(group) < 1:
            assert time.monotonic() < deadline, f"{group} commits nothing"
            time.sleep(0.1)
    assert namenode.delete(f"/{name}", params={"op": "DELETE"}).is_success


def rows(replica: ReplicaClient, statement: str) -> list[list[object]]:
    query = replica.submit(statement, wait_ms=30_000)
    assert query.state is QueryState.SUCCEEDED, query.error
    return replica.rows(query.query_id, offset=0, limit=10)


def committed(group: str) -> int:
    consumer = Consumer({**kafka_access.client_config(load(os.environ)), "group.id": group})
    try:
        place = TopicPartition(environment("WARREN_CHANGE_TOPIC"), 0)
        (found,) = consumer.committed([place], DEADLINE_S)
        return int(found.offset)
    finally:
        consumer.close()
