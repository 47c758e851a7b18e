"""Waking a worker up for an export. A lost message delays, no more: the keeper repeats it."""

import structlog
from kombu.exceptions import KombuError

from config.celery import app, prepare_broker

log = structlog.get_logger(__name__)
EXPORT_TASK = "search.export"


def export(export_id: int) -> None:
    """Ask a worker to go on with this export."""
    try:
        prepare_broker()
        app.send_task(EXPORT_TASK, args=[export_id])
    except (KombuError, OSError) as error:
        log.warning("export_wake_failed", export_id=export_id, error=type(error).__name__)
