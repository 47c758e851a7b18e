"""Drives a job: step after step until its slice of time is over, each stored before the next."""

from collections.abc import Callable
from datetime import timedelta
from time import monotonic, sleep
from typing import TypeVar

import structlog
from django.db import DatabaseError
from django.utils import timezone
from structlog.contextvars import bound_contextvars

from apps.common.acting import acting
from apps.common.namenode import namenode
from apps.common.problems import Internal, Problem
from apps.jobs import calls, errands, former_values, pace, progress
from apps.jobs.former_values import FormerValues
from apps.jobs.gate import Hold
from apps.jobs.lease import Lease, LeaseLost, job_read, lease_release, leased
from apps.jobs.models import Job
from apps.jobs.outcomes import Outcome
from apps.jobs.states import JobState
from apps.jobs.steps import take
from apps.jobs.troubles import trouble_of, wait_after
from apps.jobs.undo import next_step
from apps.jobs.waiting import somebody_waits
from config.env import env

log = structlog.get_logger(__name__)

Answer = TypeVar("Answer")
TAKEOVERS_MAX = 20
# A job that has to wait longer by its bound is given back: its worker has better to do.
_SLEEP_MAX_S = 1.0
# How often a worker that waits looks whether its job was paused, cancelled or bounded anew.
_LOOK_S = 0.5


def advance(*, job_id: int) -> bool:
    """Work on a job for one slice, if it is there to be worked on and nobody else does; whether it
    was."""
    with leased(job_id=job_id) as lease:
        if lease is None:
            return False
        try:
            _slice(lease)
        except LeaseLost:
            log.warning("job_lease_lost", job_id=job_id)
        except DatabaseError:
            # Nothing was stored since the last step; the keeper takes the job up again when the
            # lease has run out.
            log.exception("job_not_stored", job_id=job_id)
        return True


def _slice(lease: Lease) -> None:
    deadline_s = monotonic() + env().job_slice_ms / 1000
    job = job_read(lease)
    with bound_contextvars(request_id=job.request_id, job_id=job.pk):
        if job.takeovers > TAKEOVERS_MAX:
            progress.fail(
                lease=lease,
                problem=Internal(
                    "The job's workers died again and again",
                    code="too_many_takeovers",
                    detail="Look into the worker's log for this job before trying again.",
                    facts={"takeovers": job.takeovers},
                ),
            )
            return
        taken = _take(lease, job)
        if taken is None:
            return
        job = taken
        hold = Hold()
        while not _stands(lease, job, hold):
            following = _paced_step(lease, job)
            if following is None:
                return
            job = following
            if monotonic() >= deadline_s:
                lease_release(lease)
                return


def _paced_step(lease: Lease, job: Job) -> Job | None:
    """Do the next step, or wait a little for the job's bound; the job as it is then, or None when
    it is over for now.

    It is given back where that would take long, or somebody else could use the time.
    """
    wait_s = pace.wait_s(job, timezone.now())
    if wait_s == 0:
        return _one_step(lease, job)
    if wait_s > _SLEEP_MAX_S or somebody_waits(besides=job):
        progress.rest(lease=lease, wait=timedelta(seconds=wait_s))
        return None
    sleep(min(wait_s, _LOOK_S))
    return job_read(lease)


def _stands(lease: Lease, job: Job, hold: Hold) -> bool:
    """Whether the job makes no step now: it is over, paused, or held by a freeze window."""
    if job.state == JobState.CANCELLING:
        if _asked(lease, job, lambda: errands.withdraw(job)) is not None:
            progress.cancelled(lease=lease)
        return True
    if job.state == JobState.PAUSING:
        progress.paused(lease=lease)
        return True
    frozen = hold.on(job)
    if frozen is None:
        return False
    progress.hold(lease=lease, frozen=frozen)
    return True


def _take(lease: Lease, job: Job) -> Job | None:
    """Take a job that may have changed something already; None when it is over for now.

    The workers before can't make another step then, also when this one only ends the job. A step
    whose answer none of them stored is stored first.
    """
    if not job.act_begun or errands.is_errand(job):
        return job
    last_step = _asked(lease, job, lambda: take(namenode(), job))
    if last_step is None:
        return None
    return _one_step(lease, job) if last_step > job.steps_made else job


def _one_step(lease: Lease, job: Job) -> Job | None:
    """Do and store a step; the job as it is then, or None when it is over for now."""
    done = _asked(lease, job, lambda: _kept(job, next_step(namenode(), job)))
    if done is None:
        return None
    outcome, former_bytes = done
    looks = env().job_slow_down_wait_ms > 0 and pace.measures(job, timezone.now())
    stored = progress.store(
        lease=lease,
        outcome=outcome,
        former_bytes=former_bytes,
        calls_wait_ms=calls.wait_ms() if looks else None,
    )
    if stored is None or outcome.rest is None:
        return stored
    progress.rest(lease=lease, wait=outcome.rest)
    return None


def _kept(job: Job, outcome: Outcome) -> tuple[Outcome, int]:
    """The outcome, once what it changed from is kept: no later step may be stored before that. Of a
    plan some examples are."""
    if job.dry_run:
        return outcome, _examples_kept(job, outcome.examples)
    if outcome.former is None:
        return outcome, 0
    number = job.steps_made + 1
    return outcome, former_values.write(job=job.key, step=number, values=outcome.former)


def _examples_kept(job: Job, examples: FormerValues | None) -> int:
    """Add to a plan's examples while there is room; the bytes of its first ones."""
    if examples is None:
        return 0
    step, room = former_values.EXAMPLES_STEP, former_values.EXAMPLES_MAX
    if not job.keeps_former:
        return former_values.write(job=job.key, step=step, values=examples.first(room))
    kept = former_values.read(job=job.key, step=step)
    if len(kept.inode_ids) < room:
        former_values.write(job=job.key, step=step, values=kept.and_then(examples).first(room))
    return 0


def _asked(lease: Lease, job: Job, ask: Callable[[], Answer]) -> Answer | None:
    """The namenode's answer; without one the job waits or fails, and this is None."""
    try:
        with acting(job.actor):
            return ask()
    except Exception as error:  # noqa: BLE001
        trouble = trouble_of(error, job_id=job.pk)
    if trouble.look_after is not None:
        progress.rest(lease=lease, wait=trouble.look_after)
    elif trouble.passes:
        _wait_or_fail(lease, job, trouble.problem)
    else:
        progress.fail(lease=lease, problem=trouble.problem)
    return None


def _wait_or_fail(lease: Lease, job: Job, problem: Problem) -> None:
    if job.retries >= env().job_retry_max:
        progress.fail(lease=lease, problem=problem)
        return
    wait = wait_after(job.retries)
    log.warning(
        "job_waits", job_id=job.pk, code=problem.code, wait_ms=int(wait.total_seconds() * 1000)
    )
    progress.wait(lease=lease, wait=wait)
