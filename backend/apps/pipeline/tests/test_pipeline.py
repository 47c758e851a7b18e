"""The pipeline over the API: who sees it, who may command it, and that commands are recorded."""

import pytest

from apps.accounts.models import User
from apps.audit.models import AuditEntry
from doubles.indexer import IndexerDouble
from doubles.namenode import TOKEN
from doubles.world import ClientOf, SetEnv

PIPELINE = "/api/v1/pipeline"
LETTERS = f"{PIPELINE}/dead-letters"


def test_everyone_sees_the_stages(
    indexer: IndexerDouble, viewer: User, client_of: ClientOf
) -> None:
    answer = client_of(viewer).get(PIPELINE).json()
    assert [stage["name"] for stage in answer["stages"]] == ["indexer"]
    assert answer["stages"][0]["lag"] == 2
    assert answer["proof"]["last"]["finished_at"] == "2023-11-14T22:13:21.000Z"
    assert indexer.calls == [("GET", "/v1/pipeline", f"Bearer {TOKEN}")]


def test_an_administrators_command_is_done_and_recorded(
    indexer: IndexerDouble, admin: User, client_of: ClientOf
) -> None:
    answer = client_of(admin).post(PIPELINE, {"command": "pause"}, format="json")
    assert (answer.status_code, answer.json()["paused"]) == (202, True)
    assert indexer.calls[-1][:2] == ("POST", "/v1/pipeline/pause")
    assert [entry.action for entry in AuditEntry.objects.all()] == ["pipeline.pause"]


@pytest.mark.parametrize("command", ["explode", "", None])
def test_an_unknown_command_is_refused(
    indexer: IndexerDouble, admin: User, client_of: ClientOf, command: str | None
) -> None:
    answer = client_of(admin).post(PIPELINE, {"command": command}, format="json")
    assert answer.status_code == 400
    assert indexer.calls == []


def test_operators_may_not_command(
    indexer: IndexerDouble, operator: User, client_of: ClientOf
) -> None:
    answer = client_of(operator).post(PIPELINE, {"command": "rebuild"}, format="json")
    assert answer.status_code == 403
    assert indexer.calls == []


def test_dead_letters_are_read_and_replayed(
    indexer: IndexerDouble, admin: User, client_of: ClientOf
) -> None:
    client = client_of(admin)
    page = client.get(LETTERS, {"limit": 1}).json()
    assert [(each["offset"], each["reason"]) for each in page["items"]] == [(3, "bad")]
    client.get(LETTERS, {"cursor": page["next_cursor"], "limit": 1})
    assert indexer.calls[-1][1] == "/v1/dead-letters?limit=1&before=3"
    assert client.post(f"{LETTERS}/3/replay").status_code == 202
    assert client.post(f"{LETTERS}/4/replay").status_code == 404
    assert [entry.action for entry in AuditEntry.objects.all()] == ["pipeline.replay"]


def test_without_an_indexer_the_answer_says_so_and_nothing_is_recorded(
    set_env: SetEnv, admin: User, client_of: ClientOf
) -> None:
    set_env(indexer_address="127.0.0.1:1")
    client = client_of(admin)
    answers = [client.get(PIPELINE), client.post(PIPELINE, {"command": "pause"}, format="json")]
    assert [(each.status_code, each.json()["code"]) for each in answers] == [
        (503, "indexer_unavailable")
    ] * 2
    assert not AuditEntry.objects.exists()
