"""Heat over all namenodes."""

from collections.abc import Iterator

import pytest

from apps.accounts.models import User
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, SetEnv

pytestmark = pytest.mark.django_db


@pytest.fixture
def another() -> Iterator[NamenodeDouble]:
    double = NamenodeDouble()
    yield double
    double.close()


def test_the_namenodes_are_added_up(
    namenode: NamenodeDouble,
    another: NamenodeDouble,
    operator: User,
    client_of: ClientOf,
    set_env: SetEnv,
) -> None:
    set_env(admin_urls=f"{namenode.url},{another.url}")
    found = client_of(operator).get("/api/v1/heat?by=user&window=10s").json()
    ann, bob = found["entries"]
    assert (ann["key"], ann["of"], ann["time_ms"], ann["calls"]) == ("ann", None, 1_600.0, 800)
    assert (ann["share"], bob["share"], ann["time_error_ms"]) == (0.5, 0.25, 1.0)
    assert (found["calls"], found["time_ms"], found["imbalance"]) == (1_400, 3_200.0, 1.0)
    assert (ann["waited_ms"], ann["refused"]) == (240.0, 60)
    assert (bob["waited_ms"], bob["refused"]) == (120.0, 0)
    assert (found["waited_ms"], found["refused"]) == (400.0, 62)
    assert [(each["waited_ms"], each["refused"]) for each in found["namenodes"]] == [
        (200.0, 31),
        (200.0, 31),
    ]
    assert found["silent"] == []
    assert namenode.calls("heat") == [{"by": "user", "window": "10s", "limit": "100"}]


def test_from_a_directory_to_its_users_and_back(
    namenode: NamenodeDouble, operator: User, client_of: ClientOf
) -> None:
    client = client_of(operator)
    of_one = client.get("/api/v1/heat?by=directory_user&key=/data/busy").json()
    assert [(each["key"], each["of"]) for each in of_one["entries"]] == [
        ("/data/busy", "ann"),
        ("/data/busy", "bob"),
    ]
    of_bob = client.get("/api/v1/heat?by=directory_user&of=bob&limit=1").json()
    assert [each["key"] for each in of_bob["entries"]] == ["/data/busy"]


def test_a_namenode_that_is_silent_is_named(
    namenode: NamenodeDouble, operator: User, client_of: ClientOf, set_env: SetEnv
) -> None:
    set_env(admin_urls=f"http://127.0.0.1:1,{namenode.url}")
    found = client_of(operator).get("/api/v1/heat").json()
    assert found["silent"] == ["http://127.0.0.1:1"]
    assert [each["namenode"] for each in found["namenodes"]] == ["nn1"]


def test_without_any_namenode(operator: User, client_of: ClientOf, set_env: SetEnv) -> None:
    set_env(admin_urls="http://127.0.0.1:1", admin_attempts_max=1)
    assert client_of(operator).get("/api/v1/heat").status_code == 503


@pytest.mark.parametrize("query", ["by=colour", "window=1d", "limit=0", "limit=101"])
def test_what_is_not_known_is_refused(
    namenode: NamenodeDouble, operator: User, client_of: ClientOf, query: str
) -> None:
    assert client_of(operator).get(f"/api/v1/heat?{query}").status_code == 400


def test_viewers_may_not(namenode: NamenodeDouble, viewer: User, client_of: ClientOf) -> None:
    assert client_of(viewer).get("/api/v1/heat").status_code == 403
