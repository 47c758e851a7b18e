"""Streams of events: who hears what, where a stream goes on, and when it ends."""

import json
import threading
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connections, transaction
from django.http import HttpResponse
from django.utils import timezone

from apps.accounts.models import ApiToken, LoginSession, Role, User
from apps.common.problems import TooManyRequests, Unavailable
from apps.events import streams, views
from apps.events.authority import Credential, topics_now
from apps.events.hub import Changed, End, Hub, Subscription
from apps.events.topics import Topic
from apps.jobs.models import Job
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, SetEnv

pytestmark = pytest.mark.django_db
SESSION = Credential(session_key="s", token_id=None)


def make_job() -> Job:
    return Job.objects.create(
        kind="set_owner",
        path="/secret",
        inode_id=1,
        parameters={},
        dry_run=False,
        phase="acting",
        actor="olga",
        hdfs_user="olga",
        request_sha256="",
        created_at=timezone.now(),
    )


def heard(response: HttpResponse) -> list[tuple[str, str, dict[str, Any]]]:
    """The events of a stream that ended: id, name and data of each."""
    body = b"".join(response.streaming_content).decode()  # type: ignore[attr-defined]
    blocks = [
        dict(line.split(": ", 1) for line in block.splitlines())
        for block in body.split("\n\n")
        if "event: " in block
    ]
    return [(each["id"], each["event"], json.loads(each["data"])) for each in blocks]


def subscribe(hub: Hub, *topics: Topic, user_id: int = 1, credential: Credential = SESSION) -> Any:
    found = Subscription(
        user_id=user_id, credential=credential, topics=frozenset(topics or Topic), told={}
    )
    hub.open(found, streams_max=3, of_user_max=2)
    hub.wait(found, 0)
    return found


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    """One that looks at everything, each time that somebody waits."""
    made = Hub(background=False)
    monkeypatch.setattr(made, "_due_s", NeverLater())
    monkeypatch.setattr("apps.events.hub._AUTHORITY_EVERY_S", 0.0)
    monkeypatch.setattr("apps.events.hub.topics_now", lambda _: frozenset(Topic))
    yield made
    assert made.count() <= 3


class NeverLater(dict[int, float]):
    def __setitem__(self, key: int, value: float) -> None:
        pass


def test_a_stream_tells_what_it_may_and_ends(
    namenode: NamenodeDouble, viewer: User, admin: User, client_of: ClientOf
) -> None:
    (first_id, first, data), (_, last, why) = heard(client_of(viewer).get("/api/v1/events"))
    assert (first, last, why) == ("ready", "bye", {"why": "age"})
    told = set(data["topics"])
    assert told >= {"jobs", "alerts", "health", "cluster", "datanodes", "pipeline"}
    assert told.isdisjoint({"approvals", "deliveries", "rules"})
    assert "cluster:" in first_id
    assert "rules" not in first_id
    assert set(heard(client_of(admin).get("/api/v1/events"))[0][2]["topics"]) == set(Topic)


def test_it_goes_on_from_what_the_client_knows(
    namenode: NamenodeDouble, viewer: User, client_of: ClientOf
) -> None:
    client = client_of(viewer)
    known = heard(client.get("/api/v1/events"))[0][0]
    again = heard(client.get("/api/v1/events", headers={"Last-Event-ID": known}))
    assert [name for _, name, _ in again] == ["ready", "bye"]
    make_job()
    later = heard(client.get(f"/api/v1/events?last_event_id={known}"))
    assert [name for _, name, _ in later] == ["ready", "changed", "bye"]
    new_id, _, data = later[1]
    assert data["topic"] == "jobs"
    assert f"jobs:{data['version']}" in new_id
    assert "/secret" not in str(later)
    lost = heard(client.get("/api/v1/events", headers={"Last-Event-ID": "17"}))
    assert [name for _, name, _ in lost] == ["reset", "bye"]


