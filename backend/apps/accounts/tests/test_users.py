"""Administration of users."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import ApiToken, Role, User
from apps.audit.models import AuditEntry
from doubles.world import PASSWORD, ClientOf, make_user

pytestmark = pytest.mark.django_db
USERS = "/api/v1/users"
NEW = {"username": "bob", "password": "a long enough one", "role": "viewer"}


def test_administrators_add_and_change_users(admin: User, client_of: ClientOf) -> None:
    client = client_of(admin)
    created = client.post(USERS, NEW, format="json")
    assert created.status_code == 201
    bob = created.json()
    assert (bob["hdfs_user"], bob["is_active"]) == ("bob", True)
    changes = {"role": "operator", "password": "yet another one"}
    changed = client.patch(f"{USERS}/{bob['id']}", changes, format="json").json()
    assert changed["role"] == "operator"
    assert User.objects.get(pk=bob["id"]).check_password("yet another one")
    assert client.get(f"{USERS}/{bob['id']}").json() == changed
    entry = AuditEntry.objects.get(action="user.update")
    assert entry.before is not None
    assert entry.after is not None
    assert (entry.before["role"], entry.after["role"]) == ("viewer", "operator")
    assert "yet another one" not in str(entry.after)


def test_a_taken_name_is_a_conflict(admin: User, client_of: ClientOf) -> None:
    client = client_of(admin)
    response = client.post(USERS, {**NEW, "username": "admin"}, format="json")
    assert (response.status_code, response.json()["code"]) == (409, "already_exists")
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"username": "with space"}, "username"),
        ({"password": "short"}, "password"),
        ({"password": "password123"}, "password"),
        ({"role": "king"}, "role"),
        # The namenodes know the groups.
        ({"hdfs_groups": ["staff"]}, "hdfs_groups"),
    ],
)
def test_bad_users(admin: User, client_of: ClientOf, change: dict[str, Any], field: str) -> None:
    response = client_of(admin).post(USERS, {**NEW, **change}, format="json")
    assert (response.status_code, list(response.json()["fields"])) == (400, [field])


@pytest.mark.parametrize("change", [{"role": "viewer"}, {"is_active": False}])
def test_the_last_administrator_stays(
    admin: User, client_of: ClientOf, change: dict[str, Any]
) -> None:
    response = client_of(admin).patch(f"{USERS}/{admin.pk}", change, format="json")
    assert response.status_code == 409
    User.objects.get(username="admin", role="admin", is_active=True)


def test_others_may_not(operator: User, viewer: User, client_of: ClientOf) -> None:
    for user in (operator, viewer):
        client = client_of(user)
        assert client.get(USERS).status_code == 403
        assert client.post(USERS, NEW, format="json").status_code == 403
        assert (
            client.patch(f"{USERS}/{user.pk}", {"role": "admin"}, format="json").status_code == 403
        )


def test_unknown_users(admin: User, client_of: ClientOf) -> None:
    client = client_of(admin)
    assert client.get(f"{USERS}/999").status_code == 404
    assert client.patch(f"{USERS}/999", {}, format="json").status_code == 404


def test_one_query_per_page_however_many_users(
    admin: User, client_of: ClientOf, django_assert_num_queries: Any
) -> None:
    for number in range(30):
        User(username=f"u{number}", hdfs_user="u", password=PASSWORD).save()
    client = client_of(admin)
    with django_assert_num_queries(4):  # session, user, page, what they are assigned
        assert len(client.get(USERS, {"limit": 20}).json()["items"]) == 20


@pytest.mark.parametrize(
    ("change", "ends"),
    [
        ({"role": "viewer"}, True),
        ({"role": "admin"}, True),
        ({"hdfs_user": "eve"}, True),
        ({"is_active": False}, True),
        ({"role": "operator"}, False),
    ],
)
def test_sessions_end_with_the_rights_that_they_began_with(
    operator: User, admin: User, client_of: ClientOf, change: dict[str, Any], ends: bool
) -> None:
    session, unused = client_of(operator), client_of(operator)
    assert session.get("/api/v1/auth/me").status_code == 200
    address = f"{USERS}/{operator.pk}"
    assert client_of(admin).patch(address, change, format="json").status_code == 200
    assert session.get("/api/v1/auth/me").status_code == (401 if ends else 200)
    # Nor does a session come back with the rights.
    former = {"role": "operator", "hdfs_user": "olga", "is_active": True}
    assert client_of(admin).patch(address, former, format="json").status_code == 200
    assert unused.get("/api/v1/auth/me").status_code == (401 if ends else 200)


@pytest.mark.parametrize(
    ("change", "left"),
    [
        ({"role": "viewer"}, ["read"]),
        ({"role": "admin"}, ["operate", "read"]),
        ({"hdfs_user": "eve"}, []),
        ({"is_active": False}, []),
    ],
)
def test_tokens_that_do_not_fit_new_rights_are_revoked(
    operator: User, admin: User, client_of: ClientOf, change: dict[str, Any], left: list[str]
) -> None:
    expires_at = (timezone.now() + timedelta(days=1)).isoformat()
    for scope in ("read", "operate"):
        body = {"name": scope, "scopes": [scope], "expires_at": expires_at}
        assert client_of(operator).post("/api/v1/tokens", body, format="json").status_code == 201
    address = f"{USERS}/{operator.pk}"
    assert client_of(admin).patch(address, change, format="json").status_code == 200
    names = ApiToken.objects.order_by("name").values_list("name", flat=True)
    assert list(names) == left
    entry = AuditEntry.objects.get(action="user.update")
    assert entry.after is not None
    assert entry.after["tokens_revoked"] == 2 - len(left)


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ({}, ["ann", "Anna", "olga", "admin"]),
        ({"name": "ANN"}, ["ann", "Anna"]),
        ({"role": "viewer"}, ["ann", "Anna"]),
        ({"state": "inactive"}, ["Anna"]),
        ({"state": "active", "role": "viewer"}, ["ann"]),
        ({"name": "nobody"}, []),
    ],
)
def test_the_list_is_filtered(
    viewer: User, client_of: ClientOf, query: dict[str, str], names: list[str]
) -> None:
    make_user("Anna", Role.VIEWER)
    User.objects.filter(username="Anna").update(is_active=False)
    make_user("olga", Role.OPERATOR)
    answer = client_of(make_user("admin", Role.ADMIN)).get(USERS, query).json()
    assert [each["username"] for each in answer["items"]] == names
