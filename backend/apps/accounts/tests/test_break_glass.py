"""`manage.py reset_admin`: an administrator with a new password, whatever was before."""

import io
import os
import pwd
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from apps.accounts.models import ApiToken, LoginFailures, Origin, Role, User
from apps.audit.models import AuditEntry
from doubles.checked_client import CheckedClient
from doubles.world import PASSWORD, ClientOf, SetEnv

pytestmark = pytest.mark.django_db
ME = "/api/v1/auth/me"
NEW = "a quite new password"


def reset(monkeypatch: pytest.MonkeyPatch, username: str, password: str = NEW) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{password}\n"))
    out = io.StringIO()
    call_command("reset_admin", username, stdout=out)
    return out.getvalue()


def log_in(username: str, password: str) -> int:
    body = {"username": username, "password": password}
    status: int = CheckedClient().post("/api/v1/auth/login", body, format="json").status_code
    return status


def test_a_user_who_lost_everything_is_an_administrator_again(
    operator: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch, set_env: SetEnv
) -> None:
    set_env(login_failures_max=1)
    session = client_of(operator)
    expires_at = (timezone.now() + timedelta(days=1)).isoformat()
    body = {"name": "t", "scopes": ["read"], "expires_at": expires_at}
    assert session.post("/api/v1/tokens", body, format="json").status_code == 201
    assert log_in("olga", "wrong") == 401
    assert log_in("olga", PASSWORD) == 429
    User.objects.update(is_active=False)
    LoginFailures.objects.filter(subject__startswith="address:").delete()
    said = reset(monkeypatch, "olga")
    assert said.startswith("The user olga is an active administrator with a new password.")
    assert NEW not in said
    User.objects.get(username="olga", role=Role.ADMIN, is_active=True)
    assert log_in("olga", NEW) == 200
    assert session.get(ME).status_code == 401
    assert not ApiToken.objects.exists()
    entry = AuditEntry.objects.get(action="user.reset_admin")
    assert entry.actor == "COMMAND LINE"
    assert entry.before == {
        "username": "olga",
        "role": "operator",
        "hdfs_user": "olga",
        "is_active": False,
        "origin": "local",
        "assignments": [],
    }
    assert entry.after == {
        "username": "olga",
        "role": "admin",
        "hdfs_user": "olga",
        "is_active": True,
        "origin": "local",
        "assignments": [],
        "password_changed": True,
        "tokens_revoked": 1,
        "sessions_ended": 1,
        "machine_user": pwd.getpwuid(os.getuid()).pw_name,
    }


def test_a_user_who_does_not_exist_is_created(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "was created" in reset(monkeypatch, "rescue")
    assert log_in("rescue", NEW) == 200
    assert AuditEntry.objects.get(action="user.reset_admin").before is None


@pytest.mark.parametrize(
    ("username", "password", "said"),
    [
        ("olga", "short", "too short"),
        ("olga", "", "too short"),
        ("olga", "password123", "too common"),
        ("with space", NEW, "No user can have this name"),
    ],
)
def test_what_is_refused_changes_nothing(
    operator: User, monkeypatch: pytest.MonkeyPatch, username: str, password: str, said: str
) -> None:
    with pytest.raises(CommandError, match=said):
        reset(monkeypatch, username, password)
    User.objects.get(role=Role.OPERATOR)
    assert log_in("olga", PASSWORD) == 200
    assert not AuditEntry.objects.filter(action="user.reset_admin").exists()


def test_an_account_from_a_directory_becomes_a_local_one(
    operator: User, monkeypatch: pytest.MonkeyPatch, set_env: SetEnv
) -> None:
    User.objects.update(origin=Origin.LDAP, identity_sha256="0" * 64)
    set_env(local_logins="break-glass")
    reset(monkeypatch, "olga")
    assert log_in("olga", NEW) == 200
    User.objects.get(origin=Origin.LOCAL, identity_sha256=None, is_break_glass=True)
    entry = AuditEntry.objects.get(action="user.reset_admin")
    assert (entry.before or {})["origin"] == "ldap"
    assert (entry.after or {})["origin"] == "local"
