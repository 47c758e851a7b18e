"""Who fills a directory, over the API, against a real replica."""

from typing import Any

import pytest

from apps.accounts.models import User
from doubles.replica import SEQUENCE
from doubles.world import ClientOf
from warren_analytics.store import ReplicaStore

USAGE = "/api/v1/usage"
BREAKDOWN = f"{USAGE}/breakdown"

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replica")]


@pytest.fixture
def asked(operator: User, client_of: ClientOf) -> Any:
    client = client_of(operator)
    return lambda address, **query: client.get(address, query)


def test_a_directory_with_what_is_in_it(asked: Any) -> None:
    answer = asked(USAGE, path="/data")
    body = answer.json()
    assert answer.status_code == 200
    assert (body["source"], body["as_of"]["sequence"]) == ("replica", SEQUENCE)
    assert body["lag_ms"] >= 0
    directory = body["directory"]
    assert (directory["path"], directory["kind"], directory["share"]) == (
        "/data",
        "directory",
        None,
    )
    assert (directory["files"], directory["directories"], directory["space_bytes"]) == (3, 0, 9)
    assert [(each["path"], each["space_bytes"]) for each in body["items"]] == [
        *(("/data/f2.csv", 6), ("/data/f1.csv", 3), ("/data/f0.csv", 0))
    ]
    assert [round(each["share"], 3) for each in body["items"]] == [0.667, 0.333, 0.0]
    assert (body["children"], body["next_cursor"]) == (3, None)


def test_what_those_in_it_gained(asked: Any, replica: ReplicaStore) -> None:
    (data,) = asked(USAGE, path="/", since="week").json()["items"]
    assert data["change"] is None
    current = replica.current()
    position = current.position()
    assert position is not None
    # Takes the samples of the hour; files have none.
    current.writer.apply([], position)
    (data,) = asked(USAGE, path="/").json()["items"]
    assert data["change"] is None
    (data,) = asked(USAGE, path="/", since="week").json()["items"]
    assert (data["change"]["files"], data["change"]["space_bytes"]) == (0, 0)
    assert data["change"]["since"].endswith(":00:00.000Z")
    for each in asked(USAGE, path="/data", since="day").json()["items"]:
        assert each["change"] is None


def test_the_root(asked: Any) -> None:
    body = asked(USAGE, path="/").json()
    assert (body["directory"]["files"], body["directory"]["directories"]) == (3, 1)
    (data,) = body["items"]
    assert (data["path"], data["files"], data["share"]) == ("/data", 3, 1.0)


@pytest.mark.parametrize("sort", ["space", "length", "files", "time", "name"])
def test_pages(asked: Any, sort: str) -> None:
    found: list[str] = []
    query = {"path": "/data", "sort": sort, "limit": 1}
    cursor: str | None = ""
    while cursor is not None:
        body = asked(USAGE, **query, **({"cursor": cursor} if cursor else {})).json()
        assert len(body["items"]) <= 1
        found += [each["name"] for each in body["items"]]
        cursor = body["next_cursor"]
    assert sorted(found) == ["f0.csv", "f1.csv", "f2.csv"]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({}, "path"),
        ({"path": "data"}, "path"),
        ({"path": "/data/.."}, "path"),
        ({"path": "/data", "sort": "owner"}, "sort"),
        ({"path": "/data", "limit": 1_001}, "limit"),
        ({"path": "/data", "since": "century"}, "since"),
        ({"path": "/data", "cursor": "x"}, "cursor"),
        # Of another order; no number; a number that no sum can be.
        ({"path": "/data", "cursor": "WyJuYW1lIiwgImEiLCAzXQ"}, "cursor"),
        ({"path": "/data", "cursor": "WyJzcGFjZSIsICJhIiwgM10"}, "cursor"),
        ({"path": "/data", "cursor": "WyJzcGFjZSIsICIxIiwgLTFd"}, "cursor"),
        ({"path": "/data", "more": 1}, "more"),
    ],
)
def test_what_is_wrong_is_named(asked: Any, query: dict[str, Any], field: str) -> None:
    answer = asked(USAGE, **query)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [field])


