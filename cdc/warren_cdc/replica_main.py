"""The replica's process: ``python -m warren_cdc.replica_main``. Follows the feed, answers SQL.

Ends gracefully on SIGTERM and SIGINT.
"""

from __future__ import annotations

import resource
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import duckdb
import structlog
from pydantic import ValidationError
from warren_analytics.engine import Engine
from warren_analytics.errors import AnalyticsError
from warren_analytics.limits import Limits
from warren_analytics.server import ReplicaServer
from warren_analytics.service import ReplicaService
from warren_analytics.store import ReplicaStore

from warren_cdc.admin import AdminClient
from warren_cdc.checksums import ChecksumGatherer
from warren_cdc.process import EXIT_SETTINGS, configure_log, stop_on_signals, tell_settings
from warren_cdc.replica import ReplicaFollower
from warren_cdc.settings import FeedSettings
from warren_cdc.sources import open_replica_source
from warren_cdc.telling import telling

EXIT_REPLICA: Final = 3
EXIT_ENGINE: Final = 4
# Beyond the engine's own limit: the interpreter, a page of the feed, and values that the engine
# makes before it counts them.
HEADROOM_MB: Final = 1_024
# What Arrow's allocator reserves of the address space at a time, used or not.
RESERVED_MB: Final = 1_024

# Longer than it takes unless a datanode keeps it waiting.
GATHERING_ENDS_S: Final = 1.0

_log = structlog.get_logger("warren.replica")


def main() -> int:
    """Runs until a signal; returns the exit status."""
    configure_log()
    try:
        settings = FeedSettings()
    except ValidationError as error:
        tell_settings(error)
        return EXIT_SETTINGS
    stop = threading.Event()
    stop_on_signals(stop)
    limit_address_space(settings.replica_memory_mb)
    try:
        return _run(settings, stop)
    except AnalyticsError as error:
        sys.stderr.write(f"{error}\n")
        return EXIT_REPLICA


def limit_address_space(memory_mb: int) -> None:
    """Makes the system refuse a statement's memory before it takes that of other processes.

    The system counts what is reserved, not what is used, and the engine's allocator keeps about
    twice its peak reserved: a limit just above what is used starves the process for good.
    """
    most_bytes = (4 * memory_mb + HEADROOM_MB + 2 * RESERVED_MB) * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_DATA, (most_bytes, most_bytes))


def limits_of(settings: FeedSettings) -> Limits:
    """The limits of queries that the settings ask for."""
    return Limits(
        memory_mb=settings.replica_memory_mb,
        resident_mb=settings.replica_memory_mb + HEADROOM_MB,
        threads=settings.replica_threads,
        concurrency=settings.query_concurrency,
        time_limit_ms=settings.query_time_limit_ms,
        rows_max=settings.query_rows_max,
    )


def live_engines(settings: FeedSettings) -> list[Engine]:
    """The engine of the SQL node, where there is one."""
    if settings.live_sql_address is None:
        return []
    # The embedded mode does without the driver.
    from warren_analytics.live import LiveEngine, LiveNode  # noqa: PLC0415

    host, _, port = settings.live_sql_address.rpartition(":")
    node = LiveNode(
        host=host,
        port=int(port),
        user=settings.live_sql_user,
        password_file=settings.live_sql_password_path,
        database=settings.live_sql_database,
    )
    return [LiveEngine(node, limits_of(settings))]


def admin_client(settings: FeedSettings, stop: threading.Event) -> AdminClient:
    """A client of the namenodes."""
    return AdminClient(
        settings.admin_urls,
        settings.replica_token_path,
        timeout_ms=settings.admin_timeout_ms,
        stop=stop,
    )


@contextmanager
def gathering(
    settings: FeedSettings, store: ReplicaStore, stop: threading.Event
) -> Iterator[ChecksumGatherer | None]:
    """Gathers checksums in a thread until the end of the block; null when none are wanted."""
    if not settings.replica_checksums_per_minute:
        yield None
        return
    client = admin_client(settings, stop)
    gatherer = ChecksumGatherer(
        client,
        store,
        stop,
        per_minute=settings.replica_checksums_per_minute,
        retry_pause_ms=settings.retry_pause_ms,
    )
    # It may wait for datanodes when the process ends.
    thread = threading.Thread(target=gatherer.run, name="checksums", daemon=True)
    thread.start()
    try:
        yield gatherer
    finally:
        stop.set()
        thread.join(GATHERING_ENDS_S)
        if not thread.is_alive():
            client.close()


def _run(settings: FeedSettings, stop: threading.Event) -> int:
    broken = threading.Event()

    def on_fatal() -> None:
        broken.set()
        stop.set()

    client = admin_client(settings, stop)
    with ReplicaStore(settings.replica_path, limits_of(settings)) as store:
        service = ReplicaService(store, on_fatal, *live_engines(settings))
        server = ReplicaServer(settings.replica_socket_path, service)
        serving = threading.Thread(target=server.serve_forever, name="server", daemon=True)
        serving.start()
        try:
            with (
                telling(settings.replica_metrics_address),
                open_replica_source(settings, client) as source,
                gathering(settings, store, stop) as checksums,
            ):
                ReplicaFollower(client, store, source, settings, stop, checksums=checksums).run()
        except (
            duckdb.FatalException,
            duckdb.InternalException,
            duckdb.OutOfMemoryException,
        ) as error:
            _log.error("the engine gave up", reason=str(error))
            broken.set()
        finally:
            server.shutdown()
            server.server_close()
            service.close()
            client.close()
    return EXIT_ENGINE if broken.is_set() else 0


if __name__ == "__main__":
    sys.exit(main())
