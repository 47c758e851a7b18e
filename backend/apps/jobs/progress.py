"""Storing what a step did: cursor, counts, errors and state in one transaction."""

from datetime import timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone

from apps.audit.services import Outcome as AuditOutcome
from apps.audit.services import audit_record
from apps.common.actor import Actor
from apps.common.problems import Problem
from apps.common.times import utc_text
from apps.guard.judging import Frozen
from apps.jobs import metrics, pace, slowing, wake
from apps.jobs.kinds import FOLLOWED, OF_NO_INODE, Phase
from apps.jobs.lease import Lease, job_under, lease_clear
from apps.jobs.models import COUNTS, Job, JobError
from apps.jobs.outcomes import Outcome
from apps.jobs.planned import without_paths
from apps.jobs.states import JobState, may_become
from config.env import env

_HELD_LOOK = timedelta(seconds=30)
_AUDIT_OUTCOME = {
    JobState.SUCCEEDED: AuditOutcome.SUCCEEDED,
    JobState.SUCCEEDED_WITH_ERRORS: AuditOutcome.SUCCEEDED,
    JobState.FAILED: AuditOutcome.FAILED,
    JobState.CANCELLED: AuditOutcome.CANCELLED,
}


@transaction.atomic
def store(
    *,
    lease: Lease,
    outcome: Outcome,
    former_bytes: int = 0,
    calls_wait_ms: float | None = None,
) -> Job | None:
    """Store a step; the job as it is now, or None when the step was its last one.

    former_bytes: what was kept of what it changed from, or of a plan's examples. calls_wait_ms: how
    long calls of clients wait at the namenodes; None where nobody knows.

    Raises LeaseLost, and stores nothing, when another worker has taken the job over.
    """
    job = job_under(lease)
    _store_errors(job, outcome)
    for name in COUNTS:
        setattr(job, name, getattr(job, name) + getattr(outcome, name))
    job.changed += outcome.changed
    job.steps_made += outcome.made
    transaction.on_commit(partial(_count_step, job.kind, outcome.changed))
    job.former_bytes += former_bytes
    if job.dry_run and former_bytes:
        job.keeps_former = True
    job.cursor = outcome.cursor
    job.at_path = outcome.at_path or job.at_path
    job.retries = 0
    job.not_before = None
    job.held = None
    now = timezone.now()
    pace.add(job, visited=outcome.cost_inodes, now=now)
    rate = pace.measure(job, inodes=outcome.progress_inodes, visited=outcome.cost_inodes, now=now)
    if rate is not None and job.kind not in FOLLOWED:
        slowing.look(job, inodes_per_s=rate, wait_ms=calls_wait_ms, now=now)
    if outcome.commit_sequence:
        job.commit_sequence = max(job.commit_sequence or 0, outcome.commit_sequence)
    if outcome.begins_act:
        job.act_begun = True
    if outcome.total is not None:
        job.total = outcome.total
    if outcome.before is not None:
        job.before = outcome.before
    if outcome.selection is not None:
        job.selection = outcome.selection
    job.result = outcome.result or job.result
    if not outcome.done:
        job.save()
        return job
    if job.phase != Phase.ACTING:
        pace.begin_measuring(job, now)
    if job.phase == Phase.SELECTING:
        job.phase = Phase.ACTING if job.dry_run else Phase.COUNTING
        job.save()
        return job
    if job.phase == Phase.COUNTING:
        _start_acting(job)
        job.save()
        return job
    _end_phase_acting(job, outcome)
    return None


def _start_acting(job: Job) -> None:
    """What was counted becomes the total; the act starts counting from zero."""
    job.phase = Phase.ACTING
    job.counted = job.counts()
    job.total = job.files + job.directories
    for name in COUNTS:
        setattr(job, name, 0)


def _end_phase_acting(job: Job, outcome: Outcome) -> None:
    if job.counted and outcome.use_counted:
        for name in COUNTS:
            setattr(job, name, job.counted[name])
    if job.dry_run and job.undo_of_id is None:
        job.total = job.files + job.directories
    _finish(job, JobState.SUCCEEDED_WITH_ERRORS if job.error_count else JobState.SUCCEEDED)


