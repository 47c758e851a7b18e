"""How fast a job goes, and how urgent it is, against a server that answers as Warren does."""

import pytest

from warren_cli.remote import operate
from warren_cli.remote.tests.test_remote import JOB, PROGRESS, Double, run, warren

__all__ = ["warren"]
BOUND = {**JOB, "rate_limit": {"inodes_per_s": 500, "of_all_jobs": False}}


def test_a_job_is_bounded_and_its_bound_lifted(
    warren: Double, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    warren.on("POST jobs/3/rate", 202, BOUND)
    assert run(monkeypatch, "jobs", "rate", "3", "500") == 0
    assert warren.asked[-1][3] == {"inodes_per_s_max": 500}
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["at", "most", "a", "second", "500"] in lines
    assert run(monkeypatch, "jobs", "rate", "3", "none") == 0
    assert warren.asked[-1][3] == {"inodes_per_s_max": None}
    assert run(monkeypatch, "jobs", "rate", "3", "fast") == 2
    assert "whole number, or none" in capsys.readouterr().err


def test_a_plan_takes_a_bound(warren: Double, monkeypatch: pytest.MonkeyPatch) -> None:
    warren.on("POST jobs", 202, {**BOUND, "state": "succeeded", "dry_run": True})
    bounded = ("jobs", "plan", "delete", "/a", "--inodes-per-s", "500")
    assert run(monkeypatch, *bounded) == 0
    assert warren.asked[-1][3]["inodes_per_s_max"] == 500
    assert "priority" not in warren.asked[-1][3]
    assert run(monkeypatch, *bounded[:-1], "0") == 2
    assert run(monkeypatch, "jobs", "plan", "delete", "/a", "--priority", "low") == 0
    assert warren.asked[-1][3]["priority"] == "low"


def test_a_job_is_made_more_urgent(
    warren: Double, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    warren.on("POST jobs/3/priority", 202, {**JOB, "priority": "high"})
    assert run(monkeypatch, "jobs", "priority", "3", "high") == 0
    assert warren.asked[-1][3] == {"priority": "high"}
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["priority", "high"] in lines


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(None, ""), (59, ", 59 s left"), (90, ", 1 min left"), (7_500, ", 2 h 5 min left")],
)
def test_waiting_for_a_job_tells_how_fast_it_goes(
    warren: Double,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    seconds: int | None,
    text: str,
) -> None:
    running = {
        **JOB,
        "state": "running",
        "progress": {**PROGRESS, "inodes_per_s": 1234.5, "remaining_s": seconds},
    }
    told = [running, {**JOB, "state": "succeeded"}]
    warren.answers["GET jobs/3"] = lambda _: (200, told.pop(0))
    monkeypatch.setattr(operate, "POLL_S", 0)
    assert run(monkeypatch, "jobs", "wait", "3") == 0
    assert f"running: 3 of 3, 1,234 a second{text}\n" in capsys.readouterr().err


def test_waiting_for_a_job_tells_that_it_is_slowed_down(
    warren: Double, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    slowed = {"since": "2026-11-24T01:02:03.000Z", "calls_wait_ms": 180, "inodes_per_s": 25.0}
    told = [{**JOB, "state": "running", "slowed": slowed}, {**JOB, "state": "succeeded"}]
    warren.answers["GET jobs/3"] = lambda _: (200, told.pop(0))
    monkeypatch.setattr(operate, "POLL_S", 0)
    assert run(monkeypatch, "jobs", "wait", "3") == 0
    assert "running: 3 of 3; slowed down: calls wait 180 ms\n" in capsys.readouterr().err
