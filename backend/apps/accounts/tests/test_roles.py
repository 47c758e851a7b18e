"""Roles of administrators' making, who has them where, and that nobody gives himself one."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from apps.accounts.models import (
    ApiToken,
    Assignment,
    CustomRole,
    Role,
    User,
)
from apps.audit.models import AuditEntry
from apps.common.rights import Permission
from doubles.checked_client import CheckedClient
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, give, give_operator, make_user

pytestmark = pytest.mark.django_db
ROLES = "/api/v1/roles"
GROUPS = f"{ROLES}/groups"
USERS = "/api/v1/users"
ME = "/api/v1/auth/me"
KEEPER = {"name": "keeper", "permissions": ["set_quotas", "see_usage", "sql"]}


@pytest.fixture
def api(admin: User, client_of: ClientOf) -> APIClient:
    return client_of(admin)


def send(client: APIClient, method: str, path: str, body: Any = None) -> Any:
    return getattr(client, method)(path, body, format="json")


def make(api: APIClient, **changes: Any) -> dict[str, Any]:
    answer = send(api, "post", ROLES, KEEPER | changes)
    assert answer.status_code == 201, answer.json()
    made: dict[str, Any] = answer.json()
    return made


def assign(api: APIClient, user: User, *given: dict[str, Any]) -> Any:
    return send(api, "patch", f"{USERS}/{user.pk}", {"assignments": list(given)})


def allowed(client: APIClient) -> dict[str, Any]:
    return {each["permission"]: each["paths"] for each in client.get(ME).json()["permissions"]}


def test_a_role_is_made_given_and_holds_where_it_is_given(
    api: APIClient, viewer: User, client_of: ClientOf
) -> None:
    made = make(api, description="Keeps quotas")
    assert made["permissions"] == ["see_usage", "set_quotas", "sql"]
    told = assign(
        api,
        viewer,
        {"role": "keeper", "paths": ["/b/", "/a//c", "/a", "/a"]},
        {"role": "operator", "paths": ["/x"]},
    ).json()
    assert told["assignments"] == [
        {"role": "keeper", "paths": ["/a", "/b"], "group": None},
        {"role": "operator", "paths": ["/x"], "group": None},
    ]
    viewer.refresh_from_db()
    has = allowed(client_of(viewer))
    assert has["set_quotas"] == ["/a", "/b", "/x"]
    assert has["delete"] == ["/x"]
    # About no path, and so held nowhere by who has it for some.
    assert "sql" not in has
    assert assign(api, viewer, {"role": "keeper"}).status_code == 200
    viewer.refresh_from_db()
    assert allowed(client_of(viewer)) == {"set_quotas": None, "see_usage": None, "sql": None}
    roles = {each["name"]: each for each in api.get(ROLES).json()["items"]}
    assert list(roles) == ["viewer", "operator", "admin", "keeper"]
    assert roles["keeper"]["users"] == 1
    assert roles["admin"]["id"] is None
    assert set(roles["admin"]["permissions"]) == set(Permission.values)


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"role": "admin"}, "role"),
        ({"role": "admin", "paths": ["/a"]}, "role"),
        ({"role": "viewer", "paths": ["/a"]}, "role"),
        ({"role": "nobody"}, "role"),
        ({"role": "operator", "paths": []}, "paths"),
        ({"role": "operator", "paths": ["/"]}, "paths"),
        ({"role": "operator", "paths": ["/a", "//"]}, "paths"),
        ({"role": "operator", "paths": ["/.reserved/raw/a"]}, "paths"),
        ({"role": "asker", "paths": ["/a"]}, "paths"),
    ],
)
def test_what_can_t_be_given(
    api: APIClient, viewer: User, given: dict[str, Any], field: str
) -> None:
    make(api, name="asker", permissions=["sql"])
    answer = assign(api, viewer, given)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [field])
    assert not Assignment.objects.exists()


def test_it_is_all_bounded(api: APIClient, viewer: User) -> None:
    many = [{"role": "operator", "paths": [f"/{n}"]} for n in range(21)]
    assert assign(api, viewer, *many).status_code == 400
    long = [{"role": "operator", "paths": [f"/{n}" + "/x" * 900]} for n in range(5)]
    assert assign(api, viewer, *long).status_code == 400
    relative = {"role": "operator", "paths": ["/a/../b"]}
    assert assign(api, viewer, relative).status_code == 400
    assert not Assignment.objects.exists()


@pytest.mark.parametrize("name", ["admin", "Operator", "KEEPER", "keeper"])
def test_names_are_taken_once_in_any_case(api: APIClient, name: str) -> None:
    make(api)
    answer = send(api, "post", ROLES, {"name": name, "permissions": ["sql"]})
    assert (answer.status_code, answer.json()["code"]) == (409, "already_exists")


def test_no_role_lets_its_user_give_roles(api: APIClient) -> None:
    """Whoever manages users can give himself all: it is administrators' alone."""
    for permissions in (["manage_users"], ["sql", "manage_users"]):
        answer = send(api, "post", ROLES, {"name": "x", "permissions": permissions})
        assert answer.status_code == 400
    made = make(api)
    answer = send(api, "put", f"{ROLES}/{made['id']}", {"permissions": ["manage_users"]})
    assert answer.status_code == 400


