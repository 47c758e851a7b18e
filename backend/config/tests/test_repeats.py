"""Requests that are sent again: done once, answered as the first one, and never with a secret."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from apps.accounts.models import ApiToken, CustomRole, User
from apps.alerts.models import AlertChannel
from apps.audit.models import AuditEntry
from apps.common.problems import Conflict
from apps.guard import rules
from apps.guard.models import GuardRule
from apps.idempotency import claims
from apps.idempotency.claims import Answer, Claim
from apps.idempotency.models import KeptAnswer
from config.schema import openapi_document
from doubles.checked_client import CheckedClient
from doubles.routes import operations
from doubles.world import ClientOf

API = "/api/v1"
RULES = f"{API}/guard/rules"
RULE = {"name": "finance"}

# What begins or ends a login, says what is so, or is done once by what it says itself; and jobs,
# which keep the keys of theirs.
_WITHOUT = {
    *("POST auth/login", "POST auth/logout", "POST auth/password"),
    *("POST alerts/bell/read", "POST sql/queries/<int:query_id>/cancel"),
    *("POST rules/<int:rule_id>/arm", "POST rules/<int:rule_id>/disarm"),
    "POST guard/windows/<int:window_id>/lift",
    "POST snapshots/restores/<int:restore_id>/cancel",
    *("POST jobs", "POST jobs/<int:job_id>/undo", "POST jobs/<int:job_id>/promote"),
    *(f"POST jobs/<int:job_id>/{each}" for each in ("cancel", "pause", "resume", "check")),
    *(f"POST jobs/<int:job_id>/{each}" for each in ("rate", "priority")),
    *(f"POST jobs/<int:job_id>/{each}" for each in ("approve", "refuse")),
}


@pytest.fixture
def root(client_of: ClientOf, admin: User) -> CheckedClient:
    return client_of(admin)


def sent(client: APIClient, key: str = "one", body: Any = RULE, path: str = RULES) -> Any:
    return client.post(path, body, format="json", HTTP_IDEMPOTENCY_KEY=key)


def test_a_repetition_gets_the_first_answer(root: CheckedClient) -> None:
    first, second = sent(root), sent(root)
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.content == second.content
    assert first.headers["ETag"] == second.headers["ETag"]
    assert "Idempotency-Replayed" not in first.headers
    assert second.headers["Idempotency-Replayed"] == "true"
    assert GuardRule.objects.count() == 1
    assert AuditEntry.objects.filter(action="guard.rule_create").count() == 1


def test_the_first_answer_stays_when_the_thing_changed(root: CheckedClient) -> None:
    made = sent(root).json()
    root.delete(f"{RULES}/{made['id']}")
    assert sent(root).json() == made
    assert GuardRule.objects.filter(retired_at=None).count() == 0


def test_order_of_members_and_spaces_make_no_other_request(root: CheckedClient) -> None:
    first = root.generic(
        "POST",
        RULES,
        '{"name": "a", "enabled": true}',
        content_type="application/json",
        HTTP_IDEMPOTENCY_KEY="k",
    )
    second = root.generic(
        "POST",
        RULES,
        '{"enabled":true,"name":"a"}',
        content_type="application/json",
        HTTP_IDEMPOTENCY_KEY="k",
    )
    assert first.json() == second.json()


@pytest.mark.parametrize(
    ("body", "path"), [({"name": "other"}, RULES), (RULE, f"{API}/guard/windows")]
)
def test_a_key_is_for_one_request(root: CheckedClient, body: Any, path: str) -> None:
    sent(root)
    refused = sent(root, body=body, path=path)
    assert (refused.status_code, refused.json()["code"]) == (409, "idempotency_key_reused")
    assert GuardRule.objects.count() == 1


def test_keys_are_each_users_own_and_compared_by_their_bytes(
    root: CheckedClient, client_of: ClientOf, django_user_model: type[User]
) -> None:
    other = django_user_model.objects.create(username="adam", role="admin", hdfs_user="adam")
    for client, key in ((root, "k"), (client_of(other), "k"), (root, "K"), (root, "k.")):
        assert "Idempotency-Replayed" not in sent(client, key).headers
    assert GuardRule.objects.count() == 4


@pytest.mark.parametrize(
    "key", ["", "é", "a\x01", "x" * 201], ids=["empty", "é", "control", "long"]
)
def test_what_is_no_key_is_refused(root: CheckedClient, key: str) -> None:
    assert sent(root, key).status_code == 400
    assert not KeptAnswer.objects.exists()


def test_without_a_key_each_is_its_own(root: CheckedClient) -> None:
    for _ in range(2):
        assert root.post(RULES, RULE, format="json").status_code == 201
    assert GuardRule.objects.count() == 2
    assert not KeptAnswer.objects.exists()


def test_a_refused_request_leaves_nothing(root: CheckedClient) -> None:
    assert sent(root, body={"name": ""}).status_code == 400
    assert not KeptAnswer.objects.exists()
    assert sent(root).status_code == 201


def test_a_request_that_fails_is_rolled_back_and_leaves_nothing(
    root: CheckedClient, admin: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_args: object, **_kwargs: object) -> None:
        raise RuntimeError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(rules, "record", fails)
        # The description has no failures: this client does not look.
        plain = APIClient(raise_request_exception=False)
        plain.force_login(admin)
        assert sent(plain).status_code == 500
    assert not KeptAnswer.objects.exists()
    assert not GuardRule.objects.exists()
    assert sent(root).status_code == 201


def test_what_was_done_is_undone_when_its_answer_can_not_be_kept(
    root: CheckedClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another attempt took the claim over: only one of the two may come to pass."""

    def overtaken(mine: Claim, answer: Answer) -> None:
        KeptAnswer.objects.update(claim="another")
        finish(mine, answer)

    finish = claims.finish
    monkeypatch.setattr(claims, "finish", overtaken)
    assert sent(root).json()["code"] == "request_under_way"
    assert not GuardRule.objects.exists()


