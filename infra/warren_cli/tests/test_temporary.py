"""Ports of systems that live for one run."""

import socket
from contextlib import ExitStack
from pathlib import Path

import pytest

from warren_cli import temporary
from warren_cli.errors import OperatorError
from warren_cli.modes import Mode
from warren_cli.settings import variable


def test_ports_differ_and_are_none_that_the_system_hands_out() -> None:
    first, last = map(int, temporary.HANDED_OUT.read_text(encoding="ascii").split())
    ports = temporary.free_ports(40)
    assert len(set(ports)) == 40
    assert not [port for port in ports if first <= port <= last]
    with ExitStack() as stack:
        for port in ports:
            stack.enter_context(socket.socket()).bind(("127.0.0.1", port))


def test_ports_in_use_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        busy = held.getsockname()[1]
        (free,) = temporary.free_ports(1)
        monkeypatch.setattr(temporary, "_candidates", lambda: [busy, free])
        assert temporary.free_ports(1) == [free]
        with pytest.raises(OperatorError, match="Not enough ports"):
            temporary.free_ports(2)


def test_without_a_range_of_the_system_ports_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(temporary, "HANDED_OUT", tmp_path / "absent")
    assert len(temporary.free_ports(3)) == 3
    everything = tmp_path / "everything"
    everything.write_text("1024\t65535\n", encoding="ascii")
    monkeypatch.setattr(temporary, "HANDED_OUT", everything)
    assert len(temporary.free_ports(3)) == 3


@pytest.mark.parametrize("mode", Mode)
def test_nothing_of_another_data_folder_is_used(
    mode: Mode, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = temporary.settings(tmp_path / "running", mode, worker_threads=7)
    for name, value in running.environment().items():
        monkeypatch.setenv(name, value)
    own = temporary.settings(tmp_path / "own", mode).environment()
    assert not [each for each in own.items() if str(running.home) in each[1]]
    assert own[variable("worker_threads")] == "7"