@pytest.mark.parametrize("path", ["/none", "/data/f1.csv"])
def test_what_is_no_directory(asked: Any, path: str) -> None:
    for answer in (asked(USAGE, path=path), asked(BREAKDOWN, path=path, by="owner")):
        assert (answer.status_code, answer.json()["code"]) == (404, "usage_no_directory")
        assert answer.json()["facts"] == {"path": path}
        assert answer.json()["detail"]


def test_files_by_a_property(asked: Any) -> None:
    body = asked(BREAKDOWN, path="/", by="extension").json()
    (csv,) = body["groups"]
    assert (csv["key"], csv["files"], csv["space_bytes"], csv["share"]) == ("csv", 3, 9, 1.0)
    assert (body["others"]["files"], body["others_count"]) == (0, 0)
    assert (body["source"], body["as_of"]["sequence"]) == ("replica", SEQUENCE)
    (old,) = asked(BREAKDOWN, path="/", by="age").json()["groups"]
    assert (old["key"], old["mtime_from"]) == ("years_2", old["mtime_from"]) or old[
        "key"
    ] == "older"
    assert old["mtime_before"] is not None
    (disk,) = asked(BREAKDOWN, path="/", by="type").json()["groups"]
    assert (disk["key"], disk["files"], disk["space_bytes"]) == ("DISK", 3, 9)
    assert asked(BREAKDOWN, path="/", by="colour").status_code == 400
    assert asked(BREAKDOWN, path="/").status_code == 400
    # Files of a group changed at many times.
    assert asked(BREAKDOWN, path="/", by="owner", sort="time").status_code == 400


def test_viewers_are_told_nothing(viewer: User, client_of: ClientOf) -> None:
    client = client_of(viewer)
    assert client.get(USAGE, {"path": "/"}).status_code == 403
    assert client.get(BREAKDOWN, {"path": "/", "by": "owner"}).status_code == 403


def test_without_a_replica(asked: Any, set_env: Any, tmp_path: Any) -> None:
    set_env(replica_socket=tmp_path / "none.sock")
    answer = asked(USAGE, path="/")
    assert (answer.status_code, answer.json()["code"]) == (503, "replica_unavailable")


def test_a_directory_over_time(asked: Any) -> None:
    body = asked(f"{USAGE}/history", path="/data", span="month").json()
    assert body["directory"]["path"] == "/data"
    present = body["points"][-1]
    assert (present["files"], present["space_bytes"]) == (3, 9)
    assert present["time"] == body["as_of"]["time"]
    assert [each["time"] for each in body["points"]] == sorted(
        each["time"] for each in body["points"]
    )
    assert body["lag_ms"] >= 0


def test_who_gained_most(asked: Any) -> None:
    body = asked(f"{USAGE}/growth", path="/", span="day", sort="files").json()
    assert body["source"] == "replica"
    for each in body["items"]:
        assert each["files"] > 0
        assert each["directory"]["path"].startswith("/")


@pytest.mark.parametrize("part", ["history", "growth"])
@pytest.mark.parametrize(
    ("query", "field"), [({}, "path"), ({"path": "/", "span": "century"}, "span")]
)
def test_what_is_wrong_with_a_span_is_named(
    asked: Any, part: str, query: dict[str, Any], field: str
) -> None:
    answer = asked(f"{USAGE}/{part}", **query)
    assert answer.status_code == 400
    assert field in str(answer.json())


@pytest.mark.parametrize("part", ["history", "growth"])
def test_the_past_of_nothing(asked: Any, part: str) -> None:
    assert asked(f"{USAGE}/{part}", path="/nowhere").status_code == 404


def test_what_space_costs_where_a_setting_tells_it(asked: Any, set_env: Any) -> None:
    query = {"path": "/data", "by": "age"}
    assert asked(BREAKDOWN, **query).json()["price"] is None
    set_env(storage_price_per_tb_month=4.5, storage_currency="EUR")
    price = asked(BREAKDOWN, **query).json()["price"]
    assert price == {"per_tb_month": 4.5, "currency": "EUR"}
