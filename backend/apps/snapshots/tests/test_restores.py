"""Restores out of snapshots: a worker copies, and overwrites nothing unless it is told to."""

from typing import Any

import pytest

from apps.accounts.models import User
from apps.audit.models import AuditEntry
from apps.common.rights import Permission
from apps.snapshots import restoring
from apps.snapshots.models import SnapshotRestore
from doubles.checked_client import CheckedClient
from doubles.namenode import NamenodeDouble
from doubles.webhdfs import HadoopError
from doubles.world import ClientOf, give

pytestmark = pytest.mark.django_db
API = "/api/v1/snapshots/restores"
IN_SNAPSHOT = "/data/.snapshot/monday"


@pytest.fixture
def data(namenode: NamenodeDouble) -> NamenodeDouble:
    """`/data` as it was on monday; afterwards its files were lost or changed."""
    tree = namenode.tree
    for name, contents in (("a", b"aa"), ("sub/b", b"bbb"), ("sub/c", b""), ("sub/d/e", b"e")):
        tree.add_file(
            f"/data/{name}", len(contents), contents=contents, owner="ann", mode=0o640, mtime_ms=7
        )
    namenode.webhdfs.snapshots["/data"] = []
    namenode.webhdfs._createsnapshot("/data", "", {"snapshotname": "monday"})
    del tree.find("/data").children["sub"]
    tree.find("/data/a").contents = b"other"
    return namenode


def ask(client: CheckedClient, path: str, **more: Any) -> Any:
    return client.post(API, {"path": path, **more}, format="json")


def test_a_tree_is_there_again(data: NamenodeDouble, operator: User, client_of: ClientOf) -> None:
    client = client_of(operator)
    asked = ask(client, f"{IN_SNAPSHOT}/sub")
    assert asked.status_code == 202, asked.content
    told = asked.json()
    assert (told["state"], told["to"], told["files"], told["size_bytes"]) == (
        *("waiting", "/data/sub"),
        *(3, 4),
    )
    assert restoring.one_round() == 1
    done = client.get(f"{API}/{told['id']}").json()
    assert (done["state"], done["files_done"], done["directories_done"], done["left"]) == (
        *("done", 3),
        *(2, 0),
    )
    node = data.tree.find("/data/sub/b")
    assert (node.contents, node.owner, node.mode, node.mtime_ms) == (b"bbb", "ann", 0o640, 7)
    assert data.tree.find("/data/sub/d/e").contents == b"e"
    assert sorted(data.tree.find("/data/sub").children) == ["b", "c", "d"]
    entries = AuditEntry.objects.filter(action="snapshot.restore").order_by("pk")
    assert [each.outcome for each in entries] == ["accepted", "succeeded"]
    assert restoring.one_round() == 0


def test_what_is_there_stays(data: NamenodeDouble, operator: User, client_of: ClientOf) -> None:
    client = client_of(operator)
    first = ask(client, f"{IN_SNAPSHOT}/a").json()
    restoring.one_round()
    done = client.get(f"{API}/{first['id']}").json()
    assert (done["files_done"], done["left"]) == (0, 1)
    assert done["errors"] == [
        {"path": "/data/a", "code": "already_exists", "title": "A file is at its place"}
    ]
    assert data.tree.find("/data/a").contents == b"other"
    ask(client, f"{IN_SNAPSHOT}/a", overwrite=True)
    ask(client, f"{IN_SNAPSHOT}/a", to="/data/former-a")
    restoring.one_round()
    restoring.one_round()
    assert data.tree.find("/data/a").contents == b"aa"
    assert data.tree.find("/data/former-a").contents == b"aa"


def test_it_goes_on_where_it_was(data: NamenodeDouble, operator: User, client_of: ClientOf) -> None:
    client = client_of(operator)
    told = ask(client, f"{IN_SNAPSHOT}/sub").json()
    created: list[str] = []
    real = data.webhdfs._create

    def fail_once(path: str, user: str, query: dict[str, Any]) -> Any:
        created.append(path)
        if len(created) == 2:
            raise HadoopError("SafeModeException", "Not now")
        return real(path, user, query)

    data.webhdfs._create = fail_once  # type: ignore[method-assign]
    restoring.one_round()
    row = SnapshotRestore.objects.get(pk=told["id"])
    assert (row.state, row.after, row.files_done) == ("waiting", f"{IN_SNAPSHOT}/sub/b", 1)
    # It waits a while before somebody tries again.
    assert restoring.one_round() == 0
    SnapshotRestore.objects.update(lease_until=None)
    restoring.one_round()
    row.refresh_from_db()
    assert (row.state, row.files_done, row.bytes_done) == ("done", 3, 4)
    # Each file was written once, but for the one that was refused.
    assert len(created) == 4


def test_it_can_be_cancelled(data: NamenodeDouble, operator: User, client_of: ClientOf) -> None:
    client = client_of(operator)
    told = ask(client, f"{IN_SNAPSHOT}/sub").json()
    assert client.post(f"{API}/{told['id']}/cancel").json()["state"] == "cancelled"
    assert client.post(f"{API}/{told['id']}/cancel").status_code == 409
    assert restoring.one_round() == 0
    assert not data.tree.exists("/data/sub")


def test_it_takes_the_right_at_both_places(
    data: NamenodeDouble, viewer: User, client_of: ClientOf
) -> None:
    give(viewer, {Permission.RESTORE}, paths=["/data"])
    client = client_of(viewer)
    assert ask(client, f"{IN_SNAPSHOT}/a", to="/other").status_code == 403
    assert ask(client, f"{IN_SNAPSHOT}/a", overwrite=True).status_code == 403
    assert ask(client, "/data/a").status_code == 400
    assert ask(client, f"{IN_SNAPSHOT}/none").status_code == 404
    assert ask(client, f"{IN_SNAPSHOT}/a", to="/data/b").status_code == 202
    assert len(client.get(f"{API}?path=/data").json()["items"]) == 1