def _store_errors(job: Job, outcome: Outcome) -> None:
    room = max(0, env().job_errors_kept_max - job.error_count)
    JobError.objects.bulk_create(
        JobError(job=job, path=each.path, code=each.code, message=each.message)
        for each in outcome.errors[:room]
    )
    job.error_count += outcome.error_count


@transaction.atomic
def fail(*, lease: Lease, problem: Problem) -> None:
    """End the job as failed, with the problem that ended it."""
    job = job_under(lease)
    job.problem = problem.body()
    _finish(job, JobState.FAILED)


@transaction.atomic
def cancelled(*, lease: Lease) -> None:
    """End the job where it is."""
    _finish(job_under(lease), JobState.CANCELLED)


@transaction.atomic
def paused(*, lease: Lease) -> None:
    """Leave the job where it is until somebody lets it go on."""
    job = job_under(lease)
    if not may_become(job.state, JobState.PAUSED):
        # It was told to go on, or to end, since: the next slice does.
        lease_clear(job)
        job.save(update_fields=["lease_token", "lease_expires_at"])
        transaction.on_commit(partial(wake.job, job.pk))
        return
    job.state = JobState.PAUSED
    lease_clear(job)
    job.save(update_fields=["state", "lease_token", "lease_expires_at"])


@transaction.atomic
def wait(*, lease: Lease, wait: timedelta) -> None:
    """Give the job back until the wait is over; the keeper wakes it then."""
    job = job_under(lease)
    lease_clear(job)
    job.retries += 1
    job.not_before = timezone.now() + wait
    job.woken_at = None
    job.save()


@transaction.atomic
def rest(*, lease: Lease, wait: timedelta) -> None:
    """Give the job back for a while that is nobody's failure; the keeper wakes it then."""
    job = job_under(lease)
    lease_clear(job)
    job.not_before = timezone.now() + wait
    job.woken_at = None
    job.save(update_fields=["lease_token", "lease_expires_at", "not_before", "woken_at"])


@transaction.atomic
def hold(*, lease: Lease, frozen: Frozen) -> None:
    """Give the job back while a freeze window holds it; it is looked at again before its end,
    since the window may be lifted."""
    job = job_under(lease)
    lease_clear(job)
    now = timezone.now()
    job.held = {"window": frozen.window, "until": utc_text(frozen.until)}
    job.not_before = min(frozen.until, now + _HELD_LOOK)
    job.woken_at = None
    job.save()


def _finish(job: Job, state: JobState) -> None:
    if not may_become(job.state, state):
        raise RuntimeError(f"A {job.state} job can't become {state}")
    job.state = state
    job.held = job.slowed = None
    job.finished_at = timezone.now()
    lease_clear(job)
    job.save()
    took_s = (job.finished_at - job.created_at).total_seconds()
    transaction.on_commit(partial(_count_end, job.kind, state, took_s))
    audit_record(
        actor=Actor(
            name=job.actor, user_id=None, hdfs_user=job.hdfs_user, request_id=job.request_id
        ),
        action=_audit_action(job),
        outcome=_AUDIT_OUTCOME[state],
        path=job.path,
        job_id=job.pk,
        before=job.before,
        after=_after(job),
    )


def _audit_action(job: Job) -> str:
    if job.dry_run:
        return "job.dry_run"
    return f"job.{job.kind}" if job.kind in OF_NO_INODE else f"namespace.{job.kind}"


def _after(job: Job) -> dict[str, Any]:
    return {
        "state": job.state,
        "parameters": job.parameters,
        "result": without_paths(job.result) if job.dry_run else job.result,
        "changed": job.changed,
        "errors": job.error_count,
        "problem": job.problem["code"] if job.problem else None,
    }


def _count_step(kind: str, changed: int) -> None:
    metrics.STEPS.labels(kind).inc()
    metrics.CHANGED.labels(kind).inc(changed)


def _count_end(kind: str, state: JobState, took_s: float) -> None:
    metrics.ENDED.labels(kind, state.value).inc()
    metrics.SECONDS.labels(kind).observe(took_s)
