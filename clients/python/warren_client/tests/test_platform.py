"""The client against the platform as it is now, over HTTP."""

import asyncio
import re
import runpy
from pathlib import Path
from typing import Protocol

import pytest
from apps.accounts.models import Role, User
from apps.guard.models import GuardRule

from warren_client import (
    AsyncClient,
    ChangedMeanwhile,
    Client,
    Conflict,
    InvalidInput,
    NotFound,
    Unauthorized,
)
from warren_client.generated.models import GuardRuleWriteRequest, PatchedUserChangeRequest

README = Path(__file__).resolve().parents[2] / "README.md"
VIEWERS = [f"user{number}" for number in range(5)]


class Server(Protocol):
    """pytest-django's; its database is emptied after each test."""

    url: str


@pytest.fixture
def viewers(transactional_db: None) -> None:
    User.objects.bulk_create(
        User(username=name, role=Role.VIEWER, hdfs_user=name, password="!") for name in VIEWERS
    )


def test_calls(live_server: Server, token: str, viewers: None, tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text(f"{token}\n", encoding="utf-8")
    with Client.from_url(live_server.url, token_file=file) as client:
        found = list(client.users.list_items(role="viewer", limit=2))
        assert [user.username for user in found] == VIEWERS

        with pytest.raises(NotFound) as missing:
            client.users.get(999_999)
        assert (missing.value.status, missing.value.code) == (404, "not_found")
        assert missing.value.request_id

        with pytest.raises(InvalidInput) as invalid:
            client.users.list(cursor="nonsense")
        assert invalid.value.remedy == "Pass the next_cursor of the page before, unchanged."
        assert "cursor" in invalid.value.fields

        seen = client.users.get(found[0].id)
        changed = client.users.update(
            seen.id, PatchedUserChangeRequest(is_active=False), if_match=seen
        )
        assert not changed.is_active
        with pytest.raises(ChangedMeanwhile) as stale:
            client.users.update(
                seen.id, PatchedUserChangeRequest(is_active=True), if_match=seen.etag
            )
        assert stale.value.code == "changed_meanwhile"
        assert stale.value.remedy

        body = GuardRuleWriteRequest(name="big ones", inodes_min=1000)
        rule = client.guard.rule_create(body, idempotency_key="once")
        assert client.guard.rule_create(body, idempotency_key="once") == rule
        assert rule.kinds == []
        with pytest.raises(Conflict) as reused:
            client.guard.rule_create(GuardRuleWriteRequest(name="other"), idempotency_key="once")
        assert reused.value.code == "idempotency_key_reused"
        client.guard.rule_delete(rule.id, if_match=rule)
        assert client.guard.rules().items == []


def test_calls_with_asyncio(live_server: Server, token: str, viewers: None) -> None:
    async def calls() -> None:
        async with AsyncClient.from_url(live_server.url, token=token) as client:
            found = [user async for user in client.users.list_items(role="viewer", limit=2)]
            assert [user.username for user in found] == VIEWERS

            with pytest.raises(NotFound):
                await client.users.get(999_999)

            seen = found[0]
            await client.users.update(
                seen.id, PatchedUserChangeRequest(is_active=False), if_match=seen
            )
            with pytest.raises(ChangedMeanwhile):
                await client.users.update(
                    seen.id, PatchedUserChangeRequest(is_active=True), if_match=seen
                )

            body = GuardRuleWriteRequest(name="big ones")
            rule = await client.guard.rule_create(body, idempotency_key="once")
            assert await client.guard.rule_create(body, idempotency_key="once") == rule

            async with client.audit.file(action="guard") as pieces:
                log = b"".join([piece async for piece in pieces])
            assert b"guard" in log

    asyncio.run(calls())
    assert GuardRule.objects.count() == 1


def test_a_token_that_holds_no_longer(live_server: Server, transactional_db: None) -> None:
    with (
        Client.from_url(live_server.url, token="wrn_none") as client,
        pytest.raises(Unauthorized),
    ):
        client.users.list()


def test_the_example_of_the_readme(
    live_server: Server,
    token: str,
    viewers: None,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    file = tmp_path / "example.py"
    (example,) = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    file.write_text(example, encoding="utf-8")
    monkeypatch.setenv("WARREN_URL", live_server.url)
    monkeypatch.setenv("WARREN_TOKEN", token)
    runpy.run_path(str(file))
    assert not User.objects.filter(role=Role.VIEWER, is_active=True).exists()
