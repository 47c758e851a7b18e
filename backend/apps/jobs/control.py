"""Cancelling and pausing jobs, and letting them go on."""

from functools import partial

from django.db import transaction
from django.utils import timezone

from apps.audit.services import Outcome, audit_record
from apps.common.actor import Actor
from apps.common.problems import Conflict
from apps.jobs import approvals, wake
from apps.jobs.authority import require_for
from apps.jobs.errands import check_cancellable, check_followed
from apps.jobs.models import Job
from apps.jobs.selectors import job_by_id
from apps.jobs.states import UNFINISHED, JobState, may_become


@transaction.atomic
def job_cancel(*, actor: Actor, job_id: int) -> Job:
    """Ask a job to stop; one that waits stops at once. Conflict for a finished one."""
    job = job_by_id(job_id, lock=True)
    require_for(actor, job)
    return _cancelled(actor, job)


@transaction.atomic
def job_stop(*, actor: Actor, job_id: int) -> None:
    """The same for a job that nobody wants any more, whoever finds that; nothing if it ended."""
    job = job_by_id(job_id, lock=True)
    if job.state in UNFINISHED:
        _cancelled(actor, job)


def _cancelled(actor: Actor, job: Job) -> Job:
    before = job.state
    if before == JobState.CANCELLING:
        return job
    waits = before in {JobState.QUEUED, JobState.WAITING_FOR_APPROVAL}
    following = JobState.CANCELLED if waits else JobState.CANCELLING
    if not may_become(before, following):
        raise Conflict(
            "The job is finished already",
            code="job_finished",
            detail="There is nothing to cancel.",
            facts={"job_id": job.pk, "state": before},
        )
    check_cancellable(job)
    if following == JobState.CANCELLED:
        job.finished_at = timezone.now()
    approvals.withdraw(actor=actor, job=job)
    return _job_set(actor=actor, job=job, state=following, action="job.cancel")


@transaction.atomic
def job_pause(*, actor: Actor, job_id: int) -> Job:
    """Have a job stand still after its step; a queued one does at once. Repeating it is harmless.

    Conflict for a job that has ended or is being cancelled, and for one whose work others do.
    """
    job = job_by_id(job_id, lock=True)
    require_for(actor, job)
    if job.state in {JobState.PAUSING, JobState.PAUSED}:
        return job
    check_followed(job)
    following = JobState.PAUSED if job.state == JobState.QUEUED else JobState.PAUSING
    _check_goes_on(job, following)
    return _job_set(actor=actor, job=job, state=following, action="job.pause")


@transaction.atomic
def job_resume(*, actor: Actor, job_id: int) -> Job:
    """Let a job go on from where it stands. Repeating it is harmless.

    Conflict for a job that has ended or is being cancelled.
    """
    job = job_by_id(job_id, lock=True)
    require_for(actor, job)
    if job.state in {JobState.QUEUED, JobState.RUNNING}:
        return job
    following = JobState.QUEUED if job.state == JobState.PAUSED else JobState.RUNNING
    _check_goes_on(job, following)
    return _job_set(actor=actor, job=job, state=following, action="job.resume")


def _check_goes_on(job: Job, following: JobState) -> None:
    if job.state == JobState.WAITING_FOR_APPROVAL:
        raise Conflict(
            "The job waits for an approval",
            code="waits_for_approval",
            detail="Somebody else approves or refuses it; until then it can only be cancelled.",
            facts={"job_id": job.pk},
        )
    if not may_become(job.state, following):
        raise Conflict(
            "The job ends or has ended already",
            code="job_finished",
            detail="Only a job that waits, runs or is paused can be paused and go on.",
            facts={"job_id": job.pk, "state": job.state},
        )


def _job_set(*, actor: Actor, job: Job, state: JobState, action: str) -> Job:
    """Give a locked job another state, with its audit entry; a worker hears of it."""
    before = job.state
    job.state = state
    if state == JobState.QUEUED:
        # Its turn comes now: what it waited for before the pause it looks at again.
        job.woken_at, job.not_before = timezone.now(), None
    job.save(update_fields=["state", "finished_at", "woken_at", "not_before"])
    audit_record(
        actor=actor,
        action=action,
        outcome=Outcome.ACCEPTED,
        path=job.path,
        job_id=job.pk,
        before={"state": before},
        after={"state": job.state},
    )
    transaction.on_commit(partial(wake.job, job.pk))
    return job
