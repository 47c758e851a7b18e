"""What plans warn of, in lines."""

import pytest

from warren_cli.remote import plan_warnings
from warren_cli.remote.tests.test_remote import JOB, Double, run, warren

__all__ = ["warren"]

RESULT = {
    "quotas": {
        "directories": [
            {
                "path": "/data",
                "exceeded": True,
                "amounts": [
                    {"amount": "names", "exceeded": False},
                    {"amount": "space_bytes", "exceeded": True},
                ],
            },
            {"path": "/other", "exceeded": False, "amounts": []},
        ]
    },
    "concerns": {
        "open_files": {
            "count": 1,
            "items": [{"path": "/data/open", "holder": "DFSClient_1", "client": ""}],
        },
        "snapshots": {"count": 2, "items": []},
        "with_snapshots": {"count": 1, "items": ["/data/kept"]},
        "system_directories": ["/user"],
        "unknown_users": ["zoee"],
    },
    "estimate": {"calls": 40, "seconds": 90, "inodes_per_s": 20, "basis": "former_jobs"},
}


def test_each_has_a_line() -> None:
    assert list(plan_warnings.lines({"result": RESULT})) == [
        "exceeds the quota of /data: space_bytes",
        "everybody relies on /user",
        "the namenodes know no group of the user zoee",
        "open for writing: 1 files",
        "  /data/open by DFSClient_1",
        "directories with snapshots, which can't be deleted for good: 1",
        "  /data/kept",
        "snapshots that keep what is there now: 2",
        "takes about 90 s, in 40 calls of namenodes",
    ]
    assert list(plan_warnings.lines({"result": None})) == []
    assert list(plan_warnings.lines({"result": {"concerns": {}}})) == []


def test_they_follow_the_plan(
    warren: Double, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    planned = {**JOB, "state": "succeeded", "result": RESULT}
    warren.on("POST jobs", 202, planned)
    assert run(monkeypatch, "jobs", "plan", "delete", "/data") == 0
    assert "open for writing: 1 files" in capsys.readouterr().err


def test_quotas_may_be_exceeded_where_that_is_wanted(
    warren: Double, monkeypatch: pytest.MonkeyPatch
) -> None:
    warren.on("POST jobs/3/promote", 202, JOB)
    assert run(monkeypatch, "jobs", "promote", "3", "--even-if-quotas-exceeded") == 0
    assert warren.asked[-1][3] == {"if_quota_exceeded": "act"}
