"""The demo's plan: what -put would trip over is left out and said; the rest goes in whole."""

import os
import socket
from pathlib import Path

import pytest

from warren_cli import demo_plan


def write(path: Path, text: str = "x") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def sources(plan: demo_plan.Plan) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for batch in demo_plan.batches(plan):
        found.setdefault(str(batch.below), set()).update(p.name for p in batch.sources)
    return found


def test_a_tree_without_oddities_goes_in_whole(tmp_path: Path) -> None:
    write(tmp_path / "a" / "b" / "one", "123")
    write(tmp_path / "two")
    (tmp_path / "empty").mkdir()
    plan = demo_plan.plan(tmp_path)
    assert (plan.files, plan.folders, plan.length_bytes) == (2, 3, 4)
    assert plan.left_out == {}
    assert sources(plan) == {".": {"a", "two", "empty"}}
    assert [str(f) for f in demo_plan.folders_to_make(plan)] == ["."]


def test_links_are_followed_except_into_a_loop_or_nowhere(tmp_path: Path) -> None:
    write(tmp_path / "real" / "file")
    (tmp_path / "real" / "up").symlink_to(tmp_path)
    (tmp_path / "again").symlink_to("real")
    (tmp_path / "link").symlink_to("real/file")
    (tmp_path / "nowhere").symlink_to("missing")
    plan = demo_plan.plan(tmp_path)
    assert {str(p.relative_to(tmp_path)) for p in demo_plan.expected_files(plan.root)} == {
        "again/file",
        "link",
        "real/file",
    }
    assert len(plan.left_out[demo_plan.LOOP]) == 2
    assert plan.left_out[demo_plan.DANGLING] == [tmp_path / "nowhere"]
    assert sources(plan) == {".": {"link"}, "real": {"file"}, "again": {"file"}}


def test_what_hdfs_cannot_take_is_left_out_and_its_neighbours_are_not(tmp_path: Path) -> None:
    write(tmp_path / "man" / "Foo::Bar.3pm")
    write(tmp_path / "man" / "fine.1")
    write(tmp_path / "man" / "deep" / "fine.2")
    os.mkfifo(tmp_path / "man" / "pipe")
    (Path(os.fsdecode(os.fsencode(tmp_path) + b"/man/\xff\xfe"))).write_text("")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "s"))
        plan = demo_plan.plan(tmp_path)
    assert len(plan.left_out[demo_plan.COLON]) == 1
    assert len(plan.left_out[demo_plan.SPECIAL]) == 2
    assert len(plan.left_out[demo_plan.NOT_UTF8]) == 1
    assert sources(plan) == {"man": {"fine.1", "deep"}}


def test_batches_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo_plan, "SOURCES_PER_BATCH_MAX", 3)
    for number in range(8):
        write(tmp_path / f"f{number}")
    sizes = [len(b.sources) for b in demo_plan.batches(demo_plan.plan(tmp_path))]
    assert sizes == [3, 3, 2]
