"""Limits of calls: asked for, taken by a namenode, watched."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.audit.models import AuditEntry
from apps.common.asked import GIVEN_UP_AFTER
from apps.heat.watching import POINT_S
from apps.limits import actions
from apps.limits.models import LimitChange, LimitTurn
from apps.limits.rounds import one_round
from apps.limits.values import LimitState
from apps.limits.watching import POINTS_MAX, SETTLED_AFTER, WATCHED_FOR
from doubles import heat
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, SetEnv

pytestmark = pytest.mark.django_db

ANN = {"kind": "user", "name": "ann", "calls_per_second": 2, "reason": "floods /data"}
BASE = "/api/v1/limits"


@pytest.fixture
def client(operator: User, client_of: ClientOf) -> APIClient:
    return client_of(operator)


def ask(client: APIClient, **change: Any) -> dict[str, Any]:
    answer = client.post(BASE, ANN | change, format="json")
    assert answer.status_code == 202, answer.json()
    found: dict[str, Any] = answer.json()
    return found


def details(client: APIClient, change: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"{BASE}/changes/{change['id']}").json()
    return found


def outcomes() -> list[tuple[str, str, str]]:
    rows = AuditEntry.objects.filter(action__startswith="limit.").order_by("pk")
    return [(row.actor, row.action, row.outcome) for row in rows]


def test_a_limit_is_set_by_the_worker_and_watched(
    namenode: NamenodeDouble, client: APIClient, operator: User
) -> None:
    asked = ask(client)
    assert (asked["state"], asked["done_at"]) == ("waiting", None)
    assert client.get(BASE).json()["items"] == []
    assert one_round() == 1
    (limit,) = client.get(BASE).json()["items"]
    assert (limit["kind"], limit["name"], limit["calls_per_second"]) == ("user", "ann", 2)
    assert (limit["set_by"], limit["reason"]) == (operator.username, "floods /data")
    assert limit["namenodes"] == [{"namenode": "nn1", "admitted": 0, "refused": 0}]
    (sent,) = [body for method, name, body in namenode.requests if method == "PUT"]
    assert sent["set_by"] == operator.username
    assert operator.username in namenode.actors
    done = details(client, asked)
    assert (done["state"], done["after"]) == ("done", [])
    # The double tells the same of each window: nothing was done before the last ten seconds.
    assert [point["calls_per_s"] for point in done["before"]] == [0.0, 0.0, 40.0]
    assert [point["others_per_s"] for point in done["before"]] == [0.0, 0.0, 30.0]
    assert done["before"][2]["mean_ms"] == 2.0
    assert outcomes() == [
        (operator.username, "limit.set", "accepted"),
        (operator.username, "limit.set", "succeeded"),
    ]


def test_a_point_every_ten_seconds_for_ten_minutes(
    namenode: NamenodeDouble, client: APIClient
) -> None:
    asked = ask(client)
    assert [one_round(), one_round()] == [1, 0]
    # The first one begins when all namenodes go by the limit.
    _let_pass(int(SETTLED_AFTER.total_seconds()))
    assert one_round() == 0
    for refused in (75, 95, 10):
        namenode.limits.rows[("user", "ann")]["refused"] = refused
        _let_pass(POINT_S)
        assert one_round() == 1
    rates = [point["refused_per_s"] for point in details(client, asked)["after"]]
    # The last one: a namenode that was started anew counts from zero.
    assert rates == pytest.approx([5.0, 2.0, 1.0], rel=0.1)
    row = LimitChange.objects.get()
    row.after = [row.after[0]] * POINTS_MAX
    row.save()
    _let_pass(POINT_S)
    one_round()
    assert len(LimitChange.objects.get().after) == POINTS_MAX
    _let_pass(int(WATCHED_FOR.total_seconds()))
    assert one_round() == 0


def test_no_point_is_in_part_from_before_the_limit(
    namenode: NamenodeDouble, client: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Namenodes count in slots of ten seconds: their last ten are up to twenty."""
    monkeypatch.setitem(heat.SPANS_S, "10s", 18)
    asked = ask(client)
    one_round()
    _let_pass(int(SETTLED_AFTER.total_seconds()) + POINT_S)
    one_round()
    assert details(client, asked)["after"] == []
    _let_pass(8)
    one_round()
    (point,) = details(client, asked)["after"]
    assert point["calls_per_s"] == round(400 / 18, 3)
    change = LimitChange.objects.get()
    assert change.done_at is not None
    assert datetime.fromisoformat(point["begin"]) >= change.done_at + SETTLED_AFTER
    # Nor is one in part of the time of the point before.
    _let_pass(POINT_S)
    one_round()
    assert len(details(client, asked)["after"]) == 1
    _let_pass(8)
    one_round()
    assert len(details(client, asked)["after"]) == 2


def _let_pass(seconds: int) -> None:
    """Everything that was noted happened so much earlier."""
    by = timedelta(seconds=seconds)
    for row in LimitChange.objects.all():
        assert row.done_at is not None
        assert row.watched_at is not None
        row.done_at -= by
        row.watched_at -= by
        row.after = [
            point | {"end": (datetime.fromisoformat(point["end"]) - by).isoformat()}
            for point in row.after
        ]
        row.save()


