"""Waking a worker up. The message only says which job, or which check of a plan, to look at; a lost
one delays, no more."""

import structlog
from kombu.exceptions import KombuError

from config.celery import app, prepare_broker

log = structlog.get_logger(__name__)
ADVANCE_TASK = "jobs.advance"
CHECK_TASK = "jobs.check"


def job(job_id: int) -> None:
    """Ask a worker to go on with this job. Without a broker the keeper finds the job later."""
    try:
        _send(ADVANCE_TASK, job_id)
    except (KombuError, OSError) as error:
        log.warning("job_wake_failed", job_id=job_id, error=type(error).__name__)


def check(check_id: int) -> None:
    """The same for the check of a plan."""
    try:
        _send(CHECK_TASK, check_id)
    except (KombuError, OSError) as error:
        log.warning("check_wake_failed", check_id=check_id, error=type(error).__name__)


def _send(task: str, number: int) -> None:
    prepare_broker()
    app.send_task(task, args=[number])
