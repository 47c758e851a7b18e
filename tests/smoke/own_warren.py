"""A Warren of a test's own, which takes over a stock HDFS that a client reads meanwhile."""

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from warren_cli import programs, rehearse, take_over_state, temporary
from warren_cli.home import Home
from warren_cli.modes import Mode
from warren_cli.settings import Settings, load

from .conftest import COMMAND_TIMEOUT_S, WARREN, eventually, forget_the_running_system
from .stock_cluster import StockCluster


class Warren:
    """One of its own, whose first namenode may take another one's address."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.home = Home(settings.home)
        self.environment = programs.environment(settings, os.environ)
        del self.environment[programs.HOME_MARK]

    def command(self, *arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [WARREN, *arguments],
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def run(self, *arguments: str, code: int = 0) -> str:
        with self.command(*arguments) as process:
            out, _ = process.communicate(timeout=COMMAND_TIMEOUT_S)
        assert process.returncode == code, f"{arguments}: {out}"
        return out

    def rehearsed_clean(self, stock: StockCluster) -> bool:
        """Whether the datanodes have all blocks, and no others: deleted ones go after seconds."""
        sources = [word for data in stock.data for word in ("--data", str(data))]
        with self.command("migrate", "rehearse", *sources) as process:
            process.communicate(timeout=COMMAND_TIMEOUT_S)
        report = json.loads((self.home.root / rehearse.REPORT_NAME).read_text(encoding="utf-8"))
        assert report["findings"]["missing"]["count"] == 0
        return process.returncode == 0

    def killed_at(self, phase: take_over_state.Phase, *arguments: str) -> None:
        """A command that dies when it has written a phase down."""
        with self.command(*arguments) as process:

            def is_there() -> bool:
                state = take_over_state.read(self.home)
                return (state is not None and state.phase is phase) or process.poll() is not None

            assert eventually(is_there, COMMAND_TIMEOUT_S)
            process.send_signal(signal.SIGKILL)


@contextmanager
def own_warren(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Warren]:
    """One with a data folder below this one, which is stopped at the end."""
    # What a slow machine is given is given to this one, too.
    start_timeout_s = load(os.environ).start_timeout_s
    forget_the_running_system(monkeypatch)
    one = Warren(temporary.settings(folder / "w", Mode.EMBEDDED, start_timeout_s=start_timeout_s))
    yield one
    one.run("stop")


@contextmanager
def reading(stock: StockCluster, end: Path) -> Iterator[dict[str, int]]:
    """A client that reads all files on and on; behind the block what it has seen."""
    read: dict[str, int] = {}
    with stock.reader(end) as reader:
        assert reader.stdout is not None
        assert reader.stdout.readline().startswith("reading")
        try:
            yield read
        finally:
            end.touch()
        read |= json.loads(reader.stdout.readline())
