"""Reads of jobs and workers."""

from datetime import timedelta

from django.db.models import Count
from django.utils import timezone

from apps.common.paging import Page, newest_first, oldest_first
from apps.common.problems import NotFound
from apps.jobs.kinds import JobKind
from apps.jobs.models import Job, JobError, Worker
from apps.jobs.states import JobState
from config.env import env


def jobs(
    *, state: JobState | None, kind: JobKind | None, cursor: str | None, limit: int
) -> Page[Job]:
    """Jobs that match every given filter, newest first."""
    rows = Job.objects.all()
    if state is not None:
        rows = rows.filter(state=state)
    if kind is not None:
        rows = rows.filter(kind=kind)
    return newest_first(rows, cursor=cursor, limit=limit)


def job_by_id(job_id: int, *, lock: bool = False) -> Job:
    """The job, on demand locked until the commit; NotFound when there is none."""
    rows = Job.objects.select_for_update() if lock else Job.objects.all()
    job = rows.filter(pk=job_id).first()
    if job is None:
        raise NotFound(
            "No such job", detail="GET /api/v1/jobs lists the jobs.", facts={"job_id": job_id}
        )
    return job


def job_errors(*, job_id: int, cursor: str | None, limit: int) -> Page[JobError]:
    """The job's per-item errors that were kept, oldest first."""
    job = job_by_id(job_id)
    return oldest_first(JobError.objects.filter(job_id=job.pk), cursor=cursor, limit=limit)


def running_count() -> int:
    """Jobs that wait or work now."""
    return Job.objects.filter(
        state__in=(JobState.QUEUED, JobState.RUNNING, JobState.CANCELLING)
    ).count()


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
