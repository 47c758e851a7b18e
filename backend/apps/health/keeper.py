"""The part of each worker that looks after the cluster's health, in a thread of its own.

The worker's timer must not wait for a namenode: leases of jobs are kept by it.
"""

import threading
from typing import Any

import structlog
from celery import bootsteps
from django.db import DatabaseError, close_old_connections

from apps.health.rounds import INTERVAL, round_of_checks

log = structlog.get_logger(__name__)
_STOP_TIMEOUT_S = 5.0


class HealthKeeper(bootsteps.StartStopStep):
    """Runs rounds of checks until the worker stops."""

    def __init__(self, parent: Any, **kwargs: Any) -> None:
        super().__init__(parent, **kwargs)
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, parent: Any) -> None:
        self._stopped.clear()
        self._thread = threading.Thread(target=self._run, name="health", daemon=True)
        self._thread.start()

    def stop(self, parent: Any) -> None:
        self._stopped.set()
        if self._thread is not None:
            self._thread.join(_STOP_TIMEOUT_S)

    def _run(self) -> None:
        while True:
            guarded_round()
            if self._stopped.wait(INTERVAL.total_seconds()):
                return


def guarded_round() -> None:
    """A round; a database that does not answer is tried again at the next one."""
    close_old_connections()
    try:
        round_of_checks()
    except DatabaseError:
        log.exception("health_round_failed")
    finally:
        close_old_connections()
