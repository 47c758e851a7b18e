"""The audit log over the API, and its rules."""

import csv
import io
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from apps.accounts.models import User
from apps.audit import export
from apps.audit.models import AuditEntry
from apps.audit.services import Outcome, audit_record
from apps.common.actor import SYSTEM, Actor
from doubles.world import ClientOf

AUDIT = "/api/v1/audit"
OLGA = Actor(name="olga", user_id=1, hdfs_user="olga", request_id="r-1")


def record(actor: Actor, action: str, path: str = "") -> None:
    with transaction.atomic():
        audit_record(
            actor=actor,
            action=action,
            outcome=Outcome.SUCCEEDED,
            path=path,
            before={"quota": None},
            after={"quota": 5},
        )


@pytest.fixture
def entries(db: None) -> None:
    record(OLGA, "namespace.delete", "/data")
    record(OLGA, "namespace.set_owner", "/data/a_b")
    record(SYSTEM, "job.takeover", "/data/aXb/below")
    record(SYSTEM, "job.takeover", "/database")


def paths(answer: dict[str, Any]) -> list[str]:
    return [item["path"] for item in answer["items"]]


def test_administrators_see_all_newest_first(
    entries: None, admin: User, client_of: ClientOf
) -> None:
    answer = client_of(admin).get(AUDIT).json()
    assert paths(answer) == ["/database", "/data/aXb/below", "/data/a_b", "/data"]
    first = answer["items"][-1]
    assert (first["actor"], first["before"], first["after"], first["request_id"]) == (
        "olga",
        {"quota": None},
        {"quota": 5},
        "r-1",
    )


def test_others_see_what_they_did(entries: None, operator: User, client_of: ClientOf) -> None:
    client = client_of(operator)
    assert paths(client.get(AUDIT).json()) == ["/data/a_b", "/data"]
    assert client.get(AUDIT, {"actor": "olga"}).status_code == 200
    assert client.get(AUDIT, {"actor": "SYSTEM"}).status_code == 403


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"actor": "SYSTEM"}, 2),
        ({"actor": "sys"}, 2),
        ({"actor": "s_s"}, 0),
        ({"action": "namespace.delete"}, 1),
        ({"action": "TAKE"}, 2),
        ({"action": "namespace"}, 2),
        ({"path": "/data"}, 3),
        ({"path": "/data/a_b"}, 1),
        ({"path": "/"}, 4),
        ({"path": "/data/aXb"}, 1),
    ],
)
def test_filters(
    entries: None, admin: User, client_of: ClientOf, query: dict[str, str], found: int
) -> None:
    assert len(client_of(admin).get(AUDIT, query).json()["items"]) == found


def test_time_filters_and_pages(entries: None, admin: User, client_of: ClientOf) -> None:
    client = client_of(admin)
    now = timezone.now()
    assert paths(client.get(AUDIT, {"until": (now - timedelta(hours=1)).isoformat()}).json()) == []
    since = {"since": (now - timedelta(hours=1)).isoformat(), "limit": "3"}
    page = client.get(AUDIT, since).json()
    rest = client.get(AUDIT, {**since, "cursor": page["next_cursor"]}).json()
    assert (len(page["items"]), paths(rest), rest["next_cursor"]) == (3, ["/data"], None)


def test_constant_queries(
    entries: None, admin: User, client_of: ClientOf, django_assert_num_queries: Any
) -> None:
    client = client_of(admin)
    with django_assert_num_queries(3):  # session, user, page
        client.get(AUDIT)


def test_the_log_as_a_file(
    entries: None, admin: User, operator: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "_PAGE_ROWS", 2)
    rows = lines(client_of(admin).get(f"{AUDIT}/file", {"path": "/data"}))
    assert [row["path"] for row in rows] == ["/data/aXb/below", "/data/a_b", "/data"]
    assert (rows[2]["actor"], rows[2]["after"]) == ("olga", '{"quota": 5}')
    taken = client_of(admin).get(AUDIT, {"action": "audit.download"}).json()["items"]
    assert [(entry["actor"], entry["after"]) for entry in taken] == [("admin", {"path": "/data"})]
    own = lines(client_of(operator).get(f"{AUDIT}/file"))
    assert {row["actor"] for row in own} == {"olga"}
    assert client_of(operator).get(f"{AUDIT}/file", {"actor": "admin"}).status_code == 403


def test_a_long_log_is_cut_and_says_so(
    entries: None, admin: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "_PAGE_ROWS", 2)
    monkeypatch.setattr(export, "ROWS_MAX", 3)
    answer: Any = client_of(admin).get(f"{AUDIT}/file")
    text = b"".join(answer.streaming_content).decode()
    assert len(text.splitlines()) == 5
    assert text.splitlines()[-1] == "cut after 3 rows: narrow the filters"


def lines(answer: Any) -> list[dict[str, str]]:
    text = b"".join(answer.streaming_content).decode()
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.django_db(transaction=True)
def test_an_entry_needs_the_transaction_of_its_change() -> None:
    assert not connection.in_atomic_block
    with pytest.raises(RuntimeError):
        audit_record(actor=SYSTEM, action="x", outcome=Outcome.SUCCEEDED)


def test_entries_can_not_be_deleted_one_by_one(entries: None) -> None:
    with pytest.raises(TypeError):
        AuditEntry.objects.all()[0].delete()
