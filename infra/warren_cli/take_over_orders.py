"""The supervised program that takes over when the console orders that; off without its setting.

A take-over stops the namenodes and starts them again, so nothing of the platform can carry it out
itself: the platform writes an order, and this program calls `bin/warren migrate take-over` for it,
once for each order, and notes what that said. The command asks for the approval itself. One that
died is called again, and goes on.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from warren_cli import take_over
from warren_cli.errors import OperatorError
from warren_cli.home import Home
from warren_cli.settings import load
from warren_cli.take_over_state import Phase, read, write_whole

ORDER_NAME = "take-over-order.json"
ATTEMPT_NAME = "take-over-attempt.json"
LOOK_S = 1.0
TIMEOUT_S = 2 * 3600
SAID_LINES_MAX = 30
COMMAND = (sys.executable, "-m", "warren_cli", "migrate", "take-over", "--approved")
# An order that nobody took so soon is void: who gave it looks elsewhere by then.
TAKEN_WITHIN_S = 30
# A call that died so long ago is not made again, unless the old NameNode is fenced already.
REPEATED_WITHIN_S = 600


@dataclass(frozen=True)
class Order:
    """What the platform wrote. number: another one for each order."""

    number: int
    job_id: int
    ordered_by: str
    ordered_at_s: float


@dataclass(frozen=True)
class Attempt:
    """What came of an order. Times are seconds of the Unix epoch; code and end null until then.

    said: the last lines of what the command said.
    """

    number: int
    job_id: int
    ordered_by: str
    started_at_s: float
    ended_at_s: float | None = None
    code: int | None = None
    said: tuple[str, ...] = ()


def main() -> None:
    """Looks for orders until it is ended."""
    home = Home(load(os.environ).home)
    while True:
        carry_out(home)
        time.sleep(LOOK_S)


def carry_out(home: Home, call: Callable[[], tuple[int, Sequence[str]]] | None = None) -> bool:
    """Does what is ordered, unless it is done or another take-over goes on; whether it did."""
    order = _order(home)
    if order is None or _busy(home):
        return False
    before = _read(home.root / ATTEMPT_NAME) or {}
    begun = before.get("number") == order.number
    if begun and before.get("ended_at_s") is not None:
        return False
    now = time.time()
    attempt = Attempt(order.number, order.job_id, order.ordered_by, now)
    if not begun and now - order.ordered_at_s > TAKEN_WITHIN_S:
        return False
    if begun and now - float(before.get("started_at_s", 0)) > REPEATED_WITHIN_S:
        state = read(home)
        if state is None or state.phase not in {Phase.FENCED, Phase.ENDED}:
            said = "it died before it had changed anything, too long ago to begin by itself"
            _keep(home, replace(attempt, ended_at_s=now, code=1, said=(said,)))
            return False
    _keep(home, attempt)
    code, lines = (call or _called)()
    _keep(home, replace(attempt, ended_at_s=time.time(), code=code, said=tuple(lines)))
    return True


def _called() -> tuple[int, Sequence[str]]:
    try:
        done = subprocess.run(  # noqa: S603
            COMMAND,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=TIMEOUT_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return 1, [f"it did not end within {TIMEOUT_S} s"]
    print(done.stdout, flush=True)
    return done.returncode, done.stdout.strip().splitlines()[-SAID_LINES_MAX:]


def _order(home: Home) -> Order | None:
    found = _read(home.root / ORDER_NAME)
    try:
        return Order(**found) if found is not None else None
    except TypeError:
        return None


def _busy(home: Home) -> bool:
    """Whether a take-over goes on, be it one that outlived the program that called it."""
    try:
        with take_over.alone(home):
            return False
    except OperatorError:
        return True


def _read(file: Path) -> dict[str, Any] | None:
    """None for what is not there, and for what is no object, as nobody of ours wrote it."""
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None


def _keep(home: Home, attempt: Attempt) -> None:
    write_whole(home.root / ATTEMPT_NAME, asdict(attempt))


if __name__ == "__main__":
    main()
