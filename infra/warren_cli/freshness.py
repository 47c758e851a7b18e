"""`bin/warren freshness`: how soon a change is searchable while the namespace is being changed."""

import json
import os
import platform
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from warren_cli.build import tail
from warren_cli.errors import OperatorError
from warren_cli.home import Home
from warren_cli.modes import Mode
from warren_cli.progress import Progress
from warren_cli.settings import REPOSITORY
from warren_cli.testing import client_environment, temporary_system

SCRIPT = REPOSITORY / "tests" / "load" / "freshness.py"
REPORTS = REPOSITORY / "docs" / "benchmarks"
NAME = "freshness-cluster"
P50_BUDGET_MS = 500
P99_BUDGET_MS = 3_000
BESIDE_THE_RUN_S = 180


@dataclass(frozen=True)
class Plan:
    """How much load, and for how long it is measured."""

    changes_per_s: int
    seconds: int


def run(plan: Plan, progress: Progress, out: Path = REPORTS) -> None:
    """Measures a cluster that is started for it and writes the report."""
    load = os.getloadavg()[0]
    with temporary_system(progress, Mode.CLUSTER) as settings:
        scratch = Home(settings.home).scratch
        result, log = scratch / "freshness.json", scratch / "freshness.log"
        progress.say(f"{plan.changes_per_s} changes/s for {plan.seconds} s")
        with log.open("wb") as output:
            done = subprocess.run(  # noqa: S603
                (
                    *(sys.executable, str(SCRIPT), "--json", str(result)),
                    *("--changes-per-s", str(plan.changes_per_s)),
                    *("--seconds", str(plan.seconds)),
                ),
                env=client_environment(settings),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                timeout=plan.seconds + BESIDE_THE_RUN_S,
                check=False,
            )
        if done.returncode != 0:
            raise OperatorError("The measurement failed", output=tail(log))
        found = json.loads(result.read_text(encoding="utf-8"))
    out.mkdir(parents=True, exist_ok=True)
    path = out / f"{NAME}.json"
    path.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    text = report(found, load)
    path.with_suffix(".md").write_text(text, encoding="utf-8")
    progress.say(text.rstrip().splitlines()[-1])


def report(found: Mapping[str, Any], load: float) -> str:
    """The report for people, in Markdown."""
    return "\n".join(
        (
            "# From a change to the search that finds it",
            "",
            f"{datetime.now(UTC).date()}. {os.cpu_count()} cores, {platform.system()} "
            f"{platform.machine()}; load average before the run {load:.1f}. All servers, the load "
            "and the searches share the machine.",
            "",
            "Cluster mode with the default sizes. Directories are made, changed and removed over "
            "WebHDFS on both namenodes at a steady rate. Beside that, markers are made one after "
            "the other, and each is searched until it is found; the clock runs from the "
            "namenode's answer to the search's. Its resolution is the pause between two searches, "
            f"20 ms. Budget: p50 {P50_BUDGET_MS} ms, p99 {P99_BUDGET_MS} ms at 500 changes/s.",
            "",
            "| asked changes/s | done changes/s | seconds | markers | p50 | p90 | p99 | longest |",
            "|---:|---:|---:|---:|---:|---:|---:|---:|",
            f"| {found['asked_changes_per_s']:.0f} | {found['changes_per_s']:.0f} "
            f"| {found['seconds']:.0f} | {found['markers']} | {found['p50_ms']:.0f} ms "
            f"| {found['p90_ms']:.0f} ms | {found['p99_ms']:.0f} ms "
            f"| {found['longest_ms']:.0f} ms |",
            "",
        )
    )
