"""Errands of the indexer: a rebuild of the index, and its comparison with the store."""

from datetime import timedelta
from typing import Final

from apps.jobs.kinds import JobKind
from apps.jobs.models import Job
from apps.jobs.outcomes import Outcome
from apps.pipeline.work import index_work, index_work_withdraw

_LOOK_AFTER: Final = timedelta(seconds=1)


def step(job: Job) -> Outcome:
    """Ask the indexer for the job's work, or see how far that is: one call does both."""
    work = index_work(JobKind(job.kind), job.key)
    return Outcome(
        done=work.done,
        # An indexer that began again is behind what is stored, for a while.
        files=max(0, work.inodes - job.files),
        changed=work.found.get("repaired", 0),
        visited=0,
        total=work.inodes_total,
        begins_act=True,
        result=work.found,
        rest=None if work.done else _LOOK_AFTER,
    )


def withdraw(job: Job) -> None:
    """Have the indexer not go on with it."""
    index_work_withdraw(JobKind(job.kind), job.key)
