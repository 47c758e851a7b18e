"""Measures how long a change takes until it is searchable, while others change the namespace.

    PYTHONPATH=search .venv/bin/python tests/load/freshness.py --changes-per-s 500 --seconds 60

Needs a running cluster mode, whose settings are in the environment. The load is directories that
are made, changed and removed over WebHDFS on all namenodes; beside it, markers are made one after
the other, and each is searched until it is found. The clock runs from the namenode's answer to the
search's.
"""

from __future__ import annotations

import argparse
import os
import sys
import threading
import time
from statistics import quantiles
from typing import Final

import httpx
from warren_search import SearchQuery, SearchReader, open_elastic_reader

THREADS: Final = 8
POLL_S: Final = 0.01
MARKER_PAUSE_S: Final = 0.1
MARKER_TIMEOUT_S: Final = 60.0


class Load:
    """Changes at a steady rate, as far as the machine gives it."""

    def __init__(self, urls: list[str], user: str, base: str, changes_per_s: float) -> None:
        self.done = 0
        self._urls = urls
        self._user = user
        self._base = base
        self._interval_s = THREADS / changes_per_s
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._threads = [
            threading.Thread(target=self._work, args=(number,)) for number in range(THREADS)
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()

    def _work(self, number: int) -> None:
        url = self._urls[number % len(self._urls)]
        with httpx.Client(params={"user.name": self._user}, timeout=60, trust_env=False) as client:
            due = time.monotonic()
            count = 0
            while not self._stop.is_set():
                path = f"{url}/webhdfs/v1{self._base}/t{number}/n{count // 3}"
                match count % 3:
                    case 0:
                        answer = client.put(path, params={"op": "MKDIRS"})
                    case 1:
                        answer = client.put(
                            path, params={"op": "SETPERMISSION", "permission": "700"}
                        )
                    case _:
                        answer = client.delete(path, params={"op": "DELETE"})
                answer.raise_for_status()
                count += 1
                with self._lock:
                    self.done += 1
                due += self._interval_s
                self._stop.wait(max(0.0, due - time.monotonic()))


def marker_ms(client: httpx.Client, url: str, path: str, reader: SearchReader) -> float:
    """Milliseconds from the answer to a change until it is found."""
    client.put(f"{url}/webhdfs/v1{path}", params={"op": "MKDIRS"}).raise_for_status()
    started = time.monotonic()
    name = path.rpartition("/")[2]
    while not reader.search(SearchQuery(text=name)).items:
        if time.monotonic() - started > MARKER_TIMEOUT_S:
            raise TimeoutError(f"{path} was not found in {MARKER_TIMEOUT_S} s")
        time.sleep(POLL_S)
    return (time.monotonic() - started) * 1000


def main() -> None:
    """Command line entry."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--changes-per-s", type=float, default=500)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--user", default="root")
    arguments = parser.parse_args()
    urls = os.environ["WARREN_ADMIN_URLS"].split(",")
    reader = open_elastic_reader(os.environ["WARREN_ELASTICSEARCH_ADDRESS"], time_limit_ms=30_000)
    base = f"/freshness-{os.getpid()}"
    load = Load(urls, arguments.user, base, arguments.changes_per_s)
    times_ms: list[float] = []
    with httpx.Client(params={"user.name": arguments.user}, timeout=60, trust_env=False) as client:
        load.start()
        started = time.monotonic()
        try:
            while time.monotonic() - started < arguments.seconds:
                path = f"{base}/marker{os.getpid()}x{len(times_ms)}x"
                times_ms.append(marker_ms(client, urls[0], path, reader))
                time.sleep(MARKER_PAUSE_S)
        finally:
            elapsed_s = time.monotonic() - started
            load.stop()
        client.delete(
            f"{urls[0]}/webhdfs/v1{base}", params={"op": "DELETE", "recursive": "true"}
        ).raise_for_status()
    reader.close()
    percentiles = quantiles(times_ms, n=100)
    sys.stdout.write(
        f"{load.done / elapsed_s:.0f} changes/s over {elapsed_s:.0f} s; {len(times_ms)} markers "
        f"searchable after p50 {percentiles[49]:.0f} ms, p90 {percentiles[89]:.0f} ms, "
        f"p99 {percentiles[98]:.0f} ms, most {max(times_ms):.0f} ms\n"
    )


if __name__ == "__main__":
    main()
