"""Measures the search index: build over the admin API, following the feed, and queries.

    PYTHONPATH=generations:search:cdc:clients/namenode \\
        .venv/bin/python tests/load/search_index.py --inodes 500000

The namenode is a double in a process of its own that serves prepared pages, so that what is
measured is the feed reader and the index. Seeded: the same arguments give the same tree.
"""

from __future__ import annotations

import argparse
import multiprocessing
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from statistics import quantiles
from typing import Final

from warren_cdc.admin import AdminClient
from warren_cdc.feed import FeedReader
from warren_cdc.indexer import Indexer
from warren_cdc.settings import FeedSettings
from warren_cdc.source import OutboxSource
from warren_cdc.testkit.namenodes import TOKEN
from warren_cdc.testkit.prepared import EVENTS, PAGE_INODES, serve
from warren_search import FeedState, SearchQuery, SearchReader, Sort, Viewer, open_reader
from warren_search.sqlite.generations import IndexGenerations

REPEATS: Final = 15


def until(condition: Callable[[], bool]) -> float:
    """Seconds until a condition holds."""
    started = time.monotonic()
    while not condition():
        time.sleep(0.005)
    return time.monotonic() - started


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
    client = AdminClient(settings.admin_urls, settings.token_file, timeout_ms=30_000, stop=stop)
    reader = open_reader(settings.index_path, time_limit_ms=10_000)
    reads = FeedReader(client, "index")
    with IndexGenerations(settings.index_path) as generations:
        source = OutboxSource(reads, batch_events=1_000, wait_ms=settings.feed_wait_ms)
        indexer = Indexer(client, generations, source, settings, stop=stop)
        thread = threading.Thread(target=indexer.run)
        thread.start()
        seconds = until(lambda: reader.status().state is FeedState.FOLLOWING)
        show("build", f"{count / seconds:,.0f} inodes/s ({count:,} in {seconds:.1f} s)")
        size = sum(each.stat().st_size for each in settings.index_path.parent.iterdir())
        show("index size", f"{size / count:,.0f} bytes/inode")
        ours.send("commit")
        head = ours.recv()
        seconds = until(lambda: reader.stats().as_of.sequence >= head)
        show("follow", f"{EVENTS / seconds:,.0f} renames/s")
        queries(reader)
        stop.set()
        thread.join()
    reader.close()
    ours.send("end")
    namenode.join()


def queries(reader: SearchReader) -> None:
    """Prints latencies of typical and of hostile queries."""
    asked = {
        "one file": SearchQuery(text="sales-train_123"),
        "common word": SearchQuery(text="report"),
        "common word by size": SearchQuery(text="report", sort=Sort.SIZE_DESCENDING),
        "two words": SearchQuery(text="report parquet 77"),
        "two letters": SearchQuery(text="re"),
        "one letter": SearchQuery(text="a"),
        "owner by time": SearchQuery(owner="user7", sort=Sort.MTIME_DESCENDING),
        "everything by size": SearchQuery(sort=Sort.SIZE_DESCENDING),
        "no hit": SearchQuery(text="nothing like this"),
        "as a viewer": SearchQuery(text="data", viewer=Viewer("user7")),
        "owner and word": SearchQuery(text="image avro", owner="user9"),
    }
    for name, query in asked.items():
        times_ms = []
        for _ in range(REPEATS):
            started = time.monotonic()
            reader.search(query)
            times_ms.append((time.monotonic() - started) * 1000)
        p95_ms = quantiles(times_ms, n=20)[-1]
        show(
            f"query: {name}", f"median {sorted(times_ms)[REPEATS // 2]:.1f} ms, p95 {p95_ms:.1f} ms"
        )


def show(name: str, value: str) -> None:
    """One line of the report."""
    sys.stdout.write(f"{name:28} {value}\n")
    sys.stdout.flush()


def main() -> None:
    """Command line entry."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inodes", type=int, default=200_000)
    folder = Path(tempfile.mkdtemp(prefix="warren-load-"))
    try:
        measure(folder, parser.parse_args().inodes)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
