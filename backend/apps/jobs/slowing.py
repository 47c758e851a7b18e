"""Jobs slow down by themselves while calls of clients wait.

The ceiling of a job is halved at each look that finds calls waiting longer than the setting says,
from the rate that it really went at, and doubled at each that finds them waiting less than half of
that. In between it stays. A job is never slowed to nothing.
"""

from datetime import datetime
from typing import TYPE_CHECKING, Any

from apps.common.times import utc_text
from config.env import env

if TYPE_CHECKING:
    from apps.jobs.models import Job

# The slowest that a job becomes: a part of the rate that it went at before, or this rate.
LEAST_PART = 32
LEAST_INODES_PER_S = 1.0
# So near to the rate from before a job may have it again.
_NEARLY = 0.75


def look(job: "Job", *, inodes_per_s: float, wait_ms: float | None, now: datetime) -> None:
    """Have a job go slower or faster. The caller, who reckoned with its bound until now, saves it.

    inodes_per_s: what it visited since the last look. wait_ms: how long calls wait; None changes
    nothing.
    """
    most_ms = env().job_slow_down_wait_ms
    if most_ms == 0:
        job.slowed = None
    elif wait_ms is None:
        return
    elif wait_ms > most_ms:
        job.slowed = _slower(job, inodes_per_s, now) | {"calls_wait_ms": round(wait_ms)}
    elif job.slowed is not None:
        following = job.slowed if wait_ms > most_ms / 2 else _faster(job.slowed, inodes_per_s)
        job.slowed = following and following | {"calls_wait_ms": round(wait_ms)}


def _slower(job: "Job", inodes_per_s: float, now: datetime) -> dict[str, Any]:
    slowed = job.slowed or {"since": utc_text(now), "from_inodes_per_s": inodes_per_s}
    least = max(LEAST_INODES_PER_S, slowed["from_inodes_per_s"] / LEAST_PART)
    ceiling = min(inodes_per_s, slowed.get("inodes_per_s", inodes_per_s)) / 2
    return {**slowed, "inodes_per_s": max(least, ceiling)}


def _faster(slowed: dict[str, Any], inodes_per_s: float) -> dict[str, Any] | None:
    """None where the ceiling would hold nothing back any more."""
    ceiling = slowed["inodes_per_s"] * 2
    if ceiling >= slowed["from_inodes_per_s"] * _NEARLY or inodes_per_s < ceiling / 4:
        return None
    return {**slowed, "inodes_per_s": ceiling}


def told(slowed: dict[str, Any] | None) -> dict[str, Any] | None:
    """As it is shown."""
    if slowed is None:
        return None
    return {
        "since": slowed["since"],
        "calls_wait_ms": slowed["calls_wait_ms"],
        "inodes_per_s": round(slowed["inodes_per_s"], 1),
    }
