"""One part of the cluster by itself, for whoever supervises processes: containers, service units.

The same commands, configuration files and health checks as in `make run-cluster`.
"""

import os
from collections.abc import Callable
from pathlib import Path

from warren_cli import (
    admin_tokens,
    capture,
    cluster_conf,
    cluster_health,
    hadoop_conf,
    health,
    live_views,
    ndb_schema,
    pipeline_conf,
    pipeline_programs,
    platform_db,
    sql_node,
)
from warren_cli.cluster_programs import DATA_NODES, MANAGEMENT, REDIS, SQL
from warren_cli.errors import OperatorError
from warren_cli.home import Home, prepare, write_secret
from warren_cli.programs import Program, environment, programs
from warren_cli.progress import Progress
from warren_cli.rights import owner_only
from warren_cli.settings import Settings
from warren_cli.supervision import RUNNING, ProcessState

Execute = Callable[[str, list[str], dict[str, str]], object]


@owner_only()
def set_up(settings: Settings, progress: Progress) -> None:
    """Lays out the data folder that the parts share: configuration, secrets, the SQL node's."""
    home = Home(settings.home)
    cluster_conf.ndb_home(settings)
    prepare(home, settings, os.environ.get("WARREN_CONSOLE_PASSWORD"))
    hadoop_conf.write_cluster(home, settings)
    cluster_conf.write(home, settings)
    if settings.has_pipeline:
        pipeline_conf.write(home, settings)
        pipeline_conf.format_kafka(home)
    if sql_node.initialise(home, settings):
        progress.say("made the SQL node's data folder")
    progress.say(f"{home.root} is ready")


@owner_only()
def set_up_alone(settings: Settings, name: str, given: Path | None, progress: Progress) -> None:
    """Lays out a data folder that one part has for itself.

    given: a folder with all secrets, as `set_up` made them for another part or its like; without
    it they are made where there are none, and have to be the same for every part.
    """
    home = Home(settings.home)
    cluster_conf.ndb_home(settings)
    _require_known(settings, name)
    prepare(home, settings, None)
    if given is not None:
        _take_secrets(home, given)
    hadoop_conf.write_cluster(home, settings)
    cluster_conf.write(home, settings)
    if settings.has_pipeline:
        pipeline_conf.write(home, settings)
    if given is not None:
        _refuse_own_secrets(home, given)
    if name == pipeline_programs.KAFKA:
        pipeline_conf.format_kafka(home)
    if name == SQL and sql_node.initialise(home, settings):
        progress.say("made the SQL node's data folder")
    progress.say(f"{home.root} is ready for {name}")


def secrets_of(home: Home) -> frozenset[str]:
    """What every part must know alike, by its place among the secrets; not what is made of it."""
    made = {
        *(home.sql_accounts_file, home.redis_config, home.kafka_config, home.connect_config),
        home.connect_users_file,
    }
    files = (file for file in home.secrets.rglob("*") if file.is_file())
    return frozenset(str(file.relative_to(home.secrets)) for file in files if file not in made)


def _take_secrets(home: Home, given: Path) -> None:
    # Where Kubernetes mounts secrets, all are links into a hidden folder of their version.
    for parent, folders, names in os.walk(given, followlinks=True):
        folders[:] = [folder for folder in folders if not folder.startswith(".")]
        for file in (Path(parent) / name for name in names):
            text = file.read_text(encoding="utf-8")
            write_secret(home.secrets / file.relative_to(given), text)


def _refuse_own_secrets(home: Home, given: Path) -> None:
    missing = sorted(name for name in secrets_of(home) if not (given / name).is_file())
    if missing:
        raise OperatorError(
            "A secret is missing that all parts share",
            remedy="Copy the folder secrets of a data folder that `bin/warren part set-up` made",
            folder=given,
            missing=", ".join(missing),
            exit_code=2,
        )


@owner_only()
def make_tables(settings: Settings, progress: Progress) -> None:
    """Brings the metadata tables and the platform's database up to date; no namenode may run."""
    home = Home(settings.home)
    ndb_schema.upgrade(settings, progress)
    live_views.make(settings, progress)
    sql_node.grant_select(
        home, settings.sql_capture_user, settings.ndb_database, capture.FEED_TABLE
    )
    sql_node.make_database(home, settings.sql_platform_database)
    platform_db.prepare(home, environment(settings, os.environ), progress)


@owner_only()
def open_kafka(settings: Settings, progress: Progress) -> None:
    """Lets Kafka's clients do what they must, before Kafka Connect starts."""
    capture.grant(settings)
    progress.say("Kafka: rules of access made")


@owner_only()
def make_capture(settings: Settings, progress: Progress) -> None:
    """Makes Kafka's topics and the change capture's connector, once the tables are there."""
    capture.require_binlog(settings)
    capture.make_topics(settings)
    capture.register(settings)
    progress.say("change capture: registered")


def run(settings: Settings, name: str, execute: Execute = os.execvpe) -> None:
    """Becomes the part's process. Raises OperatorError when there is no such part."""
    command = _require_known(settings, name).command
    own = admin_tokens.environment(settings.home, name)
    with owner_only():
        execute(command[0], list(command), environment(settings, os.environ) | own)


def _require_known(settings: Settings, name: str) -> Program:
    found = {program.name: program for program in programs(settings, Home(settings.home))}
    if name not in found:
        raise OperatorError("There is no such part", name=name, known=", ".join(found), exit_code=2)
    return found[name]


def problem(settings: Settings, name: str) -> str | None:
    """Why a part does not serve; None when it does."""
    if name in {MANAGEMENT, *DATA_NODES}:
        return cluster_health.ndb_problems(settings)[name]
    if name == SQL:
        return sql_node.problem(settings)
    if name == REDIS:
        return cluster_health.redis_problem(settings)
    if name in pipeline_programs.NAMES:
        return pipeline_programs.problems(settings).get(name, "not a part of this Warren")
    # Whoever supervises the part knows that its process runs; what counts here is its answer.
    processes = [ProcessState(each, RUNNING, 0, 0, 0, "") for each in {name, "web"}]
    for row in health.check(settings, processes):
        if row.part == name:
            # A build ends by itself: whoever waits for the part need not wait for it.
            return None if row.is_healthy or row.is_building else row.health
    return "not a part of this Warren"