def test_of_two_at_once_one_is_told_to_try_again(
    root: CheckedClient, client_of: ClientOf, admin: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers: list[Any] = []
    make = rules.rule_create

    def in_the_midst(**values: Any) -> GuardRule:
        if not answers:
            answers.append(sent(client_of(admin)))
        return make(**values)

    monkeypatch.setattr(rules, "rule_create", in_the_midst)
    first = sent(root)
    assert first.status_code == 201
    (second,) = answers
    assert (second.status_code, second.json()["code"]) == (409, "request_under_way")
    assert second.headers["Retry-After"] == "1"
    assert sent(root).json() == first.json()
    assert GuardRule.objects.count() == 1


def test_an_attempt_that_died_holds_up_the_next_one_for_a_while(admin: User) -> None:
    left = claims.claim(user_id=admin.pk, key="k", request_hmac="r")
    assert isinstance(left, Claim)
    with pytest.raises(Conflict):
        claims.claim(user_id=admin.pk, key="k", request_hmac="r")
    KeptAnswer.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))
    taken = claims.claim(user_id=admin.pk, key="k", request_hmac="r")
    assert isinstance(taken, Claim)
    assert taken.token != left.token
    # The one that was thought dead can neither answer nor take the other's claim away.
    claims.release(left)
    answer = Answer(201, {}, "{}", tells_secret=False)
    with pytest.raises(Conflict):
        claims.finish(left, answer)
    claims.finish(taken, answer)
    assert claims.claim(user_id=admin.pk, key="k", request_hmac="r") == answer


def test_keys_of_a_user_are_bounded(root: CheckedClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claims, "KEYS_OF_USER_MAX", 1)
    sent(root)
    refused = sent(root, "two")
    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_keys")
    assert sent(root).status_code == 201


