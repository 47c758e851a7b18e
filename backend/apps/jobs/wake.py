"""Waking a worker up. The message only says which job, or which check of a plan, to look at; a lost
one delays, no more."""

from typing import Any

import structlog
from kombu.exceptions import KombuError

from config.celery import app, prepare_broker

log = structlog.get_logger(__name__)
QUEUE = app.conf.task_default_queue
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


def messages() -> int:
    """How many messages wait for a worker; of checks, too. 0 without a broker."""
    with app.connection_for_write() as connection:
        errors: Any = (KombuError, OSError, *connection.connection_errors)
        try:
            prepare_broker()
            channel: Any = connection.default_channel
            declared = channel.queue_declare(QUEUE)
        except errors as error:
            log.warning("messages_not_counted", error=type(error).__name__)
            return 0
    return int(declared.message_count)


def _send(task: str, number: int) -> None:
    prepare_broker()
    app.send_task(task, args=[number])
