"""Temporary systems of killed commands, with real processes in place of Warren's."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from warren_cli import abandoned
from warren_cli.programs import HOME_MARK
from warren_cli.progress import Progress

SLEEP = (sys.executable, "-c", "import time; print('up', flush=True); time.sleep(600)")
OWNER = (
    sys.executable,
    "-c",
    "import time; from warren_cli import abandoned;"
    " print(abandoned.make_folder(), flush=True); time.sleep(600)",
)


@pytest.fixture(autouse=True)
def temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees the folders of commands that run on this machine."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)


@pytest.fixture
def owner() -> Iterator[tuple[subprocess.Popen[str], Path]]:
    """A command with a temporary folder."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(OWNER, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        folder = Path(process.stdout.readline().strip())
        assert folder.is_absolute()
        yield process, folder
        process.kill()


@contextmanager
def server(folder: Path) -> Iterator["subprocess.Popen[str]"]:
    """A server of a temporary system, which outlives its command."""
    environment = {**os.environ, HOME_MARK: str(abandoned.home_in(folder))}
    with subprocess.Popen(SLEEP, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "up\n"
        yield process
        process.kill()


def test_servers_of_a_killed_command_are_ended(
    owner: tuple[subprocess.Popen[str], Path],
) -> None:
    command, folder = owner
    with server(folder) as left:
        command.kill()
        command.wait()
        assert abandoned.end_all(Progress()) == [folder]
        assert left.wait(30) != 0
    assert not folder.exists()


def test_servers_of_a_living_command_are_left_alone(
    owner: tuple[subprocess.Popen[str], Path],
) -> None:
    _, folder = owner
    with server(folder) as own:
        assert abandoned.end_all(Progress()) == []
        assert own.poll() is None
    assert folder.exists()


def test_a_number_that_is_used_again_is_another_process(tmp_path: Path) -> None:
    folder = tmp_path / f"{abandoned.PREFIX}again"
    folder.mkdir()
    (folder / abandoned.OWNER).write_text(f"{os.getpid()} 1", encoding="utf-8")
    assert abandoned.end_all(Progress()) == [folder]


def test_folders_without_an_owner_are_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / f"{abandoned.PREFIX}other"
    folder.mkdir()
    assert abandoned.end_all(Progress()) == []
    assert folder.exists()
