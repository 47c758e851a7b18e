"""API tokens: scopes, expiry, revocation, and that no secret is stored."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import ApiToken, Role, User
from apps.audit.models import AuditEntry
from doubles.checked_client import CheckedClient
from doubles.world import ClientOf

pytestmark = pytest.mark.django_db
TOKENS = "/api/v1/tokens"
ME = "/api/v1/auth/me"
ALL_TOKENS = "/api/v1/users/tokens"


def make(client: CheckedClient, *scopes: str, days: float = 1) -> Any:
    expires_at = (timezone.now() + timedelta(days=days)).isoformat()
    body = {"name": "ci", "scopes": list(scopes), "expires_at": expires_at}
    return client.post(TOKENS, body, format="json")


def bearer(secret: str) -> CheckedClient:
    client = CheckedClient(enforce_csrf_checks=True)
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


def test_a_token_acts_as_its_user_without_csrf(operator: User, client_of: ClientOf) -> None:
    created = make(client_of(operator), "operate").json()
    assert created["secret"].startswith("warren_")
    stored = ApiToken.objects.get()
    assert created["secret"] not in (stored.secret_sha256, stored.name)
    client = bearer(created["secret"])
    assert client.get(ME).json()["username"] == "olga"
    assert client.post("/api/v1/jobs/7/cancel").status_code == 404, "allowed, but there is no job"
    assert "secret" not in client.get(TOKENS).json()["items"][0]
    assert client.get(TOKENS).json()["items"][0]["last_used_at"] is not None


def test_scopes_limit_what_a_token_does(operator: User, client_of: ClientOf) -> None:
    client = bearer(make(client_of(operator), "read").json()["secret"])
    assert client.get("/api/v1/jobs").status_code == 200
    assert client.post("/api/v1/jobs/7/cancel").status_code == 403
    assert make(client, "operate").status_code == 403, "it can't make a stronger one"
    assert make(client, "read").status_code == 201


def test_the_role_limits_what_scopes_give(operator: User, admin: User, client_of: ClientOf) -> None:
    assert make(client_of(operator), "admin").status_code == 403
    client = bearer(make(client_of(admin), "admin").json()["secret"])
    assert client.get("/api/v1/users").status_code == 200
    User.objects.filter(pk=admin.pk).update(role=Role.VIEWER)
    assert client.get("/api/v1/users").status_code == 403, "the role of today counts"


@pytest.mark.parametrize("change", ["expire", "revoke", "deactivate", "other secret"])
def test_a_token_ends(operator: User, client_of: ClientOf, change: str) -> None:
    created = make(client_of(operator), "read").json()
    client = bearer(created["secret"])
    assert client.get(ME).status_code == 200
    if change == "expire":
        ApiToken.objects.update(expires_at=timezone.now())
    elif change == "revoke":
        response = client_of(operator).delete(f"{TOKENS}/{created['id']}")
        assert response.status_code == 204
    elif change == "deactivate":
        User.objects.update(is_active=False)
    else:
        client = bearer(created["secret"] + "x")
    response = client.get(ME)
    assert response.status_code == 401
    assert response["WWW-Authenticate"] == 'Bearer realm="warren"'


def test_tokens_of_others_are_out_of_reach(
    operator: User, admin: User, client_of: ClientOf
) -> None:
    created = make(client_of(operator), "read").json()
    other = client_of(admin)
    assert other.get(TOKENS).json()["items"] == []
    assert other.delete(f"{TOKENS}/{created['id']}").status_code == 404


@pytest.mark.parametrize("days", [-1, 0, 400])
def test_a_token_expires_within_the_limit(operator: User, client_of: ClientOf, days: float) -> None:
    response = make(client_of(operator), "read", days=days)
    assert (response.status_code, list(response.json()["fields"])) == (400, ["expires_at"])


def test_a_token_can_not_change_the_password(operator: User, client_of: ClientOf) -> None:
    client = bearer(make(client_of(operator), "read").json()["secret"])
    body = {"current_password": "a", "new_password": "b"}
    assert client.post("/api/v1/auth/password", body, format="json").status_code == 403


def test_tokens_are_audited_without_their_secret(operator: User, client_of: ClientOf) -> None:
    client = client_of(operator)
    created = make(client, "read").json()
    client.delete(f"{TOKENS}/{created['id']}")
    entries = list(AuditEntry.objects.order_by("pk"))
    assert [entry.action for entry in entries] == ["token.create", "token.revoke"]
    assert created["secret"] not in str([(e.before, e.after) for e in entries])


def test_administrators_see_and_revoke_everybodys(
    operator: User, admin: User, client_of: ClientOf
) -> None:
    secret = make(client_of(operator), "operate").json()["secret"]
    make(client_of(admin), "read")
    client = client_of(admin)
    listed = client.get(ALL_TOKENS).json()["items"]
    assert [(each["username"], each["scopes"]) for each in listed] == [
        ("admin", ["read"]),
        ("olga", ["operate"]),
    ]
    assert "secret" not in str(listed[0]).replace("secrets", "")
    (hers,) = client.get(ALL_TOKENS, {"username": "olga"}).json()["items"]
    assert bearer(secret).get(ME).status_code == 200
    assert client.delete(f"{ALL_TOKENS}/{hers['id']}").status_code == 204
    assert bearer(secret).get(ME).status_code == 401
    assert client.delete(f"{ALL_TOKENS}/{hers['id']}").status_code == 404
    entry = AuditEntry.objects.get(action="token.revoke")
    assert entry.before is not None
    assert (entry.actor, entry.before["username"]) == ("admin", "olga")


def test_others_see_and_revoke_their_own(operator: User, admin: User, client_of: ClientOf) -> None:
    theirs = make(client_of(admin), "read").json()
    client = client_of(operator)
    assert client.get(ALL_TOKENS).status_code == 403
    assert client.delete(f"{ALL_TOKENS}/{theirs['id']}").status_code == 403
    assert client.delete(f"{TOKENS}/{theirs['id']}").status_code == 404
