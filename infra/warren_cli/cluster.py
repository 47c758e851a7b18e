"""Starting and stopping the cluster mode: phase by phase, each when what it needs is healthy."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from warren_cli import (
    build,
    capture,
    cluster_conf,
    cluster_health,
    cluster_programs,
    health,
    live_views,
    ndb_mgm,
    ndb_schema,
    pipeline_conf,
    pipeline_programs,
    platform_db,
    release,
    sql_node,
)
from warren_cli.cluster_programs import DATA_NODES, DATANODES, MANAGEMENT, NAMENODES, REDIS, SQL
from warren_cli.errors import OperatorError
from warren_cli.home import Home
from warren_cli.progress import Progress
from warren_cli.settings import Settings
from warren_cli.supervision import FATAL, RUNNING, Supervisor, log_of

POLL_S = 0.5
REPORT_PERIOD_S = 10.0
LOG_TAIL_LINES = 20
# The last global checkpoint of both data nodes, and their end.
DATA_NODES_STOP_S = 120.0

# The capture ends before what it writes to.
PIPELINE = (pipeline_programs.CONNECT, pipeline_programs.ELASTICSEARCH, pipeline_programs.KAFKA)

Problems = Callable[[Settings], Mapping[str, str | None]]


@dataclass(frozen=True)
class Phase:
    """Processes that are started together, and what each must answer before the next phase."""

    title: str
    processes: tuple[str, ...]
    problems: Problems


def _only(names: tuple[str, ...], problems: Problems) -> Problems:
    def chosen(settings: Settings) -> Mapping[str, str | None]:
        found = problems(settings)
        return {name: found[name] for name in names}

    return chosen


def _unhealthy(answers: Callable[[Settings], Mapping[str, str]]) -> Problems:
    def problems(settings: Settings) -> Mapping[str, str | None]:
        return {
            name: None if answer == health.HEALTHY else answer
            for name, answer in answers(settings).items()
        }

    return problems


MANAGEMENT_PHASE = Phase(
    "NDB's management node",
    (MANAGEMENT,),
    _only((MANAGEMENT,), cluster_health.ndb_problems),
)
DATA_PHASE = Phase("NDB's data nodes", DATA_NODES, _only(DATA_NODES, cluster_health.ndb_problems))
SQL_PHASE = Phase("the SQL node", (SQL,), lambda settings: {SQL: sql_node.problem(settings)})
REDIS_PHASE = Phase(
    "Redis", (REDIS,), lambda settings: {REDIS: cluster_health.redis_problem(settings)}
)
KAFKA_PHASE = Phase(
    "Kafka",
    (pipeline_programs.KAFKA,),
    lambda settings: {pipeline_programs.KAFKA: pipeline_programs.kafka_problem(settings)},
)
# Both take long and need nothing of each other.
PIPELINE_PHASE = Phase(
    "Elasticsearch and Kafka Connect",
    (pipeline_programs.ELASTICSEARCH, pipeline_programs.CONNECT),
    pipeline_programs.problems,
)
NAMENODE_PHASE = Phase("the namenodes", NAMENODES, _unhealthy(health.namenodes))
DATANODE_PHASE = Phase("the datanodes", DATANODES, _unhealthy(health.datanodes))


def require(settings: Settings) -> None:
    """Raises OperatorError when the cluster's own programs are missing."""
    cluster_conf.ndb_home(settings)
    cluster_programs.require_redis()


def require_store() -> None:
    """Raises OperatorError when the jars were built without the NDB store."""
    found = any(build.JAVA_LIB.glob("store-ndb-*.jar"))
    if release.is_unpacked():
        release.require(
            "NDB metadata store", found=found, remedy="Take the release for the cluster mode"
        )
    if not found:
        raise OperatorError(
            "This build has no NDB metadata store",
            remedy="Set NDB_HOME, then `make clean` and `make run-cluster`",
            folder=build.JAVA_LIB,
        )


def write_configuration(home: Home, settings: Settings, *, store_only: bool) -> None:
    """Writes the servers' configuration files."""
    cluster_conf.write(home, settings)
    if settings.has_pipeline and not store_only:
        pipeline_conf.write(home, settings)


def start_store(settings: Settings, supervisor: Supervisor, progress: Progress) -> None:
    """Starts NDB and its SQL node with the schema, and nothing else."""
    start_servers(settings, supervisor, progress)
    _prepare_schema(settings, supervisor, progress)


def start_servers(settings: Settings, supervisor: Supervisor, progress: Progress) -> None:
    """Starts NDB and its SQL node, and leaves the tables as they are."""
    home = Home(settings.home)
    for phase in (MANAGEMENT_PHASE, DATA_PHASE):
        _run_phase(phase, settings, supervisor, progress)
    if not home.sql_data.exists():
        progress.say("making the SQL node's data folder")
        sql_node.initialise(home, settings)
    _run_phase(SQL_PHASE, settings, supervisor, progress)
    log_as_set(settings, supervisor, progress)


def log_as_set(settings: Settings, supervisor: Supervisor, progress: Progress) -> None:
    """Has the SQL node's binlog hold what the settings say, which may take another start of it."""
    # The capture reads the feed alone, and what is not logged costs the data nodes nothing either.
    changed = sql_node.log_tables(
        Home(settings.home),
        settings.ndb_database,
        capture.FEED_TABLE,
        others=settings.points_in_time,
    )
    if changed:
        progress.say("starting the SQL node again, as WARREN_POINTS_IN_TIME was changed")
        supervisor.stop(SQL)
        start_sql(settings, supervisor, progress)


def start_sql(settings: Settings, supervisor: Supervisor, progress: Progress) -> None:
    """Starts the SQL node, on data nodes that run."""
    _run_phase(SQL_PHASE, settings, supervisor, progress)


