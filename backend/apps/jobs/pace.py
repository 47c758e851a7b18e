"""How fast a job may go, and how fast it goes.

Both are reckoned in the job's row, by the wall clock: whichever worker has the job next goes on by
them. What a job does beyond its bound it owes, in inodes, and waits until that has passed; what it
leaves unused lasts for CREDIT_S, so that a job that had to wait for its turn catches up a little
and one that had to wait long does not rush.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from apps.jobs.kinds import Phase, Priority
from apps.jobs.states import JobState
from config.env import env

if TYPE_CHECKING:
    from apps.jobs.models import Job

CREDIT_S = 2.0
MEASURED_S = 10.0
# A rate that was measured so long ago says nothing of now.
_TOLD_S = 300.0


@dataclass(frozen=True, slots=True)
class Pace:
    """How a job is to be worked on, as whoever asks for it says."""

    inodes_per_s_max: int | None = None
    priority: Priority = Priority.NORMAL

    @staticmethod
    def of(job: "Job") -> "Pace":
        """That of another job, to be kept by the one which comes from it."""
        return Pace(inodes_per_s_max=job.inodes_per_s_max, priority=Priority(job.priority))

    def told(self) -> dict[str, Any]:
        """What of it was asked for, as a part of a request or of an entry of the audit log."""
        rate, priority = self.inodes_per_s_max, self.priority
        return {
            **({} if rate is None else {"inodes_per_s_max": rate}),
            **({} if priority is Priority.NORMAL else {"priority": priority.value}),
        }

    def give(self, job: "Job") -> None:
        """Have a new job go by it. The caller saves the job."""
        job.inodes_per_s_max = self.inodes_per_s_max
        job.priority = self.priority


# What a job goes by that nobody said anything about.
AS_ANY = Pace()


def bound_of(job: "Job") -> float | None:
    """The most inodes a second that the job may visit; None without a bound."""
    own = job.inodes_per_s_max or env().job_inodes_per_s_max
    bounds = [own, None if job.slowed is None else job.slowed["inodes_per_s"]]
    return min((bound for bound in bounds if bound is not None), default=None)


def rate_limit(job: "Job") -> dict[str, Any] | None:
    """The bound as it is shown."""
    own = job.inodes_per_s_max
    bound = own or env().job_inodes_per_s_max
    if bound is None:
        return None
    return {"inodes_per_s": bound, "of_all_jobs": own is None}


def step_inodes(job: "Job") -> int:
    """How many inodes a step may visit: of a bounded job, what it may in a second."""
    bound = bound_of(job)
    most = env().job_step_inodes
    return most if bound is None else max(1, min(most, int(bound)))


def wait_s(job: "Job", now: datetime) -> float:
    """How long the job has to wait before its next step; 0 when it may make it."""
    bound = bound_of(job)
    return 0.0 if bound is None else max(0.0, _owed(job, bound, now) / bound)


def settle(job: "Job", now: datetime) -> None:
    """Reckon with the bound until now, as before that changes. The caller saves the job."""
    add(job, visited=0, now=now)


def add(job: "Job", *, visited: int, now: datetime) -> None:
    """Reckon with what a step visited. The caller saves the job."""
    bound = bound_of(job)
    if bound is None:
        job.owed_inodes, job.owed_at = 0.0, None
        return
    job.owed_inodes = _owed(job, bound, now) + visited
    job.owed_at = now


def _owed(job: "Job", bound: float, now: datetime) -> float:
    """Less than nothing is credit. A clock that was set back forgives: nobody waits for that."""
    if job.owed_at is None or job.owed_at > now:
        return 0.0
    passed_s = (now - job.owed_at).total_seconds()
    return max(job.owed_inodes - passed_s * bound, -CREDIT_S * bound)


def begin_measuring(job: "Job", now: datetime) -> None:
    """Forget the rate: the job begins, goes on after a pause, or does something else now."""
    job.inodes_per_s = None
    _measure_from(job, now)


def _measure_from(job: "Job", now: datetime) -> None:
    job.measured_inodes = job.measured_visited = 0
    job.measured_from = now


def measures(job: "Job", now: datetime) -> bool:
    """Whether the next step to be noted ends a measurement."""
    begun = job.measured_from
    return begun is not None and (now - begun).total_seconds() >= MEASURED_S


def measure(job: "Job", *, inodes: int, visited: int, now: datetime) -> float | None:
    """Note how far a step came, and what it visited; every MEASURED_S that becomes a rate.

    Answers the rate at which it visited, when it becomes known. The caller saves the job.
    """
    if job.measured_from is None or job.measured_from > now:
        begin_measuring(job, now)
        return None
    job.measured_inodes += inodes
    job.measured_visited += visited
    passed_s = (now - job.measured_from).total_seconds()
    if passed_s < MEASURED_S:
        return None
    rate, visited_per_s = job.measured_inodes / passed_s, job.measured_visited / passed_s
    # The mean with what was: steps are uneven, and nobody reads a figure that jumps.
    job.inodes_per_s = rate if job.inodes_per_s is None else (job.inodes_per_s + rate) / 2
    _measure_from(job, now)
    return visited_per_s


def rate_now(job: "Job", now: datetime) -> float | None:
    """Inodes a second of late; None where the job does not run or was not measured."""
    if job.state != JobState.RUNNING or job.held is not None or job.measured_from is None:
        return None
    stale = (now - job.measured_from).total_seconds() > _TOLD_S
    return None if stale else job.inodes_per_s


def remaining_s(job: "Job", now: datetime) -> int | None:
    """How long the job needs if it goes on like this; None where nobody can tell."""
    rate = rate_now(job, now)
    left = (job.total or 0) - job.files - job.directories
    if not rate or left <= 0 or job.phase != Phase.ACTING:
        return None
    return round(left / rate)
