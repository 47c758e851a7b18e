"""Directories, names and permissions that are changed at once, as the user himself."""

import pytest

from apps.accounts.models import User
from apps.audit.models import AuditEntry
from apps.common.rights import Permission
from doubles.namenode import NamenodeDouble
from doubles.webhdfs import HadoopError
from doubles.world import ClientOf, SetEnv, give

pytestmark = pytest.mark.django_db
API = "/api/v1/files"
STALE = '"0123456789abcdef"'


def test_a_directory_is_made_as_the_user(
    namenode: NamenodeDouble, operator: User, client_of: ClientOf
) -> None:
    namenode.tree.mkdirs("/data")
    client = client_of(operator)
    made = client.post(f"{API}/directories", {"path": "/data/new", "mode": "750"}, format="json")
    assert (made.status_code, made.json()["mode"]) == (201, "0750")
    assert namenode.tree.find("/data/new").owner == operator.hdfs_user
    again = client.post(f"{API}/directories", {"path": "/data/new"}, format="json")
    assert (again.status_code, again.json()["code"]) == (409, "already_exists")
    deep = client.post(f"{API}/directories", {"path": "/data/no/deep"}, format="json")
    assert (deep.status_code, deep.json()["code"]) == (409, "no_parent")
    for path in ("/data/.snapshot/x", "/.reserved/x", "/"):
        assert client.post(f"{API}/directories", {"path": path}, format="json").status_code == 400
    entries = AuditEntry.objects.order_by("pk")
    assert [(each.action, each.outcome) for each in entries] == [
        ("directory.make", "accepted"),
        ("directory.make", "succeeded"),
    ]


def test_a_repetition_makes_it_once(
    namenode: NamenodeDouble, operator: User, client_of: ClientOf
) -> None:
    client = client_of(operator)
    sent = [
        client.post(
            f"{API}/directories", {"path": "/new"}, format="json", HTTP_IDEMPOTENCY_KEY="one"
        )
        for _ in range(2)
    ]
    assert [each.status_code for each in sent] == [201, 201]
    assert sent[1].headers["Idempotency-Replayed"] == "true"


def test_hdfs_has_the_last_word(
    namenode: NamenodeDouble, operator: User, client_of: ClientOf
) -> None:
    """A role lets somebody ask; whether he may is HDFS's to say."""
    namenode.tree.mkdirs("/data")
    namenode.webhdfs.superusers = {"hdfs"}
    answer = client_of(operator).post(f"{API}/directories", {"path": "/data/x"}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (403, "access_denied")
    assert answer.json()["facts"]["hdfs_user"] == operator.hdfs_user
    assert AuditEntry.objects.get(outcome="denied").path == "/data/x"
    assert not namenode.tree.exists("/data/x")


def test_a_role_holds_where_it_says(
    namenode: NamenodeDouble, viewer: User, client_of: ClientOf
) -> None:
    namenode.tree.add_file("/data/a")
    namenode.tree.mkdirs("/other")
    give(viewer, {Permission.WRITE_FILES}, paths=["/data"])
    client = client_of(viewer)
    out = client.post(f"{API}/moves", {"path": "/data/a", "to": "/other/a"}, format="json")
    assert (out.status_code, out.json()["code"]) == (403, "not_permitted")
    moved = client.post(f"{API}/moves", {"path": "/data/a", "to": "/data/b"}, format="json")
    assert moved.json()["path"] == "/data/b"


def test_a_move_replaces_nothing(
    namenode: NamenodeDouble, operator: User, client_of: ClientOf
) -> None:
    namenode.tree.add_file("/data/a")
    namenode.tree.add_file("/data/b", size_bytes=7)
    client = client_of(operator)
    taken = client.post(f"{API}/moves", {"path": "/data/a", "to": "/data/b"}, format="json")
    assert (taken.status_code, taken.json()["code"]) == (409, "already_exists")
    gone = client.post(f"{API}/moves", {"path": "/data/x", "to": "/data/y"}, format="json")
    assert gone.status_code == 404
    inside = client.post(f"{API}/moves", {"path": "/data", "to": "/data/c/d"}, format="json")
    assert inside.status_code == 400
    assert namenode.tree.find("/data/b").size_bytes == 7


def test_permissions_are_read_and_changed(
    namenode: NamenodeDouble, operator: User, client_of: ClientOf
) -> None:
    node = namenode.tree.add_file("/data/a", mode=0o640, owner="olga")
    client = client_of(operator)
    url = f"{API}/permissions?path=/data/a"
    before = client.get(url)
    assert before.json() | {"etag": ""} == {
        "path": "/data/a",
        "kind": "file",
        "owner": "olga",
        "group": "supergroup",
        "mode": "0640",
        "acl": [],
        "etag": "",
    }
    change = {"mode": "1750", "group": "staff", "acl": ["user:ann:r-x"]}
    stale = client.put(url, change, format="json", HTTP_IF_MATCH=STALE)
    assert (stale.status_code, node.mode) == (412, 0o640)
    changed = client.put(url, change, format="json", HTTP_IF_MATCH=before.headers["ETag"])
    assert changed.status_code == 200
    assert (changed.json()["mode"], changed.json()["group"]) == ("1750", "staff")
    assert "user:ann:r-x" in changed.json()["acl"]
    spec = next(q["aclspec"] for op, _, _, q in namenode.webhdfs.calls if op == "SETACL")
    assert spec == "user::rwx,other::---,group::r-x,user:ann:r-x"
    cleared = client.put(url, {"acl": []}, format="json")
    assert cleared.json()["acl"] == []
    assert client.put(url, {"acl": ["ann may"]}, format="json").status_code == 400


def test_a_change_is_sent_once(
    namenode: NamenodeDouble, operator: User, client_of: ClientOf, set_env: SetEnv
) -> None:
    """Where nobody knows whether it was made, no other namenode is asked."""
    set_env(admin_urls=f"{namenode.url},{namenode.url}/")
    namenode.webhdfs.lose_changes = True
    answer = client_of(operator).post(f"{API}/directories", {"path": "/new"}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (503, "outcome_unknown")
    assert [op for op, *_ in namenode.webhdfs.calls].count("MKDIRS") == 1
    noted = AuditEntry.objects.get(outcome="failed").after
    assert noted is not None
    assert noted["failed_why"] == "outcome_unknown"


def test_another_namenode_is_asked_where_nothing_was_done(
    namenode: NamenodeDouble, operator: User, client_of: ClientOf, set_env: SetEnv
) -> None:
    set_env(admin_urls=f"http://127.0.0.1:1,{namenode.url}")
    made = client_of(operator).post(f"{API}/directories", {"path": "/new"}, format="json")
    assert made.status_code == 201


def test_a_namenode_that_does_not_serve_changes_nothing(
    namenode: NamenodeDouble, operator: User, client_of: ClientOf
) -> None:
    namenode.webhdfs.fail = [HadoopError("RetriableException")]
    answer = client_of(operator).post(f"{API}/directories", {"path": "/new"}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (503, "webhdfs_unavailable")
    assert not namenode.tree.exists("/new")
