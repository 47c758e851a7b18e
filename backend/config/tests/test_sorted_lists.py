"""Lists of the platform's rows in each of their orders: every row once, and in that order."""

import itertools
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.utils import timezone
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.audit.models import AuditEntry
from apps.jobs.kinds import JobKind, Phase
from apps.jobs.models import Job
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf

pytestmark = pytest.mark.django_db

AUDIT = "/api/v1/audit"
_DESCRIPTION = Path(__file__).parents[2] / "openapi.yaml"


def sorted_lists() -> list[tuple[str, list[str]]]:
    """Each list of rows with its orders."""
    found = []
    for path, operations in yaml.safe_load(_DESCRIPTION.read_text("utf-8"))["paths"].items():
        asked = {each["name"]: each for each in operations.get("get", {}).get("parameters", ())}
        # The SQL engine sorts usage and trash; their own tests see to it.
        of_platform = not path.startswith(("/api/v1/usage", "/api/v1/trash"))
        if of_platform and asked.keys() >= {"cursor", "sort", "direction"}:
            found.append((path, asked["sort"]["schema"]["enum"]))
    return found


def walked(client: APIClient, place: str, /, **asked: str) -> Iterator[dict[str, Any]]:
    cursor: dict[str, str] = {}
    for _ in range(20):
        answer = client.get(place, {**asked, **cursor, "limit": "3"})
        assert answer.status_code == 200, answer.json()
        yield from answer.json()["items"]
        if answer.json()["next_cursor"] is None:
            return
        cursor = {"cursor": answer.json()["next_cursor"]}
    pytest.fail("The list does not end")


@pytest.fixture
def entries() -> None:
    now = timezone.now()
    for number in range(11):
        AuditEntry.objects.create(
            at=now + timedelta(seconds=number),
            # Several are alike in each.
            actor=f"user{number % 3}",
            action=f"quota.{'set' if number % 2 else 'clear'}",
            path=f"/data/{number % 4}",
            outcome="failed" if number % 5 == 0 else "succeeded",
        )


@pytest.mark.parametrize(
    ("sort", "direction"),
    itertools.product(("at", "actor", "action", "path", "outcome"), ("asc", "desc")),
)
def test_a_walk_meets_every_row_once_in_the_order(
    admin: User, client_of: ClientOf, entries: None, sort: str, direction: str
) -> None:
    items = list(walked(client_of(admin), AUDIT, sort=sort, direction=direction, action="quota"))
    keys = [(each[sort], each["id"]) for each in items]
    assert len(set(keys)) == 11
    assert keys == sorted(keys, reverse=direction == "desc")


def test_filters_and_orders_go_together(admin: User, client_of: ClientOf, entries: None) -> None:
    items = list(walked(client_of(admin), AUDIT, sort="actor", outcome="failed", path="/data"))
    assert [each["actor"] for each in items] == ["user2", "user1", "user0"]


def test_a_cursor_of_another_order_is_refused(
    admin: User, client_of: ClientOf, entries: None
) -> None:
    client = client_of(admin)
    cursor = client.get(AUDIT, {"sort": "actor", "limit": "2"}).json()["next_cursor"]
    by_time = client.get(AUDIT, {"limit": 2}).json()["next_cursor"]
    others: list[dict[str, str]] = [
        {"sort": "path", "cursor": cursor},
        {"sort": "actor", "direction": "asc", "cursor": cursor},
        {"cursor": cursor},
        {"sort": "actor", "cursor": by_time},
        {"sort": "actor", "cursor": cursor[:-4]},
    ]
    for asked in others:
        answer = client.get(AUDIT, asked)
        assert (answer.status_code, list(answer.json()["fields"])) == (400, ["cursor"])


@pytest.mark.parametrize(("path", "sorts"), sorted_lists())
def test_every_list_is_sorted_in_each_of_its_ways(
    admin: User, client_of: ClientOf, namenode: NamenodeDouble, path: str, sorts: list[str]
) -> None:
    client = client_of(admin)
    job = Job.objects.create(
        kind=JobKind.SET_OWNER,
        path="/data",
        inode_id=7,
        parameters={},
        dry_run=True,
        phase=Phase.COUNTING,
        created_at=timezone.now(),
    )
    rule = {"name": "old", "q": "ext:log", "kind": "set_owner", "parameters": {"owner": "ann"}}
    rule_id = 0
    if "rule_id" in path:
        made = client.post("/api/v1/rules", {**rule, "every": "day", "hour": 3}, format="json")
        rule_id = made.json()["id"]
    place = path.format(user_id=admin.pk, job_id=job.pk, rule_id=rule_id, uuid="dn-1", name="nn1")
    for sort, direction in itertools.product(sorts, ("asc", "desc")):
        answer = client.get(place, {"sort": sort, "direction": direction, "limit": "1"})
        assert answer.status_code == 200, (place, sort, answer.json())
