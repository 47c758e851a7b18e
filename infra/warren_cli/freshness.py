"""`bin/warren freshness`: how soon a change is searchable while the namespace is being changed."""

import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator, Mapping
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
from warren_cli.temporary_system import client_environment, temporary_system

SCRIPT = REPOSITORY / "tests" / "load" / "freshness.py"
REPORTS = REPOSITORY / "docs" / "benchmarks"
NAME = "freshness-cluster"
P50_BUDGET_MS = 500
P99_BUDGET_MS = 3_000
BUDGET_CHANGES_PER_S = 500
# Starting the load, settling at a rate, cleaning up: per rate.
BESIDE_THE_RUN_S = 180


@dataclass(frozen=True)
class Plan:
    """How much load, how long the servers warm up, and for how long each rate is measured."""

    changes_per_s: tuple[int, ...]
    seconds: int
    warm_up_s: int


def run(plan: Plan, progress: Progress, out: Path = REPORTS) -> None:
    """Measures a cluster that is started for it and writes the report."""
    load = os.getloadavg()[0]
    with temporary_system(progress, Mode.CLUSTER) as settings:
        scratch = Home(settings.home).scratch
        result, log = scratch / "freshness.json", scratch / "freshness.log"
        rates = ", ".join(map(str, plan.changes_per_s))
        progress.say(
            f"warming up {plan.warm_up_s} s, then {rates} changes/s, {plan.seconds} s each"
        )
        with log.open("wb") as output:
            done = subprocess.run(  # noqa: S603
                (
                    *(sys.executable, str(SCRIPT), "--json", str(result)),
                    *(f"--rate={rate}" for rate in plan.changes_per_s),
                    *("--seconds", str(plan.seconds), "--warm-up-s", str(plan.warm_up_s)),
                ),
                env=client_environment(settings),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                timeout=plan.warm_up_s
                + (plan.seconds + BESIDE_THE_RUN_S) * len(plan.changes_per_s),
                check=False,
            )
        if done.returncode != 0:
            raise OperatorError("The measurement failed", output=tail(log))
        found = json.loads(result.read_text(encoding="utf-8"))
    out.mkdir(parents=True, exist_ok=True)
    path = out / f"{NAME}.json"
    path.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    text = report(found, plan, load)
    path.with_suffix(".md").write_text(text, encoding="utf-8")
    progress.say(_rate_line(found["rates"][-1]))


def report(found: Mapping[str, Any], plan: Plan, load: float) -> str:
    """The report for people, in Markdown."""
    return "\n".join(
        (
            "# From a change to the search that finds it",
            "",
            f"{datetime.now(UTC).date()}. {os.cpu_count()} cores, {platform.system()} "
            f"{platform.machine()}; load average before the run {load:.1f}. All servers, the load "
            "and the searches share the machine.",
            "",
            "Cluster mode with the default sizes. Directories are made, changed and removed by "
            "stock clients of both namenodes at a steady rate, after a warm-up of "
            f"{plan.warm_up_s} s. Beside that a marker is made four times a second, and the oldest "
            "that was not found yet is searched until it is; the clock runs from the namenode's "
            "answer to the search's. Its resolution is the pause between two searches, 50 ms. "
            f"Budget: p50 {P50_BUDGET_MS} ms, p99 {P99_BUDGET_MS} ms at {BUDGET_CHANGES_PER_S} "
            "changes/s.",
            "",
            "| asked changes/s | done changes/s | seconds | markers | p50 | p90 | p99 | longest "
            "| processors |",
            "|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
            *(_rate_line(each) for each in found["rates"]),
            "",
            *_processor_table(found),
            "",
        )
    )


def _rate_line(found: Mapping[str, Any]) -> str:
    return (
        f"| {found['asked_changes_per_s']:.0f} | {found['changes_per_s']:.0f} "
        f"| {found['seconds']:.0f} | {found['markers']} | {found['p50_ms']:.0f} ms "
        f"| {found['p90_ms']:.0f} ms | {found['p99_ms']:.0f} ms "
        f"| {found['longest_ms']:.0f} ms "
        f"| {sum(found['processor_s'].values()) / found['seconds']:.2f} |"
    )


def _processor_table(found: Mapping[str, Any]) -> Iterator[str]:
    """Shares of a core by part, and what a change costs beyond what the part costs anyway."""
    rates, idle = found["rates"], found["idle_processor_s"]
    most = max(rates, key=lambda each: each["changes_per_s"])

    def share(each: Mapping[str, Any], part: str) -> float:
        return float(each["processor_s"].get(part, 0.0) / each["seconds"])

    def idle_share(part: str) -> float:
        return float(idle.get(part, 0.0) / found["idle_seconds"])

    def per_1000_s(part: str) -> float:
        return (share(most, part) - idle_share(part)) * 1000 / float(most["changes_per_s"])

    yield (
        "Where the processors' time goes: percent of one core while nothing is changed and at each "
        f"rate done, and seconds per 1,000 changes at {most['changes_per_s']:.0f}/s beyond the "
        "idle cost. Everything else is work on the machine that is not Warren's."
    )
    yield ""
    heads = " | ".join(f"{each['changes_per_s']:.0f}/s" for each in rates)
    yield f"| part | idle | {heads} | s per 1,000 changes |"
    yield "|---|---:|" + "---:|" * len(rates) + "---:|"
    parts = sorted(most["processor_s"], key=lambda part: -share(most, part))
    for part in parts:
        shares = " | ".join(f"{share(each, part) * 100:.1f}" for each in rates)
        yield f"| {part} | {idle_share(part) * 100:.1f} | {shares} | {per_1000_s(part):.2f} |"
    shares = " | ".join(f"{sum(share(each, part) for part in parts) * 100:.1f}" for each in rates)
    idle_total = sum(map(idle_share, parts))
    total_s = sum(map(per_1000_s, parts))
    yield f"| all | {idle_total * 100:.1f} | {shares} | {total_s:.2f} |"
