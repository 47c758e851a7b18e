"""The part of each worker that makes messages of changed verdicts and wakes deliveries.

In a thread of its own: the worker's timer keeps the leases of jobs.
"""

import threading
from typing import Any

import structlog
from celery import bootsteps
from django.db import DatabaseError, close_old_connections

from apps.alerts.deliveries import wake_due
from apps.alerts.rounds import tell_changes

log = structlog.get_logger(__name__)
_INTERVAL_S = 2.0
_STOP_TIMEOUT_S = 5.0


class AlertKeeper(bootsteps.StartStopStep):
    """Looks for news until the worker stops."""

    def __init__(self, parent: Any, **kwargs: Any) -> None:
        super().__init__(parent, **kwargs)
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, parent: Any) -> None:
        self._stopped.clear()
        self._thread = threading.Thread(target=self._run, name="alerts", daemon=True)
        self._thread.start()

    def stop(self, parent: Any) -> None:
        self._stopped.set()
        if self._thread is not None:
            self._thread.join(_STOP_TIMEOUT_S)

    def _run(self) -> None:
        while True:
            guarded_look()
            if self._stopped.wait(_INTERVAL_S):
                return


def guarded_look() -> None:
    """One look; what fails is logged, and tried again at the next one."""
    close_old_connections()
    try:
        tell_changes()
        wake_due()
    except DatabaseError:
        log.exception("alert_round_failed")
    finally:
        close_old_connections()
