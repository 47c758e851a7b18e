"""The processes of the embedded mode, and what both modes start alike."""

import os
import shlex
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from warren_cli import admin_tokens, shared_classes, toolchain
from warren_cli.fields import Address
from warren_cli.home import Home
from warren_cli.settings import REPOSITORY, Settings

PYTHON_PARTS = (
    "generations",
    "search",
    "analytics",
    "cdc",
    "backend",
    "infra",
    "clients/namenode",
)
SERVER_LOG4J = REPOSITORY / "infra" / "log4j" / "server.properties"
# Marks the processes of one data folder, so that they are found again when their supervisor died.
HOME_MARK = "WARREN_SUPERVISED_HOME"


@dataclass(frozen=True)
class Program:
    """A supervised process. `start_order` rises from those that others need.

    Without `autostart` it waits for the launcher, which starts it when what it needs is healthy.
    `stop_timeout_s` overrides the setting where a process needs longer to end in good order.
    """

    name: str
    command: tuple[str, ...]
    start_order: int
    start_s: int
    autostart: bool = True
    restart_after_exit_0: bool = True
    stop_timeout_s: int = 0


def programs(settings: Settings, home: Home) -> tuple[Program, ...]:
    """The processes of the settings' mode in start order."""
    if settings.is_cluster:
        from warren_cli import cluster_programs  # noqa: PLC0415  it needs this module

        return cluster_programs.programs(settings, home)
    return (
        Program("namenodes", _namenodes(settings, home), 10, 3),
        Program("datanode", datanode(settings, home), 20, 3),
        Program("indexer", indexer(), 30, 2),
        Program("replica", replica(), 30, 2),
        Program("web", web(settings), 40, 2),
        Program("worker", worker(settings), 50, 2),
        *(
            [Program("take-over", (sys.executable, "-m", "warren_cli.take_over_orders"), 60, 1)]
            if settings.take_over_from
            else []
        ),
    )


def server_java(
    heap_mb: int, home: Home, *, options: tuple[str, ...] = (), class_path: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """The start of a server's command line, up to its main class."""
    return (
        toolchain.java(),
        f"-Xmx{heap_mb}m",
        "-XX:+UseG1GC",
        "-XX:+ExitOnOutOfMemoryError",
        f"-XX:ErrorFile={home.logs}/java-crash.log",
        "-Dfile.encoding=UTF-8",
        f"-Dlog4j.configuration=file:{SERVER_LOG4J}",
        f"-Djava.io.tmpdir={home.scratch}",
        f"-Dhadoop.log.dir={home.logs}",
        *shared_classes.flags(),
        *options,
        "-cp",
        shared_classes.class_path(*class_path, str(home.conf)),
    )


def namenode_flag(name: str, rpc: Address, http: Address) -> tuple[str, ...]:
    return ("--namenode", f"{name},{rpc},{http}")


def _namenodes(settings: Settings, home: Home) -> tuple[str, ...]:
    return (
        *server_java(settings.namenode_heap_mb, home),
        *("io.warren.namenode.NamenodeMain", "--home", str(home.root), "--conf", str(home.conf)),
        *namenode_flag("nn1", settings.nn1_rpc_address, settings.nn1_http_address),
        *namenode_flag("nn2", settings.nn2_rpc_address, settings.nn2_http_address),
    )


def datanode(settings: Settings, home: Home) -> tuple[str, ...]:
    return (
        *server_java(settings.datanode_heap_mb, home),
        *("io.warren.datanode.DatanodeMain", "--conf", str(home.conf)),
        *("--data", str(home.blocks), "--hostname", settings.datanode_data_address.host),
        *("--reports", settings.datanode_reports),
    )


def indexer() -> tuple[str, ...]:
    return (sys.executable, "-m", "warren_cdc.tail")


def replica() -> tuple[str, ...]:
    # Analysis yields to the metadata service and to what searches wait for.
    return ("nice", "-n", "5", sys.executable, "-m", "warren_cdc.replica_main")


def web(settings: Settings) -> tuple[str, ...]:
    return (
        *(sys.executable, "-m", "gunicorn", "config.wsgi:application"),
        *("--chdir", str(REPOSITORY / "backend"), "--bind", str(settings.http_address)),
        *("--config", "python:config.gunicorn_hooks"),
        *("--worker-class", "gthread", "--workers", str(settings.web_workers)),
        # A stream of events keeps a thread; requests have theirs besides.
        *("--threads", str(settings.web_threads + settings.event_streams_max)),
        *("--timeout", "60", "--graceful-timeout", "10"),
    )


def worker(settings: Settings) -> tuple[str, ...]:
    return (
        *(sys.executable, "-m", "celery", "-A", "config.celery", "worker"),
        *("--pool=threads", "-c", str(settings.worker_threads), "--loglevel=INFO"),
    )


def environment(settings: Settings, inherited: Mapping[str, str]) -> dict[str, str]:
    """The environment of every supervised process: the operator's, and every setting resolved.

    Without a token of the admin API: each process is told of its own one alone.
    """
    python_path = os.pathsep.join(str(REPOSITORY / part) for part in PYTHON_PARTS)
    others = {name: value for name, value in inherited.items() if name != admin_tokens.VARIABLE}
    return {
        **others,
        **utf8_locale(inherited),
        **settings.environment(),
        "PYTHONPATH": python_path,
        "PYTHONUNBUFFERED": "1",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        HOME_MARK: str(settings.home),
    }


def utf8_locale(inherited: Mapping[str, str]) -> dict[str, str]:
    """Java reads file names in the locale's encoding: without UTF-8 it turns letters into "?"."""
    current = inherited.get("LC_ALL") or inherited.get("LC_CTYPE") or inherited.get("LANG") or ""
    return {} if current.upper().replace("-", "").endswith("UTF8") else {"LC_ALL": "C.UTF-8"}


def quoted(command: tuple[str, ...]) -> str:
    return shlex.join(command)
