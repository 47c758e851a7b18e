"""What Celery calls."""

from celery import shared_task

from apps.jobs import check_runner, runner, wake


@shared_task(name=wake.ADVANCE_TASK)
def advance(job_id: int) -> None:
    """Go on with a job for one slice of time."""
    runner.advance(job_id=job_id)


@shared_task(name=wake.CHECK_TASK)
def check(check_id: int) -> None:
    """Go on with the check of a plan for one slice of time."""
    check_runner.advance(check_id=check_id)
