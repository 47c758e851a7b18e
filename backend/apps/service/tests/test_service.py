"""Datanodes and namenodes out of service and back: asked for, ordered by a worker, told."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.audit.models import AuditEntry
from apps.common.asked import GIVEN_UP_AFTER
from apps.service import actions
from apps.service.models import NamenodeServiceChange, ServiceChange, ServiceTurn
from apps.service.rounds import one_round
from apps.service.values import ServiceChangeState
from doubles.datanodes import LIVE_UUID
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, SetEnv

pytestmark = pytest.mark.django_db

PLACE = f"/api/v1/datanodes/{LIVE_UUID}"
FOR_GOOD = {"service": "decommissioned", "reason": "its disks are old"}


@pytest.fixture
def client(operator: User, client_of: ClientOf) -> APIClient:
    return client_of(operator)


def ask(client: APIClient, **change: Any) -> dict[str, Any]:
    answer = client.post(f"{PLACE}/service", FOR_GOOD | change, format="json")
    assert answer.status_code == 202, answer.json()
    found: dict[str, Any] = answer.json()
    return found


def latest(client: APIClient) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"{PLACE}/service").json()["items"][0]
    return found


def ordered(client: APIClient) -> Any:
    return client.get(PLACE).json()["datanode"]["ordered"]


def outcomes() -> list[tuple[str, str]]:
    rows = AuditEntry.objects.filter(action="datanode.service").order_by("pk")
    return [(row.actor, row.outcome) for row in rows]


def test_a_datanode_leaves_and_comes_back(
    namenode: NamenodeDouble, client: APIClient, operator: User
) -> None:
    asked = ask(client)
    assert (asked["state"], asked["hostname"], asked["done_at"]) == ("waiting", "a.example", None)
    assert ordered(client) is None
    assert [one_round(), one_round()] == [1, 0]
    order = ordered(client)
    assert (order["service"], order["until"], order["by"]) == (
        "decommissioned",
        None,
        operator.username,
    )
    assert operator.username in namenode.actors
    assert latest(client)["state"] == "done"
    ask(client, service="in_service")
    one_round()
    assert ordered(client) is None
    assert outcomes() == [(operator.username, each) for each in ("accepted", "succeeded") * 2]


def test_a_maintenance_has_an_end_and_nothing_else_has(
    namenode: NamenodeDouble, client: APIClient
) -> None:
    until = timezone.now() + timedelta(hours=4)
    ask(client, service="in_maintenance", until=until.isoformat())
    one_round()
    assert ordered(client)["until"] is not None
    wrong: list[dict[str, Any]] = [
        {"service": "in_maintenance"},
        {"until": until.isoformat()},
        {"service": "in_maintenance", "until": (timezone.now() - timedelta(1)).isoformat()},
        {"service": "in_maintenance", "until": (timezone.now() + timedelta(400)).isoformat()},
        {"service": "away"},
        {"reason": ""},
    ]
    for change in wrong:
        answer = client.post(f"{PLACE}/service", FOR_GOOD | change, format="json")
        assert answer.status_code == 400, change
    unknown = client.post("/api/v1/datanodes/nobody/service", FOR_GOOD, format="json")
    assert unknown.status_code == 404


def test_the_last_word_counts(namenode: NamenodeDouble, client: APIClient) -> None:
    ask(client)
    ask(client, service="in_service")
    assert one_round() == 2
    states = [each["state"] for each in client.get(f"{PLACE}/service").json()["items"]]
    assert states == ["done", "superseded"]
    assert ordered(client) is None


def test_what_the_namenode_refuses_has_failed(namenode: NamenodeDouble, client: APIClient) -> None:
    ask(client)
    ServiceChange.objects.update(actor="nobody")
    one_round()
    failed = latest(client)
    assert failed["state"] == "failed"
    assert "No other datanode is in service" in failed["failed_why"]


def test_it_waits_for_a_namenode_and_gives_up(
    namenode: NamenodeDouble, client: APIClient, set_env: SetEnv
) -> None:
    ask(client)
    set_env(admin_urls="http://127.0.0.1:1", admin_attempts_max=1)
    one_round()
    assert ServiceChange.objects.get().state == ServiceChangeState.WAITING
    ServiceChange.objects.update(asked_at=timezone.now() - GIVEN_UP_AFTER - timedelta(seconds=1))
    one_round()
    assert ServiceChange.objects.get().state == ServiceChangeState.FAILED


def test_another_worker_s_round_is_left_alone(namenode: NamenodeDouble, client: APIClient) -> None:
    ask(client)
    ServiceTurn.objects.create(pk=1, held_until=timezone.now() + timedelta(minutes=1))
    assert one_round() == 0


def test_viewers_may_not(namenode: NamenodeDouble, viewer: User, client_of: ClientOf) -> None:
    answer = client_of(viewer).post(f"{PLACE}/service", FOR_GOOD, format="json")
    assert answer.status_code == 403


def test_old_changes_are_forgotten_and_too_many_refused(
    namenode: NamenodeDouble, client: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(actions, "CHANGES_KEPT_MAX", 2)
    for _ in range(3):
        ask(client)
    assert ServiceChange.objects.count() == 2
    monkeypatch.setattr(actions, "WAITING_MAX", 2)
    answer = client.post(f"{PLACE}/service", FOR_GOOD, format="json")
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many_requests")


DRAINED = {"service": "drained", "reason": "a new kernel"}


def namenodes(client: APIClient) -> dict[str, Any]:
    return {each["name"]: each for each in client.get("/api/v1/cluster").json()["namenodes"]}


def test_a_namenode_is_drained_and_serves_again(
    namenode: NamenodeDouble, client: APIClient, operator: User
) -> None:
    place = "/api/v1/namenodes/nn2/service"
    asked = client.post(place, DRAINED, format="json")
    assert (asked.status_code, asked.json()["state"]) == (202, "waiting")
    assert one_round() == 1
    drained = namenodes(client)["nn2"]
    assert (drained["state"], drained["drained"]["by"]) == ("drained", operator.username)
    again = client.post(place, DRAINED | {"service": "in_service"}, format="json")
    assert again.status_code == 202
    one_round()
    assert namenodes(client)["nn2"]["drained"] is None
    kept = client.get(place).json()["items"]
    assert [each["service"] for each in kept] == ["in_service", "drained"]
    assert {each["state"] for each in kept} == {"done"}
    rows = AuditEntry.objects.filter(action="namenode.service").order_by("pk")
    assert [row.outcome for row in rows] == ["accepted", "succeeded"] * 2


def test_the_last_namenode_and_an_unknown_one_are_refused(
    namenode: NamenodeDouble, client: APIClient, viewer: User, client_of: ClientOf
) -> None:
    # nn2 does not serve in this cluster.
    last = client.post("/api/v1/namenodes/nn1/service", DRAINED, format="json")
    assert (last.status_code, last.json()["code"]) == (409, "conflict")
    unknown = client.post("/api/v1/namenodes/nn9/service", DRAINED, format="json")
    assert unknown.status_code == 404
    strange = {"service": "asleep", "reason": "why"}
    assert client.post("/api/v1/namenodes/nn2/service", strange, format="json").status_code == 400
    refused = client_of(viewer).post("/api/v1/namenodes/nn2/service", DRAINED, format="json")
    assert refused.status_code == 403


def test_what_a_namenode_refuses_of_another_has_failed(
    namenode: NamenodeDouble, client: APIClient
) -> None:
    client.post("/api/v1/namenodes/nn2/service", DRAINED, format="json")
    NamenodeServiceChange.objects.update(actor="nobody")
    one_round()
    change = NamenodeServiceChange.objects.get()
    assert change.state == ServiceChangeState.FAILED
    assert "No other namenode serves" in change.failed_why
