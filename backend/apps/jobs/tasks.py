"""What Celery calls."""

from celery import shared_task

from apps.jobs import check_runner, turns, wake


@shared_task(name=wake.ADVANCE_TASK)
def advance(job_id: int) -> None:
    """Go on for one slice of time with the job whose turn it is, which may be another one."""
    turns.take_turn(named=job_id)


@shared_task(name=wake.CHECK_TASK)
def check(check_id: int) -> None:
    """Go on with the check of a plan for one slice of time."""
    check_runner.advance(check_id=check_id)
