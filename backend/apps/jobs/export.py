"""Errands that write all that a search finds into a file."""

from datetime import timedelta
from typing import Final

from django.utils import timezone

from apps.common.problems import Unavailable
from apps.jobs.models import Job
from apps.jobs.outcomes import Outcome
from apps.search.exports import export_step, export_stopped
from apps.search.places import Place

# So long an index that is being built, or whose server is away, is waited for.
WAIT_MAX: Final = timedelta(hours=1)
_LOOK_AFTER: Final = timedelta(seconds=10)


def step(job: Job) -> Outcome:
    """Write a page. Workers that did not give the job back may be writing still: each that takes it
    over has a file of its own."""
    place = Place.parse(job.cursor)
    try:
        written = export_step(job_id=job.pk, epoch=job.takeovers, place=place)
    except Unavailable:
        if timezone.now() - job.created_at > WAIT_MAX:
            raise
        return Outcome(done=False, cursor=job.cursor, begins_act=True, visited=0, rest=_LOOK_AFTER)
    following = written.place
    return Outcome(
        done=written.done,
        cursor=following.text(),
        # Less than nothing where the file was lost: it is begun anew.
        files=following.rows - job.files,
        length_bytes=following.written_bytes - job.length_bytes,
        visited=max(0, following.rows - place.rows),
        total=following.rows if written.done else written.total,
        begins_act=True,
        result={"truncated": following.truncated} if written.done else {},
    )


def withdraw(job: Job) -> None:
    """Leave no file behind."""
    export_stopped(job_id=job.pk)
