"""Directories with a limit over the API, against a real replica."""

from typing import Any

import pytest

from apps.accounts.models import User
from doubles.world import ClientOf
from warren_analytics.details import Detail
from warren_analytics.store import ReplicaStore
from warren_analytics.testkit.replica import QuotaRow

QUOTAS = "/api/v1/usage/quotas"

pytestmark = pytest.mark.django_db


@pytest.fixture
def limited(replica: ReplicaStore) -> None:
    rows = [
        QuotaRow(1, 1_000, 5),
        QuotaRow(2, 4, 4, 100, 9, ssd_quota_bytes=50, ssd_used_bytes=10),
    ]
    replica.current().details.replace([1, 2], {Detail.QUOTAS: rows})


@pytest.fixture
def asked(operator: User, client_of: ClientOf, limited: None) -> Any:
    client = client_of(operator)
    return lambda **query: client.get(QUOTAS, query)


def test_directories_with_a_limit(asked: Any) -> None:
    answer = asked()
    body = answer.json()
    assert answer.status_code == 200
    data, root = body["items"]
    assert (data["path"], data["used_share"], data["full_on"]) == ("/data", 1.0, None)
    assert data["names"] == {"quota": 4, "used": 4, "a_day": None}
    assert data["space"] == {"quota": 100, "used": 9, "a_day": None}
    assert data["types"] == [
        {"storage_type": "SSD", "quota_bytes": 50, "used_bytes": 10, "a_day": None}
    ]
    assert (root["path"], root["space"]["quota"], root["types"]) == ("/", None, [])
    assert body["counts"] == {"quotas": 2, "full": 1, "nearly_full": 1, "full_soon": 0}
    assert (body["counted_at"], body["next_cursor"], body["source"]) == (None, None, "replica")
    assert body["lag_ms"] >= 0


@pytest.mark.parametrize("direction", [{}, {"direction": "asc"}, {"direction": "desc"}])
@pytest.mark.parametrize("sort", ["used", "full_on", "path", "space", "names", "growth"])
def test_pages(asked: Any, sort: str, direction: dict[str, str]) -> None:
    found: list[str] = []
    cursor: str | None = ""
    while cursor is not None:
        query = {"sort": sort, "limit": 1, **direction, **({"cursor": cursor} if cursor else {})}
        body = asked(**query).json()
        found += [each["path"] for each in body["items"]]
        cursor = body["next_cursor"]
    assert sorted(found) == ["/", "/data"]
    if sort == "path" and direction:
        assert found == (["/", "/data"] if direction["direction"] == "asc" else ["/data", "/"])


def test_a_cursor_goes_one_way(asked: Any) -> None:
    cursor = asked(sort="path", direction="desc", limit=1).json()["next_cursor"]
    assert asked(sort="path", limit=1, cursor=cursor).status_code == 400


def test_those_whose_path_begins_so(asked: Any) -> None:
    body = asked(prefix="/da").json()
    assert [each["path"] for each in body["items"]] == ["/data"]
    assert body["counts"]["quotas"] == 1


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"sort": "colour"}, "sort"),
        ({"direction": "up"}, "direction"),
        ({"limit": 1_001}, "limit"),
        ({"cursor": "x"}, "cursor"),
        # Of another order; not a share; endless.
        ({"cursor": "WyJwYXRoIiwgImEiLCAzXQ"}, "cursor"),
        ({"cursor": "WyJ1c2VkIiwgImEiLCAzXQ"}, "cursor"),
        ({"cursor": "WyJ1c2VkIiwgImluZiIsIDNd"}, "cursor"),
    ],
)
def test_what_is_wrong_is_named(asked: Any, query: dict[str, Any], field: str) -> None:
    answer = asked(**query)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [field])


def test_viewers_are_told_nothing(viewer: User, client_of: ClientOf, limited: None) -> None:
    assert client_of(viewer).get(QUOTAS).status_code == 403


def test_without_a_replica(
    operator: User, client_of: ClientOf, set_env: Any, tmp_path: Any
) -> None:
    set_env(replica_socket=tmp_path / "none.sock")
    answer = client_of(operator).get(QUOTAS)
    assert (answer.status_code, answer.json()["code"]) == (503, "replica_unavailable")
