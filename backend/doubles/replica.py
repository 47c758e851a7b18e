"""A real replica on a socket, over a few inodes: no double could refuse what the engine refuses."""

import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from warren_analytics.limits import Limits
from warren_analytics.position import Position, Progress, ReplicaState
from warren_analytics.server import ReplicaServer
from warren_analytics.service import ReplicaService
from warren_analytics.store import ReplicaStore
from warren_analytics.testkit.replica import ROOT, Row, directory

SEQUENCE = 42


_LIMITS = Limits(memory_mb=256, rows_max=500, time_limit_ms=20_000)


def fill_replica(folder: Path) -> None:
    """Leaves a complete replica of `/data` with three files in the folder."""
    with ReplicaStore(folder, _LIMITS) as store:
        built = store.start_build()
        files = [Row(10 + at, 2, f"f{at}.csv", size_bytes=at) for at in range(3)]
        built.writer.load([ROOT, directory(2, 1, "data"), *files])
        built.writer.finish_load()
        built.writer.complete(_now())
        store.activate(built)


@contextmanager
def running_replica(filled: Path, folder: Path, socket: Path) -> Iterator[ReplicaStore]:
    """Serves a copy of a filled replica's folder until the block ends."""
    # Links as links: one leads to the generation beside it.
    shutil.copytree(filled, folder, symlinks=True)
    with ReplicaStore(folder, _LIMITS) as store:
        store.open_current()
        store.current().followed_to(_now())
        store.report(Progress(ReplicaState.FOLLOWING))
        service = ReplicaService(store, lambda: None)
        server = ReplicaServer(socket, service)
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield store
        finally:
            server.shutdown()
            server.server_close()
            thread.join()
            service.close()


def _now() -> Position:
    return Position("c", SEQUENCE, time.time_ns() // 1_000_000)
