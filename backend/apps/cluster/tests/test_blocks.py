"""Blocks that are not stored as they should be."""

import pytest

from apps.accounts.models import User
from doubles.blocks import BLOCK_ID, GROUP_ID, PATH
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, SetEnv

pytestmark = pytest.mark.django_db

LISTS = ("missing", "under-replicated", "corrupt")


def test_counts(namenode: NamenodeDouble, viewer: User, client_of: ClientOf) -> None:
    health = client_of(viewer).get("/api/v1/blocks/health").json()
    assert health["under_replicated"] == {"highest": 1, "missing": 0}
    assert (health["corrupt_replicas"], health["copies_under_way"]) == (1, 1)
    assert health["as_of"] == "2023-11-14T22:13:24.000Z"
    assert health["safe_mode"]["since"] == "2023-11-14T22:12:54.000Z"
    assert (health["safe_mode"]["reachable"], health["safe_mode"]["needed"]) == (640, 999)


def test_lists_name_the_file(namenode: NamenodeDouble, viewer: User, client_of: ClientOf) -> None:
    namenode.tree.mkdirs("/data")
    client = client_of(viewer)
    assert client.get("/api/v1/blocks/missing").json()["items"] == []
    listed = client.get("/api/v1/blocks/under-replicated").json()["items"][0]
    assert (listed["path"], listed["priority"], listed["wanted_replicas"]) == (PATH, "highest", 2)
    corrupt = client.get("/api/v1/blocks/corrupt").json()["items"][0]
    assert corrupt["replica"]["datanode_address"] == "127.0.0.1:9866"


def test_a_block_with_its_replicas(
    namenode: NamenodeDouble, viewer: User, client_of: ClientOf
) -> None:
    namenode.tree.mkdirs("/data")
    client = client_of(viewer)
    block = client.get(f"/api/v1/blocks/by-id/{BLOCK_ID}").json()
    assert [each["state"] for each in block["replicas"]] == ["corrupt", "being_copied"]
    assert block["path"] == PATH
    assert (block["good_replicas"], block["wanted_replicas"]) == (1, 2)
    assert block["insufficient"] == {"priority": "highest", "since": "2023-11-14T22:13:23.000Z"}
    assert [each["kind"] for each in block["events"]] == ["copy_ordered", "found_corrupt"]
    assert block["events"][1]["at"] == "2023-11-14T22:13:23.000Z"
    assert client.get("/api/v1/blocks/by-id/1").status_code == 404


def test_a_block_group_with_its_units(
    namenode: NamenodeDouble, viewer: User, client_of: ClientOf
) -> None:
    namenode.tree.mkdirs("/data")
    group = client_of(viewer).get(f"/api/v1/blocks/by-id/{GROUP_ID}").json()
    # Text: JSON's numbers lose digits in a browser.
    assert group["block_id"] == str(GROUP_ID)
    assert [each["unit"] for each in group["replicas"]] == [0, 2]
    assert (group["group"]["data_units"], group["group"]["missing"]) == (2, [1])
    assert group["events"][0]["unit"] == 1
    assert client_of(viewer).get("/api/v1/blocks/by-id/-1x").status_code == 404


def test_storages(namenode: NamenodeDouble, viewer: User, client_of: ClientOf) -> None:
    storage = client_of(viewer).get("/api/v1/storages").json()["items"][0]
    assert (storage["state"], storage["insufficient"]) == ("decommissioning", 7)
    assert storage["checked_at"] is None


def test_a_wrong_cursor_is_refused(
    namenode: NamenodeDouble, viewer: User, client_of: ClientOf
) -> None:
    assert client_of(viewer).get("/api/v1/blocks/under-replicated?cursor=x").status_code == 400


def test_without_a_namenode(viewer: User, client_of: ClientOf, set_env: SetEnv) -> None:
    set_env(admin_urls="http://127.0.0.1:1", admin_attempts_max=1)
    for resource in ("health", *LISTS, f"by-id/{BLOCK_ID}"):
        assert client_of(viewer).get(f"/api/v1/blocks/{resource}").status_code == 503
