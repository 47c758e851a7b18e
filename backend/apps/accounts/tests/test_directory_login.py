"""Logins that a real slapd decides, through the API."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import (
    ApiToken,
    Assignment,
    GroupAssignment,
    LoginFailures,
    Origin,
    Role,
    User,
)
from apps.audit.models import AuditEntry
from apps.common.rights import OPERATORS
from doubles.checked_client import CheckedClient
from doubles.slapd import BASE, PASSWORD, SEARCHING_DN, Directory
from doubles.world import PASSWORD as LOCAL_PASSWORD
from doubles.world import ClientOf, SetEnv, make_user

pytestmark = pytest.mark.django_db
ME = "/api/v1/auth/me"


@pytest.fixture(autouse=True)
def _asks_slapd(directory: Directory, set_env: SetEnv) -> None:
    set_env(
        ldap_url=f"ldaps://127.0.0.1:{directory.tls_port}",
        ldap_ca_file=directory.ca_file,
        ldap_bind_dn=SEARCHING_DN,
        ldap_bind_password_file=directory.password_file,
        ldap_user_base=f"ou=people,{BASE}",
        ldap_group_base=f"ou=groups,{BASE}",
        ldap_roles="admin=warren-admins; operator=data; viewer=staff",
        ldap_timeout_s=5,
    )


def log_in(
    username: str, password: str = PASSWORD, client: CheckedClient | None = None
) -> tuple[int, str]:
    """The status, and what became of it: a role, or the code of a problem."""
    body = {"username": username, "password": password}
    response = (client or CheckedClient()).post("/api/v1/auth/login", body, format="json")
    told = response.json()
    return response.status_code, told["role"] if response.status_code == 200 else told["code"]


def entries(action: str) -> list[AuditEntry]:
    return list(AuditEntry.objects.filter(action=action).order_by("pk"))


def test_the_first_login_makes_an_account(directory: Directory) -> None:
    directory.person("ann", "staff", "data", "others")
    client = CheckedClient()
    assert log_in("ann", client=client) == (200, "operator")
    told = client.get(ME).json()
    assert {each["permission"] for each in told.pop("permissions")} == OPERATORS
    assert told == {
        "username": "ann",
        "role": "operator",
        "hdfs_user": "ann",
        "origin": "ldap",
    }
    user = User.objects.get()
    assert not user.has_usable_password()
    (created,) = entries("user.create")
    assert (created.actor, created.after["origin"]) == ("SYSTEM", "ldap")  # type: ignore[index]
    (entry,) = entries("auth.login")
    assert (entry.actor, entry.outcome) == ("ann", "succeeded")
    assert entry.after == {"address": "127.0.0.1", "origin": "ldap"}
    assert log_in("ann") == (200, "operator")
    assert User.objects.count() == 1


def test_the_directory_says_how_a_name_is_written(directory: Directory) -> None:
    directory.person("ann", "staff")
    assert log_in("ANN") == (200, "viewer")
    assert User.objects.get().username == "ann"


@pytest.mark.parametrize(
    ("username", "password"),
    [
        ("ann", "wrong"),
        ("nobody-here", PASSWORD),
        ("*", PASSWORD),
        ("a*", PASSWORD),
        ("ann)(uid=*", PASSWORD),
        ("ann\x00", PASSWORD),
    ],
)
def test_who_does_not_prove_who_he_is_stays_out(
    directory: Directory, username: str, password: str
) -> None:
    directory.person("ann", "warren-admins")
    status, code = log_in(username, password)
    assert (status, code) in [(401, "wrong_credentials"), (400, "invalid_argument")]
    assert not User.objects.exists()


def test_wrong_passwords_are_counted(directory: Directory, set_env: SetEnv) -> None:
    directory.person("ann", "staff")
    set_env(login_failures_max=2)
    assert [log_in("ann", "wrong")[0] for _ in range(3)] == [401, 401, 429]
    assert log_in("ann") == (429, "too_many_requests")
    LoginFailures.objects.all().delete()
    assert log_in("ann") == (200, "viewer")


def test_an_empty_password_is_no_password(directory: Directory) -> None:
    directory.person("ann", "staff")
    assert log_in("ann", "") == (400, "invalid_argument")


def test_who_is_in_no_group_is_refused(directory: Directory) -> None:
    directory.person("eve", "others")
    assert log_in("eve") == (403, "no_role")
    assert not User.objects.exists()
    (entry,) = entries("auth.login")
    assert entry.outcome == "denied"
    assert entry.after == {"address": "127.0.0.1", "origin": "ldap", "reason": "no_role"}


def test_roles_follow_the_groups_at_each_login(directory: Directory) -> None:
    directory.person("ann", "warren-admins")
    before = CheckedClient()
    assert log_in("ann", client=before) == (200, "admin")
    _token(before, "admin")
    _token(before, "read")
    directory.regroup("ann", "staff")
    after = CheckedClient()
    assert log_in("ann", client=after) == (200, "viewer")
    assert before.get(ME).status_code == 401, "a session with the former role has ended"
    assert after.get(ME).json()["role"] == "viewer"
    assert [each.scopes for each in ApiToken.objects.all()] == [["read"]]
    (change,) = entries("user.role_by_groups")
    assert change.before["role"] == "admin"  # type: ignore[index]
    assert change.after["role"] == "viewer"  # type: ignore[index]
    assert (change.after["tokens_revoked"], change.after["sessions_ended"]) == (1, 1)  # type: ignore[index]


def test_who_lost_all_groups_loses_access(directory: Directory) -> None:
    directory.person("ann", "data")
    client = CheckedClient()
    assert log_in("ann", client=client) == (200, "operator")
    secret = _token(client, "read")
    directory.regroup("ann", "others")
    assert log_in("ann") == (403, "no_role")
    assert client.get(ME).status_code == 401
    by_token = CheckedClient()
    by_token.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    assert by_token.get(ME).status_code == 401
    assert log_in("ann") == (403, "no_role")
    assert len(entries("user.role_by_groups")) == 1, "nothing was left to take"
    directory.regroup("ann", "data")
    assert log_in("ann") == (200, "operator")


def test_an_account_of_the_same_name_is_not_taken_over(directory: Directory) -> None:
    make_user("Ann", Role.ADMIN)
    directory.person("ann", "warren-admins")
    assert log_in("ann") == (409, "name_taken")
    user = User.objects.get()
    assert (user.username, user.origin) == ("Ann", Origin.LOCAL)
    assert entries("auth.login")[0].after["reason"] == "name_taken"  # type: ignore[index]
    assert log_in("Ann", LOCAL_PASSWORD) == (200, "admin")


def test_a_new_person_of_a_former_name_is_somebody_else(directory: Directory) -> None:
    directory.person("ann", "warren-admins")
    assert log_in("ann") == (200, "admin")
    directory.remove_people()
    directory.person("ann", "staff")
    assert log_in("ann") == (409, "name_taken")


def test_a_person_with_another_name_keeps_the_account(directory: Directory) -> None:
    directory.person("ann", "staff")
    assert log_in("ann") == (200, "viewer")
    directory.rename("ann", "anna")
    directory.regroup("anna", "data")
    assert log_in("anna") == (200, "operator")
    assert User.objects.get().username == "ann"


def test_a_name_that_no_user_can_have_is_refused(directory: Directory) -> None:
    directory.person("ann lee", "staff")
    assert log_in("ann lee") == (403, "name_refused")


def test_deactivated_accounts_stay_out(
    directory: Directory, admin: User, client_of: ClientOf
) -> None:
    directory.person("ann", "staff")
    client = CheckedClient()
    assert log_in("ann", client=client) == (200, "viewer")
    user = User.objects.get(username="ann")
    address = f"/api/v1/users/{user.pk}"
    change = client_of(admin).patch(address, {"is_active": False}, format="json")
    assert (change.status_code, change.json()["origin"]) == (200, "ldap")
    assert client.get(ME).status_code == 401
    assert log_in("ann") == (403, "deactivated")
    assert client_of(admin).patch(address, {"is_active": True}, format="json").status_code == 200
    assert log_in("ann") == (200, "viewer")


def test_passwords_and_roles_are_changed_in_the_directory(
    directory: Directory, admin: User, client_of: ClientOf
) -> None:
    directory.person("ann", "staff")
    own = CheckedClient()
    assert log_in("ann", client=own) == (200, "viewer")
    body = {"current_password": PASSWORD, "new_password": "another long one"}
    refused = own.post("/api/v1/auth/password", body, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "kept_elsewhere")
    address = f"/api/v1/users/{User.objects.get(username='ann').pk}"
    for change in ({"role": "admin"}, {"password": "another long one"}):
        refused = client_of(admin).patch(address, change, format="json")
        assert (refused.status_code, refused.json()["code"]) == (409, "kept_elsewhere")
    renamed = client_of(admin).patch(
        address, {"hdfs_user": "ann2", "role": "viewer"}, format="json"
    )
    assert renamed.json()["hdfs_user"] == "ann2"


def test_without_the_directory_local_accounts_go_on(
    directory: Directory, operator: User, set_env: SetEnv
) -> None:
    set_env(ldap_url="ldaps://127.0.0.1:1", login_failures_max=2)
    assert log_in("olga", LOCAL_PASSWORD) == (200, "operator")
    assert log_in("ann") == (503, "directory_unavailable")
    assert [log_in("olga", "guessed")[0] for _ in range(3)] == [503, 503, 429]
    assert {each.actor for each in AuditEntry.objects.filter(outcome="denied")} == {"olga"}


def test_local_logins_can_be_off(
    directory: Directory, operator: User, set_env: SetEnv, admin: User
) -> None:
    set_env(local_logins="break-glass")
    directory.person("ann", "staff")
    assert log_in("olga", LOCAL_PASSWORD) == (403, "local_logins_off")
    assert log_in("admin", LOCAL_PASSWORD) == (403, "local_logins_off")
    assert log_in("olga", "wrong") == (401, "wrong_credentials")
    assert log_in("ann") == (200, "viewer")
    User.objects.filter(username="admin").update(is_break_glass=True)
    assert log_in("admin", LOCAL_PASSWORD) == (200, "admin")


def _token(client: CheckedClient, scope: str) -> str:
    expires_at = (timezone.now() + timedelta(days=1)).isoformat()
    body = {"name": scope, "scopes": [scope], "expires_at": expires_at}
    made = client.post("/api/v1/tokens", body, format="json")
    assert made.status_code == 201
    return str(made.json()["secret"])


def _gives(group: str, *paths: str) -> GroupAssignment:
    return GroupAssignment.objects.create(
        origin=Origin.LDAP, group=group, built_in=Role.OPERATOR, paths=list(paths)
    )


def _given() -> list[tuple[str | None, Any]]:
    return [(each.group, each.paths) for each in Assignment.objects.order_by("pk")]


def test_groups_give_roles_below_directories(directory: Directory) -> None:
    _gives("others", "/a")
    _gives("data", "/b")
    directory.person("ann", "staff", "others")
    client = CheckedClient()
    assert log_in("ann", client=client) == (200, "viewer")
    allowed = {each["permission"]: each["paths"] for each in client.get(ME).json()["permissions"]}
    assert allowed["delete"] == ["/a"]
    User.objects.get().assignments.create(built_in=Role.OPERATOR, paths=["/given"])
    # The same groups again change nothing, and end no session.
    assert log_in("ann")[0] == 200
    assert client.get(ME).status_code == 200
    directory.regroup("ann", "data")
    assert log_in("ann") == (200, "operator")
    assert client.get(ME).status_code == 401
    assert _given() == [(None, ["/given"]), ("data", ["/b"])]
    (changed, *_) = reversed(entries("user.role_by_groups"))
    assert (changed.after or {})["assignments"][-1] == {
        "role": "operator",
        "paths": ["/b"],
        "group": "data",
    }


def test_a_group_that_gives_a_role_makes_a_viewer(directory: Directory) -> None:
    directory.person("ann", "others")
    assert log_in("ann") == (403, "no_role")
    given = _gives("others", "/a")
    assert log_in("ann") == (200, "viewer")
    assert _given() == [("others", ["/a"])]
    given.delete()
    assert log_in("ann") == (403, "no_role")
    assert _given() == []


def test_a_group_that_gives_no_more_takes_at_once(
    directory: Directory, admin: User, client_of: ClientOf
) -> None:
    given = _gives("others", "/a")
    directory.person("ann", "staff", "others")
    client = CheckedClient()
    assert log_in("ann", client=client)[0] == 200
    address = f"/api/v1/roles/groups/{given.pk}"
    assert client_of(admin).delete(address).status_code == 204
    assert _given() == []
    assert client.get(ME).status_code == 401
