"""Reads of jobs and workers."""

from collections.abc import Sequence
from datetime import timedelta

from django.db.models import Count, QuerySet
from django.utils import timezone

from apps.common.actor import Actor
from apps.common.paging import (
    NEWEST_FIRST,
    OLDEST_FIRST,
    Order,
    Page,
    narrowed,
    ordered,
)
from apps.common.problems import NotFound
from apps.common.rights import Permission, require_all
from apps.jobs import second_person
from apps.jobs.authority import about, may
from apps.jobs.kinds import JobKind
from apps.jobs.models import Job, JobError, Worker
from apps.jobs.states import UNFINISHED, WORKED_ON, JobState
from apps.visibility.sight import NAMES_NOTHING, Sight
from config.env import env

_UNFINISHED_TOLD_MAX = 10


def jobs(
    *,
    actor: Actor,
    sight: Sight,
    state: JobState | None,
    kind: JobKind | None,
    job_actor: str | None = None,
    cursor: str | None,
    limit: int,
    order: Order = NEWEST_FIRST,
) -> Page[Job]:
    """Jobs that match every given filter, in an order, of the paths that may be shown.

    Also those that the actor may pause, cancel, undo or approve, wherever they are.
    """
    rows = narrowed(_with_all_told(), state=state, kind=kind, actor=job_actor)
    return _shown(actor, sight, rows, cursor=cursor, limit=limit, order=order)


def _with_all_told() -> QuerySet[Job]:
    return Job.objects.select_related(
        "undo_of", "promoted_to", "approval", "last_check"
    ).prefetch_related("undos")


def waiting(
    *,
    actor: Actor,
    sight: Sight,
    job_ids: Sequence[int] | None,
    kind: JobKind | None = None,
    job_actor: str | None = None,
    cursor: str | None,
    limit: int,
    order: Order = NEWEST_FIRST,
) -> Page[Job]:
    """Jobs that wait for a second person, in an order: these, or all of the paths that may be
    shown."""
    second_person.require_approver(actor)
    rows = narrowed(
        _with_all_told(), state=JobState.WAITING_FOR_APPROVAL, kind=kind, actor=job_actor
    )
    if job_ids is not None:
        return ordered(rows.filter(pk__in=job_ids), order=order, cursor=cursor, limit=limit)
    return _shown(actor, sight, rows, cursor=cursor, limit=limit, order=order)


def _shown(
    actor: Actor,
    sight: Sight,
    rows: QuerySet[Job],
    *,
    cursor: str | None,
    limit: int,
    order: Order,
) -> Page[Job]:
    return sight.page(
        lambda after: ordered(rows, order=order, cursor=after, limit=limit),
        lambda job: NAMES_NOTHING if _concerns(actor, job) else job.path,
        cursor=cursor,
    )


def _concerns(actor: Actor, job: Job) -> bool:
    """Whether the actor may do something with the job, so that he is shown it."""
    return may(actor, job) or second_person.may_decide(actor, job)


def job_seen(job_id: int, *, actor: Actor, sight: Sight) -> Job:
    """The job; NotFound when there is none, and in the same words when its path may not be shown.

    Jobs of one's own are no exception: rights that somebody had once show him nothing now.
    """
    job = job_by_id(job_id)
    if not _concerns(actor, job) and not sight.shows(job.path):
        raise _no_such_job(job_id)
    return job


def job_by_id(job_id: int, *, lock: bool = False) -> Job:
    """The job, on demand locked until the commit; NotFound when there is none."""
    rows = Job.objects.select_for_update() if lock else Job.objects.all()
    job = rows.filter(pk=job_id).first()
    if job is None:
        raise _no_such_job(job_id)
    return job


def _no_such_job(job_id: int) -> NotFound:
    return NotFound(
        "No such job", detail="GET /api/v1/jobs lists the jobs.", facts={"job_id": job_id}
    )


def job_errors(
    *,
    actor: Actor,
    job_id: int,
    code: str | None = None,
    cursor: str | None,
    limit: int,
    order: Order = OLDEST_FIRST,
) -> Page[JobError]:
    """The job's per-item errors that were kept, in an order.

    Without the paths that the actor may not see: what a job is about may have been moved since.
    """
    job = job_by_id(job_id)
    require_all(actor, Permission.SEE_ALL, about(job))
    rows = narrowed(JobError.objects.filter(job_id=job.pk), code=code)
    page = ordered(rows, order=order, cursor=cursor, limit=limit)
    for error in page.items:
        if not actor.rights.allows(Permission.SEE_ALL, error.path):
            error.path = ""
    return page


def check_named(*, actor: Actor, job_id: int) -> list[dict[str, str]]:
    """What the last check of a plan found not as it was, `path` and `what` each, as far as kept.

    Without the paths that the actor may not see. Empty where there was no check.
    """
    job = job_by_id(job_id)
    require_all(actor, Permission.SEE_ALL, about(job))
    named = [] if job.checked is None else job.checked.named
    allows = actor.rights.allows
    return [
        each if allows(Permission.SEE_ALL, each["path"]) else {**each, "path": ""} for each in named
    ]


def unfinished_of(*kinds: JobKind) -> list[Job]:
    """Jobs of some kinds that have not ended, some at most, the oldest first."""
    rows = Job.objects.filter(kind__in=kinds, state__in=UNFINISHED)
    return list(rows.order_by("pk")[:_UNFINISHED_TOLD_MAX])


def running_count() -> int:
    """Jobs that wait or work now."""
    return Job.objects.filter(state__in=WORKED_ON).count()


def failed_count(*, within: timedelta) -> int:
    """Jobs that failed not longer ago than `within`."""
    return Job.objects.filter(
        state=JobState.FAILED, finished_at__gt=timezone.now() - within
    ).count()


def counts_by_state() -> dict[str, int]:
    """Number of jobs in each state; states without jobs count zero."""
    found = dict(Job.objects.values_list("state").annotate(number=Count("pk")))
    return {state.value: found.get(state.value, 0) for state in JobState}


def live_workers() -> int:
    """Worker processes that showed a sign of life lately."""
    silent = timedelta(milliseconds=env().worker_silent_ms)
    return Worker.objects.filter(beat_at__gt=timezone.now() - silent).count()
