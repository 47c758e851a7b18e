"""Failover and retries of the client."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from warren_namenode.generated.admin_api import JobTake, QuotaChange, TrashMove

from doubles.namenode import TOKEN, NamenodeDouble
from doubles.tree import Tree
from integrations.namenode import NamenodeClient, NamenodeProblem, NamenodeUnreachable

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


def step_of(node: NamenodeDouble, number: int = 1) -> dict[str, Any]:
    """What names a step on /data of a job that was taken."""
    node.tree.take("job-1", 1)
    root = node.tree.find("/data").inode_id
    return {"inode_id": root, "job": "job-1", "epoch": 1, "step": number}


def test_a_lost_answer_is_asked_for_again(two: Two, tmp_path: Path) -> None:
    client = client_of(tmp_path, two[0].url, two[1].url)
    two[0].lose_answers = 1
    change = QuotaChange.model_validate({**step_of(two[0]), "namespace_quota": 5})
    result = client.set_quota(change)
    assert (result.before.namespace_quota, result.after.namespace_quota) == (None, 5)
    assert len(two[1].requests) == 1


def test_a_move_to_the_trash_whose_answer_was_lost_is_made_once(two: Two, tmp_path: Path) -> None:
    client = client_of(tmp_path, two[0].url, two[1].url)
    two[0].lose_answers = 1
    moved = client.move_to_trash(TrashMove(**step_of(two[0]), user="ann"))
    assert (moved.trash_path, moved.files) == ("/user/ann/.Trash/Current/data", 1)
    assert (len(two[0].requests), len(two[1].requests)) == (1, 1)
    assert two[0].tree.sequence == 1


def test_a_step_of_a_job_that_another_worker_took_is_refused(two: Two, tmp_path: Path) -> None:
    client = client_of(tmp_path, two[0].url)
    step = step_of(two[0])
    assert client.take_job(JobTake(job="job-1", epoch=2)).last_step == 0
    with pytest.raises(NamenodeProblem) as refusal:
        client.move_to_trash(TrashMove(**step, user="ann"))
    assert (refusal.value.status, refusal.value.code) == (409, "stale_job_epoch")
    assert two[0].tree.exists("/data")


def test_an_inode_is_found_wherever_it_is(two: Two, tmp_path: Path) -> None:
    client = client_of(tmp_path, two[0].url)
    inode_id = two[0].tree.find("/data").inode_id
    two[0].tree.move_to_trash("/data", "ann")
    path = "/user/ann/.Trash/Current/data"
    assert client.stat_inode(inode_id=inode_id).path == path
    assert client.summary_of_inode(inode_id=inode_id).path == path


def test_a_refusal_is_not_tried_elsewhere(two: Two, tmp_path: Path) -> None:
    client = client_of(tmp_path, two[0].url, two[1].url)
    with pytest.raises(NamenodeProblem) as refusal:
        client.stat(path="/nothing")
    assert (refusal.value.status, refusal.value.code) == (404, "not_found")
    assert two[1].requests == []


def test_absent_members_of_a_quota_change_stay_absent(two: Two, tmp_path: Path) -> None:
    client = client_of(tmp_path, two[0].url)
    step = step_of(two[0])
    client.set_quota(QuotaChange.model_validate({**step, "namespace_quota": None}))
    assert two[0].calls("namespace/quota") == [{**step, "namespace_quota": None}]


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
