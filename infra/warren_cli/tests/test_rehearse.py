"""`bin/warren migrate rehearse` around the comparing tool."""

import json
import stat
from pathlib import Path
from typing import Any

import pytest

from warren_cli import build, rehearse, toolchain
from warren_cli.errors import OperatorError
from warren_cli.home import Home
from warren_cli.progress import Progress
from warren_cli.rehearse import EXIT_FOUND, Plan
from warren_cli.settings import Settings, load

KINDS = ("missing", "wrong_length", "wrong_stamp", "unfinished", "extra", "under_replicated")


def report(**counts: int) -> dict[str, Any]:
    return {
        "verdict": "readable_with_faults" if counts else "clean",
        "transaction_id": 12,
        "seconds": 1.5,
        "blocks": 1_000,
        "replicas": 3_000,
        "replicas_good": 2_990,
        "replicas_newer_than_store": 2,
        "findings_list": "/list",
        "findings": {kind: {"count": counts.get(kind, 0), "meaning": "Why"} for kind in KINDS},
    }


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path / "home")
    home.store.mkdir(parents=True)
    return home


@pytest.fixture
def settings(home: Home) -> Settings:
    return load({"WARREN_HOME": str(home.root)})


def tool(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, code: int, made: dict[str, Any] | None
) -> Path:
    """A tool that notes how it was called and leaves this report; the file of its call."""
    told = tmp_path / "told"
    script = tmp_path / "java"
    lines = ["#!/bin/bash", f'echo "$@" >{told}']
    if made is not None:
        (tmp_path / "made").write_text(json.dumps(made), encoding="utf-8")
        lines.append(f"cp {tmp_path}/made {tmp_path}/home/{rehearse.REPORT_NAME}")
    lines.append(f"exit {code}")
    script.write_text("\n".join(lines) + "\n", encoding="utf-8")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setattr(toolchain, "java", lambda: str(script))
    monkeypatch.setattr(toolchain, "require", lambda: None)
    monkeypatch.setattr(build, "ensure_java", lambda progress: None)
    return told


def test_each_folder_and_list_is_compared(
    settings: Settings, home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = tool(tmp_path, monkeypatch, code=0, made=report())
    plan = Plan(data=(Path("/d1"), Path("/d2")), lists=(Path("/l1"),))
    assert rehearse.run(settings, Progress(), plan) == 0
    words = told.read_text(encoding="utf-8")
    assert f"--store {home.store} --report {home.root}/{rehearse.REPORT_NAME}" in words
    assert words.strip().endswith("--data /d1 --data /d2 --list /l1")


def test_what_is_found_is_said_and_has_its_own_exit_code(
    settings: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    tool(tmp_path, monkeypatch, code=EXIT_FOUND, made=report(extra=4, wrong_stamp=6))
    assert rehearse.run(settings, Progress(), Plan(fsck=Path("/fsck"))) == EXIT_FOUND
    said = "".join(capsys.readouterr())
    assert "readable with faults: 1,000 blocks, 3,000 copies, 2,990 of them good" in said
    assert "wrong stamp: 6. Why" in said
    assert "extra: 4. Why" in said
    assert "missing" not in said
    assert "2 copies are of blocks that were made after" in said


def test_a_report_of_before_is_not_shown_again(
    settings: Settings, home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home.root / rehearse.REPORT_NAME).write_text("{}", encoding="utf-8")
    tool(tmp_path, monkeypatch, code=1, made=None)
    assert rehearse.run(settings, Progress(), Plan(fsck=Path("/fsck"))) == 1
    assert not (home.root / rehearse.REPORT_NAME).exists()


@pytest.mark.parametrize("plan", [Plan(), Plan(data=(Path("/d"),), fsck=Path("/fsck"))])
def test_copies_are_counted_once(settings: Settings, plan: Plan) -> None:
    with pytest.raises(OperatorError, match="either the datanodes' folders"):
        rehearse.run(settings, Progress(), plan)


def test_a_cluster_and_an_empty_folder_are_refused(tmp_path: Path) -> None:
    plan = Plan(fsck=Path("/fsck"))
    empty = load({"WARREN_HOME": str(tmp_path)})
    with pytest.raises(OperatorError, match="holds no file system"):
        rehearse.run(empty, Progress(), plan)
    cluster = load({"WARREN_HOME": str(tmp_path), "WARREN_MODE": "cluster"})
    with pytest.raises(OperatorError, match="embedded store alone"):
        rehearse.run(cluster, Progress(), plan)