@pytest.mark.parametrize(
    ("path", "body", "count", "secret"),
    [
        (
            "tokens",
            {"name": "ci", "scopes": ["read"]},
            ApiToken.objects.count,
            lambda told: told["secret"],
        ),
        (
            "alerts/channels",
            {
                "name": "ops",
                "kind": "webhook",
                "url": "https://8.8.8.8/hidden",
                "verdicts": ["error"],
            },
            AlertChannel.objects.count,
            lambda told: told["secret"],
        ),
    ],
    ids=["token", "channel"],
)
def test_a_secret_is_told_once_and_kept_nowhere(
    root: CheckedClient,
    path: str,
    body: dict[str, Any],
    count: Callable[[], int],
    secret: Callable[[Any], str],
) -> None:
    if path == "tokens":
        body = body | {"expires_at": (timezone.now() + timedelta(days=1)).isoformat()}
    first = sent(root, body=body, path=f"{API}/{path}")
    assert first.status_code == 201
    again = sent(root, body=body, path=f"{API}/{path}")
    assert (again.status_code, again.json()["code"]) == (409, "secret_told_once")
    made = again.json()["facts"]["made"]
    assert made == {name: value for name, value in first.json().items() if name != "secret"}
    assert secret(first.json()).encode() not in again.content
    assert count() == 1
    row = KeptAnswer.objects.get()
    assert claims._SEAL.unseal(row.body_sealed).find(secret(first.json())) == -1
    assert "hidden" not in row.body_sealed


def test_passwords_can_not_be_tried_out_on_what_is_kept(root: CheckedClient) -> None:
    body = {"username": "vera", "password": "correct horse battery", "role": "viewer"}
    assert sent(root, body=body, path=f"{API}/users").status_code == 201
    kept = KeptAnswer.objects.get()
    assert "vera" not in kept.body_sealed
    assert sent(root, body=body, path=f"{API}/users").json()["username"] == "vera"
    assert User.objects.filter(username="vera").count() == 1


def test_a_role_is_made_once(root: CheckedClient) -> None:
    body = {"name": "auditors", "permissions": ["see_audit"]}
    first = sent(root, body=body, path=f"{API}/roles")
    assert sent(root, body=body, path=f"{API}/roles").json() == first.json()
    assert CustomRole.objects.count() == 1


def test_answers_are_kept_for_a_day(root: CheckedClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claims, "SWEPT_AT_ONCE", 2)
    for key in "abcde":
        sent(root, key)
    assert claims.sweep() == 0
    young = KeptAnswer.objects.order_by("pk").last()
    assert young is not None
    old = KeptAnswer.objects.exclude(pk=young.pk)
    old.update(created_at=timezone.now() - claims.KEPT_FOR - timedelta(seconds=1))
    monkeypatch.setattr(claims, "SWEEPS_MAX", 1)
    assert claims.sweep() == 2
    monkeypatch.setattr(claims, "SWEEPS_MAX", 9)
    assert claims.sweep() == 2
    assert list(KeptAnswer.objects.all()) == [young]
    assert "Idempotency-Replayed" not in sent(root, "a").headers


def test_every_post_that_makes_or_begins_something_takes_a_key() -> None:
    posts = [each for each in operations() if each.method == "POST"]
    without = {each.name for each in posts if not hasattr(each.handler, "is_idempotent")}
    assert without == _WITHOUT
    described = {
        operation["operationId"]: {each["name"] for each in operation.get("parameters", ())}
        for methods in openapi_document()["paths"].values()
        for method, operation in methods.items()
        if method == "post"
    }
    named = {name for name, parameters in described.items() if "Idempotency-Key" in parameters}
    assert len(named) == len(posts) - len(without) + len({"jobs_create", "jobs_undo"})


def test_what_is_shown_once_is_called_secret_in_every_answer() -> None:
    """By this name it is left out of what is kept."""
    schemas = openapi_document()["components"]["schemas"]
    told = {
        f"{name}.{member}"
        for name, schema in schemas.items()
        if not name.endswith("Request")
        for member, described in schema.get("properties", {}).items()
        if "this once" in described.get("description", "")
    }
    assert told == {"AlertChannelCreated.secret", "AlertSecret.secret", "TokenCreated.secret"}
