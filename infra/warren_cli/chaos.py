"""`make chaos`: namenodes are killed while clients work, which may notice no more than a pause.

The clients are the benchmark's mix with exactly the settings that `bin/warren client-conf` writes.
"""

import json
import os
import platform
import random
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from warren_cli import build, hadoop_conf, hdfs, namenodes, toolchain
from warren_cli.errors import OperatorError
from warren_cli.hadoop_conf import Policy
from warren_cli.home import Home
from warren_cli.modes import Mode
from warren_cli.progress import Progress
from warren_cli.settings import REPOSITORY, Settings
from warren_cli.supervision import Supervisor
from warren_cli.temporary_system import temporary_system

REPORTS = REPOSITORY / "docs" / "benchmarks"
MIX = "io.warren.bench.SpotifyMix"
HEAP_MB = 512
BUDGET_MS = 2_000
MEASURING = "measuring"
LOAD_START_S = 120.0
LOAD_END_S = 120.0
LOAD_MAX_S = 3_600
SERVING_S = 120.0
POLL_S = 0.1
# A kill comes this long after the one before has been got over, and its effects are looked for
# this long: the others need up to four seconds to evict the dead one.
QUIET_S = (2.0, 5.0)
AFTERMATH_S = 8.0


@dataclass(frozen=True)
class Plan:
    """What is done. `kills` and `clients` count for each policy by itself."""

    mode: Mode
    policies: Sequence[Policy]
    kills: int
    clients: int
    seed: int


@dataclass(frozen=True)
class Kill:
    """One kill. `stall_ms` is the longest operation that it touched."""

    namenode: str
    at_ms: int
    stall_ms: int


@dataclass(frozen=True)
class Outcome:
    """What the clients of one policy met."""

    policy: Policy
    operations: int
    seconds: float
    failures: Sequence[str]
    kills: Sequence[Kill]
    stall_otherwise_ms: int

    @property
    def longest_ms(self) -> int:
        return max((kill.stall_ms for kill in self.kills), default=0)


def run(plan: Plan, progress: Progress, out: Path = REPORTS) -> int:
    """Runs the plan in a temporary data folder and writes the report; 0 when no operation failed.

    The stalls are measured and reported, not judged: they depend on the machine.
    """
    load = os.getloadavg()[0]
    is_cluster = plan.mode is Mode.CLUSTER
    with temporary_system(progress, plan.mode, store_only=is_cluster) as settings:
        if is_cluster:
            Supervisor(Home(settings.home)).start_stopped(namenodes.NAMES)
        for name in namenodes.NAMES:
            _await_serving(settings, name)
        outcomes = [_under(policy, plan, settings, progress) for policy in plan.policies]
    _write(plan, outcomes, load, out)
    progress.say(f"written: {out / _name(plan)}.md")
    return 1 if any(met.failures for met in outcomes) else 0


