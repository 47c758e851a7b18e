"""Run, stop, status and logs of a data folder, in either mode."""

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from warren_cli import (
    archive_classes,
    build,
    cluster,
    hadoop_conf,
    health,
    platform_db,
    ports,
    programs,
    servers,
    toolchain,
)
from warren_cli.errors import OperatorError
from warren_cli.health import PartHealth
from warren_cli.home import Home, clear_scratch, is_initialised, prepare
from warren_cli.progress import Progress
from warren_cli.rights import owner_only
from warren_cli.settings import Settings
from warren_cli.supervision import FATAL, Supervisor, end_orphans, log_of, orphans
from warren_cli.tables import aligned

POLL_S = 0.5
REPORT_PERIOD_S = 10.0
LOG_TAIL_LINES = 20
# Builds of small namespaces end within it; larger ones go on in the background.
BUILD_WAIT_S = 15.0
UNANSWERED = {"indexer": "searches answer 503", "replica": "SQL answers 503"}
EXIT_DEGRADED = 1
EXIT_NOT_RUNNING = 3


def run(settings: Settings, progress: Progress, *, store_only: bool = False) -> None:
    """Sets everything up, starts it and returns once it is healthy.

    `store_only` starts no more of a cluster than the servers of its metadata store.
    """
    home = Home(settings.home)
    initialised = is_initialised(home)
    supervisor = Supervisor(home)
    if initialised and supervisor.pid() is not None:
        _already_running(settings, supervisor, progress)
        return
    toolchain.require()
    if settings.is_cluster:
        cluster.require(settings)
    if not (initialised and orphans(home)):
        ports.refuse_busy(settings)
    _build(settings, progress, store_only=store_only)
    with owner_only():
        _start(settings, supervisor, progress, store_only=store_only)


def _start(
    settings: Settings, supervisor: Supervisor, progress: Progress, *, store_only: bool
) -> None:
    home = Home(settings.home)
    prepare(home, settings, os.environ.get("WARREN_CONSOLE_PASSWORD"))
    with _exclusive(home):
        if supervisor.pid() is not None:
            _already_running(settings, supervisor, progress)
            return
        ended = _end_orphans(settings, progress)
        if ended:
            progress.say(f"ended {ended} processes that a dead supervisor had left running")
        ports.refuse_busy(settings)
        clear_scratch(home)
        hadoop_conf.write_cluster(home, settings)
        environment = programs.environment(settings, os.environ)
        if settings.is_cluster:
            cluster.write_configuration(home, settings, store_only=store_only)
        else:
            platform_db.prepare(home, environment, progress)
        progress.say(f"starting in {home.root}")
        supervisor.launch(settings, environment)
    try:
        if store_only:
            cluster.start_store(settings, supervisor, progress)
            return
        if settings.is_cluster:
            cluster.start(settings, supervisor, environment, progress)
        building = _wait_serving(settings, supervisor, progress)
    except (OperatorError, KeyboardInterrupt):
        _shut_down(settings, supervisor, progress)
        raise
    _say_started(building, progress)
    # For the next start, beside this one.
    archive_classes.begin()
    print(_welcome(settings, home))


def _build(settings: Settings, progress: Progress, *, store_only: bool) -> None:
    build.ensure_java(progress)
    if settings.is_cluster:
        cluster.require_store()
    if store_only:
        return
    if settings.has_pipeline:
        servers.ensure(progress)
    build.ensure_console(progress)


@owner_only()
def _already_running(settings: Settings, supervisor: Supervisor, progress: Progress) -> None:
    if settings.is_cluster:
        cluster.start(settings, supervisor, programs.environment(settings, os.environ), progress)
    else:
        started = supervisor.start_stopped()
        if started:
            progress.say(f"started again: {', '.join(started)}")
    building = _wait_serving(settings, supervisor, progress)
    progress.say("Warren is already running")
    _say_building(building, progress)
    print(_welcome(settings, Home(settings.home)))


@contextmanager
def _exclusive(home: Home) -> Iterator[None]:
    """One start at a time per data folder; the lock goes with its holder, however that ends."""
    with (home.run / "start.lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise OperatorError(
                "Another start of this data folder is under way",
                remedy="Wait for it, then look at `make status`",
                folder=home.root,
            ) from error
        # supervisord must not inherit the lock, or it would hold it for as long as it lives.
        os.set_inheritable(lock.fileno(), False)
        yield


def _wait_serving(
    settings: Settings, supervisor: Supervisor, progress: Progress
) -> list[PartHealth]:
    """Waits until every part serves; those that go on with a build in the background.

    A build is waited for only while all else starts, and BUILD_WAIT_S longer. Raises OperatorError
    naming the part that does not serve.
    """
    deadline = time.monotonic() + settings.start_timeout_s
    home = Home(settings.home)
    seen: set[str] = set()
    reported = time.monotonic()
    only_builds_since: float | None = None
    while True:
        rows = health.check(settings, supervisor.processes())
        for row in rows:
            if row.is_healthy and row.part not in seen:
                seen.add(row.part)
                progress.say(f"  {row.part}: healthy")
                reported = time.monotonic()
        waiting = [row for row in rows if not row.is_healthy]
        if rows and not waiting:
            return []
        if rows and all(row.is_building for row in waiting):
            only_builds_since = only_builds_since or time.monotonic()
            if time.monotonic() > min(deadline, only_builds_since + BUILD_WAIT_S):
                return waiting
        else:
            only_builds_since = None
        gave_up = [row for row in waiting if row.process.state == FATAL]
        if gave_up or time.monotonic() > deadline:
            raise _not_healthy(home, gave_up or waiting, settings)
        if time.monotonic() - reported > REPORT_PERIOD_S:
            reported = time.monotonic()
            progress.say("  waiting for " + "; ".join(f"{r.part} ({r.health})" for r in waiting))
        time.sleep(POLL_S)


