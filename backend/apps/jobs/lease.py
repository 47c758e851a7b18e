"""Leases: at most one worker writes a job's progress, and a dead worker's job is taken over.

A lease is a random token in the job's row. Every write of progress compares it in its own
transaction, so a worker that was paused for longer than its lease can't write any more. With each
lease the job's epoch rises, which the namenodes compare when they make a step. The keeper
(apps.jobs.keeper) renews the leases that this process holds.
"""

import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from apps.audit.services import Outcome, audit_record
from apps.common.actor import SYSTEM
from apps.jobs import pace, wake
from apps.jobs.models import Job, JobCheck
from apps.jobs.states import STOPPING, WORKED_ON, JobState
from config.env import env


class LeaseLost(Exception):
    """Another worker has taken the job over; what this one found out is void."""


@dataclass(frozen=True, slots=True)
class Lease:
    job_id: int
    token: str


_held: set[str] = set()
_held_lock = threading.Lock()


def expiry(now: datetime) -> datetime:
    """Until when a lease holds that is taken or renewed now."""
    return now + timedelta(milliseconds=env().job_lease_ms)


@contextmanager
def leased(*, job_id: int) -> Iterator[Lease | None]:
    """The lease of a job for the time of the block; None when there is nothing to do for it."""
    lease = _acquire(job_id)
    if lease is None:
        yield None
        return
    with held(lease.token):
        yield lease


@contextmanager
def held(token: str) -> Iterator[None]:
    """Have the keeper prolong the lease with this token for the time of the block."""
    with _held_lock:
        _held.add(token)
    try:
        yield
    finally:
        with _held_lock:
            _held.discard(token)


@transaction.atomic
def _acquire(job_id: int) -> Lease | None:
    now = timezone.now()
    job = Job.objects.select_for_update().filter(pk=job_id, state__in=WORKED_ON).first()
    if job is None or (job.lease_expires_at is not None and job.lease_expires_at > now):
        return None
    waits = job.not_before is not None and job.not_before > now
    if waits and job.state not in STOPPING:
        return None
    if job.lease_token is not None:
        job.takeovers += 1
        audit_record(
            actor=SYSTEM,
            action="job.takeover",
            outcome=Outcome.SUCCEEDED,
            path=job.path,
            job_id=job.pk,
            after={"takeovers": job.takeovers, "cursor": job.cursor, "phase": job.phase},
        )
    if job.state == JobState.QUEUED:
        job.state = JobState.RUNNING
        job.started_at = job.started_at or now
        pace.begin_measuring(job, now)
    job.epoch += 1
    job.lease_token = uuid.uuid4().hex
    job.lease_expires_at = expiry(now)
    job.save()
    return Lease(job.pk, job.lease_token)


def job_read(lease: Lease) -> Job:
    """The job's row as it is now; LeaseLost when the lease is not ours any more."""
    return _ours(Job.objects.all(), lease)


def job_under(lease: Lease) -> Job:
    """The job's row, locked until the commit; LeaseLost when the lease is not ours any more."""
    return _ours(Job.objects.select_for_update(), lease)


def _ours(rows: QuerySet[Job], lease: Lease) -> Job:
    job = rows.filter(pk=lease.job_id, lease_token=lease.token).first()
    if job is None:
        raise LeaseLost
    return job


def lease_clear(job: Job) -> None:
    """Give the lease back. The caller saves the job."""
    job.lease_token = None
    job.lease_expires_at = None


@transaction.atomic
def lease_release(lease: Lease) -> None:
    """Give the lease of an unfinished job back, and let the next worker go on at once."""
    job = job_under(lease)
    lease_clear(job)
    job.woken_at = timezone.now()
    job.save(update_fields=["lease_token", "lease_expires_at", "woken_at"])
    transaction.on_commit(partial(wake.job, job.pk))


def leases_renew() -> int:
    """Prolong all leases that this process holds; the number of them."""
    with _held_lock:
        tokens = list(_held)
    if not tokens:
        return 0
    until = expiry(timezone.now())
    return sum(
        rows.filter(lease_token__in=tokens).update(lease_expires_at=until)
        for rows in (Job.objects, JobCheck.objects)
    )
