"""Drives the check of a plan: step after step until its slice of time is over, each stored before
the next. A worker that dies leaves a lease that runs out, and another one goes on."""

import time
import uuid
from functools import partial

import structlog
from django.db import DatabaseError, transaction
from django.utils import timezone
from structlog.contextvars import bound_contextvars

from apps.common.acting import acting
from apps.common.namenode import namenode
from apps.common.problems import Internal, Problem
from apps.jobs import checking, id_sets, wake
from apps.jobs.checking import Found
from apps.jobs.lease import LeaseLost, expiry, held
from apps.jobs.models import JobCheck
from apps.jobs.runner import TAKEOVERS_MAX
from apps.jobs.states import CheckState
from apps.jobs.troubles import trouble_of, wait_after
from config.env import env

log = structlog.get_logger(__name__)


def advance(*, check_id: int) -> None:
    """Work on a check for one slice, if it is there to be worked on and nobody else does."""
    check = _acquire(check_id)
    if check is None or check.lease_token is None:
        return
    job_id = check.job_id
    with held(check.lease_token), bound_contextvars(request_id=check.request_id, job_id=job_id):
        try:
            _slice(check)
        except LeaseLost:
            log.warning("check_lease_lost", check_id=check_id)
        except DatabaseError:
            # Nothing was stored since the last step; the keeper takes the check up again when the
            # lease has run out.
            log.exception("check_not_stored", check_id=check_id)


@transaction.atomic
def _acquire(check_id: int) -> JobCheck | None:
    now = timezone.now()
    check = (
        JobCheck.objects.select_for_update().filter(pk=check_id, state=CheckState.RUNNING).first()
    )
    if check is None or (check.lease_expires_at is not None and check.lease_expires_at > now):
        return None
    if check.not_before is not None and check.not_before > now:
        return None
    if check.lease_token is not None:
        check.takeovers += 1
    check.lease_token = uuid.uuid4().hex
    check.lease_expires_at = expiry(now)
    check.save()
    return check


def _slice(check: JobCheck) -> None:
    deadline_s = time.monotonic() + env().job_slice_ms / 1000
    if check.takeovers > TAKEOVERS_MAX:
        _fail(
            check,
            Internal(
                "The check's workers died again and again",
                code="too_many_takeovers",
                detail="Look into the worker's log for this job before trying again.",
                facts={"takeovers": check.takeovers},
            ),
        )
        return
    while True:
        found = _found(check)
        if found is None:
            return
        check = store(check=check, found=found)
        if check.state != CheckState.RUNNING:
            return
        if time.monotonic() >= deadline_s:
            _release(check)
            return


def _found(check: JobCheck) -> Found | None:
    """What the next step finds; None when the check waits or has failed."""
    try:
        with acting(check.asked_by):
            return checking.step(namenode(), check)
    except Exception as error:  # noqa: BLE001
        trouble = trouble_of(error, job_id=check.job_id)
    if trouble.passes and check.retries < env().job_retry_max:
        _wait(check)
    else:
        _fail(check, trouble.problem)
    return None


@transaction.atomic
def store(*, check: JobCheck, found: Found) -> JobCheck:
    """Store a step; the check as it is then. Raises LeaseLost, and stores nothing, when another
    worker has taken it over, or it is none any more."""
    row = _ours(check)
    row.cursor = found.cursor
    row.found = found.found
    row.named = found.named
    row.as_of = found.as_of
    row.retries = 0
    row.not_before = None
    if found.cursor is None:
        _end(row, CheckState.SUCCEEDED)
    row.save()
    return row


def _ours(check: JobCheck) -> JobCheck:
    """The row, locked until the commit."""
    rows = JobCheck.objects.select_for_update()
    row = rows.filter(pk=check.pk, lease_token=check.lease_token).first()
    if row is None:
        raise LeaseLost
    return row


def _end(row: JobCheck, state: CheckState) -> None:
    row.state = state
    row.ended_at = timezone.now()
    _give_back(row)
    ids = partial(id_sets.remove, job=row.job.selection_key, name=checking.ids_name(row))
    transaction.on_commit(ids)


def _give_back(row: JobCheck) -> None:
    row.lease_token = None
    row.lease_expires_at = None


@transaction.atomic
def _fail(check: JobCheck, problem: Problem) -> None:
    row = _ours(check)
    row.problem = problem.body()
    _end(row, CheckState.FAILED)
    row.save()


@transaction.atomic
def _wait(check: JobCheck) -> None:
    """Give it back until the wait is over; the keeper wakes it then."""
    row = _ours(check)
    _give_back(row)
    row.not_before = timezone.now() + wait_after(row.retries)
    row.retries += 1
    row.woken_at = None
    row.save()


@transaction.atomic
def _release(check: JobCheck) -> None:
    """Give it back, and let the next worker go on at once."""
    row = _ours(check)
    _give_back(row)
    row.woken_at = timezone.now()
    row.save()
    transaction.on_commit(partial(wake.check, row.pk))