def _under(policy: Policy, plan: Plan, settings: Settings, progress: Progress) -> Outcome:
    """Loads and kills with one policy of the clients."""
    progress.say(f"{policy}: {plan.clients} clients, {plan.kills} kills, seed {plan.seed}")
    folder = Home(settings.home).scratch / f"chaos-{policy}"
    hadoop_conf.write_client(folder, settings, force=True, policy=policy)
    moments = random.Random(plan.seed)  # noqa: S311  moments of kills, not secrets
    killed: list[tuple[str, int]] = []
    with _load(plan, folder) as load:
        for number in range(plan.kills):
            # Clients that stay with one namenode are at this one: they start with the first and
            # moved when it was killed.
            name = namenodes.NAMES[number % len(namenodes.NAMES)]
            time.sleep(moments.uniform(*QUIET_S))
            if load.poll() is not None:
                # A failed operation ends the load; its result says which.
                break
            killed.append((name, time.time_ns() // 1_000_000))
            namenodes.switch(settings, "crash", name)
            time.sleep(AFTERMATH_S)
            namenodes.switch(settings, "start", name)
            _await_serving(settings, name)
            progress.say(f"  {name} was killed and serves again")
        time.sleep(QUIET_S[0])
    written = folder / "result.json"
    if not written.exists():
        raise OperatorError("The clients gave up", output=build.tail(folder / "load.log"))
    met = outcome(policy, json.loads(written.read_text(encoding="utf-8")), killed)
    progress.say(
        f"  {met.operations} operations, {len(met.failures)} failed, "
        f"longest stall {met.longest_ms} ms"
    )
    return met


@contextmanager
def _load(plan: Plan, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The mix, from the start of its measured part; ends it in good order."""
    command = (
        toolchain.java(),
        f"-Xmx{HEAP_MB}m",
        *hdfs.LONG_RUN_FLAGS,
        f"-Dlog4j.configuration=file:{hdfs.CLIENT_LOG4J}",
        *("-cp", f"{build.JAVA_LIB}/*", MIX),
        *("--conf", str(folder), "--uri", f"hdfs://{hadoop_conf.NAME_SERVICE}"),
        *("--threads", str(plan.clients), "--depth", "5", "--seed", str(plan.seed)),
        *("--warm-up-seconds", "3", "--seconds", str(LOAD_MAX_S), "--until-input-ends"),
        *("--base-path", f"/{folder.name}", "--json", str(folder / "result.json")),
    )
    log = folder / "load.log"
    with log.open("wb") as out:
        load = subprocess.Popen(  # noqa: S603
            command, cwd=REPOSITORY, stdin=subprocess.PIPE, stdout=out, stderr=subprocess.STDOUT
        )
    try:
        deadline = time.monotonic() + LOAD_START_S
        while MEASURING not in log.read_text(encoding="utf-8", errors="replace").splitlines():
            if load.poll() is not None or time.monotonic() > deadline:
                raise OperatorError("The clients do not begin", output=build.tail(log))
            time.sleep(POLL_S)
        yield load
        # Closes its input, which ends it. Its exit code tells of failed operations, as its result.
        load.communicate(timeout=LOAD_END_S)
    finally:
        load.kill()
        load.wait()


def _await_serving(settings: Settings, name: str) -> None:
    deadline = time.monotonic() + SERVING_S
    while namenodes.state_of(settings, name) != "serving":
        if time.monotonic() > deadline:
            raise OperatorError("A namenode does not serve", name=name)
        time.sleep(POLL_S)


def outcome(
    policy: Policy, result: Mapping[str, Any], killed: Sequence[tuple[str, int]]
) -> Outcome:
    """What the mix's result says, each long operation assigned to the kills that it overlaps."""
    longest = [0] * len(killed)
    otherwise = 0
    for stall in result["stalls"]:
        began_ms = stall["endedAtMs"] - stall["tookMs"]
        hit = [
            number
            for number, (_, at_ms) in enumerate(killed)
            if began_ms <= at_ms + AFTERMATH_S * 1000 and stall["endedAtMs"] >= at_ms
        ]
        for number in hit:
            longest[number] = max(longest[number], stall["tookMs"])
        if not hit:
            otherwise = max(otherwise, stall["tookMs"])
    return Outcome(
        policy=policy,
        operations=result["operations"],
        seconds=result["seconds"],
        failures=result["errors"],
        kills=[
            Kill(name, at_ms, stall_ms)
            for (name, at_ms), stall_ms in zip(killed, longest, strict=True)
        ],
        stall_otherwise_ms=otherwise,
    )


def _name(plan: Plan) -> str:
    return f"failover-{plan.mode}"


def _write(plan: Plan, outcomes: Sequence[Outcome], load: float, out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    data = {
        "mode": plan.mode,
        "kills": plan.kills,
        "clients": plan.clients,
        "seed": plan.seed,
        "budget_ms": BUDGET_MS,
        "outcomes": [asdict(met) for met in outcomes],
    }
    path = out / f"{_name(plan)}.json"
    path.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    path.with_suffix(".md").write_text(report(plan, outcomes, load), encoding="utf-8")


def report(plan: Plan, outcomes: Sequence[Outcome], load: float) -> str:
    """The report for people, in Markdown."""
    how = (
        "Each namenode is a process of its own over MySQL NDB Cluster, and dies by SIGKILL."
        if plan.mode is Mode.CLUSTER
        else "Both namenodes share a process over the embedded store; one ends abruptly, without "
        "leaving the election (`bin/warren namenode crash`)."
    )
    lines = [
        f"# Namenodes killed under load: {plan.mode}",
        "",
        f"{datetime.now(UTC).date()}. {os.cpu_count()} cores, {platform.system()} "
        f"{platform.machine()}; load average before the runs {load:.1f}. Servers and clients share "
        "the machine.",
        "",
        f"{how} {plan.clients} clients run the Spotify mix without pauses, with exactly the "
        "settings that `bin/warren client-conf` writes. Again and again the namenode that most of "
        f"them use is killed, and started {AFTERMATH_S:.0f} s later. Moments and operations from "
        f"seed {plan.seed}. A stall is how long one operation of one client took; those below 200 "
        f"ms are not told apart. The budget is {BUDGET_MS} ms.",
        "",
        "| policy | operations | failed | longest stall at a kill | at each kill, ms | "
        "longest otherwise |",
        "|---|---:|---:|---:|---|---:|",
    ]
    for met in outcomes:
        each = " ".join(str(kill.stall_ms) for kill in met.kills)
        lines.append(
            f"| {met.policy} | {met.operations:,} | {len(met.failures)} "
            f"| {met.longest_ms:,} ms | {each} | {met.stall_otherwise_ms:,} ms |"
        )
    failures = [f"- {met.policy}: {each}" for met in outcomes for each in met.failures]
    if failures:
        lines += ["", "Failed operations:", "", *failures]
    return "\n".join(lines) + "\n"
