"""Measures a running Warren over a large namespace: search as a user meets it, and SQL.

    make namespace N=1000000 && make run
    .venv/bin/python tests/load/namespace.py --report docs/benchmarks/large-namespace

Waits until index and replica are complete, takes their build rates from their logs, asks over the
REST API, and writes NAME.json and NAME.md. Exit code 1 when a budget is missed.

A namespace that was loaded before is measured again without loading it: start its data folder, with
the rates in its logs, and name it.

    WARREN_HOME=FOLDER bin/warren run
    .venv/bin/python tests/load/namespace.py --home FOLDER --url http://127.0.0.1:8000
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import time
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import median, quantiles
from typing import Any, Final

import httpx

WAIT_S: Final = 6 * 3600
REPEATS: Final = 40
SQL_REPEATS: Final = 5
COUNT_REPEATS: Final = 20
COLD_REPEATS: Final = 20
# Writing to it empties the system's cache of files; only root may.
DROP_CACHES: Final = Path("/proc/sys/vm/drop_caches")
SEARCH_P95_MS: Final = 300.0
COUNT_P95_MS: Final = 1_000.0
BUILD_RATE: Final = 20_000
# Of packaged files, and of those that the loader makes up.
PACKAGED_SCOPE: Final = "/usr/share"
MADE_UP_SCOPE: Final = "/logs"
SEARCHES: Final[dict[str, dict[str, dict[str, str]]]] = {
    PACKAGED_SCOPE: {
        "a word": {"q": "python"},
        "a rare word": {"q": "zathura"},
        "a substring": {"q": "mpress"},
        "two letters": {"q": "or"},
        "two words and an extension": {"q": "build config ext:html"},
        "a word not there": {"q": "nothing-like-this"},
        "a word with a typo": {"q": "comprassion typos:yes"},
        "below a path": {"q": f"readme path:{PACKAGED_SCOPE}"},
        "excluded word": {"q": "index -html"},
    },
    MADE_UP_SCOPE: {
        "a word": {"q": "sales"},
        "a rare word": {"q": "part-00042"},
        "a substring": {"q": "mpress"},
        "two letters": {"q": "or"},
        "two words and an extension": {"q": "events part ext:parquet"},
        "a word not there": {"q": "nothing-like-this"},
        "a word with a typo": {"q": "shipmets typos:yes"},
        "below a path": {"q": f"log path:{MADE_UP_SCOPE}"},
        "excluded word": {"q": "orders -parquet"},
    },
}
CONDITIONS: Final[dict[str, dict[str, str]]] = {
    "large and old, by size": {"q": "size:>1g mtime:<now-1y", "sort": "-size"},
    "an owner, newest first": {"q": "owner:user7", "sort": "-mtime"},
    "an attribute": {"q": "xattr:team=blue"},
    "everything, largest first": {"q": "", "sort": "-size"},
    "one of two owners, but no such names": {"q": "owner:user3,user7 -*.parquet"},
    "either of two": {"q": "(ext:csv OR size:>1g) -owner:user7"},
}
# Counted are besides these, all that is there and half of it.
COUNTED: Final[dict[str, dict[str, str]]] = {
    "everything": {"q": ""},
    "what is not old": {"q": "mtime:>now-1y"},
    "all files of many owners": {"q": "kind:file -owner:user7"},
}
STATEMENTS: Final = {
    "count": "SELECT count(*) FROM inodes",
    "by owner": "SELECT owner, sum(size_bytes) FROM inodes GROUP BY owner",
    "names": "SELECT path FROM inodes WHERE name LIKE '%sales%' LIMIT 100",
    "one inode": "SELECT * FROM inodes WHERE inode_id = 20000",
}


@dataclass(frozen=True)
class Timing:
    """Milliseconds of one question, and what it found."""

    name: str
    median_ms: float
    p95_ms: float
    found: int


@dataclass(frozen=True)
class Build:
    """How one follower was built."""

    what: str
    inodes: int
    seconds: float

    @property
    def rate(self) -> float:
        """Inodes per second."""
        return self.inodes / max(self.seconds, 0.001)


class Platform:
    """The REST API, logged in."""

    def __init__(self, url: str, password: str) -> None:
        self._http = httpx.Client(base_url=f"{url}/api/v1", timeout=60, trust_env=False)
        self._http.headers["Referer"] = url
        # It answers 401, and sets the cookie whose value every change has to repeat.
        self._http.get("/auth/me")
        self.call("POST", "/auth/login", json={"username": "admin", "password": password})

    def found(self, path: str, asked: dict[str, str]) -> dict[str, Any]:
        """What a search answers; found is nothing when it takes longer than it may."""
        try:
            answer: dict[str, Any] = self.call("GET", path, params=asked)
        except httpx.HTTPStatusError as error:
            if error.response.json()["code"] != "search_timed_out":
                raise
            return {"total": 0}
        return answer

    def call(self, method: str, path: str, **more: Any) -> Any:
        """The answer's JSON; raises for what is no success."""
        headers = {"X-CSRFToken": self._http.cookies.get("csrftoken") or ""}
        answer = self._http.request(method, path, headers=headers, **more)
        answer.raise_for_status()
        return answer.json()


