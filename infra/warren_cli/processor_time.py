"""How much processor time the parts of a running system take."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

# Counted behind the process's name in /proc/PID/stat.
_PARENT: Final = 1
_USER_TICKS: Final = 11
_KERNEL_TICKS: Final = 12
_TICKS_PER_S: Final = os.sysconf("SC_CLK_TCK")
REST: Final = "everything else"


def seconds_of(parts: Mapping[str, int]) -> dict[str, float]:
    """Processor seconds so far by part, each with the processes it has started, and of the rest.

    parts: the process id of each. What a process that has ended took counts for the rest.
    """
    parents: dict[int, int] = {}
    taken: dict[int, float] = {}
    for each in Path("/proc").iterdir():
        if each.name.isdigit() and (fields := _fields(each / "stat")):
            pid = int(each.name)
            parents[pid] = int(fields[_PARENT])
            taken[pid] = (int(fields[_USER_TICKS]) + int(fields[_KERNEL_TICKS])) / _TICKS_PER_S
    names = {pid: name for name, pid in parts.items()}
    seconds = dict.fromkeys(parts, 0.0)
    for pid, each_s in taken.items():
        at = pid
        while at and at not in names:
            at = parents.get(at, 0)
        if at:
            seconds[names[at]] += each_s
    seconds[REST] = busy_seconds() - sum(seconds.values())
    return seconds


def busy_seconds() -> float:
    """Processor seconds that the whole machine has worked."""
    line = Path("/proc/stat").read_text(encoding="ascii").splitlines()[0]
    user, nice, kernel, _, _, interrupts, soft_interrupts, *_ = map(int, line.split()[1:])
    return (user + nice + kernel + interrupts + soft_interrupts) / _TICKS_PER_S


def _fields(stat: Path) -> list[str]:
    """What follows the name in a process's stat; nothing when it has ended."""
    try:
        text = stat.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    return text.rpartition(")")[2].split()
