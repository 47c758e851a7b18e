"""Sessions, CSRF, throttling, and the first administrator."""

from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import RequestFactory
from django.utils import timezone
from pydantic import ValidationError

from apps.accounts.client_address import client_address
from apps.accounts.models import LoginFailures, Role, User
from apps.audit.models import AuditEntry
from apps.common.rights import OPERATORS
from config.env import env
from doubles.checked_client import CheckedClient
from doubles.world import PASSWORD, ClientOf, SetEnv

pytestmark = pytest.mark.django_db
LOGIN = "/api/v1/auth/login"
ME = "/api/v1/auth/me"


def browser() -> CheckedClient:
    """A client that has read auth/me, and sends the CSRF token as the console does."""
    client = CheckedClient(enforce_csrf_checks=True)
    assert client.get(ME).status_code == 401
    client.credentials(HTTP_X_CSRFTOKEN=client.cookies["csrftoken"].value)
    return client


def log_in(client: CheckedClient, username: str, password: str = PASSWORD) -> int:
    body = {"username": username, "password": password}
    status: int = client.post(LOGIN, body, format="json").status_code
    return status


def test_a_browser_logs_in_and_out(operator: User) -> None:
    client = browser()
    assert log_in(client, "olga") == 200
    client.credentials(HTTP_X_CSRFTOKEN=client.cookies["csrftoken"].value)
    told = client.get(ME).json()
    assert {each["permission"] for each in told.pop("permissions")} == OPERATORS
    assert told == {
        "username": "olga",
        "role": "operator",
        "hdfs_user": "olga",
        "origin": "local",
    }
    assert client.cookies["warren_session"]["httponly"]
    assert client.post("/api/v1/auth/logout").status_code == 204
    assert client.get(ME).status_code == 401
    actions = AuditEntry.objects.order_by("pk").values_list("actor", "action", "outcome")
    assert list(actions) == [
        ("olga", "auth.login", "succeeded"),
        ("olga", "auth.logout", "succeeded"),
    ]


def test_changes_need_the_csrf_token(operator: User) -> None:
    client = CheckedClient(enforce_csrf_checks=True)
    response = client.post(LOGIN, {"username": "olga", "password": PASSWORD}, format="json")
    assert (response.status_code, response.json()["code"]) == (403, "csrf_failed")
    client = browser()
    assert log_in(client, "olga") == 200
    client.credentials()
    response = client.post("/api/v1/auth/logout")
    assert (response.status_code, response.json()["code"]) == (403, "csrf_failed")


def test_wrong_passwords_are_counted_per_user_and_address(operator: User, set_env: SetEnv) -> None:
    set_env(login_failures_max=3)
    client = browser()
    assert [log_in(client, "olga", "wrong") for _ in range(3)] == [401, 401, 401]
    response = client.post(LOGIN, {"username": "olga", "password": PASSWORD}, format="json")
    assert response.status_code == 429
    assert 0 < int(response["Retry-After"]) <= 301
    client.defaults["REMOTE_ADDR"] = "192.0.2.7"
    assert log_in(client, "olga") == 200, "another address is not locked out"
    assert AuditEntry.objects.filter(action="auth.login", outcome="denied").count() == 3


def test_the_window_of_failures_ends(operator: User, set_env: SetEnv) -> None:
    set_env(login_failures_max=1)
    client = browser()
    assert log_in(client, "olga", "wrong") == 401
    assert log_in(client, "olga") == 429
    LoginFailures.objects.update(window_start=timezone.now() - timedelta(hours=1))
    assert log_in(client, "olga") == 200
    assert log_in(browser(), "olga", "wrong") == 401
    assert LoginFailures.objects.get(subject__startswith="user:").failures == 1


def test_an_address_can_not_try_many_users(set_env: SetEnv, db: None) -> None:
    set_env(login_address_failures_max=2)
    client = browser()
    assert [log_in(client, f"user{n}", "wrong") for n in range(3)] == [401, 401, 429]


def test_inactive_users_stay_out(operator: User, client_of: ClientOf) -> None:
    client = client_of(operator)
    assert client.get(ME).status_code == 200
    User.objects.update(is_active=False)
    assert client.get(ME).status_code == 401
    assert log_in(browser(), "olga") == 401


def test_a_login_over_a_session_begins_another(operator: User) -> None:
    client = CheckedClient()
    assert log_in(client, "olga") == 200
    former = client.cookies["warren_session"].value
    assert log_in(client, "olga") == 200
    assert client.cookies["warren_session"].value != former
    assert client.get(ME).status_code == 200
    client.cookies["warren_session"] = former
    assert client.get(ME).status_code == 401


@pytest.mark.parametrize("body", [{}, {"username": "olga"}, {"username": 7, "password": []}])
def test_incomplete_logins_name_the_fields(body: dict[str, object]) -> None:
    response = browser().post(LOGIN, body, format="json")
    assert response.status_code == 400
    assert response.json()["fields"]


