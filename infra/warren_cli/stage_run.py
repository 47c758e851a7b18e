"""One command of a stage of the tests: its output in a file, and a sign of life now and then."""

import os
import signal
import subprocess
import threading
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from warren_cli.build import TAIL_LINES
from warren_cli.progress import Progress

STAGE_TIMEOUT_S = 3600.0
# All stages together, in seconds from the start of the first; no limit when it is not set.
LIMIT_VARIABLE = "WARREN_TEST_LIMIT_S"
SIGN_OF_LIFE_S = 180.0
# Test tools write their reports when they are interrupted.
INTERRUPTED_S = 30.0
LAST_LINE_MAX = 160
_LOCK = threading.Lock()
_RUNNING: set[subprocess.Popen[bytes]] = set()
_STOPPED = threading.Event()


@dataclass(frozen=True)
class Ended:
    """How a command ended: its exit code and how long it took."""

    code: int
    took_s: float


def run_logged(
    name: str,
    command: Sequence[str],
    folder: Path,
    environment: Mapping[str, str],
    *,
    log: Path,
    progress: Progress,
) -> Ended:
    """Runs the command to its end, or until its time is over: then it is interrupted, as by Ctrl-C,
    and ended with all that it started. The log says so, and the code is not 0."""
    began = time.monotonic()
    timeout_s = _timeout_s(progress)
    try:
        process = _start(command, folder, environment, log)
    except OSError as error:
        log.write_text(f"{error}\n")
        return Ended(1, 0.0)
    code = _wait(process, name, began + timeout_s, log, progress)
    with _LOCK:
        _RUNNING.discard(process)
    if code is None:
        _end(process)
        with log.open("a", encoding="utf-8") as out:
            out.write(f"\nended after {timeout_s:.0f} s: it took too long\n")
        code = 1
    return Ended(code, time.monotonic() - began)


@contextmanager
def ended_by_interrupt() -> Generator[None]:
    """A Ctrl-C in the block ends all commands, which don't hear it themselves."""
    try:
        yield
    except KeyboardInterrupt:
        end_all()
        raise


def end_all() -> None:
    """Ends what runs, and lets nothing more start."""
    with _LOCK:
        _STOPPED.set()
        running = list(_RUNNING)
    for process in running:
        _end(process)


def _start(
    command: Sequence[str], folder: Path, environment: Mapping[str, str], log: Path
) -> subprocess.Popen[bytes]:
    """Raises OSError."""
    with _LOCK, log.open("wb") as out:
        if _STOPPED.is_set():
            raise InterruptedError("not started: the tests were interrupted")
        # A group of its own: its end is the end of all that it started.
        process = subprocess.Popen(  # noqa: S603
            command,
            cwd=folder,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        _RUNNING.add(process)
        return process


def _timeout_s(progress: Progress) -> float:
    limit = os.environ.get(LIMIT_VARIABLE)
    if limit is None:
        return STAGE_TIMEOUT_S
    return min(STAGE_TIMEOUT_S, max(1.0, float(limit) - progress.elapsed_s))


def _wait(
    process: subprocess.Popen[bytes], name: str, deadline: float, log: Path, progress: Progress
) -> int | None:
    """The exit code; None when the deadline passed first."""
    while (left_s := deadline - time.monotonic()) > 0:
        try:
            return process.wait(min(left_s, SIGN_OF_LIFE_S))
        except subprocess.TimeoutExpired:
            progress.say(f"{name} tests: going on; {last_line(log)}")
    return None


def _end(process: subprocess.Popen[bytes]) -> None:
    for number in (signal.SIGINT, signal.SIGKILL):
        try:
            os.killpg(process.pid, number)
        except ProcessLookupError:
            return
        try:
            process.wait(INTERRUPTED_S)
        except subprocess.TimeoutExpired:
            continue


def last_line(log: Path) -> str:
    """The last line of a log that says anything, shortened."""
    with log.open("rb") as lines:
        lines.seek(max(0, log.stat().st_size - TAIL_LINES * LAST_LINE_MAX))
        said = [line.strip() for line in lines.read().decode(errors="replace").splitlines()]
    return next((line for line in reversed(said) if line), "no output so far")[:LAST_LINE_MAX]
