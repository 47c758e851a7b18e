"""Small files: counts of the replica, and what the namenodes tell."""

import pytest
from django.test import Client

from apps.accounts.models import User
from apps.cluster import ndb
from apps.sql.selectors import forget_reports
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, SetEnv
from warren_analytics.store import ReplicaStore

pytestmark = pytest.mark.django_db
URL = "/api/v1/smallfiles"


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    forget_reports()


def test_counts_activity_and_room(
    namenode: NamenodeDouble, replica: ReplicaStore, viewer: User, client_of: ClientOf
) -> None:
    told = client_of(viewer).get(URL).json()
    classes = told["counts"]["classes"]
    assert len(classes) == 9
    shortest = classes[0]
    assert (shortest["size_min_bytes"], shortest["size_max_bytes"]) == (0, 1024)
    # The replica has three files of 0, 1 and 2 bytes: the empty one has nothing to move.
    assert (shortest["files"], shortest["files_in_database"]) == (3, 0)
    assert (shortest["files_to_take_in"], shortest["files_that_fit"]) == (0, 2)
    assert classes[-1]["size_max_bytes"] is None
    assert told["room"] == {"used_bytes": 1000, "size_bytes": 10000}
    assert told["activity"] == {
        "written": 12,
        "read": 30,
        "fallbacks_full": 2,
        "fallbacks_memory": 0,
        "taken_in": 5,
        "taken_in_bytes": 5120,
        "moved_out": 1,
        "bytes_in_flight": 4096,
    }


def test_a_store_that_cannot_tell_its_room(
    namenode: NamenodeDouble, viewer: User, client_of: ClientOf
) -> None:
    namenode.metrics = "# TYPE warren_small_files_read counter\nwarren_small_files_read_total 3.0\n"
    told = client_of(viewer).get(URL).json()
    assert (told["room"], told["counts"]) == (None, None)
    assert told["activity"]["read"] == 3


def test_the_room_of_ndb_is_told_by_its_sql_node(
    namenode: NamenodeDouble,
    viewer: User,
    client_of: ClientOf,
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    namenode.metrics = "# TYPE warren_small_files_read counter\nwarren_small_files_read_total 3.0\n"
    asked: list[str] = []

    def files(statement: str, *values: str) -> list[tuple[int, ...]]:
        asked.append(statement)
        assert values == ("warren_disk",)
        return [(6, 16, 1024), (16, 16, 1024)]

    monkeypatch.setattr(ndb, "rows", files)
    told = client_of(viewer).get(URL).json()
    assert told["room"] == {"used_bytes": 10_240, "size_bytes": 32_768}
    assert "ndbinfo.files" in asked[0]
    assert "warren_small_file_store" not in client.get("/metrics").content.decode()
    monkeypatch.setattr(ndb, "reachable", lambda: True)
    metrics = client.get("/metrics").content.decode()
    assert "warren_small_file_store_used_bytes 10240.0" in metrics
    assert "warren_small_file_store_size_bytes 32768.0" in metrics


def test_without_namenodes_the_counts_are_told(
    replica: ReplicaStore, viewer: User, client_of: ClientOf
) -> None:
    told = client_of(viewer).get(URL).json()
    assert (told["activity"], told["room"]) == (None, None)
    assert told["counts"]["classes"][0]["files"] == 3


def test_without_anything(viewer: User, client_of: ClientOf, set_env: SetEnv) -> None:
    set_env(admin_urls="http://127.0.0.1:1", admin_attempts_max=1)
    assert client_of(viewer).get(URL).status_code == 503
