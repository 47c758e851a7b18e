"""The part of each worker that takes samples, in a thread of its own: it waits for namenodes."""

import threading
from typing import Any

import structlog
from celery import bootsteps
from django.db import DatabaseError, close_old_connections

from apps.figures.sampler import INTERVAL, Sampler

log = structlog.get_logger(__name__)
_STOP_TIMEOUT_S = 5.0


class FigureKeeper(bootsteps.StartStopStep):
    """Takes samples until the worker stops."""

    def __init__(self, parent: Any, **kwargs: Any) -> None:
        super().__init__(parent, **kwargs)
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, parent: Any) -> None:
        self._stopped.clear()
        self._thread = threading.Thread(target=self._run, name="figures", daemon=True)
        self._thread.start()

    def stop(self, parent: Any) -> None:
        self._stopped.set()
        if self._thread is not None:
            self._thread.join(_STOP_TIMEOUT_S)

    def _run(self) -> None:
        sampler = Sampler()
        while True:
            guarded_sample(sampler)
            if self._stopped.wait(INTERVAL.total_seconds()):
                return


def guarded_sample(sampler: Sampler) -> None:
    """A sample; a failure costs this one, and is logged."""
    close_old_connections()
    try:
        sampler.sample()
    except (DatabaseError, ValueError):
        # ValueError: a text of metrics that can't be parsed.
        log.exception("figures_failed")
    finally:
        close_old_connections()