def test_whoever_is_no_administrator_gives_nothing(
    api: APIClient, viewer: User, operator: User, admin: User, client_of: ClientOf
) -> None:
    role = make(api)["id"]
    everything = make_user("every", Role.VIEWER)
    give(everything, set(Permission) - {Permission.MANAGE_USERS})
    # Stored in a way that no action would: for paths, it still gives nothing.
    forged = make_user("forged", Role.VIEWER)
    give(forged, Permission, paths=["/a"])
    for user in (viewer, operator, everything, forged):
        client = client_of(user)
        for method, path, body in (
            ("get", ROLES, None),
            ("post", ROLES, {"name": "mine", "permissions": ["sql"]}),
            ("put", f"{ROLES}/{role}", {"permissions": list(Permission.values)[:-1]}),
            ("delete", f"{ROLES}/{role}", None),
            ("post", GROUPS, {"origin": "ldap", "group": "g", "role": "operator"}),
            ("patch", f"{USERS}/{user.pk}", {"assignments": [{"role": "operator"}]}),
            ("patch", f"{USERS}/{user.pk}", {"role": "admin"}),
            ("patch", f"{USERS}/{admin.pk}", {"is_active": False}),
            ("post", f"{USERS}/service", {"username": "s", "owner": user.username}),
        ):
            assert send(client, method, path, body).status_code == 403, (user.username, path)
    assert CustomRole.objects.get(pk=role).permissions == ["see_usage", "set_quotas", "sql"]


def test_a_change_of_a_role_ends_what_was_begun_with_it(
    api: APIClient, viewer: User, client_of: ClientOf
) -> None:
    role = make(api)
    assign(api, viewer, {"role": "keeper"})
    client = client_of(viewer)
    token = ApiToken.objects.create(
        user=viewer,
        name="t",
        scopes=["operate"],
        secret_sha256="0",
        created_at="2026-01-01T00:00:00Z",
        expires_at="2099-01-01T00:00:00Z",
    )
    changed = send(api, "put", f"{ROLES}/{role['id']}", {"permissions": ["see_usage"]})
    assert changed.json()["permissions"] == ["see_usage"]
    assert client.get(ME).status_code == 401
    assert not ApiToken.objects.filter(pk=token.pk).exists()
    entry = AuditEntry.objects.get(action="role.update")
    assert entry.after is not None
    assert entry.after["users"] == 1
    # Another description changes nobody's rights.
    again = client_of(User.objects.get(pk=viewer.pk))
    body = {"permissions": ["see_usage"], "description": "Reads"}
    assert send(api, "put", f"{ROLES}/{role['id']}", body).status_code == 200
    assert again.get(ME).status_code == 200


def test_a_role_that_somebody_has_stays(api: APIClient, viewer: User) -> None:
    role = make(api)["id"]
    assign(api, viewer, {"role": "keeper", "paths": ["/a"]})
    refused = api.delete(f"{ROLES}/{role}")
    assert (refused.status_code, refused.json()["code"]) == (409, "role_in_use")
    assign(api, viewer)
    assert api.delete(f"{ROLES}/{role}").status_code == 204
    assert api.delete(f"{ROLES}/{role}").status_code == 404


def test_roles_that_are_taken_end_sessions_and_are_audited(
    api: APIClient, viewer: User, client_of: ClientOf
) -> None:
    give_operator(viewer, "/a")
    client = client_of(viewer)
    assert client.get(ME).status_code == 200
    assert assign(api, viewer).status_code == 200
    assert client.get(ME).status_code == 401
    entry = AuditEntry.objects.get(action="user.update")
    assert (entry.before or {})["assignments"] == [
        {"role": "operator", "paths": ["/a"], "group": None}
    ]
    assert (entry.after or {})["assignments"] == []


def test_the_last_administrator_stays_one_whatever_others_are_assigned(
    api: APIClient, admin: User, operator: User
) -> None:
    give(operator, set(Permission) - {Permission.MANAGE_USERS})
    for change in ({"role": "operator"}, {"is_active": False}):
        assert send(api, "patch", f"{USERS}/{admin.pk}", change).status_code == 409
    admin.refresh_from_db()
    assert (admin.role, admin.is_active) == (Role.ADMIN, True)


def test_tokens_do_no_more_than_their_user_and_where_he_may(
    api: APIClient, viewer: User, client_of: ClientOf, namenode: NamenodeDouble
) -> None:
    namenode.tree.add_file("/a/one")
    assign(api, viewer, {"role": "operator", "paths": ["/a"]})
    viewer.refresh_from_db()
    body = {"name": "t", "expires_at": (timezone.now() + timedelta(days=1)).isoformat()}
    asked = client_of(viewer)
    assert send(asked, "post", "/api/v1/tokens", body | {"scopes": ["admin"]}).status_code == 403
    for scope, inside in (("read", 403), ("operate", 202)):
        made = send(asked, "post", "/api/v1/tokens", body | {"scopes": [scope]})
        client = CheckedClient()
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {made.json()['secret']}")
        job = {"kind": "delete", "parameters": {}, "dry_run": True}
        assert send(client, "post", "/api/v1/jobs", job | {"path": "/a/one"}).status_code == inside
        assert send(client, "post", "/api/v1/jobs", job | {"path": "/ab"}).status_code == 403


def test_groups_are_given_roles(api: APIClient) -> None:
    make(api)
    given = {"origin": "oidc", "group": "data", "role": "keeper", "paths": ["/a"]}
    made = send(api, "post", GROUPS, given)
    assert made.status_code == 201
    (told,) = api.get(GROUPS).json()["items"]
    assert told == {"id": made.json()["id"], "etag": made.headers["ETag"], **given}
    assert send(api, "post", GROUPS, given | {"role": "admin"}).status_code == 400
    assert send(api, "post", GROUPS, given | {"origin": "local"}).status_code == 400
    assert api.delete(f"{GROUPS}/{made.json()['id']}").status_code == 204
    assert api.delete(f"{GROUPS}/{made.json()['id']}").status_code == 404
    actions = AuditEntry.objects.order_by("pk").values_list("action", flat=True)
    assert list(actions) == ["role.create", "role.group_add", "role.group_remove"]
