"""The five processes of the embedded mode: how each is started."""

import os
import shlex
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from warren_cli import toolchain
from warren_cli.build import JAVA_LIB
from warren_cli.home import Home
from warren_cli.settings import REPOSITORY, Settings

PYTHON_PARTS = ("search", "cdc", "backend", "infra")
SERVER_LOG4J = REPOSITORY / "infra" / "log4j" / "server.properties"
# Marks the processes of one data folder, so that they are found again when their supervisor died.
HOME_MARK = "WARREN_SUPERVISED_HOME"


@dataclass(frozen=True)
class Program:
    """A supervised process. `start_order` rises from those that others need."""

    name: str
    command: tuple[str, ...]
    start_order: int
    start_s: int


def programs(settings: Settings, home: Home) -> tuple[Program, ...]:
    python = sys.executable
    return (
        Program("namenodes", _namenodes(settings, home), 10, 3),
        Program("datanode", _datanode(settings, home), 20, 3),
        Program("indexer", (python, "-m", "warren_cdc.tail"), 30, 2),
        Program("web", _web(settings), 40, 2),
        Program("worker", _worker(settings), 50, 2),
    )


def _java(settings_mb: int, home: Home) -> tuple[str, ...]:
    return (
        toolchain.java(),
        f"-Xmx{settings_mb}m",
        "-XX:+UseG1GC",
        "-XX:+ExitOnOutOfMemoryError",
        f"-XX:ErrorFile={home.logs}/java-crash.log",
        "-Dfile.encoding=UTF-8",
        f"-Dlog4j.configuration=file:{SERVER_LOG4J}",
        f"-Djava.io.tmpdir={home.scratch}",
        "-cp",
        f"{home.conf}:{JAVA_LIB}/*",
    )


def _namenodes(settings: Settings, home: Home) -> tuple[str, ...]:
    return (
        *_java(settings.namenode_heap_mb, home),
        "io.warren.namenode.NamenodeMain",
        *("--home", str(home.root), "--conf", str(home.conf)),
        *("--namenode", f"nn1,{settings.nn1_rpc_address},{settings.nn1_http_address}"),
        *("--namenode", f"nn2,{settings.nn2_rpc_address},{settings.nn2_http_address}"),
    )


def _datanode(settings: Settings, home: Home) -> tuple[str, ...]:
    return (
        *_java(settings.datanode_heap_mb, home),
        "io.warren.datanode.DatanodeMain",
        *("--conf", str(home.conf), "--data", str(home.blocks)),
        *("--hostname", settings.datanode_data_address.host),
    )


def _web(settings: Settings) -> tuple[str, ...]:
    return (
        *(sys.executable, "-m", "gunicorn", "config.wsgi:application"),
        *("--chdir", str(REPOSITORY / "backend"), "--bind", str(settings.http_address)),
        *("--worker-class", "gthread", "--workers", str(settings.web_workers)),
        *("--threads", str(settings.web_threads), "--timeout", "60", "--graceful-timeout", "10"),
    )


def _worker(settings: Settings) -> tuple[str, ...]:
    return (
        *(sys.executable, "-m", "celery", "-A", "config.celery", "worker"),
        *("--pool=threads", "-c", str(settings.worker_threads), "--loglevel=INFO"),
    )


def environment(settings: Settings, inherited: Mapping[str, str]) -> dict[str, str]:
    """The environment of every supervised process: the operator's, and every setting resolved."""
    python_path = os.pathsep.join(str(REPOSITORY / part) for part in PYTHON_PARTS)
    return {
        **inherited,
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
