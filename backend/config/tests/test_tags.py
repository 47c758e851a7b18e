"""Tags of states: which there are, what they are made of, and that a stale one changes nothing."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from apps.accounts.models import Role, User
from apps.alerts.models import AlertChannel
from apps.common.problems import InvalidInput, PreconditionFailed
from apps.common.tags import WHICHEVER, Seen, seen_in
from apps.guard.models import GuardRule
from apps.rules.models import LifecycleRule
from apps.usage.models import WatchedDirectory
from config.schema import openapi_document
from doubles.checked_client import CheckedClient
from doubles.index import IndexDouble
from doubles.world import ClientOf, make_user

API = "/api/v1"
STALE = '"0123456789abcdef"'

# What can't be changed, only ended; and what is a wish that a worker sees to.
_WITHOUT = {
    "delete /api/v1/auth/sessions",
    "delete /api/v1/auth/sessions/{session_id}",
    "delete /api/v1/tokens/{token_id}",
    "delete /api/v1/users/tokens/{token_id}",
    "delete /api/v1/users/{user_id}/sessions",
    "delete /api/v1/users/{user_id}/sessions/{session_id}",
    "delete /api/v1/search/exports/{export_id}",
    "delete /api/v1/limits",
    # No address of its own to read it; it says until when, and the last word counts.
    "put /api/v1/health/checks/{key}/mute",
    "delete /api/v1/health/checks/{key}/mute",
}


@dataclass(frozen=True)
class Kind:
    """One kind of stored thing: where it is made, with what, and what of it is changed."""

    where: str
    made: dict[str, Any]
    change: dict[str, Any] = field(default_factory=dict)
    method: str | None = "put"
    inner: str | None = None
    deletes: bool = True


_WINDOW = {"name": "nightly", "weekdays": [0], "start_minute": 60, "duration_minutes": 30}
_CHANNEL = {"name": "ops", "kind": "webhook", "url": "https://8.8.8.8/x", "verdicts": ["error"]}
_RULE = {"name": "old", "q": "logs", "kind": "delete", "every": "day"}
_PASSWORD = "correct horse battery"
KINDS = {
    "guard rule": Kind("guard/rules", {"name": "finance"}, {"name": "all"}),
    "window": Kind("guard/windows", _WINDOW, {**_WINDOW, "name": "daily"}),
    "lifecycle rule": Kind("rules", _RULE, {**_RULE, "hour": 4}),
    "channel": Kind("alerts/channels", _CHANNEL, {**_CHANNEL, "name": "noc"}, inner="channel"),
    "role": Kind(
        "roles",
        {"name": "auditors", "permissions": ["see_audit"]},
        {"permissions": ["see_audit", "see_guard"]},
    ),
    "role of a group": Kind(
        "roles/groups", {"origin": "ldap", "group": "staff", "role": "operator"}, method=None
    ),
    "user": Kind(
        "users",
        {"username": "vera", "password": _PASSWORD, "role": "viewer"},
        {"assignments": [{"role": "operator", "paths": ["/data"]}]},
        method="patch",
        deletes=False,
    ),
    "service account": Kind(
        "users/service",
        {"username": "etl", "owner": "admin"},
        {"hdfs_user": "hive"},
        method="patch",
        deletes=False,
    ),
    "saved search": Kind(
        "search/saved", {"name": "logs", "q": "logs"}, {"name": "logs", "q": "texts"}
    ),
    "saved statement": Kind(
        "sql/saved",
        {"name": "count", "statement": "select 1"},
        {"name": "count", "statement": "select 2"},
    ),
}


@pytest.fixture
def root(client_of: ClientOf, admin: User, index: IndexDouble) -> CheckedClient:
    return client_of(admin)


def made(root: CheckedClient, kind: Kind) -> tuple[str, dict[str, Any]]:
    """The address and the state of a new one."""
    answer = root.post(f"{API}/{kind.where}", kind.made, format="json")
    assert answer.status_code == 201, answer.content
    body: dict[str, Any] = answer.json()
    state = body if kind.inner is None else body[kind.inner]
    where = "users" if kind.where == "users/service" else kind.where
    return f"{API}/{where}/{state['id']}", state


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS.keys())
def test_a_change_of_another_state_is_refused(root: CheckedClient, kind: Kind) -> None:
    address, new = made(root, kind)
    read = root.get(address)
    assert read.headers["ETag"] == new["etag"]
    state = new
    if kind.method is not None:
        send: Callable[..., Any] = getattr(root, kind.method)
        refused = send(address, kind.change, format="json", HTTP_IF_MATCH=STALE)
        assert (refused.status_code, refused.json()["code"]) == (412, "changed_meanwhile")
        assert refused.json()["detail"].startswith("Read it again")
        assert root.get(address).json() == read.json()
        changed = send(address, kind.change, format="json", HTTP_IF_MATCH=new["etag"])
        assert changed.status_code == 200
        state = root.get(address).json()
        assert changed.headers["ETag"] == state["etag"] != new["etag"]
        again = send(address, kind.change, format="json", HTTP_IF_MATCH=new["etag"])
        assert again.status_code == 412
    if kind.deletes:
        assert root.delete(address, HTTP_IF_MATCH=STALE).status_code == 412
        assert root.get(address).status_code == 200
        assert root.delete(address, HTTP_IF_MATCH=state["etag"]).status_code == 204
        assert root.get(address).status_code == 404


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS.keys())
@pytest.mark.parametrize("headers", [{}, {"HTTP_IF_MATCH": "*"}], ids=["none", "any"])
def test_without_a_tag_the_last_word_counts(
    root: CheckedClient, kind: Kind, headers: dict[str, Any]
) -> None:
    address, _ = made(root, kind)
    if kind.method is not None:
        send: Callable[..., Any] = getattr(root, kind.method)
        assert send(address, kind.change, format="json", **headers).status_code == 200
        assert send(address, kind.change, format="json", **headers).status_code == 200
    if kind.deletes:
        assert root.delete(address, **headers).status_code == 204


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS.keys())
def test_lists_tell_the_tags_of_what_is_in_them(root: CheckedClient, kind: Kind) -> None:
    address, state = made(root, kind)
    where = "users" if kind.where == "users/service" else kind.where
    items = root.get(f"{API}/{where}").json()["items"]
    assert state["etag"] in {each["etag"] for each in items}
    assert root.get(address).json()["etag"] == state["etag"]


def test_limits_of_a_role_that_nobody_set_have_a_tag(root: CheckedClient) -> None:
    address = f"{API}/guard/limits/operator"
    unset = root.get(address).json()["etag"]
    body = {"inodes_max": 5, "jobs_max": None}
    assert root.put(address, body, format="json", HTTP_IF_MATCH=STALE).status_code == 412
    assert root.get(address).json()["etag"] == unset
    first = root.put(address, body, format="json", HTTP_IF_MATCH=unset)
    assert (first.status_code, first.json()["inodes_max"]) == (200, 5)
    assert root.put(address, body, format="json", HTTP_IF_MATCH=unset).status_code == 412
    assert root.get(f"{API}/guard/limits/viewer").status_code == 404


def test_a_directory_that_another_one_watches_now(root: CheckedClient) -> None:
    watched = WatchedDirectory.objects.create(
        inode_id=7, path="/data", watched_by="ann", watched_at=timezone.now()
    )
    address = f"{API}/usage/watched/7"
    before = root.get(address).json()["etag"]
    WatchedDirectory.objects.filter(pk=watched.pk).update(watched_by="olga")
    assert root.delete(address, HTTP_IF_MATCH=before).status_code == 412
    now = root.get(address).json()["etag"]
    assert root.delete(address, HTTP_IF_MATCH=now).status_code == 204


def test_what_the_platform_notes_by_itself_is_no_change(root: CheckedClient, admin: User) -> None:
    before = root.get(f"{API}/users/{admin.pk}").json()["etag"]
    User.objects.filter(pk=admin.pk).update(last_login=timezone.now(), is_break_glass=True)
    assert root.get(f"{API}/users/{admin.pk}").json()["etag"] == before
    address, channel = made(root, KINDS["channel"])
    AlertChannel.objects.update(told_up_to=77, open={"feed": "error"})
    assert root.get(address).json()["etag"] == channel["etag"]
    address, rule = made(root, KINDS["lifecycle rule"])
    LifecycleRule.objects.update(next_due_at=timezone.now())
    assert root.get(address).json()["etag"] == rule["etag"]
    # That it stopped by itself is one: who changes it shall know.
    LifecycleRule.objects.update(disarmed_why="too much")
    assert root.get(address).json()["etag"] != rule["etag"]


def test_a_role_more_is_another_state_of_a_user(root: CheckedClient, db: None) -> None:
    vera = make_user("vera", Role.VIEWER)
    before = root.get(f"{API}/users/{vera.pk}").json()["etag"]
    vera.assignments.create(built_in=Role.OPERATOR, paths=["/data"])
    assert root.get(f"{API}/users/{vera.pk}").json()["etag"] != before


def test_a_tag_is_the_same_wherever_a_row_is_read(db: None) -> None:
    now = timezone.now()
    row = GuardRule(name="é", kinds=["delete"], approver="admin", changed_at=now, changed_by="a")
    row.save()
    assert GuardRule.objects.get().etag == row.etag
    assert GuardRule(name="é", kinds=[], approver="admin", changed_at=now).etag != row.etag
    assert (row.etag[0], row.etag[-1]) == ('"', '"')


def test_answers_that_are_compressed_keep_their_tag(root: CheckedClient, admin: User) -> None:
    long = Kind("guard/rules", {"name": "finance", "path_prefix": "/data" * 50})
    address, state = made(root, long)
    # The client that looks into answers does not unpack them.
    plain = APIClient()
    plain.force_login(admin)
    packed = plain.get(address, HTTP_ACCEPT_ENCODING="gzip")
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.headers["ETag"] == state["etag"]


@pytest.mark.parametrize(
    "header", ["", "abc", '"a', 'W/"a" x', '"a b"', '"é"', ",", '"a",', '"a"' * 400]
)
def test_what_is_no_tag_is_refused(header: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        seen_in(header)
    assert "If-Match" in refused.value.fields


def test_which_tags_are_like_another(db: None) -> None:
    row = GuardRule(name="a", approver="admin")
    assert seen_in(None) == seen_in("*") == WHICHEVER
    for header in (row.etag, f'"x", {row.etag}'):
        seen_in(header).require(row)
    # A weak one does not say that nothing changed.
    for header in ('"x"', f"W/{row.etag}"):
        with pytest.raises(PreconditionFailed):
            seen_in(header).require(row)
    with pytest.raises(PreconditionFailed):
        Seen(frozenset()).require(row)


# Each of a list has its own there, and is read nowhere else.
_TOLD_BY_ITEMS = {"/api/v1/snapshots/directories"}


def test_every_change_of_a_stored_thing_takes_a_tag() -> None:
    without = set()
    for path, methods in openapi_document()["paths"].items():
        for method in methods.keys() & {"put", "patch", "delete"}:
            operation = methods[method]
            taken = {each["name"] for each in operation.get("parameters", ())}
            if "If-Match" not in taken:
                without.add(f"{method} {path}")
                continue
            assert "412" in operation["responses"], f"{method} {path}"
            if path not in _TOLD_BY_ITEMS:
                assert "ETag" in methods["get"]["responses"]["200"]["headers"], path
    assert without == _WITHOUT
