"""Directories that are watched: by whom, where they are now, and what the replica is told."""

from typing import Any

import pytest

from apps.accounts.models import User
from apps.audit.models import AuditEntry
from apps.usage import actions
from apps.usage.models import WatchedDirectory
from apps.usage.telling import tell_replica
from doubles.world import ClientOf
from warren_analytics.store import ReplicaStore
from warren_analytics.testkit.replica import directory

WATCHED = "/api/v1/usage/watched"
DATA = 2

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(operator: User, client_of: ClientOf) -> Any:
    return client_of(operator)


def test_a_directory_is_watched_and_is_no_more(
    client: Any, replica: ReplicaStore, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        made = client.post(WATCHED, {"path": "/data"}, format="json")
    assert (made.status_code, made.json()["inode_id"]) == (201, DATA)
    assert (made.json()["path"], made.json()["watched_by"]) == ("/data", "olga")
    assert replica.watched.ids() == {DATA}
    body = client.get(WATCHED).json()
    (one,) = body["items"]
    assert (one["path"], one["directory"]["path"], one["directory"]["files"]) == (
        "/data",
        "/data",
        3,
    )
    assert body["watched_max"] == 200
    assert body["as_of"]["sequence"] > 0
    # Once more changes nothing, and is no other entry of the log.
    assert client.post(WATCHED, {"path": "/data"}, format="json").status_code == 201
    with django_capture_on_commit_callbacks(execute=True):
        assert client.delete(f"{WATCHED}/{DATA}").status_code == 204
    assert replica.watched.ids() == set()
    assert client.get(WATCHED).json()["items"] == []
    assert list(AuditEntry.objects.order_by("pk").values_list("action", "actor", "path")) == [
        ("usage.watch", "olga", "/data"),
        ("usage.unwatch", "olga", "/data"),
    ]


def test_it_stays_watched_where_it_was_moved(client: Any, replica: ReplicaStore) -> None:
    client.post(WATCHED, {"path": "/data"}, format="json")
    writer = replica.current().writer
    position = writer.position()
    assert position is not None
    writer.apply([directory(DATA, 1, "moved", logical_time=5)], position)
    (one,) = client.get(WATCHED).json()["items"]
    assert (one["path"], one["directory"]["path"]) == ("/data", "/moved")


def test_what_cannot_be_watched(
    client: Any, replica: ReplicaStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = client.post(WATCHED, {"path": "/none"}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (404, "usage_no_directory")
    assert client.post(WATCHED, {"path": "data"}, format="json").status_code == 400
    assert client.post(WATCHED, {}, format="json").status_code == 400
    assert client.delete(f"{WATCHED}/{DATA}").status_code == 404
    monkeypatch.setattr(actions, "WATCHED_MAX", 1)
    assert client.post(WATCHED, {"path": "/data"}, format="json").status_code == 201
    answer = client.post(WATCHED, {"path": "/"}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_watched")
    assert answer.json()["facts"] == {"watched_max": 1}
    assert WatchedDirectory.objects.count() == 1


def test_viewers_watch_nothing(viewer: User, client_of: ClientOf) -> None:
    client = client_of(viewer)
    assert client.get(WATCHED).status_code == 403
    assert client.post(WATCHED, {"path": "/data"}, format="json").status_code == 403
    assert client.delete(f"{WATCHED}/{DATA}").status_code == 403


def test_a_replica_that_was_away_is_told_later(
    client: Any, replica: ReplicaStore, set_env: Any, tmp_path: Any
) -> None:
    assert client.post(WATCHED, {"path": "/data"}, format="json").status_code == 201
    assert replica.watched.ids() == set()
    assert tell_replica()
    assert replica.watched.ids() == {DATA}
    set_env(replica_socket=tmp_path / "none.sock")
    assert not tell_replica()
    # Who chose it is known all the same.
    body = client.get(WATCHED).json()
    assert (body["items"][0]["directory"], body["as_of"], body["lag_ms"]) == (None, None, None)
