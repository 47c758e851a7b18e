"""`make test`: every test of every part, and of the running system on free ports."""

import os
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from enum import StrEnum
from pathlib import Path

from warren_cli import (
    archive_classes,
    build,
    cluster,
    compat,
    explore,
    outcomes,
    reports,
    servers,
    stage_run,
    stock_shell,
    toolchain,
)
from warren_cli.errors import OperatorError
from warren_cli.modes import Mode
from warren_cli.progress import Progress
from warren_cli.reports import RESULTS, Counts
from warren_cli.settings import REPOSITORY, load
from warren_cli.temporary_system import client_environment, temporary_system

# No stage runs a failed test again, so that a race can't hide: only a test that names its reason
# may be repeated, once, and the last lines name it then (docs/adr/0095).
PYTEST_SUMMARY = "-rfER"
# Forty seconds of seeds that no run had before, on the embedded store and on NDB together.
EXPLORE_S = 40
# What goes the same way over either store: the operator's mistakes, what the command line prints,
# applications that only write files, odd names, floods of calls, the platform's own steps. The
# cluster mode has its own tests of what ends there, and of a new start with all its data.
ONCE = tuple(
    f"tests/smoke/test_{name}.py"
    for name in (
        *("applications", "bad_client", "bad_input", "console", "data_folder", "duplicates"),
        *("failover", "files_api", "fsspec", "listeners", "names", "platform", "remote_commands"),
        *("restore", "selected_jobs", "shell", "snapshots_api", "storage_jobs", "take_over"),
        *("take_over_ha", "totals", "undo", "upgrade", "webhdfs"),
    )
)
# What starts all that it needs by itself: a running system beside it would only wait.
OWN_SYSTEM = ("tests/smoke/test_take_over.py", "tests/smoke/test_take_over_ha.py")
# So many inodes the browser's tests find in the store, besides what they make.
LOADED_INODES = 100_000
CLUSTER_SPECS = ("specs/failover.spec.ts", "specs/live-sql.spec.ts")
NAMED_FAILURES_MAX = 20
NAMED_SLOWEST = 5
# In two processes, as tests of the feed's readers wait a lot. The tests of the embedded mode follow
# the shorter one, as the browser's follow them.
PLATFORM = ("backend",)
OTHER_PYTHON = (
    "generations",
    "search",
    "analytics",
    "cdc",
    "infra",
    "clients/namenode",
    "clients/python",
    "tests/layout",
)
LANES = 4
BROWSER_WORKERS = 2
# A part that doesn't come up again fails all that follows, each after minutes.
BROWSER_FAILURES_MAX = 5
# As tests/e2e/playwright.config.ts has them.
BROWSERS = ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium")


class Stage(StrEnum):
    """A group of tests. `hdfs-compat` is Hadoop's own contract suite against the file system of the
    embedded mode, with the stock client and with small files in the database. `smoke` and `e2e` run
    against the whole of that mode, `cluster` repeats the smoke tests against the cluster mode, all
    but those of what goes the same way there, and adds its own and the browser's failover
    tests; what they need is started for them."""

    JAVA = "java"
    PYTHON = "python"
    CONSOLE = "console"
    HDFS_COMPAT = "hdfs-compat"
    SMOKE = "smoke"
    E2E = "e2e"
    CLUSTER = "cluster"


SYSTEM_STAGES = frozenset({Stage.SMOKE, Stage.E2E})
# Those that start Java's processes again and again.
STARTED = SYSTEM_STAGES | {Stage.HDFS_COMPAT, Stage.CLUSTER}