def wait_until_built(platform: Platform) -> None:
    """Until a search and a query both answer for everything."""
    deadline = time.monotonic() + WAIT_S
    while time.monotonic() < deadline:
        try:
            platform.call("GET", "/search", params={"q": "", "limit": 1})
            if platform.call("GET", "/sql/replica")["state"] == "following":
                return
        except httpx.HTTPStatusError as error:
            if error.response.status_code != httpx.codes.SERVICE_UNAVAILABLE:
                raise
        time.sleep(1)
    raise TimeoutError("index and replica were not built in time")


def builds(home: Path) -> list[Build]:
    """The last build of index and replica, by their logs."""
    found = []
    for what, log, event, count in (
        ("search index", "indexer", "rebuilt", "documents"),
        ("SQL replica", "replica", "built", "inodes"),
    ):
        text = (home / "logs" / f"{log}.log").read_text()
        lines = re.findall(rf"event={event} {count}=(\d+) seconds=([\d.]+)", text)
        lines += re.findall(rf"event={event} .*?{count}=(\d+).*? seconds=([\d.]+)", text)
        if lines:
            found.append(Build(what, int(lines[-1][0]), float(lines[-1][1])))
    return found


def searches(platform: Platform) -> list[Timing]:
    """Pages of fifty, each question on its own."""
    timings = []
    for name, query in (_searches(platform) | CONDITIONS).items():
        times_ms = []
        total = 0
        for _ in range(REPEATS):
            started = time.monotonic()
            answer = platform.found("/search", {**query, "limit": "50"})
            times_ms.append((time.monotonic() - started) * 1000)
            total = max(total, answer["total"])
        timings.append(_timing(name, times_ms, total))
    return timings


def cold_searches(platform: Platform) -> list[Timing]:
    """The same pages, each read from the disk: the cache of files is emptied before each."""
    if not os.access(DROP_CACHES, os.W_OK):
        print("cold pages are not measured: only root may empty the cache of files", flush=True)
        return []
    timings = []
    for name, query in (_searches(platform) | CONDITIONS).items():
        times_ms = []
        total = 0
        for _ in range(COLD_REPEATS):
            DROP_CACHES.write_text("3")
            started = time.monotonic()
            answer = platform.found("/search", {**query, "limit": "50"})
            times_ms.append((time.monotonic() - started) * 1000)
            total = max(total, answer["total"])
        timings.append(_timing(name, times_ms, total))
    return timings


def _searches(platform: Platform) -> dict[str, dict[str, str]]:
    """Those of the paths that were loaded."""
    try:
        platform.call("GET", "/search", params={"path": PACKAGED_SCOPE, "limit": "1"})
    except httpx.HTTPStatusError:
        return SEARCHES[MADE_UP_SCOPE]
    return SEARCHES[PACKAGED_SCOPE]


def counts(platform: Platform) -> list[Timing]:
    """The exact count and all facets of the same questions, with the engine that counted."""
    timings = []
    for name, query in (COUNTED | _searches(platform) | CONDITIONS).items():
        times_ms = []
        answer: dict[str, Any] = {}
        asked = {key: value for key, value in query.items() if key != "sort"}
        for _ in range(COUNT_REPEATS):
            started = time.monotonic()
            answer = platform.call("GET", "/search/facets", params=asked)
            times_ms.append((time.monotonic() - started) * 1000)
        whole = "" if answer["complete"] else ", incomplete"
        timings.append(_timing(f"{name} ({answer['source']}{whole})", times_ms, answer["total"]))
    return timings


def statements(platform: Platform) -> list[Timing]:
    """Statements and the ready reports, as the engine timed them."""
    reports = platform.call("GET", "/sql/reports")["items"]
    asked = {**STATEMENTS, **{each["name"]: each["statement"] for each in reports}}
    timings = []
    for name, statement in asked.items():
        times_ms, rows = [], 0
        for _ in range(SQL_REPEATS):
            body = {"statement": statement, "wait_ms": 10_000}
            query = platform.call("POST", "/sql", json=body)
            while query["state"] in {"queued", "running"}:
                path = f"/sql/queries/{query['id']}"
                query = platform.call("GET", path, params={"wait_ms": 10_000})
            if query["state"] != "succeeded":
                raise RuntimeError(f"{name}: {query['error']}")
            times_ms.append(float(query["cost"]["elapsed_ms"]))
            rows = query["rows"]
        timings.append(_timing(name, times_ms, rows))
    return timings


