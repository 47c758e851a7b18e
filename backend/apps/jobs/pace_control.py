"""Changing how urgent a job is and how fast it may go, while it waits, runs or is paused."""

from functools import partial

from django.db import transaction
from django.utils import timezone

from apps.audit.services import Outcome, audit_record
from apps.common.actor import Actor
from apps.common.problems import Conflict
from apps.jobs import pace, wake
from apps.jobs.authority import require_for
from apps.jobs.errands import check_followed
from apps.jobs.kinds import Priority
from apps.jobs.models import Job
from apps.jobs.selectors import job_by_id
from apps.jobs.states import UNFINISHED, WORKED_ON


@transaction.atomic
def job_rate(*, actor: Actor, job_id: int, inodes_per_s_max: int | None) -> Job:
    """Bound a job to so many inodes a second; None is the bound of all jobs, if there is one.

    What it owes by its former bound is reckoned first, and it waits for that by the new one.
    Conflict for a job that has ended, and for one whose work others do.
    """
    job = _unfinished(actor, job_id)
    check_followed(job)
    before = job.inodes_per_s_max
    if before == inodes_per_s_max:
        return job
    now = timezone.now()
    pace.settle(job, now)
    job.inodes_per_s_max = inodes_per_s_max
    fields = ["inodes_per_s_max", "owed_inodes", "owed_at"]
    if job.retries == 0 and job.held is None and job.not_before is not None:
        # It waits by its former bound alone.
        job.not_before = None
        job.woken_at = now
        fields += ["not_before", "woken_at"]
    job.save(update_fields=fields)
    audit_record(
        actor=actor,
        action="job.rate",
        outcome=Outcome.ACCEPTED,
        path=job.path,
        job_id=job.pk,
        before={"inodes_per_s_max": before},
        after={"inodes_per_s_max": inodes_per_s_max},
    )
    if job.state in WORKED_ON:
        transaction.on_commit(partial(wake.job, job.pk))
    return job


@transaction.atomic
def job_priority(*, actor: Actor, job_id: int, priority: Priority) -> Job:
    """Make a job more or less urgent, from its next turn on. Conflict for one that has ended."""
    job = _unfinished(actor, job_id)
    before = Priority(job.priority)
    if before is priority:
        return job
    job.priority = priority
    job.save(update_fields=["priority"])
    audit_record(
        actor=actor,
        action="job.priority",
        outcome=Outcome.ACCEPTED,
        path=job.path,
        job_id=job.pk,
        before={"priority": before.value},
        after={"priority": priority.value},
    )
    return job


def _unfinished(actor: Actor, job_id: int) -> Job:
    """The job, locked until the commit, if it may still be changed and the actor may do so."""
    job = job_by_id(job_id, lock=True)
    require_for(actor, job)
    if job.state not in UNFINISHED:
        raise Conflict(
            "The job has ended already",
            code="job_finished",
            detail="Only a job that waits, runs or is paused can be made faster, slower, more or "
            "less urgent.",
            facts={"job_id": job.pk, "state": job.state},
        )
    return job
