"""Snapshots over the API: who may do what, and what became different."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import User
from apps.audit.models import AuditEntry
from apps.common.rights import Permission
from apps.guard.models import FreezeWindow, GuardRule
from config.env import env
from doubles.checked_client import CheckedClient
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, give

pytestmark = pytest.mark.django_db
API = "/api/v1/snapshots"
ONE = f"{API}/one?path=/data&name="
DIFFERENCES = f"{API}/differences?path=/data"


@pytest.fixture
def data(namenode: NamenodeDouble) -> NamenodeDouble:
    """`/data` with two files, of which snapshots may be taken."""
    namenode.tree.add_file("/data/a", size_bytes=1)
    namenode.tree.add_file("/data/b", size_bytes=2)
    namenode.webhdfs.snapshots["/data"] = []
    return namenode


def take(client: CheckedClient, name: str) -> dict[str, Any]:
    answer = client.post(API, {"path": "/data", "name": name}, format="json")
    assert answer.status_code == 201, answer.content
    made: dict[str, Any] = answer.json()
    return made


def test_from_allowing_to_disallowing(
    namenode: NamenodeDouble, operator: User, client_of: ClientOf
) -> None:
    namenode.tree.mkdirs("/data/sub")
    client = client_of(operator)
    assert client.get(f"{API}?path=/data").json()["code"] == "not_snapshottable"
    allowed = client.post(f"{API}/directories", {"path": "/data"}, format="json").json()
    assert (allowed["path"], allowed["snapshots"]) == ("/data", 0)
    again = client.post(f"{API}/directories", {"path": "/data"}, format="json")
    assert (again.status_code, again.json()["code"]) == (409, "already_so")
    made = take(client, "monday")
    assert made["path"] == "/data/.snapshot/monday"
    assert client.get(ONE + "monday").headers["ETag"] == made["etag"]
    refused = client.delete(f"{API}/directories?path=/data")
    assert (refused.status_code, refused.json()["code"]) == (409, "has_snapshots")
    renamed = client.patch(ONE + "monday", {"name": "tuesday"}, format="json")
    assert renamed.json()["name"] == "tuesday"
    assert client.delete(ONE + "tuesday").status_code == 204
    assert client.delete(f"{API}/directories?path=/data").status_code == 204
    done = AuditEntry.objects.filter(outcome="succeeded").order_by("pk")
    assert [each.action for each in done] == [
        *("snapshots.allow", "snapshot.create", "snapshot.rename"),
        *("snapshot.delete", "snapshots.disallow"),
    ]
    assert {each.actor for each in done} == {operator.username}


def test_lists_are_paged(data: NamenodeDouble, operator: User, client_of: ClientOf) -> None:
    client = client_of(operator)
    for name in ("one", "two", "three"):
        take(client, name)
    first = client.get(f"{API}?path=/data&limit=2").json()
    assert [each["name"] for each in first["items"]] == ["three", "two"]
    second = client.get(f"{API}?path=/data&limit=2&cursor={first['next_cursor']}").json()
    assert ([each["name"] for each in second["items"]], second["next_cursor"]) == (["one"], None)
    data.tree.mkdirs("/logs")
    data.webhdfs.snapshots["/logs"] = []
    page = client.get(f"{API}/directories?limit=1").json()
    assert [(each["path"], each["snapshots"]) for each in page["items"]] == [("/data", 3)]
    rest = client.get(f"{API}/directories?cursor={page['next_cursor']}").json()
    assert [each["path"] for each in rest["items"]] == ["/logs"]
    assert client.get(f"{API}/directories?prefix=/l").json()["items"] == rest["items"]
    assert client.get(f"{API}/directories?cursor=!").status_code == 400


def test_viewers_see_what_hdfs_shows_them(
    data: NamenodeDouble, viewer: User, client_of: ClientOf
) -> None:
    client = client_of(viewer)
    assert [each["path"] for each in client.get(f"{API}/directories").json()["items"]] == ["/data"]
    data.tree.root.mode = 0o700
    assert client.get(f"{API}/directories").json()["items"] == []
    assert client.get(f"{API}?path=/data").status_code == 404


def test_what_became_different(data: NamenodeDouble, operator: User, client_of: ClientOf) -> None:
    client = client_of(operator)
    take(client, "before")
    tree = data.tree
    tree.find("/data/a").size_bytes = 9
    moved = tree.find("/data").children.pop("b")
    tree.find("/data").children["c"] = moved
    tree.add_file("/data/new")
    take(client, "after")
    tree.find("/data").children.pop("a")

    told = client.get(f"{DIFFERENCES}&earlier=before&later=after").json()
    assert told["counts"] == {"created": 1, "deleted": 0, "modified": 1, "renamed": 1}
    found = {(each["kind"], each["path"], each["to_path"]) for each in told["items"]}
    assert found == {
        ("modified", "/data/a", None),
        ("renamed", "/data/b", "/data/c"),
        ("created", "/data/new", None),
    }
    now = client.get(f"{DIFFERENCES}&earlier=before&kind=deleted").json()
    assert [each["path"] for each in now["items"]] == ["/data/a"]
    assert now["later"] is None
    named = client.get(f"{DIFFERENCES}&earlier=before&q=DATA/C").json()
    assert [each["to_path"] for each in named["items"]] == ["/data/c"]


def test_pages_are_of_one_comparison(
    data: NamenodeDouble, operator: User, client_of: ClientOf
) -> None:
    client = client_of(operator)
    take(client, "before")
    for number in range(5):
        data.tree.add_file(f"/data/new{number}")
    url = f"{DIFFERENCES}&earlier=before&limit=2"
    first = client.get(url).json()
    data.tree.add_file("/data/later")
    second = client.get(f"{url}&cursor={first['next_cursor']}").json()
    third = client.get(f"{url}&cursor={second['next_cursor']}").json()
    paths = [each["path"] for page in (first, second, third) for each in page["items"]]
    assert paths == [f"/data/new{number}" for number in range(5)]
    assert (third["next_cursor"], third["as_of"]) == (None, first["as_of"])
    other = f"{API}/differences?path=/data&earlier=other&limit=2&cursor={first['next_cursor']}"
    assert client.get(other).status_code == 400
    for file in env().comparisons_path.iterdir():
        file.unlink()
    gone = client.get(f"{url}&cursor={first['next_cursor']}")
    assert (gone.status_code, gone.json()["code"]) == (409, "comparison_gone")


def test_a_role_holds_where_it_says(
    data: NamenodeDouble, viewer: User, client_of: ClientOf
) -> None:
    give(viewer, {Permission.SNAPSHOTS}, paths=["/data"])
    client = client_of(viewer)
    take(client, "monday")
    data.tree.mkdirs("/other")
    elsewhere = client.post(f"{API}/directories", {"path": "/other"}, format="json")
    assert (elsewhere.status_code, elsewhere.json()["code"]) == (403, "not_permitted")
    # What only the snapshot holds is gone with it.
    assert client.delete(ONE + "monday").status_code == 403
    # Comparisons name what HDFS lets few list.
    assert client.get(f"{DIFFERENCES}&earlier=monday").status_code == 403


def test_another_state_is_not_changed(
    data: NamenodeDouble, operator: User, client_of: ClientOf
) -> None:
    client = client_of(operator)
    made = take(client, "monday")
    client.patch(ONE + "monday", {"name": "tuesday"}, format="json")
    take(client, "monday")
    stale = client.delete(ONE + "monday", HTTP_IF_MATCH=made["etag"])
    assert (stale.status_code, stale.json()["code"]) == (412, "changed_meanwhile")
    assert len(data.webhdfs.snapshots["/data"]) == 2


def test_the_guard_is_asked(data: NamenodeDouble, operator: User, client_of: ClientOf) -> None:
    client = client_of(operator)
    take(client, "monday")
    now = timezone.now()
    window = FreezeWindow.objects.create(
        name="release",
        kinds=[],
        path_prefix="/data",
        holds_running=False,
        starts_at=now - timedelta(hours=1),
        ends_at=now + timedelta(hours=1),
        changed_at=now,
        changed_by="admin",
    )
    frozen = client.post(API, {"path": "/data", "name": "x"}, format="json")
    assert (frozen.status_code, frozen.json()["code"]) == (409, "frozen")
    window.delete()
    GuardRule.objects.create(
        name="deletes", kinds=["delete"], approver="operator", changed_at=now, changed_by="admin"
    )
    take(client, "tuesday")
    refused = client.delete(ONE + "monday")
    assert (refused.status_code, refused.json()["code"]) == (409, "approval_required")
    assert refused.json()["facts"] == {"rules": ["deletes"]}


def test_what_hdfs_says_is_told(data: NamenodeDouble, operator: User, client_of: ClientOf) -> None:
    client = client_of(operator)
    take(client, "monday")
    taken = client.post(API, {"path": "/data", "name": "monday"}, format="json")
    assert (taken.status_code, taken.json()["code"]) == (409, "snapshot_refused")
    assert taken.json()["detail"] == "There is already a snapshot monday"
    failed = AuditEntry.objects.get(outcome="failed")
    assert failed.after == {"name": "monday", "failed_why": "snapshot_refused"}
    reserved = client.post(f"{API}/directories", {"path": "/.reserved/raw/data"}, format="json")
    assert reserved.status_code == 400
