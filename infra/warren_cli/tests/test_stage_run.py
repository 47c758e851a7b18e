"""A stage's command ends, says that it goes on, and leaves nothing behind when it is ended."""

import io
import os
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from warren_cli import stage_run
from warren_cli.progress import Progress

ENDLESS = "import time; print('first', flush=True); time.sleep(600)"
STARTS_ANOTHER = (
    "import subprocess, sys, time\n"
    "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
    "print(child.pid, flush=True)\n"
    "time.sleep(600)\n"
)


def run(code: str, log: Path) -> tuple[stage_run.Ended, str]:
    said = io.StringIO()
    ended = stage_run.run_logged(
        "some",
        (sys.executable, "-c", code),
        log.parent,
        dict(os.environ),
        log=log,
        progress=Progress(said),
    )
    return ended, said.getvalue()


def test_the_code_and_the_output_are_kept(tmp_path: Path) -> None:
    log = tmp_path / "some.log"
    ended, said = run("print('done'); raise SystemExit(3)", log)
    assert ended.code == 3
    assert log.read_text() == "done\n"
    assert said == ""


def test_a_long_command_says_what_it_said_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stage_run, "SIGN_OF_LIFE_S", 0.5)
    _, said = run("import time; print('half\\n', flush=True); time.sleep(2)", tmp_path / "some.log")
    assert "some tests: going on; half\n" in said


def test_nothing_that_it_started_outlives_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(stage_run.LIMIT_VARIABLE, "2")
    log = tmp_path / "some.log"
    began = time.monotonic()
    ended, _ = run(STARTS_ANOTHER, log)
    assert ended.code != 0
    assert time.monotonic() - began < 60
    lines = log.read_text().splitlines()
    assert lines[-1] == "ended after 2 s: it took too long"
    time.sleep(0.2)
    assert not is_running(int(lines[0]))


def test_later_stages_have_what_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(stage_run.LIMIT_VARIABLE, "0")
    ended, _ = run(ENDLESS, tmp_path / "some.log")
    assert ended.code != 0
    assert ended.took_s < 60


def test_a_command_that_is_not_there_failed(tmp_path: Path) -> None:
    log = tmp_path / "some.log"
    ended = stage_run.run_logged(
        "some", ("/no/such/command",), tmp_path, {}, log=log, progress=Progress(io.StringIO())
    )
    assert ended.code == 1
    assert "/no/such/command" in log.read_text()


def test_an_interruption_ends_what_runs_and_what_would_follow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stage_run, "_STOPPED", threading.Event())
    log = tmp_path / "some.log"
    with ThreadPoolExecutor() as executor:
        running = executor.submit(run, STARTS_ANOTHER, log)
        while not (log.exists() and log.read_text().endswith("\n")):
            time.sleep(0.05)
        stage_run.end_all()
        assert running.result()[0].code != 0
    assert not is_running(int(log.read_text().splitlines()[0]))
    ended, _ = run(ENDLESS, log)
    assert ended.code == 1
    assert "interrupted" in log.read_text()


def is_running(pid: int) -> bool:
    stat = Path(f"/proc/{pid}/stat")
    return stat.exists() and stat.read_text().rsplit(")", 1)[1].split()[0] != "Z"