def test_password_change(operator: User, client_of: ClientOf) -> None:
    client = client_of(operator)
    url = "/api/v1/auth/password"
    wrong = client.post(
        url, {"current_password": "x", "new_password": "another long one"}, format="json"
    )
    assert "current_password" in wrong.json()["fields"]
    weak = client.post(url, {"current_password": PASSWORD, "new_password": "short"}, format="json")
    assert "new_password" in weak.json()["fields"]
    body = {"current_password": PASSWORD, "new_password": "another long one"}
    elsewhere = client_of(operator)
    assert client.post(url, body, format="json").status_code == 204
    assert client.get(ME).status_code == 200
    assert elsewhere.get(ME).status_code == 401, "other sessions have ended"
    assert log_in(browser(), "olga", "another long one") == 200


def test_the_first_administrator(tmp_path: Path, set_env: SetEnv, db: None) -> None:
    with pytest.raises(CommandError, match="WARREN_CONSOLE_PASSWORD"):
        call_command("ensure_admin")
    (tmp_path / "secrets" / "console-password").write_text("from the file\n", encoding="utf-8")
    out = StringIO()
    call_command("ensure_admin", stdout=out)
    assert User.objects.get().role == Role.ADMIN
    assert log_in(browser(), "admin", "from the file") == 200
    set_env(home=tmp_path, console_password="another one")
    call_command("ensure_admin", stdout=out)
    assert out.getvalue().splitlines() == [
        "The user admin was created.",
        "The user admin existed already and was left as it is.",
    ]
    assert log_in(browser(), "admin", "from the file") == 200
    assert AuditEntry.objects.get(action="user.create").actor == "SYSTEM"


def test_the_environment_wins_over_the_file(tmp_path: Path, set_env: SetEnv, db: None) -> None:
    (tmp_path / "secrets" / "console-password").write_text("from the file", encoding="utf-8")
    set_env(console_password="from the environment")
    call_command("ensure_admin", stdout=StringIO())
    assert log_in(browser(), "admin", "from the environment") == 200


def _from(client: CheckedClient, peer: str, forwarded: str) -> CheckedClient:
    client.defaults.update(REMOTE_ADDR=peer, HTTP_X_FORWARDED_FOR=forwarded)
    return client


def test_clients_behind_a_trusted_proxy_are_told_apart(operator: User, set_env: SetEnv) -> None:
    set_env(login_failures_max=1, trusted_proxies="10.0.0.0/8")
    client = browser()
    assert log_in(_from(client, "10.0.0.1", "198.51.100.7"), "olga", "wrong") == 401
    assert log_in(_from(client, "10.0.0.1", "198.51.100.7"), "olga") == 429
    assert log_in(_from(client, "10.0.0.1", "198.51.100.8"), "olga") == 200
    seen = AuditEntry.objects.filter(action="auth.login").order_by("pk")
    assert [each.after for each in seen] == [
        {"address": "198.51.100.7"},
        {"address": "198.51.100.8"},
    ]


def test_nobody_else_is_believed_who_he_is(operator: User, set_env: SetEnv) -> None:
    set_env(login_failures_max=1, trusted_proxies="10.0.0.1")
    client = browser()
    assert log_in(_from(client, "10.0.0.2", "198.51.100.7"), "olga", "wrong") == 401
    assert log_in(_from(client, "10.0.0.2", "198.51.100.8"), "olga") == 429


@pytest.mark.parametrize(
    ("forwarded", "address"),
    [
        ("", "10.0.0.1"),
        ("198.51.100.7", "198.51.100.7"),
        # What the client wrote itself comes first, and is not believed.
        ("203.0.113.1, 198.51.100.7", "198.51.100.7"),
        ("198.51.100.7, 10.0.0.2", "198.51.100.7"),
        ("198.51.100.7:4711", "198.51.100.7"),
        ("[2001:db8::1]:4711", "2001:db8::1"),
        ("::ffff:198.51.100.7", "198.51.100.7"),
        ("somebody, 10.0.0.2", "10.0.0.2"),
        ("somebody", "10.0.0.1"),
    ],
)
def test_the_address_of_a_client(
    forwarded: str, address: str, set_env: SetEnv, rf: RequestFactory
) -> None:
    set_env(trusted_proxies="10.0.0.0/8, fd00::/8")
    request = rf.get("/", REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR=forwarded)
    assert client_address(request) == address


def test_a_network_of_addresses_counts_as_one(operator: User, set_env: SetEnv) -> None:
    set_env(login_failures_max=1)
    client = browser()
    assert log_in(_from(client, "2001:db8::1", ""), "olga", "wrong") == 401
    assert log_in(_from(client, "2001:db8::2", ""), "olga") == 429
    assert log_in(_from(client, "2001:db8:0:1::2", ""), "olga") == 200


def test_a_user_can_not_be_tried_from_many_addresses(operator: User, set_env: SetEnv) -> None:
    set_env(login_user_failures_max=2)
    client = browser()
    tried = [log_in(_from(client, f"192.0.2.{n}", ""), "olga", "wrong") for n in range(3)]
    assert tried == [401, 401, 429]


def test_a_proxy_that_is_no_address_stops_the_process(set_env: SetEnv) -> None:
    set_env(trusted_proxies="proxy.example")
    with pytest.raises(ValidationError):
        env()
