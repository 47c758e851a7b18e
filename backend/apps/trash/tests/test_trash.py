"""What lies in the trashes over the API, against a real replica."""

import time
from dataclasses import replace
from typing import Any

import pytest

from apps.accounts.models import Role, User
from apps.common.rights import Permission
from doubles.namenode import NamenodeDouble
from doubles.replica import SEQUENCE
from doubles.world import ClientOf, SetEnv, give, make_user
from warren_analytics.position import Position
from warren_analytics.store import ReplicaStore
from warren_analytics.testkit.replica import PlaceRow, Row, directory

TRASH = "/api/v1/trash"
DATA, USER = 2, 50
ANNS, BOBS = "/user/ann/.Trash/Current", "/user/bob/.Trash/Current"

pytestmark = pytest.mark.django_db


def _apply(replica: ReplicaStore, first: int, *rows: Row) -> None:
    now_ms = time.time_ns() // 1_000_000
    events = [
        replace(row, sequence=first + at, committed_at_ms=now_ms) for at, row in enumerate(rows)
    ]
    last = events[-1].sequence
    replica.current().writer.apply(events, Position(f"c{last}", last, now_ms))


def _deleted(row: Row, parent_id: int) -> Row:
    return replace(
        row,
        parent_id=parent_id,
        operation="rename",
        logical_time=2,
        before=PlaceRow(row.parent_id, row.name),
    )


@pytest.fixture
def trashed(replica: ReplicaStore, namenode: NamenodeDouble) -> None:
    """ann deleted /data/tree, bob /data/b.csv and /top; each looks into his own trash only."""
    namenode.tree.mkdirs("/user")
    rows = [directory(USER, 1, "user")]
    for at, user in ((60, "ann"), (70, "bob")):
        path = (user, ".Trash", "Current", "data")
        for deeper, name in enumerate(path):
            parent = at + deeper - 1 if deeper else USER
            rows.append(replace(directory(at + deeper, parent, name), mode=0o700, owner=user))
        namenode.tree.mkdirs(f"/user/{user}", owner=user, mode=0o700)
        namenode.tree.mkdirs(f"/user/{user}/.Trash/Current/data", owner=user)
    tree, b_csv = directory(80, DATA, "tree"), Row(82, DATA, "b.csv", size_bytes=9, owner="bob")
    top = Row(83, 1, "top", size_bytes=50)
    rows += [tree, Row(81, 80, "x", size_bytes=20), b_csv, top]
    _apply(replica, SEQUENCE + 1, *rows)
    later = SEQUENCE + 1 + len(rows)
    _apply(replica, later, _deleted(tree, 63), _deleted(b_csv, 73), _deleted(top, 72))


@pytest.fixture
def asked(operator: User, client_of: ClientOf, trashed: None) -> Any:
    client = client_of(operator)
    return lambda **query: client.get(TRASH, query)


def paths(body: Any) -> list[str]:
    return [each["former_path"] for each in body["items"]]


def test_what_was_deleted(asked: Any) -> None:
    answer = asked(sort="path")
    body = answer.json()
    assert answer.status_code == 200
    assert paths(body) == ["/data/b.csv", "/data/tree", "/top"]
    tree = body["items"][1]
    assert (tree["user"], tree["checkpoint"]) == ("ann", "Current")
    assert (tree["path"], tree["kind"]) == (f"{ANNS}/data/tree", "directory")
    assert (tree["files"], tree["directories"]) == (1, 0)
    assert (tree["length_bytes"], tree["space_bytes"]) == (20, 60)
    assert (tree["deleted_at_is_exact"], tree["emptied_at"]) == (True, None)
    assert body["counts"] == {
        "entries": 3,
        "users": 2,
        "files": 3,
        "length_bytes": 79,
        "space_bytes": 237,
    }
    assert (body["next_cursor"], body["source"]) == (None, "replica")
    assert body["lag_ms"] >= 0


