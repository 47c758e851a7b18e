"""What users and groups own over the API, against a real replica."""

from typing import Any

import pytest

from apps.accounts.models import User
from doubles.world import ClientOf

OWNERS = "/api/v1/usage/owners"
DETAIL = f"{OWNERS}/detail"

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replica")]


@pytest.fixture
def asked(operator: User, client_of: ClientOf) -> Any:
    client = client_of(operator)
    return lambda address, **query: client.get(address, query)


def test_what_each_owns(asked: Any, set_env: Any) -> None:
    set_env(storage_price_per_tb_month=4.5, storage_currency="EUR")
    body = asked(OWNERS).json()
    (ann,) = body["items"]
    assert (ann["name"], ann["files"], ann["directories"]) == ("ann", 3, 2)
    assert (ann["length_bytes"], ann["space_bytes"], ann["share"]) == (3, 9, 1.0)
    assert (ann["cold_files"], ann["cold_space_bytes"], ann["cold_share"]) == (3, 9, 1.0)
    assert ann["average_mtime"].startswith("2023-11-14")
    assert (body["owners"], body["files"], body["space_bytes"]) == (1, 3, 9)
    assert body["cold_before"].endswith("T00:00:00.000Z")
    assert body["price"] == {"per_tb_month": 4.5, "currency": "EUR"}
    assert (body["next_cursor"], body["source"]) == (None, "replica")
    assert body["lag_ms"] >= 0
    (staff,) = asked(OWNERS, by="group").json()["items"]
    assert staff["name"] == "staff"


def test_one_of_them(asked: Any) -> None:
    body = asked(DETAIL, name="ann").json()
    (data,) = body["places"]
    assert (data["path"], data["files"], data["share"]) == ("/data", 3, 1.0)
    assert (body["elsewhere"]["path"], body["elsewhere"]["files"]) == (None, 0)
    (old,) = body["ages"]
    assert old["key"] in {"years_2", "older"}
    assert old["mtime_before"] is not None
    assert (body["owner"]["share"], body["owner"]["cold_share"]) == (None, 1.0)
    assert asked(DETAIL, name="staff", by="group", measure="files").json()["places"]


def test_nobody_of_that_name(asked: Any) -> None:
    answer = asked(DETAIL, name="bob")
    assert (answer.status_code, answer.json()["code"]) == (404, "usage_no_owner")
    assert answer.json()["facts"] == {"by": "owner", "name": "bob"}


@pytest.mark.parametrize("direction", [{}, {"direction": "asc"}, {"direction": "desc"}])
@pytest.mark.parametrize("sort", ["space", "length", "files", "cold", "age", "name"])
def test_pages(asked: Any, sort: str, direction: dict[str, str]) -> None:
    found: list[str] = []
    cursor: str | None = ""
    while cursor is not None:
        query = {"sort": sort, "limit": 1, **direction, **({"cursor": cursor} if cursor else {})}
        body = asked(OWNERS, **query).json()
        found += [each["name"] for each in body["items"]]
        cursor = body["next_cursor"]
    assert found == ["ann"]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"by": "colour"}, "by"),
        ({"sort": "colour"}, "sort"),
        ({"direction": "up"}, "direction"),
        ({"limit": 0}, "limit"),
        ({"cursor": "bnVsbA"}, "cursor"),
        # Of another order; with a number where a name belongs.
        ({"cursor": "WyJuYW1lIiwgImEiLCAiYSJd"}, "cursor"),
        ({"cursor": "WyJzcGFjZSIsICIxIiwgM10"}, "cursor"),
    ],
)
def test_what_is_wrong_is_named(asked: Any, query: dict[str, Any], field: str) -> None:
    answer = asked(OWNERS, **query)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [field])


def test_viewers_are_told_nothing(viewer: User, client_of: ClientOf) -> None:
    client = client_of(viewer)
    assert client.get(OWNERS).status_code == 403
    assert client.get(DETAIL, {"name": "ann"}).status_code == 403
