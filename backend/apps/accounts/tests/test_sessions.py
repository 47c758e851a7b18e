"""Sessions: who sees them, who ends them, and what they tell."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from apps.accounts import sessions
from apps.accounts.models import LoginSession, User
from apps.audit.models import AuditEntry
from doubles.checked_client import CheckedClient
from doubles.world import PASSWORD, ClientOf, SetEnv

pytestmark = pytest.mark.django_db
ME = "/api/v1/auth/me"
OWN = "/api/v1/auth/sessions"
LOGIN = "/api/v1/auth/login"
CHANGE = "/api/v1/auth/password"
COOKIE = "warren_session"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.fixture(autouse=True)
def _due() -> None:
    sessions.seen.forget()


def browser(address: str = "192.0.2.7", agent: str = FIREFOX) -> CheckedClient:
    """A client that logs in as olga."""
    client = CheckedClient()
    client.defaults |= {"REMOTE_ADDR": address, "HTTP_USER_AGENT": agent}
    body = {"username": "olga", "password": PASSWORD}
    assert client.post(LOGIN, body, format="json").status_code == 200
    return client


def listed(client: CheckedClient, address: str = OWN) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = client.get(address).json()["items"]
    return items


def test_a_session_is_listed_with_what_its_user_knows_it_by(operator: User) -> None:
    older, newer = browser("192.0.2.1"), browser(agent="curl/8\x00\u202e" + 300 * "x")
    items = listed(older)
    assert [each["is_current"] for each in items] == [False, True]
    assert items[1]["client"] == FIREFOX
    assert items[1]["address"] == "192.0.2.1"
    assert items[0]["client"].startswith("curl/8xxx")
    assert len(items[0]["client"]) == 200
    assert items[1]["created_at"] <= items[0]["created_at"] < items[0]["expires_at"]
    keys = set(Session.objects.values_list("pk", flat=True))
    assert len(keys) == 2
    assert not any(key in newer.get(OWN).content.decode() for key in keys)


def test_sessions_are_seen_at_most_once_a_minute(
    operator: User, django_assert_num_queries: Any
) -> None:
    client = browser("192.0.2.1")
    long_ago = timezone.now() - timedelta(hours=1)
    LoginSession.objects.update(last_seen_at=long_ago)
    client.defaults["REMOTE_ADDR"] = "192.0.2.2"
    with django_assert_num_queries(3):  # session, user, what he is assigned
        client.get(ME)
    assert LoginSession.objects.get().last_seen_at == long_ago
    sessions.seen.forget()
    with django_assert_num_queries(4):
        client.get(ME)
    row = LoginSession.objects.get()
    assert row.last_seen_at > long_ago
    assert row.address == "192.0.2.2"


def test_one_ends_one_s_own_sessions(operator: User) -> None:
    here, there, elsewhere = browser(), browser(), browser()
    (there_id,) = [each["id"] for each in listed(there) if each["is_current"]]
    assert here.delete(f"{OWN}/{there_id}").status_code == 204
    assert [each.get(ME).status_code for each in (here, there, elsewhere)] == [200, 401, 200]
    assert here.delete(f"{OWN}/{there_id}").status_code == 404
    assert here.delete(OWN).json() == {"ended": 1}
    assert elsewhere.get(ME).status_code == 401
    assert here.get(ME).status_code == 200
    assert Session.objects.count() == 1
    one = AuditEntry.objects.get(action="session.end")
    assert (one.actor, one.before) == (
        "olga",
        {"id": there_id, "username": "olga", "address": "192.0.2.7", "client": FIREFOX},
    )
    all_others = AuditEntry.objects.get(action="session.end_all")
    assert all_others.after == {"username": "olga", "sessions_ended": 1}


def test_nobody_ends_the_sessions_of_others(
    operator: User, viewer: User, client_of: ClientOf
) -> None:
    victim = browser()
    session_id = LoginSession.objects.get().pk
    client = client_of(viewer)
    assert client.delete(f"{OWN}/{session_id}").status_code == 404
    assert client.delete(OWN).json() == {"ended": 0}
    assert victim.get(ME).status_code == 200


def test_administrators_see_and_end_the_sessions_of_others(
    operator: User, admin: User, client_of: ClientOf
) -> None:
    first, second, third = browser(), browser(), browser()
    client = client_of(admin)
    address = f"/api/v1/users/{operator.pk}/sessions"
    items = listed(client, address)
    assert [each["is_current"] for each in items] == [False] * 3
    assert client.delete(f"{address}/{items[0]['id']}").status_code == 204
    assert [each.get(ME).status_code for each in (first, second, third)] == [200, 200, 401]
    assert client.delete(address).json() == {"ended": 2}
    assert first.get(ME).status_code == 401
    assert client.get("/api/v1/users/999/sessions").status_code == 404
    assert client.delete("/api/v1/users/999/sessions").status_code == 404
    (own,) = listed(client)
    assert client.delete(f"{address}/{own['id']}").status_code == 404, "of another user"


def test_tokens_neither_see_nor_end_sessions(operator: User) -> None:
    client = browser()
    expires_at = (timezone.now() + timedelta(days=1)).isoformat()
    body = {"name": "t", "scopes": ["operate"], "expires_at": expires_at}
    secret = client.post("/api/v1/tokens", body, format="json").json()["secret"]
    program = CheckedClient()
    program.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    session_id = LoginSession.objects.get().pk
    assert program.get(OWN).status_code == 403
    assert program.delete(OWN).status_code == 403
    assert program.delete(f"{OWN}/{session_id}").status_code == 403
    assert client.get(ME).status_code == 200


def test_what_is_over_is_not_listed_and_goes_with_the_next_login(operator: User) -> None:
    browser()
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert [each["is_current"] for each in listed(browser())] == [True]
    assert LoginSession.objects.count() == Session.objects.count() == 1


def test_the_oldest_of_too_many_sessions_ends(
    operator: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "SESSIONS_PER_USER_MAX", 2)
    clients = [browser() for _ in range(3)]
    assert [each.get(ME).status_code for each in clients] == [401, 200, 200]


def test_a_logout_ends_the_session(operator: User) -> None:
    client = browser()
    answer = client.post("/api/v1/auth/logout")
    assert answer.status_code == 204
    assert answer.cookies[COOKIE]["max-age"] == 0
    assert COOKIE not in client.get(ME).cookies
    assert LoginSession.objects.count() == Session.objects.count() == 0


def test_a_new_password_ends_the_other_sessions(operator: User) -> None:
    here, _there = browser(), browser()
    body = {"current_password": PASSWORD, "new_password": "another long one"}
    assert here.post(CHANGE, body, format="json").status_code == 204
    assert [each["is_current"] for each in listed(here)] == [True]
    entry = AuditEntry.objects.get(action="user.password")
    assert entry.after == {"username": "olga", "sessions_ended": 1}


def test_who_asked_before_a_new_password_keeps_what_came_with_it(operator: User) -> None:
    """Answers may come in another order than they were asked for, and a cookie is the browser's."""
    here = browser()
    before = here.cookies[COOKIE].value
    body = {"current_password": PASSWORD, "new_password": "another long one"}
    assert here.post(CHANGE, body, format="json").status_code == 204
    earlier = CheckedClient()
    earlier.cookies[COOKIE] = before
    answer = earlier.get(ME)
    assert answer.status_code == 401
    assert COOKIE not in answer.cookies


