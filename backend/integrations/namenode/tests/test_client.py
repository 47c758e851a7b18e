"""Failover and retries of the client."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from doubles.namenode import TOKEN, NamenodeDouble
from doubles.tree import Tree
from integrations.namenode import NamenodeClient, NamenodeProblem, NamenodeUnreachable
from integrations.namenode.generated.admin_api import QuotaChange, TrashMove

NOBODY = "http://127.0.0.1:1"


@pytest.fixture
def two() -> Iterator[tuple[NamenodeDouble, NamenodeDouble]]:
    """Two namenodes over one namespace."""
    tree = Tree()
    tree.add_file("/data/file")
    first, second = NamenodeDouble(tree), NamenodeDouble(tree)
    yield first, second
    first.close()
    second.close()


def client_of(tmp_path: Path, *urls: str, rounds_max: int = 3) -> NamenodeClient:
    (tmp_path / "token").write_text(TOKEN + "\n", encoding="utf-8")
    return NamenodeClient(
        urls=urls,
        token_file=tmp_path / "token",
        timeout_ms=5_000,
        connect_timeout_ms=500,
        rounds_max=rounds_max,
    )


Two = tuple[NamenodeDouble, NamenodeDouble]


def test_moves_on_from_a_dead_namenode_and_stays_there(two: Two, tmp_path: Path) -> None:
    client = client_of(tmp_path, NOBODY, two[1].url)
    assert client.stat(path="/data").children_count == 1
    assert client._preferred == 1
    client.stat(path="/data")
    assert client.serving() == 1


def test_moves_on_from_a_draining_namenode(two: Two, tmp_path: Path) -> None:
    client = client_of(tmp_path, two[0].url, two[1].url)
    two[0].refuse = [503]
    client.stat(path="/data")
    assert (len(two[0].requests), len(two[1].requests)) == (1, 1)


def test_tries_again_in_bounded_rounds(two: Two, tmp_path: Path) -> None:
    client = client_of(tmp_path, two[0].url, rounds_max=3)
    two[0].refuse = [503, 503]
    assert client.stat(path="/data").name == "data"
    two[0].refuse = [503, 503, 503, 503]
    with pytest.raises(NamenodeProblem) as failure:
        client.stat(path="/data")
    assert (failure.value.status, failure.value.title) == (503, "Not now")
    assert len(two[0].refuse) == 1


def test_a_lost_answer_of_an_idempotent_call_is_asked_for_again(two: Two, tmp_path: Path) -> None:
    client = client_of(tmp_path, two[0].url, two[1].url)
    two[0].lose_answers = 1
    result = client.set_quota(QuotaChange.model_validate({"path": "/data", "namespace_quota": 5}))
    assert result.after.namespace_quota == 5
    assert len(two[1].requests) == 1


def test_a_move_to_the_trash_is_never_sent_twice(two: Two, tmp_path: Path) -> None:
    client = client_of(tmp_path, two[0].url, two[1].url)
    two[0].lose_answers = 1
    with pytest.raises(NamenodeUnreachable):
        client.move_to_trash(TrashMove(path="/data", user="ann"))
    assert two[1].requests == []
    assert two[0].tree.exists("/user/ann/.Trash/Current/data")


def test_a_move_to_the_trash_moves_on_when_nobody_has_seen_it(two: Two, tmp_path: Path) -> None:
    client = client_of(tmp_path, NOBODY, two[1].url)
    moved = client.move_to_trash(TrashMove(path="/data", user="ann"))
    assert moved.trash_path == "/user/ann/.Trash/Current/data"


def test_a_refusal_is_not_tried_elsewhere(two: Two, tmp_path: Path) -> None:
    client = client_of(tmp_path, two[0].url, two[1].url)
    with pytest.raises(NamenodeProblem) as refusal:
        client.stat(path="/nothing")
    assert (refusal.value.status, refusal.value.code) == (404, "not_found")
    assert two[1].requests == []


def test_absent_members_of_a_quota_change_stay_absent(two: Two, tmp_path: Path) -> None:
    client = client_of(tmp_path, two[0].url)
    client.set_quota(QuotaChange.model_validate({"path": "/data", "namespace_quota": None}))
    assert two[0].calls("namespace/quota") == [{"path": "/data", "namespace_quota": None}]


def test_an_answer_off_the_contract_is_told_as_such(two: Two, tmp_path: Path) -> None:
    client = client_of(tmp_path, two[0].url)
    two[0]._answer = lambda *_: (200, {"surprise": True})  # type: ignore[method-assign]
    with pytest.raises(NamenodeProblem) as problem:
        client.cluster()
    assert (problem.value.code, problem.value.facts["expected"]) == ("bad_answer", "Cluster")


def test_without_a_token_file_nothing_is_sent(two: Two, tmp_path: Path) -> None:
    client = client_of(tmp_path, two[0].url, rounds_max=1)
    (tmp_path / "token").unlink()
    with pytest.raises(NamenodeUnreachable):
        client.cluster()
    assert two[0].requests == []
