"""Measures what a running Warren tells of the usage of directories, alone and beside changes.

    make namespace N=10000000 && make run
    PYTHONPATH=generations:search:infra:clients/namenode \\
        .venv/bin/python tests/load/usage.py --report docs/benchmarks/usage

Asks for the root over WebHDFS and the REST API, for random directories what their pages ask for,
and, while `io.warren.bench.SteadyChanges` changes the namespace at a steady rate, how far totals
are behind. Needs the settings of the running system in the environment. Writes NAME.json and
NAME.md. Exit code 1 when a budget is missed. A namespace that was loaded before is measured again
by starting its data folder (``WARREN_HOME=FOLDER bin/warren run``) and naming it to this script in
the same way.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from typing import Any, Final

import httpx
from freshness import SETTLE_S, Load
from namespace import Platform, wait_until_built
from warren_cli.admin_calls import AdminCalls
from warren_cli.home import Home
from warren_cli.processor_time import seconds_of
from warren_cli.settings import Settings, load
from warren_cli.supervision import Supervisor

ROOT_REPEATS: Final = 50
DIRECTORIES: Final = 1_000
SEED: Final = 20_261_125
POLL_S: Final = 0.2
ASK_TIMEOUT_S: Final = 60.0
ROOT_P95_MS: Final = 50.0
PAGE_P95_MS: Final = 300.0
BEHIND_MS: Final = 2_000.0
# What each piece of a directory's page asks for, in the order in which they are seen.
PIECES: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = {
    "totals and children": ("/usage", {"sort": "space", "limit": "100"}),
    "over a week": ("/usage/history", {"span": "week"}),
    "what grew": ("/usage/growth", {"span": "week", "sort": "space", "limit": "20"}),
    "by owner": ("/usage/breakdown", {"by": "owner", "sort": "space", "limit": "50"}),
}


@dataclass(frozen=True)
class Timing:
    """Milliseconds of one question."""

    name: str
    times: int
    median_ms: float
    p95_ms: float
    longest_ms: float


@dataclass(frozen=True)
class Behind:
    """How far totals were behind beside changes.

    behind_ms: changes that wait to be added, over their rate.
    lag_ms: as the REST API tells it with each answer.
    processor_s: of each part, over ``seconds``.
    """

    asked_changes_per_s: float
    changes_per_s: float
    seconds: float
    behind_median_ms: float
    behind_p95_ms: float
    behind_longest_ms: float
    lag_median_ms: float
    lag_p95_ms: float
    processor_s: dict[str, float]


def timed(name: str, asked: Sequence[Callable[[], object]]) -> Timing:
    """Asks one after the other."""
    times_ms = []
    for ask in asked:
        started = time.monotonic()
        ask()
        times_ms.append((time.monotonic() - started) * 1000)
    timing = Timing(
        name,
        len(times_ms),
        round(median(times_ms), 1),
        round(quantiles(times_ms, n=20)[-1], 1),
        round(max(times_ms), 1),
    )
    print(f"{name:44} median {timing.median_ms:7.1f} ms  p95 {timing.p95_ms:7.1f} ms", flush=True)
    return timing


class Namenode:
    """One namenode: WebHDFS, and its admin API."""

    def __init__(self, settings: Settings, user: str) -> None:
        self._settings = settings
        self._user = user
        self._http = httpx.Client(timeout=ASK_TIMEOUT_S, trust_env=False)
        self._calls = AdminCalls(settings, timeout_s=ASK_TIMEOUT_S)

    def content_summary(self, path: str) -> dict[str, Any]:
        """As ``hdfs dfs -count`` asks for it."""
        url = f"{self._settings.nn1_http_address.url}/webhdfs/v1{path}"
        asked = {"op": "GETCONTENTSUMMARY", "user.name": self._user}
        answer = self._http.get(url, params=asked)
        answer.raise_for_status()
        found: dict[str, Any] = answer.json()["ContentSummary"]
        return found

    def changes_waiting(self) -> int:
        """Changes that are not added to the totals of the directories above them."""
        return self._calls.totals()[0].changes_waiting


def random_directories(platform: Platform) -> list[str]:
    """Paths, each directory as likely as any other; the same for the same namespace."""
    statement = (
        "SELECT path FROM (SELECT inode_id, path FROM inodes WHERE kind = 'directory') "
        f"ORDER BY hash(inode_id + {SEED}) LIMIT {DIRECTORIES}"
    )
    query = platform.call("POST", "/sql", json={"statement": statement, "wait_ms": 10_000})
    while query["state"] in {"queued", "running"}:
        path = f"/sql/queries/{query['id']}"
        query = platform.call("GET", path, params={"wait_ms": 10_000})
    paths: list[str] = []
    cursor: str | None = None
    while True:
        asked = {"limit": 500} if cursor is None else {"limit": 500, "cursor": cursor}
        page = platform.call("GET", f"/sql/queries/{query['id']}/rows", params=asked)
        paths += [row[0] for row in page["items"]]
        cursor = page["next_cursor"]
        if cursor is None:
            return paths


def pages(platform: Platform, paths: Sequence[str]) -> list[Timing]:
    """All pieces of the pages of these directories."""
    return [
        timed(
            f"{name}, {len(paths):,} random directories",
            [partial(platform.call, "GET", url, params={"path": path, **more}) for path in paths],
        )
        for name, (url, more) in PIECES.items()
    ]


def root(platform: Platform, namenode: Namenode) -> list[Timing]:
    """The largest of all directories."""
    asked = {
        "count of / over WebHDFS": lambda: namenode.content_summary("/"),
        "usage of / over the REST API": lambda: platform.call("GET", "/usage?path=/"),
        "by owner, of /": lambda: platform.call("GET", "/usage/breakdown?path=/&by=owner"),
    }
    return [timed(name, [ask] * ROOT_REPEATS) for name, ask in asked.items()]


def behind(
    settings: Settings, platform: Platform, namenode: Namenode, rate: float, seconds: float
) -> Behind:
    """How far totals are behind at a rate of changes."""
    supervised = Supervisor(Home(settings.home)).processes()
    parts = {each.name: each.pid for each in supervised if each.pid}
    made = Load(settings, f"/usage-{os.getpid()}", rate)
    waiting: list[int] = []
    lags_ms: list[int] = []
    try:
        time.sleep(SETTLE_S)
        before, started, taken = made.done(), time.monotonic(), seconds_of(parts)
        while time.monotonic() - started < seconds:
            waiting.append(namenode.changes_waiting())
            lags_ms.append(platform.call("GET", "/usage?path=/")["lag_ms"])
            time.sleep(POLL_S)
        elapsed_s = time.monotonic() - started
        done, after = made.done() - before, seconds_of(parts)
    finally:
        made.close()
    per_s = done / elapsed_s
    behind_ms = [each / per_s * 1000 for each in waiting]
    found = Behind(
        asked_changes_per_s=rate,
        changes_per_s=round(per_s, 1),
        seconds=round(elapsed_s, 1),
        behind_median_ms=round(median(behind_ms)),
        behind_p95_ms=round(quantiles(behind_ms, n=20)[-1]),
        behind_longest_ms=round(max(behind_ms)),
        lag_median_ms=round(median(lags_ms)),
        lag_p95_ms=round(quantiles(lags_ms, n=20)[-1]),
        processor_s={name: round(after[name] - taken[name], 2) for name in parts},
    )
    print(json.dumps(asdict(found)), flush=True)
    return found


def report(facts: dict[str, Any]) -> str:
    """To read, in Markdown."""
    changes = facts["behind"]
    lines = [
        f"# Usage of directories among {facts['inodes']:,} inodes",
        "",
        f"{facts['date']}. {facts['processors']} processors, shared by all servers and the client; "
        f"{facts['mode']}. Load average before the run {facts['load_before']:.1f}.",
        "",
        "Milliseconds, as a client that waits for each answer sees them. Budgets: a p95 of "
        f"{ROOT_P95_MS:.0f} for the count of the root, of {PAGE_P95_MS:.0f} for what the page of a "
        "directory asks for.",
        "",
        "| asked | times | median | p95 | longest |",
        "|---|---:|---:|---:|---:|",
        *(
            f"| {each['name']} | {each['times']:,} | {each['median_ms']:,} | {each['p95_ms']:,} | "
            f"{each['longest_ms']:,} |"
            for each in facts["timings"]
        ),
        "",
        "Beside changes: directories made, changed and removed by stock clients at a steady rate. "
        "Answers are exact all the same: who asks adds what waits. Budget: behind by less than "
        f"{BEHIND_MS:,.0f} ms.",
        "",
        "| asked changes/s | done | seconds | behind: median | p95 | longest | age of answers of "
        "the API: median | p95 |",
        "|---:|---:|---:|---:|---:|---:|---:|---:|",
        f"| {changes['asked_changes_per_s']:,} | {changes['changes_per_s']:,} | "
        f"{changes['seconds']:,} | {changes['behind_median_ms']:,} ms | "
        f"{changes['behind_p95_ms']:,} ms | {changes['behind_longest_ms']:,} ms | "
        f"{changes['lag_median_ms']:,} ms | {changes['lag_p95_ms']:,} ms |",
        "",
        "Processors taken meanwhile: "
        + ", ".join(
            f"{name} {seconds / changes['seconds']:.2f}"
            for name, seconds in sorted(changes["processor_s"].items(), key=lambda each: -each[1])
            if seconds / changes["seconds"] >= 0.01
        )
        + ".",
        "",
    ]
    return "\n".join(lines)


def missed(timings: Sequence[Timing], changes: Behind) -> list[str]:
    """What is over its budget."""
    over = [each.name for each in timings if each.p95_ms > _budget_ms(each.name)]
    if changes.behind_p95_ms > BEHIND_MS:
        over.append("totals behind")
    return over


def _budget_ms(name: str) -> float:
    if name.startswith("count of /"):
        return ROOT_P95_MS
    # Reads all files there are: no page waits for it.
    return float("inf") if name == "by owner, of /" else PAGE_P95_MS


def main() -> int:
    """Command line entry."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rate", type=float, default=500, help="Changes/s.")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--user", default="root")
    parser.add_argument("--mode", default="embedded mode, search in SQLite")
    parser.add_argument("--report", type=Path)
    options = parser.parse_args()
    load_before = os.getloadavg()[0]
    settings = load(os.environ)
    password = (settings.home / "secrets" / "console-password").read_text().strip()
    platform = Platform(settings.console_url, password)
    wait_until_built(platform)
    namenode = Namenode(settings, options.user)
    summary = namenode.content_summary("/")
    timings = root(platform, namenode) + pages(platform, random_directories(platform))
    changes = behind(settings, platform, namenode, options.rate, options.seconds)
    facts = {
        "date": datetime.now(UTC).date().isoformat(),
        "processors": os.cpu_count(),
        "load_before": load_before,
        "mode": options.mode,
        "inodes": summary["directoryCount"] + summary["fileCount"],
        "timings": [asdict(each) for each in timings],
        "behind": asdict(changes),
    }
    if options.report is not None:
        options.report.with_suffix(".json").write_text(json.dumps(facts, indent=2) + "\n")
        options.report.with_suffix(".md").write_text(report(facts))
    over = missed(timings, changes)
    if over:
        print("over budget: " + ", ".join(over))
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
