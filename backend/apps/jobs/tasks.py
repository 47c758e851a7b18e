"""What Celery calls."""

from celery import shared_task

from apps.jobs import runner, wake


@shared_task(name=wake.ADVANCE_TASK)
def advance(job_id: int) -> None:
    """Go on with a job for one slice of time."""
    runner.advance(job_id=job_id)
