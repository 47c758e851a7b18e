"""Waking a worker up for a delivery. A lost message delays it, no more: the keeper looks again."""

import structlog
from kombu.exceptions import KombuError

from config.celery import app, prepare_broker

log = structlog.get_logger(__name__)
DELIVER_TASK = "alerts.deliver"


def delivery(delivery_id: int) -> None:
    """Ask a worker to try this delivery."""
    try:
        prepare_broker()
        app.send_task(DELIVER_TASK, args=[delivery_id])
    except (KombuError, OSError) as error:
        log.warning("alert_wake_failed", delivery_id=delivery_id, error=type(error).__name__)
