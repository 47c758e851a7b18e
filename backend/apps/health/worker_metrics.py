"""/metrics of a worker, which serves no web: in its process, since the counts are its own."""

from typing import Any

import structlog
from celery import bootsteps
from prometheus_client import start_http_server

from config.env import env

log = structlog.get_logger(__name__)


class MetricsServer(bootsteps.StartStopStep):
    """Serves while the worker runs."""

    def __init__(self, parent: Any, **kwargs: Any) -> None:
        super().__init__(parent, **kwargs)
        self._server: Any = None

    def start(self, parent: Any) -> None:
        host, _, port = env().worker_metrics_address.rpartition(":")
        try:
            self._server, _ = start_http_server(int(port), host.strip("[]"))
        except OSError as error:
            # A second worker on this machine, perhaps. Jobs are more than their metrics.
            log.warning("metrics_not_served", address=f"{host}:{port}", reason=error.strerror)

    def stop(self, parent: Any) -> None:
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None
