"""Accounts of programs: tokens that administrators make, and no other way in."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from apps.accounts.break_glass import admin_reset
from apps.accounts.models import ApiToken, Role, User
from apps.audit.models import AuditEntry
from apps.common.problems import InvalidInput
from doubles.checked_client import CheckedClient
from doubles.namenode import NamenodeDouble
from doubles.world import PASSWORD, ClientOf

pytestmark = pytest.mark.django_db
USERS = "/api/v1/users"
ETL = {
    "username": "etl",
    "owner": "olga",
    "assignments": [{"role": "operator", "paths": ["/data/etl"]}],
}


@pytest.fixture
def api(admin: User, operator: User, client_of: ClientOf) -> APIClient:
    return client_of(admin)


def make(api: APIClient, **changes: Any) -> Any:
    return api.post(f"{USERS}/service", ETL | changes, format="json")


def token(api: APIClient, user_id: int, *scopes: str, days: float = 1) -> Any:
    expires_at = (timezone.now() + timedelta(days=days)).isoformat()
    body = {"name": "nightly", "scopes": list(scopes) or ["operate"], "expires_at": expires_at}
    return api.post(f"{USERS}/{user_id}/tokens", body, format="json")


def bearer(answer: Any) -> CheckedClient:
    client = CheckedClient(enforce_csrf_checks=True)
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {answer.json()['secret']}")
    return client


def test_it_does_what_it_is_assigned_and_nothing_else(
    api: APIClient, namenode: NamenodeDouble
) -> None:
    namenode.tree.add_file("/data/etl/out")
    namenode.tree.add_file("/data/other")
    made = make(api).json()
    assert (made["kind"], made["owner"], made["role"]) == ("service", "olga", "viewer")
    assert made["token_used_at"] is None
    client = bearer(token(api, made["id"]))
    job = {"kind": "delete", "parameters": {}, "dry_run": True}
    for path, status in (("/data/etl/out", 202), ("/data/other", 403), ("/data/etl2", 403)):
        answer = client.post("/api/v1/jobs", job | {"path": path}, format="json")
        assert answer.status_code == status
    told = api.get(f"{USERS}/{made['id']}").json()
    assert told["token_used_at"] is not None
    listed = api.get(USERS, {"kind": "service"}).json()["items"]
    assert [each["username"] for each in listed] == ["etl"]
    people = api.get(USERS, {"kind": "person"}).json()["items"]
    assert "etl" not in {each["username"] for each in people}


def test_it_never_logs_in(api: APIClient) -> None:
    user_id = make(api).json()["id"]
    body = {"username": "etl", "password": PASSWORD}
    assert CheckedClient().post("/api/v1/auth/login", body, format="json").status_code == 401
    for change in ({"password": "a quite new password"}, {"role": "admin"}, {"role": "operator"}):
        answer = api.patch(f"{USERS}/{user_id}", change, format="json")
        assert (answer.status_code, answer.json()["code"]) == (409, "service_account")
    user = User.objects.get(username="etl")
    assert not user.has_usable_password()
    with pytest.raises(InvalidInput):
        admin_reset(username="etl", password="a quite new password", machine_user="root")
    assert User.objects.get(username="etl").role == Role.VIEWER


def test_only_administrators_make_its_tokens(
    api: APIClient, operator: User, client_of: ClientOf
) -> None:
    user_id = make(api).json()["id"]
    client = bearer(token(api, user_id))
    expires_at = (timezone.now() + timedelta(hours=1)).isoformat()
    own = {"name": "more", "scopes": ["read"], "expires_at": expires_at}
    answer = client.post("/api/v1/tokens", own, format="json")
    assert (answer.status_code, answer.json()["code"]) == (403, "service_account")
    assert token(client_of(operator), user_id).status_code == 403
    assert token(api, operator.pk).status_code == 409
    assert token(api, 987654321).status_code == 404
    # Not more than its roles, nor for longer than a token may live.
    assert token(api, user_id, "admin").status_code == 403
    assert token(api, user_id, days=10_000).status_code == 400
    assert ApiToken.objects.count() == 1


def test_its_tokens_are_revoked_and_end_with_the_account(api: APIClient) -> None:
    user_id = make(api).json()["id"]
    client, other = bearer(token(api, user_id)), bearer(token(api, user_id))
    (_, first) = api.get(f"{USERS}/tokens", {"username": "etl"}).json()["items"]
    assert api.delete(f"{USERS}/tokens/{first['id']}").status_code == 204
    assert client.get("/api/v1/auth/me").status_code == 401
    assert other.get("/api/v1/auth/me").status_code == 200
    api.patch(f"{USERS}/{user_id}", {"is_active": False}, format="json")
    assert other.get("/api/v1/auth/me").status_code == 401
    assert token(api, user_id).status_code == 409
    entry = AuditEntry.objects.filter(action="token.create").last()
    assert entry is not None
    assert (entry.actor, (entry.after or {})["username"]) == ("admin", "etl")


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"owner": "nobody"}, 400),
        ({"owner": "etl"}, 400),
        ({"username": "OLGA"}, 409),
        ({"username": "with space"}, 400),
        ({"assignments": [{"role": "admin"}]}, 400),
        ({"assignments": [{"role": "operator", "paths": ["/"]}]}, 400),
        ({"password": "a quite new password"}, 400),
    ],
)
def test_what_is_refused(api: APIClient, changes: dict[str, Any], status: int) -> None:
    assert make(api, **changes).status_code == status
    assert not User.objects.filter(is_service=True).exists()


def test_it_has_an_owner_who_is_a_person(api: APIClient, operator: User) -> None:
    user_id = make(api).json()["id"]
    changed = api.patch(f"{USERS}/{user_id}", {"owner": "admin"}, format="json")
    assert changed.json()["owner"] == "admin"
    assert api.patch(f"{USERS}/{user_id}", {"owner": "etl"}, format="json").status_code == 400
    answer = api.patch(f"{USERS}/{operator.pk}", {"owner": "admin"}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "not_a_service")