def test_a_change_names_the_jobs_that_it_is_about(hub: Hub) -> None:
    jobs = [make_job(), make_job()]
    stream = subscribe(hub, Topic.JOBS, Topic.RULES)
    assert hub.wait(stream, 0) == []
    Job.objects.filter(pk=jobs[1].pk).update(steps_made=1)
    [change] = hub.wait(stream, 0)
    assert (change.topic, change.parts) == (Topic.JOBS, (jobs[1].pk,))
    assert hub.wait(stream, 0) == []


@pytest.mark.django_db(transaction=True)
def test_a_change_is_told_after_its_commit(hub: Hub) -> None:
    stream = subscribe(hub, Topic.JOBS)
    made, commit = threading.Event(), threading.Event()

    def change() -> None:
        with transaction.atomic():
            make_job()
            made.set()
            commit.wait(10)
        connections.close_all()

    changing = threading.Thread(target=change)
    changing.start()
    assert made.wait(10)
    assert hub.wait(stream, 0) == []
    commit.set()
    changing.join(10)
    [change_told] = hub.wait(stream, 0)
    assert isinstance(change_told, Changed)
    assert change_told.topic is Topic.JOBS


def test_a_silent_source_changes_nothing(hub: Hub, namenode: NamenodeDouble) -> None:
    stream = subscribe(hub, Topic.CLUSTER)
    namenode.refuse = [503] * 10
    assert hub.wait(stream, 0) == []
    namenode.refuse = []
    namenode.read_only = {"since_ms": 1, "by": "hdfs"}
    assert [each.topic for each in hub.wait(stream, 0)] == [Topic.CLUSTER]


def test_streams_are_bounded(
    hub: Hub,
    viewer: User,
    client_of: ClientOf,
    set_env: SetEnv,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept = [subscribe(hub), subscribe(hub)]
    with pytest.raises(TooManyRequests):
        subscribe(hub)
    kept.append(subscribe(hub, user_id=2))
    with pytest.raises(Unavailable):
        subscribe(hub, user_id=3)
    monkeypatch.setattr(views, "hub", hub)
    set_env(event_streams_max=3)
    refused = client_of(viewer).get("/api/v1/events", headers={"Accept": "text/event-stream"})
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "30")
    assert refused.json()["code"] == "too_many_streams"
    for each in kept:
        hub.close(each)
    assert hub.count() == 0


def test_a_stream_that_is_closed_before_it_was_read_is_let_go(hub: Hub) -> None:
    stream = streams.open_stream(
        hub,
        user_id=1,
        credential=SESSION,
        topics=frozenset(Topic),
        last_event_id="",
        is_gone=lambda: False,
    )
    assert hub.count() == 1
    stream.close()
    assert hub.count() == 0


def test_it_ends_with_the_login_or_the_token(
    hub: Hub, viewer: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("apps.events.hub.topics_now", topics_now)
    client_of(viewer).get("/api/v1/auth/me")
    login = LoginSession.objects.get(user=viewer)
    token = ApiToken.objects.create(
        user=viewer,
        name="t",
        scopes=["read"],
        secret_sha256="0" * 64,
        created_at=timezone.now(),
        expires_at=timezone.now() + timedelta(days=1),
    )
    hears = topics_now(Credential(None, token.pk))
    assert hears is not None
    by_login = subscribe(hub, *hears, credential=Credential(login.session_id, None))
    by_token = subscribe(hub, *hears, credential=Credential(None, token.pk))
    hub.look()
    assert (by_login.end, by_token.end) == (None, None)
    # A token to read with can do no more in an administrator's hands.
    User.objects.filter(pk=viewer.pk).update(role=Role.ADMIN)
    hub.look()
    assert (by_login.end, by_token.end) == (End.RIGHTS, None)
    ApiToken.objects.all().delete()
    hub.look()
    assert by_token.end is End.REVOKED
    ended = Credential(login.session_id, None)
    assert topics_now(ended) == frozenset(Topic)
    login.session.delete()
    assert topics_now(ended) is None
