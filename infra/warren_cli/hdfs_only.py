"""Only the file system of the embedded mode, for one run: namenodes and a datanode, no platform."""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from warren_cli import build, hadoop_conf, health, programs, toolchain
from warren_cli.errors import OperatorError
from warren_cli.health import HEALTHY
from warren_cli.home import Home, prepare
from warren_cli.modes import Mode
from warren_cli.progress import Progress
from warren_cli.rights import owner_only
from warren_cli.settings import Settings
from warren_cli.temporary import settings as temporary_settings

POLL_S = 0.5


@contextmanager
def running(
    progress: Progress,
    *,
    datanode: bool = True,
    core_site: Mapping[str, str] | None = None,
    recorded: Path | None = None,
) -> Iterator[Settings]:
    """Starts it in a temporary folder and ends it with the block. Raises OperatorError.

    Without `datanode` the caller brings its own. `core_site` are further properties of Hadoop's.
    `recorded`: a folder for the list of classes that each process loaded.
    """
    toolchain.require()
    build.ensure_java(progress)
    folder = Path(tempfile.mkdtemp(prefix="warren-hdfs-"))
    settings = temporary_settings(folder / "home", Mode.EMBEDDED)
    try:
        with serving(settings, progress, datanode=datanode, core_site=core_site, recorded=recorded):
            yield settings
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def serving(
    settings: Settings,
    progress: Progress,
    *,
    datanode: bool = True,
    core_site: Mapping[str, str] | None = None,
    recorded: Path | None = None,
) -> Iterator[None]:
    """Starts it in a data folder, which stays, and ends it with the block. Raises OperatorError."""
    home = Home(settings.home)
    prepare(home, settings, None)
    hadoop_conf.write_cluster(home, settings, core_site)
    wanted = [p for p in programs.programs(settings, home) if p.name in _names(datanode)]
    with ExitStack() as stack:
        with owner_only():
            processes = {
                p.name: stack.enter_context(_process(settings, p, recorded)) for p in wanted
            }
        _await(settings, processes, datanode=datanode)
        progress.say(f"a file system serves at hdfs://{settings.nn1_rpc_address}")
        yield


def _names(datanode: bool) -> frozenset[str]:
    return frozenset(("namenodes", "datanode") if datanode else ("namenodes",))


@contextmanager
def _process(
    settings: Settings, program: programs.Program, recorded: Path | None
) -> Iterator[subprocess.Popen[bytes]]:
    home = Home(settings.home)
    java, *arguments = program.command
    flags = () if recorded is None else (f"-XX:DumpLoadedClassList={recorded / program.name}.lst",)
    with (home.logs / f"{program.name}.log").open("wb") as log:
        process = subprocess.Popen(  # noqa: S603
            (java, *flags, *arguments),
            env=programs.environment(settings, os.environ),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(settings.stop_timeout_s)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _await(
    settings: Settings, processes: dict[str, subprocess.Popen[bytes]], *, datanode: bool
) -> None:
    deadline = time.monotonic() + settings.start_timeout_s
    while not _serves(settings, datanode=datanode):
        ended = [name for name, process in processes.items() if process.poll() is not None]
        if ended or time.monotonic() > deadline:
            logs = Home(settings.home).logs
            tails = "\n".join(build.tail(logs / f"{name}.log") for name in ended or processes)
            raise OperatorError(
                "The file system did not start",
                remedy=f"Put right what its log says:\n{tails}",
                ended=", ".join(ended) or "none, but it does not answer",
            )
        time.sleep(POLL_S)


def _serves(settings: Settings, *, datanode: bool) -> bool:
    answers = health.namenodes(settings)
    if datanode:
        answers |= health.datanodes(settings)
    return all(answer == HEALTHY for answer in answers.values())
