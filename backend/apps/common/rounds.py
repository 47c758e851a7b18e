"""What a worker does again and again beside its jobs, each kind in a thread of its own.

The worker's timer must not wait for a namenode or a mail server: leases of jobs are kept by it.
"""

import threading
from collections.abc import Callable
from typing import Any, ClassVar

import structlog
from celery import bootsteps
from django.db import close_old_connections

log = structlog.get_logger(__name__)
_STOP_TIMEOUT_S = 5.0


class RoundKeeper(bootsteps.StartStopStep):
    """Makes rounds until the worker stops. A round that fails is logged and costs itself alone."""

    title: ClassVar[str]
    interval_s: ClassVar[float]

    def __init__(self, parent: Any, **kwargs: Any) -> None:
        super().__init__(parent, **kwargs)
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def rounds(self) -> Callable[[], object]:
        """What makes one round; asked for once by the thread that calls it."""
        raise NotImplementedError

    def start(self, parent: Any) -> None:
        self._stopped.clear()
        self._thread = threading.Thread(target=self._run, name=self.title, daemon=True)
        self._thread.start()

    def stop(self, parent: Any) -> None:
        self._stopped.set()
        if self._thread is not None:
            self._thread.join(_STOP_TIMEOUT_S)

    def _run(self) -> None:
        one_round = self.rounds()
        while True:
            close_old_connections()
            try:
                one_round()
            # Whatever it was: without the next rounds nobody would see that anything is wrong.
            except Exception:
                log.exception("round_failed", title=self.title)
            finally:
                close_old_connections()
            if self._stopped.wait(self.interval_s):
                return
