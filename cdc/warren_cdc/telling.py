"""Metrics of a process that serves nothing else over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import structlog
from prometheus_client import start_http_server

_log = structlog.get_logger("warren.metrics")


@contextmanager
def telling(address: str) -> Iterator[None]:
    """Tells Prometheus at HOST:PORT until the end of the block; port 0 is any that is free.

    Where the address is taken the process does its work all the same.
    """
    host, _, port = address.rpartition(":")
    try:
        server, thread = start_http_server(int(port), host.strip("[]"))
    except OSError as error:
        _log.warning("metrics are not served", address=address, reason=error.strerror)
        yield
        return
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