def run(stages: Sequence[Stage], progress: Progress) -> int:
    """Runs the stages and prints the counts per stage and in all; 0 when nothing failed."""
    toolchain.require()
    # Servers of a test live for minutes, and clients for seconds: the second compiler costs more
    # than it saves them.
    os.environ.setdefault("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1")
    stages, skipped = _runnable(stages)
    reports.forget(stages)
    build.ensure_console_packages(progress)
    build.ensure_client_packages(progress)
    # Java's tests take longest, and wait for real clusters in their second half: what fits beside
    # them, and beside the build that they begin with, goes in two more lanes. The browser's tests,
    # and what measures, need both cores.
    codes = dict.fromkeys(stages, 0)
    try:
        # First, as the platform's tests use it, and Maven's folder of downloads takes one process.
        if Stage.PYTHON in stages:
            servers.ensure_archive(servers.KEYCLOAK, progress)
        lanes = ThreadPoolExecutor(max_workers=LANES)
        with lanes as executor, stage_run.ended_by_interrupt():
            built = executor.submit(_built, stages, progress)
            core = executor.submit(_core, stages, progress, built)
            archived = executor.submit(_archived, stages, progress, built)
            beside = executor.submit(_beside, stages, progress, built)
            if Stage.PYTHON in stages:
                codes[Stage.PYTHON] = _python(reports.OTHER_PYTHON, OTHER_PYTHON, progress)
            built.result()
            wanted = [stage for stage in stages if stage in SYSTEM_STAGES]
            if wanted:
                codes |= _system(wanted, progress, core, beside)
            archived.result()
            for lane in (core, beside):
                codes |= {stage: max(code, codes[stage]) for stage, code in lane.result().items()}
    except OperatorError as error:
        print(f"warren: {error}", flush=True)
        return 1
    counts = {stage: reports.counts(stage, codes[stage]) for stage in stages}
    return _print(counts, skipped, progress)


def _built(stages: Sequence[Stage], progress: Progress) -> None:
    """What the system stages run: Java's tests leave it alone, so that both can go on at once.

    Whatever Maven fetches for them, too, one after the other. Raises OperatorError.
    """
    build.ensure_java(progress)
    if Stage.HDFS_COMPAT in stages:
        compat.ensure_built(progress)
    if Stage.CLUSTER in stages:
        servers.ensure(progress)


def _archived(stages: Sequence[Stage], progress: Progress, built: Future[None]) -> None:
    """What lets all that the system stages start begin sooner; a test of its own asks for it."""
    built.result()
    if not STARTED & set(stages):
        return
    try:
        archive_classes.ensure(progress)
    except OperatorError as error:
        print(f"warren: {error}", flush=True)


def _runnable(stages: Sequence[Stage]) -> tuple[list[Stage], list[str]]:
    """The stages that can run here, and why others cannot. One asked for by itself must run."""
    skipped = []
    if not os.environ.get("NDB_HOME"):
        if list(stages) == [Stage.CLUSTER]:
            cluster.require(load({"WARREN_MODE": Mode.CLUSTER}))
        why = "NDB_HOME is not set (README.md, Cluster mode)"
        if Stage.JAVA in stages:
            skipped.append(f"java: the NDB metadata store is neither built nor tested: {why}")
        if Stage.CLUSTER in stages:
            skipped.append(f"{Stage.CLUSTER}: skipped: {why}")
    return [each for each in stages if each != Stage.CLUSTER or not skipped], skipped


def _core(stages: Sequence[Stage], progress: Progress, built: Future[None]) -> dict[Stage, int]:
    """Java's tests, then Hadoop's against the file system.

    built: ends first, as Maven would build the same modules.
    """
    codes: dict[Stage, int] = {}
    built.result()
    if Stage.JAVA in stages:
        codes[Stage.JAVA] = _java(progress)
    if Stage.HDFS_COMPAT in stages:
        codes[Stage.HDFS_COMPAT] = _compat(progress)
    return codes


def _java(progress: Progress) -> int:
    """Maven's whole life cycle, but for the folder of jars that the system stages run from."""
    # A failed test is counted from its report: it must not hide the tests of the modules above.
    goes_on = ("-fae", "-Dmaven.test.failure.ignore=true")
    command = (
        "mvn",
        "-B",
        *goes_on,
        "-Dstyle.color=never",
        explore.seconds(EXPLORE_S),
        "--projects=!dist",
        "verify",
    )
    return _stage(Stage.JAVA, command, build.FS_CORE, dict(os.environ), progress)


