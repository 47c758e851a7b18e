"""Measures how long a change takes until it is searchable, while others change the namespace.

    bin/warren freshness --rate 100 --rate 500 --seconds 60

starts a cluster for it and writes the report. By itself this needs a running cluster mode whose
settings are in the environment, and PYTHONPATH=generations:search:infra.

The load is `io.warren.bench.SteadyChanges`: directories that are made, changed and removed by stock
clients on all namenodes. Beside it markers are made at a steady pace of their own, and the oldest
that was not found yet is searched until it is. The clock runs from the namenode's answer to the
search's. Besides, the processor time that each part of the system takes is told.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import quantiles
from typing import Final
from urllib.parse import quote, urlsplit

from warren_cli import cluster_conf, elasticsearch_access, hdfs
from warren_cli.home import Home
from warren_cli.processor_time import seconds_of
from warren_cli.settings import Settings, load
from warren_cli.supervision import Supervisor
from warren_search import SearchQuery, SearchReader, open_elastic_reader

DRIVER: Final = "io.warren.bench.SteadyChanges"
THREADS: Final = 16
TIMEOUT_S: Final = 60
# Also the resolution of what is measured.
POLL_S: Final = 0.05
MARKER_INTERVAL_S: Final = 0.25
MARKER_TIMEOUT_S: Final = 60.0
SETTLE_S: Final = 10.0
LOAD: Final = "the load"
SEARCHES: Final = "markers and searches"


@dataclass(frozen=True, slots=True)
class Freshness:
    """What came out at one rate. Times are milliseconds from a change's answer until it was found.

    processor_s: what each part took, in seconds of one processor.
    """

    asked_changes_per_s: float
    changes_per_s: float
    seconds: float
    markers: int
    p50_ms: float
    p90_ms: float
    p99_ms: float
    longest_ms: float
    processor_s: dict[str, float]


@dataclass(frozen=True, slots=True)
class Result:
    """All rates, and what the parts took in a time without any change."""

    idle_seconds: float
    idle_processor_s: dict[str, float]
    rates: list[Freshness]


class WebHdfs:
    """One connection to one namenode."""

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
    """The driver's process."""

    def __init__(self, settings: Settings, base: str, changes_per_s: float) -> None:
        namenodes = (settings.nn1_rpc_address, settings.nn2_rpc_address)
        self._process = subprocess.Popen(
            hdfs.java_command(
                Home(settings.home),
                DRIVER,
                (
                    *("--uri", ",".join(f"hdfs://{each.reachable}" for each in namenodes)),
                    *("--base-path", base, "--threads", str(THREADS)),
                    *("--changes-per-s", str(changes_per_s)),
                ),
                hdfs.LONG_RUN_FLAGS,
            ),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    @property
    def pid(self) -> int:
        return self._process.pid

    def done(self, changes_per_s: float | None = None) -> int:
        """Changes so far; with a rate, that is the rate from now on."""
        assert self._process.stdin, "a pipe"
        assert self._process.stdout, "a pipe"
        self._process.stdin.write("\n" if changes_per_s is None else f"{changes_per_s}\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"The load ended with exit code {self._process.wait(TIMEOUT_S)}")
        return int(line)

    def close(self) -> None:
        """Ends it. Raises RuntimeError when a change had failed."""
        assert self._process.stdin, "a pipe"
        self._process.stdin.close()
        try:
            code = self._process.wait(TIMEOUT_S)
        finally:
            self._process.kill()
        if code != 0:
            raise RuntimeError(f"The load ended with exit code {code}")


class Markers:
    """Makes markers at a steady pace, whatever becomes of them."""

    def __init__(self, url: str, user: str, base: str) -> None:
        self._client = WebHdfs(url, user)
        self._base = base
        self._stop = threading.Event()
        self._made: queue.SimpleQueue[tuple[str, float] | Exception] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work)
        self._thread.start()

    def next(self) -> tuple[str, float] | None:
        """The oldest marker not told yet and when it was there; null when there is none yet."""
        try:
            found = self._made.get_nowait()
        except queue.Empty:
            return None
        if isinstance(found, Exception):
            raise found
        return found

    def close(self) -> None:
        self._stop.set()
        self._thread.join()
        self._client.close()

    def _work(self) -> None:
        number = 0
        due = time.monotonic()
        try:
            while not self._stop.wait(max(0.0, due - time.monotonic())):
                name = f"marker{os.getpid()}x{time.monotonic_ns()}x{number}x"
                self._client.change("PUT", f"{self._base}/{name}", "MKDIRS")
                self._made.put((name, time.monotonic()))
                number += 1
                due += MARKER_INTERVAL_S
        except (OSError, http.client.HTTPException, RuntimeError) as error:
            self._made.put(error)


@contextmanager
def markers(url: str, user: str, base: str) -> Iterator[Markers]:
    made = Markers(url, user, base)
    try:
        yield made
    finally:
        made.close()


def found_after_ms(reader: SearchReader, name: str, since: float) -> float:
    """Milliseconds from a marker's answer until it is found."""
    while not reader.search(SearchQuery(text=name, limit=1)).items:
        if time.monotonic() - since > MARKER_TIMEOUT_S:
            raise TimeoutError(f"{name} was not found in {MARKER_TIMEOUT_S} s")
        time.sleep(POLL_S)
    return (time.monotonic() - since) * 1000


def times_ms(made: Markers, reader: SearchReader, seconds: float) -> list[float]:
    """How long each marker took that was made in so many seconds."""
    until = time.monotonic() + seconds
    times: list[float] = []
    while True:
        marker = made.next()
        if marker is not None:
            name, since = marker
            if since >= until:
                return times
            times.append(found_after_ms(reader, name, since))
        else:
            time.sleep(POLL_S)


class Measurement:
    """A running system, the load on it, and the clocks of both."""

    def __init__(self, settings: Settings, user: str, warm_up_rate: float) -> None:
        self._settings = settings
        self._user = user
        self._base = f"/freshness-{os.getpid()}"
        self._load = Load(settings, self._base, warm_up_rate)
        self._reader = open_elastic_reader(
            str(settings.elasticsearch_address.reachable),
            time_limit_ms=30_000,
            login=(
                elasticsearch_access.USER,
                cluster_conf.read_password(settings.elasticsearch_password_file),
            ),
        )
        supervised = Supervisor(Home(settings.home)).processes()
        self._parts = {each.name: each.pid for each in supervised if each.pid}
        self._parts |= {LOAD: self._load.pid, SEARCHES: os.getpid()}

    def rate(self, asked: float, seconds: float) -> Freshness:
        """Measures one rate, after it was given some time to settle."""
        self._load.done(asked)
        time.sleep(SETTLE_S)
        url = self._settings.nn1_http_address.url
        with markers(url, self._user, self._base) as made:
            before, started, taken = self._load.done(), time.monotonic(), seconds_of(self._parts)
            found_ms = times_ms(made, self._reader, seconds)
            elapsed_s = time.monotonic() - started
            changes, after = self._load.done() - before, seconds_of(self._parts)
        percentiles = quantiles(found_ms, n=100, method="inclusive")
        return Freshness(
            asked_changes_per_s=asked,
            changes_per_s=(changes + len(found_ms)) / elapsed_s,
            seconds=elapsed_s,
            markers=len(found_ms),
            p50_ms=percentiles[49],
            p90_ms=percentiles[89],
            p99_ms=percentiles[98],
            longest_ms=max(found_ms),
            processor_s={part: after[part] - taken[part] for part in after},
        )

    def close(self) -> None:
        try:
            self._load.close()
        finally:
            self._reader.close()
            client = WebHdfs(self._settings.nn1_http_address.url, self._user)
            client.change("DELETE", self._base, "DELETE&recursive=true")
            client.close()

    def idle(self, seconds: float) -> dict[str, float]:
        """What the parts take while nothing is changed; the load has ended."""
        parts = {name: pid for name, pid in self._parts.items() if name != LOAD}
        before = seconds_of(parts)
        time.sleep(seconds)
        after = seconds_of(parts)
        return {part: after[part] - before[part] for part in after}


def measure(settings: Settings, user: str, rates: Sequence[float], plan: Plan) -> Result:
    """Warms up at the highest rate, then measures one rate after the other."""
    measurement = Measurement(settings, user, max(rates))
    try:
        time.sleep(plan.warm_up_s)
        found = [measurement.rate(rate, plan.seconds) for rate in rates]
    finally:
        measurement.close()
    time.sleep(SETTLE_S)
    return Result(plan.idle_s, measurement.idle(plan.idle_s), found)


@dataclass(frozen=True, slots=True)
class Plan:
    """For how long what is done, in seconds; ``seconds`` for each rate."""

    seconds: float
    warm_up_s: float
    idle_s: float


def main() -> None:
    """Command line entry."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rate", type=float, action="append", help="Changes/s; repeatable.")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--warm-up-s", type=float, default=60)
    parser.add_argument("--idle-s", type=float, default=20)
    parser.add_argument("--user", default="root")
    parser.add_argument("--json", type=Path, help="Where the result goes.")
    arguments = parser.parse_args()
    found = measure(
        load(os.environ),
        arguments.user,
        arguments.rate or [500],
        Plan(arguments.seconds, arguments.warm_up_s, arguments.idle_s),
    )
    text = json.dumps(asdict(found), indent=2)
    sys.stdout.write(f"{text}\n")
    if arguments.json is not None:
        arguments.json.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
