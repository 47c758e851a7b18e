"""`blocks fsck` against a server that answers in parts."""

import json

import pytest

from warren_cli.remote import fsck
from warren_cli.remote.tests.test_remote import Answer, Double, run, warren

__all__ = ["warren"]
FOUND = {
    "path": "/a/b",
    "block_id": "1073741825",
    "trouble": "missing",
    "live_replicas": 0,
    "expected_replicas": 3,
}


def part(*, missing: int, cursor: str | None) -> dict[str, object]:
    sums = {column.key: 0 for column in fsck.SUMS}
    return {
        **sums,
        "files": 5,
        "length_bytes": 1024,
        "missing": missing,
        "found": [FOUND] * missing,
        "found_more": False,
        "next_cursor": cursor,
    }


def answer_in_parts(warren: Double, *, missing: int) -> None:
    def answer(query: dict[str, list[str]]) -> Answer:
        if "cursor" in query:
            return 200, part(missing=0, cursor=None)
        return 200, part(missing=missing, cursor="/a/b")

    warren.answers["GET blocks/fsck"] = answer


def test_parts_are_added_up(
    warren: Double, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answer_in_parts(warren, missing=2)
    assert run(monkeypatch, "blocks", "fsck", "/a") == 1
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["files", "10"] in lines
    assert ["size", "2.0", "KiB"] in lines
    assert lines.count(["/a/b", "1073741825", "missing", "0", "3"]) == 2
    assert warren.asked[-1][2] == {"path": ["/a"], "cursor": ["/a/b"]}


def test_a_healthy_path_ends_well_and_json_has_everything(
    warren: Double, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answer_in_parts(warren, missing=0)
    assert run(monkeypatch, "blocks", "fsck", "/a", "--format", "json") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["files"], told["missing"], told["found"]) == (10, 0, [])


def test_what_does_not_fit_is_counted_alone(
    warren: Double, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fsck, "FOUND_MAX", 1)
    answer_in_parts(warren, missing=2)
    assert run(monkeypatch, "blocks", "fsck", "/a") == 1
    assert "The first 1 are listed; all are counted" in capsys.readouterr().out
