"""`make explore`: how its time is shared, and what it refuses."""

import subprocess
from typing import Any

import pytest

from warren_cli import explore, toolchain
from warren_cli.errors import OperatorError
from warren_cli.progress import Progress


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What would have been run."""
    ran: list[list[str]] = []

    def run(command: list[str], **_options: Any) -> subprocess.CompletedProcess[bytes]:
        ran.append(command)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(toolchain, "require", lambda: None)
    return ran


def test_without_ndb_all_of_the_time_is_the_embedded_stores(
    monkeypatch: pytest.MonkeyPatch, commands: list[list[str]]
) -> None:
    monkeypatch.delenv("NDB_HOME", raising=False)
    assert explore.run(3, None, Progress()) == 0
    assert "-Dwarren.explore.seconds=180" in commands[0]
    assert "-Dtest=ExplorationTest" in commands[0]


def test_two_stores_share_the_time_and_begin_with_the_seed(
    monkeypatch: pytest.MonkeyPatch, commands: list[list[str]]
) -> None:
    monkeypatch.setenv("NDB_HOME", "/opt/ndb")
    assert explore.run(3, 77, Progress()) == 0
    assert "-Dwarren.explore.seconds=90" in commands[0]
    assert "-Dtest=ExplorationTest,NdbExplorationTest" in commands[0]
    assert "-Dwarren.explore.seed=77" in commands[0]


@pytest.mark.parametrize("minutes", [0, -1, explore.MINUTES_MAX + 1])
def test_a_time_out_of_range_is_refused(minutes: int, commands: list[list[str]]) -> None:
    with pytest.raises(OperatorError, match="out of range"):
        explore.run(minutes, None, Progress())
    assert commands == []