def test_a_limit_is_lifted(namenode: NamenodeDouble, client: APIClient, operator: User) -> None:
    ask(client)
    one_round()
    query = "kind=user&name=ann&reason=it+is+over"
    assert client.delete(f"{BASE}?{query}").status_code == 202
    # And once more: what was lifted by another is as was wished.
    one_round()
    assert client.delete(f"{BASE}?{query}").json()["action"] == "lift"
    one_round()
    assert client.get(BASE).json()["items"] == []
    newest, *_ = client.get(f"{BASE}/changes").json()["items"]
    assert (newest["state"], newest["calls_per_second"]) == ("done", None)
    assert outcomes()[-1] == (operator.username, "limit.lift", "succeeded")


def test_only_the_last_of_several_changes_is_made(
    namenode: NamenodeDouble, client: APIClient
) -> None:
    first, other = ask(client), ask(client, name="bob")
    last = ask(client, calls_per_second=9)
    one_round()
    assert [details(client, each)["state"] for each in (first, other, last)] == [
        "superseded",
        "done",
        "done",
    ]
    assert namenode.limits.rows[("user", "ann")]["calls_per_second"] == 9


def test_what_no_namenode_takes_waits_and_then_fails(
    namenode: NamenodeDouble, client: APIClient, set_env: SetEnv
) -> None:
    asked = ask(client)
    set_env(admin_urls="http://127.0.0.1:1", admin_attempts_max=1)
    one_round()
    row = LimitChange.objects.get()
    assert (row.state, row.failed_why) == (LimitState.WAITING, "No namenode answered.")
    LimitChange.objects.update(asked_at=timezone.now() - GIVEN_UP_AFTER)
    one_round()
    assert details(client, asked)["state"] == "failed"
    assert outcomes()[-1][2] == "failed"


def test_what_a_namenode_refuses_fails_at_once(namenode: NamenodeDouble, client: APIClient) -> None:
    asked = ask(client)
    namenode.refuse = [400]
    one_round()
    found = details(client, asked)
    assert (found["state"], found["failed_why"]) == ("failed", "Not now.")


def test_another_worker_has_its_turn(namenode: NamenodeDouble, client: APIClient) -> None:
    ask(client)
    turn = LimitTurn.objects.create(pk=1, held_until=timezone.now() + timedelta(seconds=30))
    assert one_round() == 0
    # It died: its turn ends.
    LimitTurn.objects.filter(pk=turn.pk).update(held_until=timezone.now())
    assert one_round() == 1


def test_what_a_limit_would_do(namenode: NamenodeDouble, client: APIClient) -> None:
    url = f"{BASE}/what-if?kind=user&name=ann&calls_per_second=2"
    found = client.get(url).json()
    # 400 calls of the last minute's 700, half of all time.
    assert (found["calls_per_s"], found["refused_per_s"]) == (6.667, 4.667)
    assert (found["time_share"], found["time_share_after"]) == (0.5, 0.15)
    assert found["namenodes"][0]["refused_per_s"] == 4.667
    assert [(each["by"], each["key"]) for each in found["affected"]] == [
        ("application", "nightly"),
        ("application", ""),
        ("address", "10.0.0.7"),
    ]
    assert found["notes"] == []
    job = client.get(f"{BASE}/what-if?kind=application&name=nightly&calls_per_second=50").json()
    assert [each["key"] for each in job["affected"]] == ["ann", "bob"]
    assert job["notes"] == ["nothing_refused", "several_users"]
    none = client.get(f"{BASE}/what-if?kind=address&name=10.0.0.8&calls_per_second=1").json()
    assert (none["notes"], none["time_share_after"]) == (["not_seen"], 0.0)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"kind": "colour"}, "kind"),
        ({"name": ""}, "name"),
        ({"name": "a" * 256}, "name"),
        ({"name": "ä" * 200}, "name"),
        ({"kind": "address", "name": "10.0.0"}, "name"),
        ({"calls_per_second": 0}, "calls_per_second"),
        ({"calls_per_second": 1_000_001}, "calls_per_second"),
        ({"reason": ""}, "reason"),
        ({"expires_at": "2020-01-01T00:00:00Z"}, "expires_at"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_what_is_no_limit_is_refused(
    namenode: NamenodeDouble, client: APIClient, change: dict[str, Any], field: str
) -> None:
    answer = client.post(BASE, ANN | change, format="json")
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [field])
    assert not LimitChange.objects.exists()


def test_names_are_as_namenodes_write_them(client: APIClient) -> None:
    assert ask(client, kind="address", name="::1")["name"] == "0:0:0:0:0:0:0:1"
    assert ask(client, kind="application", name="j" * 200)["name"] == "j" * 128


def test_viewers_may_not(namenode: NamenodeDouble, viewer: User, client_of: ClientOf) -> None:
    theirs = client_of(viewer)
    assert theirs.get(BASE).status_code == 403
    assert theirs.post(BASE, ANN, format="json").status_code == 403
    assert theirs.get(f"{BASE}/changes").status_code == 403


def test_there_is_a_bound_to_what_waits_and_to_what_is_kept(
    client: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(actions, "WAITING_MAX", 2)
    ask(client), ask(client)
    refused = client.post(BASE, ANN, format="json")
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "5")
    LimitChange.objects.update(state=LimitState.DONE)
    monkeypatch.setattr(actions, "CHANGES_KEPT_MAX", 2)
    newest = ask(client)
    assert list(LimitChange.objects.order_by("pk").values_list("pk", flat=True)) == [
        newest["id"] - 1,
        newest["id"],
    ]


def test_an_unknown_change(client: APIClient) -> None:
    assert client.get(f"{BASE}/changes/7").status_code == 404