def start_namenodes(
    settings: Settings, supervisor: Supervisor, progress: Progress, *, datanodes: bool
) -> None:
    """Starts what serves files, on a store that runs: the namenodes, and the datanodes if asked."""
    for phase in (NAMENODE_PHASE, DATANODE_PHASE) if datanodes else (NAMENODE_PHASE,):
        _run_phase(phase, settings, supervisor, progress)


def start(
    settings: Settings, supervisor: Supervisor, environment: dict[str, str], progress: Progress
) -> None:
    """Starts what does not run yet, in order. Harmless when everything runs."""
    home = Home(settings.home)
    start_store(settings, supervisor, progress)
    _run_phase(REDIS_PHASE, settings, supervisor, progress)
    if settings.has_pipeline:
        _start_pipeline(settings, supervisor, progress)
    sql_node.make_database(home, settings.sql_platform_database)
    platform_db.prepare(home, environment, progress)
    _run_phase(NAMENODE_PHASE, settings, supervisor, progress)
    progress.say("starting the datanodes and the platform")
    supervisor.start_stopped((*DATANODES, *cluster_programs.PLATFORM))


def _start_pipeline(settings: Settings, supervisor: Supervisor, progress: Progress) -> None:
    capture.require_binlog(settings)
    pipeline_conf.format_kafka(Home(settings.home))
    _run_phase(KAFKA_PHASE, settings, supervisor, progress)
    capture.grant(settings)
    _run_phase(PIPELINE_PHASE, settings, supervisor, progress)
    capture.make_topics(settings)
    capture.register(settings)
    progress.say("  change capture: registered")


def _prepare_schema(settings: Settings, supervisor: Supervisor, progress: Progress) -> None:
    """Upgrades the schema, but not under a namenode that was started with the older one."""
    states = {process.name: process.state for process in supervisor.processes()}
    if any(states.get(name) == RUNNING for name in NAMENODES):
        ndb_schema.init(settings, progress)
    else:
        ndb_schema.upgrade(settings, progress)
    live_views.make(settings, progress)
    sql_node.grant_select(
        Home(settings.home), settings.sql_capture_user, settings.ndb_database, capture.FEED_TABLE
    )


def _run_phase(
    phase: Phase, settings: Settings, supervisor: Supervisor, progress: Progress
) -> None:
    started = supervisor.start_stopped(phase.processes)
    if started:
        progress.say(f"starting {phase.title}")
    deadline = time.monotonic() + settings.start_timeout_s
    reported = time.monotonic()
    while True:
        waiting = _waiting(phase, settings, supervisor)
        if not waiting:
            break
        gave_up = [name for name, (state, _) in waiting.items() if state == FATAL]
        if gave_up or time.monotonic() > deadline:
            raise _not_healthy(phase, {n: why for n, (_, why) in waiting.items()}, settings)
        if time.monotonic() - reported > REPORT_PERIOD_S:
            reported = time.monotonic()
            progress.say(
                "  waiting for " + "; ".join(f"{n} ({why})" for n, (_, why) in waiting.items())
            )
        time.sleep(POLL_S)
    if started:
        progress.say(f"  {', '.join(phase.processes)}: healthy")


def _waiting(
    phase: Phase, settings: Settings, supervisor: Supervisor
) -> dict[str, tuple[str, str]]:
    """The phase's processes that do not serve: their state and why."""
    states = {process.name: process.state for process in supervisor.processes()}
    found = phase.problems(settings)
    waiting = {}
    for name in phase.processes:
        state = states.get(name, "")
        why = found.get(name)
        if state != RUNNING:
            waiting[name] = (state, state.lower() or "not known to the supervisor")
        elif why is not None:
            waiting[name] = (state, why)
    return waiting


def _not_healthy(phase: Phase, waiting: Mapping[str, str], settings: Settings) -> OperatorError:
    home = Home(settings.home)
    tails = "\n".join(
        f"{log_of(home, name)}:\n{build.tail(log_of(home, name), LOG_TAIL_LINES)}"
        for name in waiting
    )
    return OperatorError(
        "A part of the cluster did not become healthy",
        remedy="Put right what the log says and repeat `make run-cluster`; a slow machine may need "
        f"WARREN_START_TIMEOUT_S above {settings.start_timeout_s}. The ends of the logs:\n{tails}",
        phase=phase.title,
        parts="; ".join(f"{name} ({why})" for name, why in waiting.items()),
    )


def stop(settings: Settings, supervisor: Supervisor, progress: Progress) -> None:
    """Stops everything in the reverse order, the data nodes by their management node.

    What this leaves running, the supervisor's own end stops.
    """
    running = {process.name for process in supervisor.processes() if process.state == RUNNING}
    if not running:
        return
    for name in (
        *reversed(cluster_programs.PLATFORM),
        *DATANODES,
        *NAMENODES,
        *PIPELINE,
        REDIS,
        SQL,
    ):
        supervisor.stop(name)
    if MANAGEMENT in running and running & set(DATA_NODES):
        progress.say("stopping NDB's data nodes after a last checkpoint")
        stop_data_nodes(settings, progress)


def stop_data_nodes(settings: Settings, progress: Progress) -> None:
    """Asks the management node; says so when it cannot be done, as signals end them next."""
    address = settings.ndb_mgm_address.reachable
    try:
        ndb_mgm.stop_data_nodes(address, DATA_NODES_STOP_S)
    except (OSError, OperatorError) as error:
        progress.say(
            f"the management node at {address} did not stop the data nodes ({error}); they are "
            "ended by a signal, and restart from their last checkpoint"
        )