@pytest.mark.parametrize(
    ("change", "ended"),
    [({"password": "another long one"}, 2), ({"role": "viewer"}, 2), ({"role": "operator"}, 0)],
)
def test_what_an_administrator_changes_ends_sessions(
    operator: User, admin: User, client_of: ClientOf, change: dict[str, str], ended: int
) -> None:
    clients = [browser(), browser()]
    address = f"/api/v1/users/{operator.pk}"
    assert client_of(admin).patch(address, change, format="json").status_code == 200
    assert {each.get(ME).status_code for each in clients} == {401 if ended else 200}
    assert len(listed(client_of(admin), f"{address}/sessions")) == 2 - ended
    entry = AuditEntry.objects.get(action="user.update")
    assert entry.after is not None
    assert entry.after["sessions_ended"] == ended


def test_an_open_session_is_no_way_to_guess_the_password(operator: User, set_env: SetEnv) -> None:
    set_env(login_failures_max=2)
    client = browser()
    wrong = {"current_password": "a guess", "new_password": "another long one"}
    answers = [client.post(CHANGE, wrong, format="json").status_code for _ in range(3)]
    assert answers == [400, 400, 429]
    right = {**wrong, "current_password": PASSWORD}
    refused = client.post(CHANGE, right, format="json")
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) > 0
    assert AuditEntry.objects.filter(action="user.password", outcome="denied").count() == 2