def _beside(stages: Sequence[Stage], progress: Progress, built: Future[None]) -> dict[Stage, int]:
    """What goes beside those of the embedded mode: the platform's tests, those of the cluster
    mode, which take longest of what runs a system, and the console's, beside the browser's.

    built: what the last run.
    """
    codes: dict[Stage, int] = {}
    if Stage.PYTHON in stages:
        codes[Stage.PYTHON] = _python(Stage.PYTHON, PLATFORM, progress)
    built.result()
    if Stage.CLUSTER in stages:
        codes[Stage.CLUSTER] = _cluster(progress)
    if Stage.CONSOLE in stages:
        codes[Stage.CONSOLE] = _console(progress)
    return codes


def _python(name: str, folders: Sequence[str], progress: Progress) -> int:
    command = _pytest(f"--junitxml={RESULTS / f'{name}.xml'}", *folders)
    environment = dict(os.environ)
    return _stage(Stage.PYTHON, command, REPOSITORY, environment, progress, log_name=name)


def _console(progress: Progress) -> int:
    """The console's tests, and those of the client that has its types."""
    parts = ((Stage.CONSOLE, build.FRONTEND), (reports.CLIENT, build.TYPESCRIPT_CLIENT))
    return max(_vitest(name, folder, progress) for name, folder in parts)


def _vitest(name: str, folder: Path, progress: Progress) -> int:
    report = f"--outputFile.json={RESULTS / f'{name}.json'}"
    vitest = ("npx", "vitest", "run", "--reporter=default", "--reporter=json", report)
    return _stage(Stage.CONSOLE, vitest, folder, dict(os.environ), progress, log_name=name)


def _pytest(*arguments: str) -> Sequence[str]:
    return (sys.executable, "-m", "pytest", PYTEST_SUMMARY, *arguments)


def _stage(
    stage: Stage,
    command: Sequence[str],
    folder: Path,
    environment: Mapping[str, str],
    progress: Progress,
    *,
    log_name: str | None = None,
) -> int:
    """Runs one stage's command with its output in a file; its exit code."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    name = log_name or stage
    log = RESULTS / f"{name}.log"
    progress.say(f"{name} tests: running; output in {log.relative_to(REPOSITORY)}")
    ended = stage_run.run_logged(name, command, folder, environment, log=log, progress=progress)
    counts = reports.counts(stage, ended.code)
    progress.say(f"{name} tests: {counts} in {ended.took_s:.0f} s")
    # At once: whoever ends the run before the last stage still learns what failed.
    if counts.failed:
        _print_failed(stage)
    if ended.code != 0:
        print(build.tail(log), flush=True)
    return ended.code


def _system(
    stages: Sequence[Stage],
    progress: Progress,
    core: Future[dict[Stage, int]],
    beside: Future[dict[Stage, int]],
) -> dict[Stage, int]:
    """Starts the embedded mode in a temporary data folder and runs the stages against it.

    core: ends before the browser's tests. beside: ends before those of them that need the machine.
    """
    codes = dict.fromkeys(stages, 1)
    own_code = 0
    if Stage.SMOKE in stages:
        own = dict(os.environ)
        own_code = _smoke(Stage.SMOKE, own, progress, folders=OWN_SYSTEM, name=reports.SMOKE_OWN)
    with ExitStack() as stack:
        try:
            if Stage.E2E in stages:
                build.ensure_e2e_packages(progress)
            loaded = LOADED_INODES if Stage.E2E in stages else 0
            settings = stack.enter_context(temporary_system(progress, loaded_inodes=loaded))
            shell = stack.enter_context(stock_shell.serving(settings))
        except OperatorError as error:
            print(f"warren: {error}", flush=True)
            return codes
        environment = client_environment(settings) | shell
        if Stage.SMOKE in stages:
            beside_others = _smoke(Stage.SMOKE, environment, progress, without=OWN_SYSTEM)
            codes[Stage.SMOKE] = max(own_code, beside_others)
        if Stage.E2E in stages:
            # A page's texts are waited for 45 s, which three lanes on two cores don't leave them.
            wait([core])
            codes[Stage.E2E] = _side_by_side(environment, progress)
            wait([beside])
            codes[Stage.E2E] = max(codes[Stage.E2E], _alone(environment, progress))
    return codes


def _side_by_side(environment: Mapping[str, str], progress: Progress) -> int:
    """Runs the browser's tests that keep out of each other's way."""
    which = ("--project=side-by-side", f"--workers={BROWSER_WORKERS}")
    return _browser(Stage.E2E, reports.E2E, environment, progress, *which)


def _alone(environment: Mapping[str, str], progress: Progress) -> int:
    """Runs those that need the whole system, and the machine."""
    return _browser(Stage.E2E, reports.E2E_ALONE, environment, progress, "--project=alone")


def _browser(
    stage: Stage, name: str, environment: Mapping[str, str], progress: Progress, *which: str
) -> int:
    """Runs some of the browser's tests: specs or projects."""
    if not _has_browser():
        return 1
    ends = f"--max-failures={BROWSER_FAILURES_MAX}"
    playwright = ("npx", "playwright", "test", "--reporter=list,json", ends, *which)
    report = RESULTS / name
    # Playwright empties the folder of a run first, with the session that its tests share.
    own = {"PLAYWRIGHT_JSON_OUTPUT_NAME": str(report), "WARREN_E2E_NAME": report.stem}
    environment = {**environment, **own}
    return _stage(stage, playwright, build.E2E, environment, progress, log_name=report.stem)