def test_when_it_is_emptied(asked: Any, set_env: SetEnv) -> None:
    set_env(trash_interval_min=60)
    first = asked().json()["items"][0]
    assert first["deleted_at"] < first["emptied_at"]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"user": "ann"}, ["/data/tree"]),
        ({"user": "carl"}, []),
        ({"prefix": "/data/"}, ["/data/b.csv", "/data/tree"]),
        ({"prefix": "/data/tree/x"}, ["/data/tree"]),
        ({"age_max_h": 1}, ["/data/b.csv", "/data/tree", "/top"]),
        ({"age_min_h": 1}, []),
        ({"sort": "size"}, ["/top", "/data/tree", "/data/b.csv"]),
        ({"sort": "size", "direction": "asc"}, ["/data/b.csv", "/data/tree", "/top"]),
    ],
)
def test_filters_and_orders(asked: Any, query: dict[str, Any], expected: list[str]) -> None:
    body = asked(**{"sort": "path", **query}).json()
    assert paths(body) == expected
    assert body["counts"]["entries"] == len(expected)


@pytest.mark.parametrize("direction", [{}, {"direction": "asc"}, {"direction": "desc"}])
@pytest.mark.parametrize("sort", ["time", "size", "path"])
def test_pages(asked: Any, sort: str, direction: dict[str, str]) -> None:
    found: list[str] = []
    cursor: str | None = ""
    while cursor is not None:
        query = {"sort": sort, "limit": 1, **direction, **({"cursor": cursor} if cursor else {})}
        body = asked(**query).json()
        found += paths(body)
        cursor = body["next_cursor"]
    assert sorted(found) == ["/data/b.csv", "/data/tree", "/top"]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"sort": "colour"}, "sort"),
        ({"direction": "up"}, "direction"),
        ({"limit": 1_001}, "limit"),
        ({"age_min_h": -1}, "age_min_h"),
        ({"cursor": "x"}, "cursor"),
        # Of another order.
        ({"cursor": "WyJwYXRoIiwgImEiLCAzXQ"}, "cursor"),
    ],
)
def test_what_is_wrong_is_named(asked: Any, query: dict[str, Any], field: str) -> None:
    answer = asked(**query)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [field])


def test_viewers_see_their_own_trash(trashed: None, client_of: ClientOf) -> None:
    body = client_of(make_user("ann", Role.VIEWER)).get(TRASH).json()
    (tree,) = body["items"]
    assert (tree["former_path"], tree["owner"]) == ("/data/tree", "ann")
    # What HDFS may hide is not counted for them; a file has nothing to hide.
    assert (tree["files"], tree["length_bytes"], tree["space_bytes"]) == (None, None, None)
    assert body["counts"] is None
    bobs = client_of(make_user("bob", Role.VIEWER)).get(TRASH).json()
    assert {each["former_path"]: each["length_bytes"] for each in bobs["items"]} == {
        "/data/b.csv": 9,
        "/top": 50,
    }
    assert client_of(make_user("carl", Role.VIEWER)).get(TRASH).json()["items"] == []


@pytest.mark.parametrize("sort", ["size", "path"])
def test_no_order_tells_viewers_what_they_do_not_see(
    trashed: None, client_of: ClientOf, sort: str
) -> None:
    answer = client_of(make_user("ann", Role.VIEWER)).get(TRASH, {"sort": sort})
    assert (answer.status_code, answer.json()["code"]) == (403, "not_permitted")


def test_who_looks_after_a_directory_sees_what_was_deleted_from_it(
    trashed: None, client_of: ClientOf
) -> None:
    sam = make_user("sam", Role.VIEWER)
    give(sam, {Permission.SEE_ALL}, paths=["/data"])
    body = client_of(sam).get(TRASH).json()
    assert sorted(paths(body)) == ["/data/b.csv", "/data/tree"]
    assert body["counts"] is None
    sizes = {each["former_path"]: each["length_bytes"] for each in body["items"]}
    assert sizes == {"/data/b.csv": 9, "/data/tree": None}
    give(sam, {Permission.SEE_USAGE}, paths=["/data/tree"])
    sizes = {
        each["former_path"]: each["length_bytes"]
        for each in client_of(User.objects.get(pk=sam.pk)).get(TRASH).json()["items"]
    }
    assert sizes["/data/tree"] == 20


def test_without_a_replica(
    operator: User, client_of: ClientOf, set_env: SetEnv, tmp_path: Any
) -> None:
    set_env(replica_socket=tmp_path / "none.sock")
    answer = client_of(operator).get(TRASH)
    assert (answer.status_code, answer.json()["code"]) == (503, "replica_unavailable")
