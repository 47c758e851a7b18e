"""Jobs that are begun without a plan, against a server that answers as Warren does."""

import pytest

from warren_cli.remote.tests.test_remote import JOB, Double, run, warren

__all__ = ["warren"]


def test_small_files_of_a_tree_are_taken_in(
    warren: Double, monkeypatch: pytest.MonkeyPatch
) -> None:
    warren.on("POST jobs", 202, {**JOB, "kind": "take_in"})
    assert run(monkeypatch, "jobs", "take-in", "/data") == 0
    assert warren.asked[-1][3] == {"kind": "take_in", "path": "/data"}


def test_children_are_spread(warren: Double, monkeypatch: pytest.MonkeyPatch) -> None:
    warren.on("POST jobs", 202, {**JOB, "kind": "repartition"})
    assert run(monkeypatch, "jobs", "repartition", "/data", "hashed") == 0
    assert warren.asked[-1][3] == {
        "kind": "repartition",
        "path": "/data",
        "parameters": {"children": "hashed"},
    }


@pytest.mark.parametrize("kind", ["rebuild_index", "repair_index", "follow_hdfs"])
def test_a_job_about_no_inode_is_begun(
    warren: Double,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    kind: str,
) -> None:
    warren.on("POST jobs", 202, {**JOB, "kind": kind})
    command = kind.replace("_", "-")
    assert run(monkeypatch, "jobs", command) == 0
    assert warren.asked[-1][3] == {"kind": kind}
    assert "jobs wait 3" in capsys.readouterr().err
    assert run(monkeypatch, "jobs", command, "--reason", "drift") == 0
    assert warren.asked[-1][3] == {"kind": kind, "reason": "drift"}
