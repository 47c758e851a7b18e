"""The cluster and the overview."""

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
    for resource in ("cluster", "overview"):
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