def _timing(name: str, times_ms: list[float], found: int) -> Timing:
    p95_ms = quantiles(times_ms, n=20)[-1]
    timing = Timing(name, round(median(times_ms), 1), round(p95_ms, 1), found)
    print(f"{name:32} median {timing.median_ms:8.1f} ms  p95 {timing.p95_ms:8.1f} ms", flush=True)
    return timing


def write(report: Path, facts: dict[str, Any]) -> None:
    """NAME.json with everything, NAME.md to read."""
    report.with_suffix(".json").write_text(json.dumps(facts, indent=2) + "\n")
    lines = [
        f"# A namespace of {facts['inodes']:,} inodes",
        "",
        f"{facts['date']}. {facts['processors']} processors; namenodes, datanode, indexer, "
        "replica, web processes, worker and client share them. Embedded mode, search in SQLite. "
        f"Paths: {facts['paths']}.",
        "",
        f"| built | inodes | seconds | inodes/s (budget {BUILD_RATE:,}; the loader has none) |",
        "|---|---:|---:|---:|",
        *(
            f"| {each['what']} | {each['inodes']:,} | {each['seconds']:,} | {each['rate']:,} |"
            for each in facts["builds"]
        ),
        "",
        f"Search over the REST API, {REPEATS} times each, pages of 50, milliseconds; the budget is "
        f"a p95 of {SEARCH_P95_MS:.0f} at ten million inodes. A search that takes longer than the "
        "2 s that it may counts with that time.",
        "",
        "| question | median | p95 | found, at least |",
        "|---|---:|---:|---:|",
        *_rows(facts["searches"]),
        "",
        f"The same, {COLD_REPEATS} times each with the system's cache of files emptied before each "
        "(the first after the start of a machine); the same budget.",
        "",
        "| question | median | p95 | found, at least |",
        "|---|---:|---:|---:|",
        *_rows(facts["cold_searches"]),
        "",
        f"Exact counts with all facets over the REST API, {COUNT_REPEATS} times each, in "
        f"milliseconds; the budget is a p95 of {COUNT_P95_MS:,.0f} at ten million inodes. In "
        "brackets: who counted.",
        "",
        "| question | median | p95 | found |",
        "|---|---:|---:|---:|",
        *_rows(facts["counts"]),
        "",
        f"SQL, {SQL_REPEATS} times each, as the engine timed it, milliseconds.",
        "",
        "| statement or report | median | p95 | rows |",
        "|---|---:|---:|---:|",
        *_rows(facts["statements"]),
        "",
    ]
    report.with_suffix(".md").write_text("\n".join(lines))


def _rows(timings: list[dict[str, Any]]) -> list[str]:
    return [
        f"| {each['name']} | {each['median_ms']:,} | {each['p95_ms']:,} | {each['found']:,} |"
        for each in timings
    ]


def main() -> int:
    """Command line entry."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--home", type=Path, default=Path(os.environ.get("WARREN_HOME", "var")))
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument("--paths", default="made up from a seed, as a data lake has them")
    parser.add_argument("--load-seconds", type=float, help="as the loader told them")
    parser.add_argument("--report", type=Path)
    parser.add_argument(
        "--warm-only",
        action="store_true",
        help="Leave the system's cache of files alone: others on the machine need it.",
    )
    options = parser.parse_args()
    password = (options.home / "secrets" / "console-password").read_text().strip()
    platform = Platform(options.url, password)
    wait_until_built(platform)
    built = builds(options.home)
    for each in built:
        print(f"{each.what}: {each.inodes:,} in {each.seconds} s, {each.rate:,.0f}/s", flush=True)
    asked, counted, ran = searches(platform), counts(platform), statements(platform)
    # The last: what follows finds the cache of files as empty.
    cold = [] if options.warm_only else cold_searches(platform)
    if options.load_seconds is not None:
        built.append(Build("store, by the loader", built[0].inodes, options.load_seconds))
    facts = {
        "date": datetime.now(UTC).date().isoformat(),
        "processors": os.cpu_count(),
        "inodes": max(each.inodes for each in built),
        "paths": options.paths,
        "builds": [{**asdict(each), "rate": round(each.rate)} for each in built],
        "searches": [asdict(each) for each in asked],
        "cold_searches": [asdict(each) for each in cold],
        "counts": [asdict(each) for each in counted],
        "statements": [asdict(each) for each in ran],
    }
    if options.report is not None:
        write(options.report, facts)
    missed = [each.name for each in asked + cold if each.p95_ms > SEARCH_P95_MS]
    missed += [each.name for each in counted if each.p95_ms > COUNT_P95_MS]
    missed += [each.what for each in built[:2] if each.rate < BUILD_RATE]
    if missed:
        print("over budget: " + ", ".join(missed))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
