"""How long a plan's change would take, by what former jobs of its kind took."""

from math import ceil
from typing import Any, Final

from django.utils import timezone

from apps.jobs import pace
from apps.jobs.kinds import MOVES, OF_TRASHES
from apps.jobs.models import Job
from apps.jobs.outcomes import Outcome
from apps.jobs.selections import INODES_PER_BATCH
from apps.jobs.states import JobState

BASES: Final = ("former_jobs", "this_plan", "bound", "one_step", "none")
_FORMER: Final = 5
# Of fewer inodes the beginning and the end are what takes time.
_INODES_MIN: Final = 1000


def of_plan(job: Job, outcome: Outcome) -> dict[str, Any]:
    """calls: of namenodes, about. basis: what the rate was taken from; seconds are None without
    one."""
    inodes = job.files + job.directories + outcome.files + outcome.directories
    if job.selection is None and job.changes in OF_TRASHES and not job.destroys:
        # One inode is moved, and what is in it goes along.
        return {"calls": 1, "inodes_per_s": None, "seconds": 1, "basis": "one_step"}
    if job.selection is not None:
        calls = job.selection["chosen"] if job.kind in MOVES else ceil(inodes / INODES_PER_BATCH)
    else:
        calls = ceil(inodes / pace.step_inodes(job))
    rate, basis = _former_rate(job), "former_jobs"
    if rate is None:
        rate, basis = _own_rate(job, inodes), "this_plan"
    bound = pace.bound_of(job)
    if bound is not None and (rate is None or bound < rate):
        rate, basis = bound, "bound"
    if not rate:
        return {"calls": calls, "inodes_per_s": None, "seconds": None, "basis": "none"}
    return {
        "calls": calls,
        "inodes_per_s": round(rate, 1),
        "seconds": ceil(inodes / rate),
        "basis": basis,
    }


def _former_rate(job: Job) -> float | None:
    """Inodes a second of the last jobs like this one that were neither paused nor small."""
    former = Job.objects.filter(
        kind=job.kind,
        dry_run=False,
        selection__isnull=job.selection is None,
        state__in=(JobState.SUCCEEDED, JobState.SUCCEEDED_WITH_ERRORS),
        files__gte=_INODES_MIN,
    ).order_by("-pk")[:_FORMER]
    inodes, seconds = 0, 0.0
    for each in former:
        if each.started_at is None or each.finished_at is None:
            continue
        inodes += each.files + each.directories
        seconds += (each.finished_at - each.started_at).total_seconds()
    return inodes / seconds if seconds > 0 else None


def _own_rate(job: Job, inodes: int) -> float | None:
    """The plan's own: looking at an inode takes part of what changing it takes."""
    if job.started_at is None or inodes < _INODES_MIN:
        return None
    seconds = (timezone.now() - job.started_at).total_seconds()
    return inodes / seconds if seconds > 0 else None