def _compat(progress: Progress) -> int:
    """Hadoop's own contract suite, each time on a file system started for it: all of it with the
    stock client, and with Warren's own client what reads or writes bytes."""
    codes = []
    for client in compat.Client:
        classes = compat.OF_BYTES if client is compat.Client.SMALL_FILES else ()
        try:
            codes.append(compat.run(progress, None, classes, client=client))
        except OperatorError as error:
            print(f"warren: {error}", flush=True)
            codes.append(1)
    return max(codes)


def _cluster(progress: Progress) -> int:
    """Starts the cluster mode in a temporary data folder and runs its tests against it."""
    try:
        build.ensure_e2e_packages(progress)
        with (
            temporary_system(progress, Mode.CLUSTER) as settings,
            stock_shell.serving(settings) as shell,
        ):
            environment = client_environment(settings) | shell
            # Searches have a time of their own: they come before the browser's tests begin.
            folders = ("tests/pipeline", "tests/smoke")
            code = _smoke(Stage.CLUSTER, environment, progress, without=ONCE, folders=folders)
            # In the browser only what differs here: processes of their own, and live SQL.
            browser = _browser(
                Stage.CLUSTER, reports.CLUSTER_E2E, environment, progress, *CLUSTER_SPECS
            )
            return max(code, browser)
    except OperatorError as error:
        print(f"warren: {error}", flush=True)
        return 1


def _smoke(
    stage: Stage,
    environment: Mapping[str, str],
    progress: Progress,
    *,
    without: Sequence[str] = (),
    folders: Sequence[str] = ("tests/smoke",),
    name: str | None = None,
) -> int:
    """name: of the report and the log, the stage's without it."""
    report = f"--junitxml={RESULTS / f'{name or stage}.xml'}"
    left_out = [f"--ignore={each}" for each in without]
    command = _pytest("-p", "no:django", "--timeout=600", report, *left_out, *folders)
    return _stage(stage, command, REPOSITORY, environment, progress, log_name=name)


def _has_browser() -> bool:
    """Whether Chromium is here; the browser tests count as failed without it."""
    named = os.environ.get("CHROMIUM")
    found = any(Path(each).exists() for each in ([named] if named else BROWSERS))
    if not found:
        print(
            "e2e tests: Chromium is missing; install it (apt install chromium-headless-shell)",
            flush=True,
        )
    return found


def _print(counts: Mapping[Stage, Counts], skipped: Sequence[str], progress: Progress) -> int:
    total = sum(counts.values(), Counts(0, 0))
    progress.say("all stages done")
    for stage, each in counts.items():
        print(f"  {stage}: {each}; its tests took {outcomes.total_s(stage):.0f} s")
        for line in outcomes.slowest(stage, NAMED_SLOWEST):
            print(f"    slow: {line}")
        for line in outcomes.unstable(stage):
            print(f"    passed when run again: {line}")
        _print_failed(stage)
    for line in skipped:
        print(f"  {line}")
    print(total, flush=True)
    return 1 if total.failed else 0


def _print_failed(stage: Stage) -> None:
    for line in outcomes.failed(stage)[:NAMED_FAILURES_MAX]:
        print("    failed: " + line.replace("\n", "\n      | "), flush=True)
