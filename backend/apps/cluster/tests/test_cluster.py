"""The cluster and the overview."""

import socket
from typing import Any

import pytest

from apps.accounts.models import User
from doubles.index import IndexDouble
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, SetEnv

pytestmark = pytest.mark.django_db


def test_cluster(namenode: NamenodeDouble, viewer: User, client_of: ClientOf) -> None:
    cluster = client_of(viewer).get("/api/v1/cluster").json()
    assert (cluster["leader"], cluster["as_of"]) == ("nn1", "2023-11-14T22:13:22.000Z")
    assert [(each["name"], each["role"], each["state"]) for each in cluster["namenodes"]] == [
        ("nn1", "leader", "live"),
        ("nn2", "follower", "stopped"),
    ]
    assert cluster["datanodes"][0]["storages"][0]["state"] == "normal"
    assert cluster["read_only"] is None


def test_safe_mode_is_told(namenode: NamenodeDouble, viewer: User, client_of: ClientOf) -> None:
    namenode.read_only = {"since_ms": 1_700_000_000_000, "by": "hdfs"}
    told = client_of(viewer).get("/api/v1/cluster").json()["read_only"]
    assert told == {"since": "2023-11-14T22:13:20.000Z", "by": "hdfs"}


def test_events_tell_what_failed_and_for_how_long(
    namenode: NamenodeDouble, viewer: User, client_of: ClientOf
) -> None:
    page = client_of(viewer).get("/api/v1/cluster/events?limit=2").json()
    assert [(each["kind"], each["subject"], each["cause"]) for each in page["items"]] == [
        ("leader_changed", "nn2", "leader_evicted"),
        ("namenode_evicted", "nn1", "missed_heartbeats"),
    ]
    assert page["items"][0]["duration_ms"] == 3_200
    assert page["items"][1]["started_at"] == "2023-11-14T22:13:20.000Z"
    rest = client_of(viewer).get(f"/api/v1/cluster/events?cursor={page['next_cursor']}").json()
    assert [each["id"] for each in rest["items"]] == [1]
    assert rest["next_cursor"] is None


def test_events_of_one_kind(namenode: NamenodeDouble, viewer: User, client_of: ClientOf) -> None:
    client = client_of(viewer)
    page = client.get("/api/v1/cluster/events?kind=namenode_joined").json()
    assert [each["cause"] for each in page["items"]] == ["started"]
    assert client.get("/api/v1/cluster/events?kind=earthquake").status_code == 400
    assert client.get("/api/v1/cluster/events?cursor=x").status_code == 400


def test_subtree_operations(namenode: NamenodeDouble, viewer: User, client_of: ClientOf) -> None:
    namenode.tree.mkdirs("/data")
    page = client_of(viewer).get("/api/v1/cluster/subtree-operations").json()
    held = page["items"][0]
    assert (held["path"], held["owner"], held["owner_live"]) == ("/data/old", "nn1", False)


def test_a_namenode_that_hangs_does_not_hide_the_failover(
    namenode: NamenodeDouble, viewer: User, client_of: ClientOf, set_env: SetEnv
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as hung:  # it takes connections, and no more
        set_env(
            admin_urls=f"http://127.0.0.1:{hung.getsockname()[1]},{namenode.url}",
            admin_timeout_ms=60_000,
        )
        assert client_of(viewer).get("/api/v1/cluster/events").json()["items"][0]["id"] == 3


def test_overview_takes_its_totals_from_the_index(
    namenode: NamenodeDouble, index: IndexDouble, viewer: User, client_of: ClientOf
) -> None:
    overview = client_of(viewer).get("/api/v1/overview").json()
    assert (overview["files"], overview["directories"], overview["length_bytes"]) == (5, 3, 50)
    assert overview["feed"] == {
        "lag_ms": 12,
        "sequence": 42,
        "head_sequence": 43,
        "state": "following",
    }
    assert overview["cluster"]["namenodes_live"] == 1
    assert overview["jobs"] == {"running": 0, "failed_24h": 0}
    assert namenode.calls("namespace/summary") == []


def test_overview_without_an_index_counts_at_a_namenode(
    namenode: NamenodeDouble, index: IndexDouble, viewer: User, client_of: ClientOf
) -> None:
    index.ready = False
    namenode.tree.add_file("/data/file")
    overview = client_of(viewer).get("/api/v1/overview").json()
    assert (overview["files"], overview["directories"]) == (1, 2)
    assert (overview["feed"]["state"], overview["feed"]["sequence"]) == ("rebuilding", 0)


def test_without_a_namenode(
    index: IndexDouble, viewer: User, client_of: ClientOf, set_env: SetEnv
) -> None:
    set_env(admin_urls="http://127.0.0.1:1", admin_attempts_max=1)
    for resource in ("cluster", "cluster/events", "cluster/subtree-operations", "overview"):
        assert client_of(viewer).get(f"/api/v1/{resource}").status_code == 503


def test_query_count_of_the_overview(
    namenode: NamenodeDouble,
    index: IndexDouble,
    viewer: User,
    client_of: ClientOf,
    django_assert_num_queries: Any,
) -> None:
    client = client_of(viewer)
    with django_assert_num_queries(4):  # session, user, jobs running, jobs failed
        client.get("/api/v1/overview")
