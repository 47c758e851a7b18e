"""Waking a worker up. The message only says which job to look at; a lost one delays, no more."""

import structlog
from kombu.exceptions import KombuError

from config.celery import app, prepare_broker

log = structlog.get_logger(__name__)
ADVANCE_TASK = "jobs.advance"


def job(job_id: int) -> None:
    """Ask a worker to go on with this job. Without a broker the keeper finds the job later."""
    try:
        prepare_broker()
        app.send_task(ADVANCE_TASK, args=[job_id])
    except (KombuError, OSError) as error:
        log.warning("job_wake_failed", job_id=job_id, error=type(error).__name__)
