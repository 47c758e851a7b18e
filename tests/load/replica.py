"""Measures the SQL replica: build over the admin API, following the feed, reports and statements.

    PYTHONPATH=generations:search:analytics:cdc:clients/namenode \\
        .venv/bin/python tests/load/replica.py --inodes 500000

The namenode is a double in a process of its own that serves prepared pages, so that what is
measured is the follower and the engine. Seeded: the same arguments give the same tree.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import shutil
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Final

from warren_analytics.limits import Limits
from warren_analytics.queries import Queries
from warren_analytics.replica_engine import ReplicaEngine
from warren_analytics.reports import REPORTS
from warren_analytics.store import ReplicaStore
from warren_cdc.admin import AdminClient
from warren_cdc.replica import ReplicaFollower
from warren_cdc.settings import FeedSettings
from warren_cdc.sources import open_replica_source
from warren_cdc.testkit.namenodes import TOKEN
from warren_cdc.testkit.prepared import EVENTS, PAGE_INODES, serve

REPEATS: Final = 5
WAIT_MS: Final = 120_000
STATEMENTS: Final = {
    "count": "SELECT count(*) FROM inodes",
    "by owner": "SELECT owner, sum(size_bytes) FROM inodes GROUP BY owner",
    "names": "SELECT path FROM inodes WHERE name LIKE '%sales-train%' LIMIT 100",
    "one inode": "SELECT * FROM inodes WHERE inode_id = 4711",
    "below a path": "SELECT count(*) FROM inodes WHERE path LIKE '/data-%'",
}


def measure(folder: Path, count: int) -> None:
    """Prints all figures."""
    ours, theirs = multiprocessing.Pipe()
    namenode = multiprocessing.Process(target=serve, args=(theirs, count))
    namenode.start()
    url = ours.recv()
    (folder / "token").write_text(TOKEN)
    settings = FeedSettings(
        home=folder,
        admin_urls=(url,),
        admin_token_file=folder / "token",
        rebuild_page_inodes=PAGE_INODES,
        feed_batch_events=1_000,
    )
    stop = threading.Event()
    client = AdminClient((url,), folder / "token", timeout_ms=30_000, stop=stop)
    with (
        ReplicaStore(settings.replica_path, Limits(time_limit_ms=WAIT_MS)) as store,
        open_replica_source(settings, client) as source,
    ):
        follower = threading.Thread(
            target=ReplicaFollower(client, store, source, settings, stop).run
        )
        started = time.monotonic()
        follower.start()
        _until_at(store, 0)
        _rate("build", count, time.monotonic() - started)
        ours.send("commit")
        head = ours.recv()
        started = time.monotonic()
        _until_at(store, head)
        _rate("follow", EVENTS, time.monotonic() - started)
        _queries(store, folder)
        stop.set()
        follower.join()
    size = sum(file.stat().st_size for file in settings.replica_path.glob("*.duckdb"))
    peak_mib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"file {size / 2**20:.0f} MiB, {size / count:.0f} bytes an inode; peak {peak_mib:.0f} MiB"
    )
    ours.send("end")
    namenode.join()
    client.close()


def _until_at(store: ReplicaStore, sequence: int) -> None:
    while (position := store.followed()) is None or position.sequence < sequence:
        time.sleep(0.01)


def _rate(what: str, count: int, seconds: float) -> None:
    print(f"{what}: {count} in {seconds:.1f} s, {count / seconds:.0f}/s", flush=True)


def _queries(store: ReplicaStore, folder: Path) -> None:
    queries = Queries(
        folder / "results",
        store.limits,
        ReplicaEngine(store.limits, store.current, lambda: None),
    )
    statements = {**STATEMENTS, **{report.name: report.statement for report in REPORTS}}
    for name, statement in statements.items():
        times_ms = []
        for _ in range(REPEATS):
            query = queries.submit(statement)
            query = queries.get(query.query_id, wait_ms=WAIT_MS)
            assert query.cost is not None, query.error
            times_ms.append(query.cost.elapsed_ms)
        print(f"{name}: median {sorted(times_ms)[REPEATS // 2]} ms, worst {max(times_ms)} ms")
    queries.close()


def main() -> int:
    """Command line entry."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inodes", type=int, default=500_000)
    folder = Path(tempfile.mkdtemp(prefix="warren-replica-"))
    try:
        measure(folder, parser.parse_args().inodes)
    finally:
        shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
