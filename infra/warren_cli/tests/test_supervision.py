"""A real supervisord with small programs: start, state, kill, orphans, stop."""

import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from warren_cli import supervision
from warren_cli.errors import OperatorError
from warren_cli.home import Home, prepare
from warren_cli.programs import HOME_MARK, Program
from warren_cli.settings import Settings, load
from warren_cli.supervision import RUNNING, Supervisor, end_orphans, orphans

DEADLINE_S = 30.0
SLEEPER = (sys.executable, "-c", "import time; print('100% up', flush=True); time.sleep(600)")


def eventually(condition: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + DEADLINE_S
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Home, Settings]]:
    """A prepared data folder with two sleeping programs in place of Warren's five."""

    def two(settings: Settings, home: Home) -> tuple[Program, ...]:
        return (Program("one", SLEEPER, 10, 0), Program("two", SLEEPER, 20, 0))

    monkeypatch.setattr(supervision, "programs", two)
    # pytest's own folders are too deep for a Unix socket.
    with tempfile.TemporaryDirectory(prefix="warren unit ") as folder:
        home = Home(Path(folder) / "home")
        settings = load({"WARREN_HOME": str(home.root), "WARREN_STOP_TIMEOUT_S": "5"})
        prepare(home, settings, None)
        yield home, settings
        Supervisor(home).shut_down(DEADLINE_S)
        end_orphans(home, 1)


def environment(home: Home) -> dict[str, str]:
    return {**os.environ, HOME_MARK: str(home.root)}


def all_run(supervisor: Supervisor) -> bool:
    states = [process.state for process in supervisor.processes()]
    return states == [RUNNING, RUNNING]


def all_wrote(home: Home) -> bool:
    logs = [home.logs / f"{name}.log" for name in ("one", "two")]
    return all(log.exists() and "100% up" in log.read_text() for log in logs)


def test_start_restart_of_a_killed_process_and_stop(system: tuple[Home, Settings]) -> None:
    home, settings = system
    supervisor = Supervisor(home)
    assert supervisor.pid() is None
    supervisor.launch(settings, environment(home))
    assert eventually(lambda: all_run(supervisor))
    first = supervisor.processes()[0]
    os.kill(first.pid, signal.SIGKILL)
    assert eventually(lambda: all_run(supervisor) and supervisor.processes()[0].pid != first.pid)
    assert eventually(lambda: all_wrote(home))
    assert supervisor.shut_down(DEADLINE_S)
    assert supervisor.pid() is None
    assert orphans(home) == []


def test_a_part_that_was_killed_on_purpose_stays_dead(system: tuple[Home, Settings]) -> None:
    home, settings = system
    supervisor = Supervisor(home)
    supervisor.launch(settings, environment(home))
    assert eventually(lambda: all_run(supervisor))
    supervisor.kill("one")
    assert eventually(lambda: supervisor.processes()[0].state == "STOPPED")
    assert supervisor.processes()[1].state == RUNNING
    with pytest.raises(OperatorError, match="does not run"):
        supervisor.kill("one")
    assert supervisor.start_stopped(("one",)) == ["one"]
    assert eventually(lambda: all_run(supervisor))


def test_a_part_that_the_slow_stop_has_ended_is_killed_all_the_same(
    system: tuple[Home, Settings],
) -> None:
    home, settings = system
    supervisor = Supervisor(home)
    supervisor.launch(settings, environment(home))
    assert eventually(lambda: all_run(supervisor))

    class Slow(Supervisor):
        """Hears from supervisord that a stop is under way when the process has ended."""

        @property
        def _rpc(self) -> Any:
            prompt = supervisor._rpc
            return SimpleNamespace(
                getAllProcessInfo=prompt.getAllProcessInfo,
                stopProcess=lambda name, _: supervisor._rpc.stopProcess(name, True),
            )

    Slow(home).kill("one")
    assert supervisor.processes()[0].state == "STOPPED"


def test_what_a_killed_supervisor_leaves_is_found_and_ended(
    system: tuple[Home, Settings],
) -> None:
    home, settings = system
    supervisor = Supervisor(home)
    supervisor.launch(settings, environment(home))
    # Who has not written yet when the supervisor is killed would write into a broken pipe, and end.
    assert eventually(lambda: all_run(supervisor) and all_wrote(home))
    pid = supervisor.pid()
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    assert eventually(lambda: supervisor.pid() is None and len(orphans(home)) == 2)
    assert end_orphans(home, 5) == 2
    assert orphans(home) == []
    # The dead supervisor's socket and pid file are still there; a new one must not mind.
    supervisor.launch(settings, environment(home))
    assert eventually(lambda: all_run(supervisor))


def test_a_supervisor_that_cannot_start_says_why(system: tuple[Home, Settings]) -> None:
    home, settings = system
    home.logs.rename(home.root / "moved")
    with pytest.raises(OperatorError, match="did not start"):
        Supervisor(home).launch(settings, environment(home))
