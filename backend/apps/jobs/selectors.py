"""Reads of jobs and workers."""

from datetime import timedelta

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from apps.accounts.permissions import Access
from apps.common.actor import Actor
from apps.common.paging import Page, newest_first, oldest_first
from apps.common.problems import NotFound
from apps.guard.values import ACCESS_OF_APPROVER
from apps.jobs.kinds import JobKind
from apps.jobs.models import Job, JobApproval, JobError, Worker
from apps.jobs.states import WORKED_ON, ApprovalState, JobState
from apps.visibility.sight import Sight
from config.env import env


def jobs(
    *,
    sight: Sight,
    state: JobState | None,
    kind: JobKind | None,
    cursor: str | None,
    limit: int,
) -> Page[Job]:
    """Jobs that match every given filter, newest first, of the paths that may be shown."""
    rows = _with_all_told()
    if state is not None:
        rows = rows.filter(state=state)
    if kind is not None:
        rows = rows.filter(kind=kind)
    return sight.page(
        lambda after: newest_first(rows, cursor=after, limit=limit), _path, cursor=cursor
    )


def _with_all_told() -> QuerySet[Job]:
    return Job.objects.select_related("undo_of", "promoted_to", "approval").prefetch_related(
        "undos"
    )


def waiting_for(actor: Actor, access: Access) -> QuerySet[JobApproval]:
    """The waits that this user may end, by a request of this access."""
    roles = [role for role, least in ACCESS_OF_APPROVER.items() if access >= least]
    return JobApproval.objects.filter(
        ~Q(asked_by_id=actor.user_id),
        Q(planned_by_id__isnull=True) | ~Q(planned_by_id=actor.user_id),
        state=ApprovalState.WAITING,
        approver__in=roles,
    )


def waiting(among: QuerySet[JobApproval] | None, *, cursor: str | None, limit: int) -> Page[Job]:
    """Jobs that wait for a second person, newest first: those of these waits, or all."""
    rows = _with_all_told().filter(state=JobState.WAITING_FOR_APPROVAL)
    if among is not None:
        rows = rows.filter(pk__in=among.values("job_id"))
    return newest_first(rows, cursor=cursor, limit=limit)


def _path(job: Job) -> str:
    return job.path


def job_seen(job_id: int, *, sight: Sight) -> Job:
    """The job; NotFound when there is none, and in the same words when its path may not be shown.

    Jobs of one's own are no exception: rights that somebody had once show him nothing now.
    """
    job = job_by_id(job_id)
    if not sight.shows(job.path):
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


def job_errors(*, job_id: int, cursor: str | None, limit: int) -> Page[JobError]:
    """The job's per-item errors that were kept, oldest first."""
    job = job_by_id(job_id)
    return oldest_first(JobError.objects.filter(job_id=job.pk), cursor=cursor, limit=limit)


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