def _say_started(building: list[PartHealth], progress: Progress) -> None:
    progress.say("everything else serves" if building else "everything is healthy")
    _say_building(building, progress)


def _say_building(building: list[PartHealth], progress: Progress) -> None:
    for row in building:
        progress.say(f"  {row.part}: {row.health}; until then {UNANSWERED[row.part]}")


def _not_healthy(home: Home, rows: list[PartHealth], settings: Settings) -> OperatorError:
    if not rows:
        return OperatorError("The supervisor went away", log=home.logs / "supervisord.log")
    logs = list(dict.fromkeys(log_of(home, row.process.name) for row in rows))
    tails = "\n".join(f"{log}:\n{build.tail(log, LOG_TAIL_LINES)}" for log in logs)
    return OperatorError(
        "Warren did not become healthy",
        remedy=f"Put right what the log says and repeat `make run`; a slow machine may need "
        f"WARREN_START_TIMEOUT_S above {settings.start_timeout_s}. The ends of the logs:\n{tails}",
        parts="; ".join(f"{row.part} ({row.health})" for row in rows),
    )


def _welcome(settings: Settings, home: Home) -> str:
    return "\n".join(
        (
            "",
            f"  Console   {settings.console_url}",
            f"  Log in    user admin, password in {home.console_password_file}",
            "  HDFS      bin/warren dfs -ls /      (any stock client: bin/warren client-conf DIR)",
            f"  WebHDFS   {settings.nn1_http_address.url}/webhdfs/v1",
            "  Next      make status, make logs, make demo, make stop",
        )
    )


def _shut_down(settings: Settings, supervisor: Supervisor, progress: Progress) -> None:
    if settings.is_cluster:
        cluster.stop(settings, supervisor, progress)
    # In the worst case every part takes its whole time, one after another.
    supervisor.shut_down(settings.stop_timeout_s * max(1, len(supervisor.processes())))


def _end_orphans(settings: Settings, progress: Progress) -> int:
    """Ends what a dead supervisor left running; how many there were."""
    home = Home(settings.home)
    left = orphans(home)
    if settings.is_cluster and ports.listener_pid(settings.ndb_mgm_address.port) in left:
        cluster.stop_data_nodes(settings, progress)
    return max(len(left), end_orphans(home, settings.stop_timeout_s))


def stop(settings: Settings, progress: Progress) -> None:
    """Ends exactly the processes of this data folder. Harmless when none runs."""
    home = Home(settings.home)
    if not is_initialised(home):
        progress.say(f"nothing runs: {home.root} has no data yet")
        return
    supervisor = Supervisor(home)
    running = supervisor.pid() is not None
    if running:
        progress.say("stopping")
        _shut_down(settings, supervisor, progress)
    left = _end_orphans(settings, progress)
    if orphans(home):
        raise OperatorError("Some processes did not end", pids=orphans(home))
    progress.say("stopped" if running or left else "Warren is not running")


def status(settings: Settings) -> int:
    """Prints a table of the parts; 0 when all are healthy, 1 when not, 3 when nothing runs."""
    home = Home(settings.home)
    supervisor = Supervisor(home)
    if not is_initialised(home) or supervisor.pid() is None:
        stray = orphans(home)
        print(f"Warren is not running (data folder {home.root})")
        if stray:
            print(f"Left running by a dead supervisor: pids {stray}; `make stop` ends them")
        return EXIT_NOT_RUNNING
    rows = health.check(settings, supervisor.processes())
    table = [("part", "process", "state", "pid", "uptime", "health")]
    for row in rows:
        process = row.process
        pid = str(process.pid) if process.pid else "-"
        uptime = duration(process.uptime_s) if process.uptime_s else "-"
        table.append((row.part, process.name, process.state.lower(), pid, uptime, row.health))
    print(aligned(table))
    return 0 if rows and all(row.is_healthy for row in rows) else EXIT_DEGRADED


def duration(seconds: int) -> str:
    """1:02:03 for an hour, two minutes and three seconds; days before it when there are any."""
    days, rest = divmod(seconds, 86_400)
    clock = f"{rest // 3600}:{rest % 3600 // 60:02d}:{rest % 60:02d}"
    return f"{days}d {clock}" if days else clock


def logs(settings: Settings, name: str | None, lines: int, *, follow: bool) -> None:
    """Shows the ends of the logs; with `follow`, what is added to them until interrupted."""
    home = Home(settings.home)
    if not is_initialised(home):
        raise OperatorError("There are no logs yet", remedy="Start Warren with `make run`")
    known = sorted(path.stem for path in home.logs.glob("*.log"))
    if name is not None and name not in known:
        raise OperatorError(
            "There is no such log", name=name, known=", ".join(known) or "none yet", exit_code=2
        )
    files = [log_of(home, each) for each in ([name] if name else known)]
    if not files:
        raise OperatorError("There are no logs yet", remedy="Start Warren with `make run`")
    _tail(files, lines, follow=follow, call=os.execvp)


def _tail(
    files: list[Path], lines: int, *, follow: bool, call: Callable[[str, list[str]], None]
) -> None:
    call("tail", ["tail", "-n", str(lines), *(["-F"] if follow else []), *map(str, files)])
