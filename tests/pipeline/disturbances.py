"""What befalls the pipeline's processes: kills, restarts, and standing still for a while."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Final

from warren_cli.supervision import RUNNING, Supervisor

VICTIMS: Final = ("indexer", "replica", "connect", "kafka", "elasticsearch", "sql")
RECOVERY_S: Final = 240
FROZEN_S: Final = (2.0, 8.0)
QUIET_S: Final = (1.0, 6.0)
POLL_S: Final = 0.2


class Manner(StrEnum):
    """How a process is disturbed."""

    KILL = "kill"
    RESTART = "restart"
    FREEZE = "freeze"


@dataclass(frozen=True)
class Disturbance:
    """One blow, and how long it is quiet before it."""

    after_s: float
    victim: str
    manner: Manner
    frozen_s: float


def planned(random: Random, count: int) -> list[Disturbance]:
    """Each victim is killed once before anything else befalls it a second time."""
    first = random.sample(VICTIMS, len(VICTIMS))
    plan = []
    for number in range(count):
        victim = first[number] if number < len(first) else random.choice(VICTIMS)
        manner = Manner.KILL if number < len(first) else random.choice(list(Manner))
        plan.append(
            Disturbance(random.uniform(*QUIET_S), victim, manner, random.uniform(*FROZEN_S))
        )
    return plan


def inflict(supervisor: Supervisor, blow: Disturbance) -> None:
    """Does it, and does not wait until the process serves again: blows may overlap."""
    time.sleep(blow.after_s)
    print(f"{blow.manner} {blow.victim}", flush=True)
    if blow.manner is Manner.RESTART:
        # A process that is being started again cannot be asked to stop.
        wait_until_runs(supervisor, blow.victim)
        supervisor.stop(blow.victim)
        supervisor.start(blow.victim)
        return
    group = os.getpgid(wait_until_runs(supervisor, blow.victim))
    if blow.manner is Manner.KILL:
        os.killpg(group, signal.SIGKILL)
        return
    os.killpg(group, signal.SIGSTOP)
    try:
        time.sleep(blow.frozen_s)
    finally:
        os.killpg(group, signal.SIGCONT)


def wait_until_runs(supervisor: Supervisor, name: str) -> int:
    """The process's id once it runs."""
    found: list[int] = []

    def runs() -> bool:
        found[:] = [
            each.pid
            for each in supervisor.processes()
            if each.name == name and each.state == RUNNING
        ]
        return bool(found)

    wait_until(runs, f"{name} does not run")
    return found[0]


def wait_until(condition: Callable[[], bool], failure: str) -> None:
    """Polls a condition up to RECOVERY_S."""
    deadline = time.monotonic() + RECOVERY_S
    while not condition():
        assert time.monotonic() < deadline, failure
        time.sleep(POLL_S)
