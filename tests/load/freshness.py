"""Measures how long a change takes until it is searchable, while others change the namespace.

    bin/warren freshness --changes-per-s 500 --seconds 60

starts a cluster for it and writes the report. By itself this needs a running cluster mode whose
settings are in the environment, and PYTHONPATH=search.

The load is directories that are made, changed and removed over WebHDFS on all namenodes, from a
process of its own; beside it, markers are made one after the other, and each is searched until it
is found. The clock runs from the namenode's answer to the search's.
"""

from __future__ import annotations

import argparse
import http.client
import json
import multiprocessing
import os
import sys
import threading
import time
from dataclasses import asdict, dataclass
from multiprocessing.synchronize import Event
from pathlib import Path
from statistics import quantiles
from typing import Final
from urllib.parse import quote, urlsplit

from warren_search import SearchQuery, SearchReader, open_elastic_reader

THREADS: Final = 8
TIMEOUT_S: Final = 60
# Also the resolution of what is measured.
POLL_S: Final = 0.02
MARKER_PAUSE_S: Final = 0.2
MARKER_TIMEOUT_S: Final = 60.0
WARM_UP_S: Final = 5.0


@dataclass(frozen=True, slots=True)
class Freshness:
    """What came out. Times are milliseconds from a change's answer until it was found."""

    asked_changes_per_s: float
    changes_per_s: float
    seconds: float
    markers: int
    p50_ms: float
    p90_ms: float
    p99_ms: float
    longest_ms: float


class WebHdfs:
    """One connection to one namenode: the cheapest client there is, as it shares the machine."""

    def __init__(self, url: str, user: str) -> None:
        self._connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=TIMEOUT_S)
        self._user = user

    def change(self, method: str, path: str, parameters: str) -> None:
        """One operation; raises RuntimeError when it is refused."""
        target = f"/webhdfs/v1{quote(path)}?user.name={self._user}&op={parameters}"
        self._connection.request(method, target)
        answer = self._connection.getresponse()
        body = answer.read()
        if answer.status != http.client.OK:
            raise RuntimeError(f"{method} {path} {parameters}: {answer.status} {body!r}")

    def close(self) -> None:
        self._connection.close()


class Load:
    """Changes at a steady rate, as far as the machine gives it."""

    def __init__(self, urls: list[str], user: str, base: str, changes_per_s: float) -> None:
        self._urls = urls
        self._user = user
        self._base = base
        self._interval_s = THREADS / changes_per_s
        self._stop = threading.Event()
        self._done = [0] * THREADS
        self._failures: list[BaseException] = []
        self._threads = [
            threading.Thread(target=self._work, args=(number,)) for number in range(THREADS)
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def done(self) -> int:
        """Changes so far. Raises what ended a thread."""
        if self._failures:
            raise self._failures[0]
        return sum(self._done)

    def stop(self) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()

    def _work(self, number: int) -> None:
        client = WebHdfs(self._urls[number % len(self._urls)], self._user)
        try:
            due = time.monotonic() + self._interval_s * number / THREADS
            while not self._stop.wait(max(0.0, due - time.monotonic())):
                count = self._done[number]
                path = f"{self._base}/t{number}/n{count // 3}"
                method, parameters = (
                    ("PUT", "MKDIRS"),
                    ("PUT", "SETPERMISSION&permission=700"),
                    ("DELETE", "DELETE"),
                )[count % 3]
                client.change(method, path, parameters)
                self._done[number] += 1
                due += self._interval_s
        except (OSError, http.client.HTTPException, RuntimeError) as error:
            self._failures.append(error)
        finally:
            client.close()


def run_load(
    load: Load, measuring: Event, ended: Event, rates: multiprocessing.Queue[float]
) -> None:
    """The load's process: tells the rate between the two events."""
    load.start()
    try:
        measuring.wait()
        before, started = load.done(), time.monotonic()
        ended.wait()
        rates.put((load.done() - before) / (time.monotonic() - started))
    finally:
        load.stop()


def marker_ms(client: WebHdfs, path: str, reader: SearchReader) -> float:
    """Milliseconds from the answer to a change until it is found."""
    client.change("PUT", path, "MKDIRS")
    started = time.monotonic()
    name = path.rpartition("/")[2]
    while not reader.search(SearchQuery(text=name)).items:
        if time.monotonic() - started > MARKER_TIMEOUT_S:
            raise TimeoutError(f"{path} was not found in {MARKER_TIMEOUT_S} s")
        time.sleep(POLL_S)
    return (time.monotonic() - started) * 1000


def measure(urls: list[str], address: str, user: str, rate: float, seconds: float) -> Freshness:
    """Runs load and markers side by side."""
    base = f"/freshness-{os.getpid()}"
    measuring, ended = multiprocessing.Event(), multiprocessing.Event()
    rates: multiprocessing.Queue[float] = multiprocessing.Queue()
    load = multiprocessing.Process(
        target=run_load, args=(Load(urls, user, base, rate), measuring, ended, rates)
    )
    load.start()
    client = WebHdfs(urls[0], user)
    reader = open_elastic_reader(address, time_limit_ms=30_000)
    times_ms: list[float] = []
    started = time.monotonic() + WARM_UP_S
    try:
        time.sleep(WARM_UP_S)
        measuring.set()
        while time.monotonic() - started < seconds:
            times_ms.append(
                marker_ms(client, f"{base}/marker{os.getpid()}x{len(times_ms)}x", reader)
            )
            time.sleep(MARKER_PAUSE_S)
    finally:
        elapsed_s = time.monotonic() - started
        ended.set()
        load.join(TIMEOUT_S)
        client.change("DELETE", base, "DELETE&recursive=true")
        client.close()
        reader.close()
    percentiles = quantiles(times_ms, n=100, method="inclusive")
    return Freshness(
        asked_changes_per_s=rate,
        changes_per_s=rates.get(timeout=TIMEOUT_S),
        seconds=elapsed_s,
        markers=len(times_ms),
        p50_ms=percentiles[49],
        p90_ms=percentiles[89],
        p99_ms=percentiles[98],
        longest_ms=max(times_ms),
    )


def main() -> None:
    """Command line entry."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--changes-per-s", type=float, default=500)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--user", default="root")
    parser.add_argument("--json", type=Path, help="Where the result goes.")
    arguments = parser.parse_args()
    found = measure(
        os.environ["WARREN_ADMIN_URLS"].split(","),
        os.environ["WARREN_ELASTICSEARCH_ADDRESS"],
        arguments.user,
        arguments.changes_per_s,
        arguments.seconds,
    )
    text = json.dumps(asdict(found), indent=2)
    sys.stdout.write(f"{text}\n")
    if arguments.json is not None:
        arguments.json.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
