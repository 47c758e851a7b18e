"""The datanodes and what their storages hold."""

import pytest

from apps.accounts.models import User
from doubles import datanodes as doubles
from doubles.datanodes import LIVE_UUID
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, SetEnv

pytestmark = pytest.mark.django_db


def test_pages_of_datanodes_with_usage_over_all(
    namenode: NamenodeDouble, viewer: User, client_of: ClientOf
) -> None:
    client = client_of(viewer)
    page = client.get("/api/v1/datanodes?limit=1").json()
    assert [each["uuid"] for each in page["items"]] == [LIVE_UUID]
    assert page["states"] == {"live": 1, "stale": 0, "dead": 1}
    assert [(each["type"], each["used_bytes"]) for each in page["usage"]] == [("DISK", 300)]
    rest = client.get(f"/api/v1/datanodes?limit=1&cursor={page['next_cursor']}").json()
    dead = rest["items"][0]
    assert (dead["state"], rest["next_cursor"]) == ("dead", None)
    assert dead["failed_volumes"] == {
        "count": 1,
        "locations": ["/disks/2"],
        "last_failed_at": "2023-11-14T21:56:44.000Z",
        "capacity_lost_bytes": 1_000,
    }


def test_one_datanode(namenode: NamenodeDouble, viewer: User, client_of: ClientOf) -> None:
    client = client_of(viewer)
    datanode = client.get(f"/api/v1/datanodes/{LIVE_UUID}").json()["datanode"]
    storage = datanode["storages"][0]
    assert (storage["condition"], storage["insufficient"]) == ("decommissioning", 7)
    assert datanode["last_heartbeat_at"] == "2023-11-14T22:13:23.500Z"
    assert (datanode["slow_peer"], datanode["slow_disks"]) == (None, [])
    assert client.get("/api/v1/datanodes/nobody").status_code == 404


def test_slow_ones_are_told(
    namenode: NamenodeDouble,
    viewer: User,
    client_of: ClientOf,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    live = doubles._datanodes()[0] | {
        "slow_peer": {"latency_ms": 41.5, "limit_ms": 9.0, "reporters": 2},
        "slow_disks": [
            {"disk": "/disks/7", "metadata_ms": None, "read_ms": None, "write_ms": 123.5}
        ],
    }
    monkeypatch.setattr(doubles, "_datanodes", lambda: [live])
    page = client_of(viewer).get("/api/v1/datanodes").json()
    assert (page["peers_watched"], page["disks_watched"]) == (True, True)
    assert page["items"][0]["slow_peer"] == live["slow_peer"]
    assert page["items"][0]["slow_disks"] == live["slow_disks"]


def test_a_name_cannot_leave_its_place_in_the_address(
    namenode: NamenodeDouble, viewer: User, client_of: ClientOf
) -> None:
    assert client_of(viewer).get("/api/v1/datanodes/..%3Fx").status_code == 404
    assert [name for _, name, _ in namenode.requests] == ["datanodes/..%3Fx"]


def test_without_a_namenode(viewer: User, client_of: ClientOf, set_env: SetEnv) -> None:
    set_env(admin_urls="http://127.0.0.1:1", admin_attempts_max=1)
    for resource in ("datanodes", f"datanodes/{LIVE_UUID}"):
        assert client_of(viewer).get(f"/api/v1/{resource}").status_code == 503


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"state": "dead"}, ["dn-2"]),
        ({"admin_state": "decommissioning"}, ["dn-1"]),
        ({"hostname": "b.ex"}, ["dn-2"]),
        ({"sort": "fullness", "direction": "desc"}, ["dn-2", "dn-1"]),
        ({"state": "dead", "hostname": "a"}, ["dn-2"]),
    ],
)
def test_filters_and_orders_are_the_namenode_s(
    viewer: User,
    client_of: ClientOf,
    namenode: NamenodeDouble,
    asked: dict[str, str],
    found: list[str],
) -> None:
    client = client_of(viewer)
    items = client.get("/api/v1/datanodes", asked).json()["items"]
    assert [each["uuid"] for each in items] == found
    for wrong in ({"sort": "color"}, {"state": "asleep"}, {"direction": "up"}):
        assert client.get("/api/v1/datanodes", wrong).status_code == 400
