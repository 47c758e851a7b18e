"""Hadoop's stock clients against the running cluster. Imports little: it starts each command."""

import os
from collections.abc import Mapping, Sequence

from warren_cli import shared_classes, toolchain
from warren_cli.build import JAVA_LIB
from warren_cli.errors import OperatorError
from warren_cli.hadoop_conf import CORE_SITE
from warren_cli.home import Home, is_initialised
from warren_cli.programs import utf8_locale
from warren_cli.settings import REPOSITORY, Settings

FS_SHELL = "org.apache.hadoop.fs.FsShell"
CLIENT_HEAP_MB = 512
CLIENT_LOG4J = REPOSITORY / "infra" / "log4j" / "client.properties"
# A short run is mostly class loading: verification of Hadoop's own jars and the optimising
# compiler cost more than they bring.
SHORT_RUN_FLAGS = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto")
# A load or a benchmark runs for minutes, and there the optimising compiler pays.
LONG_RUN_FLAGS = ("-XX:+UseSerialGC",)


def java_command(
    home: Home, main_class: str, arguments: Sequence[str], flags: Sequence[str] = SHORT_RUN_FLAGS
) -> list[str]:
    """The command line that runs one of Hadoop's mains with the cluster's configuration."""
    if not is_initialised(home) or not (home.conf / CORE_SITE).exists():
        raise OperatorError(
            "Warren is not set up in this data folder",
            remedy="Start it with `make run`",
            folder=home.root,
        )
    if not any(JAVA_LIB.glob("*.jar")):
        raise OperatorError("The jars are not built", remedy="Run `make run`", folder=JAVA_LIB)
    return [
        toolchain.java(),
        f"-Xmx{CLIENT_HEAP_MB}m",
        *shared_classes.flags(),
        *flags,
        "-Dfile.encoding=UTF-8",
        f"-Dlog4j.configuration=file:{CLIENT_LOG4J}",
        "-cp",
        shared_classes.class_path(str(home.conf)),
        main_class,
        *arguments,
    ]


def client_environment(inherited: Mapping[str, str]) -> dict[str, str]:
    return {**inherited, **utf8_locale(inherited)}


def replace_process(command: Sequence[str]) -> None:
    """Becomes the command, so that its output, signals and exit code are the caller's."""
    os.execve(command[0], list(command), client_environment(os.environ))  # noqa: S606


def run(settings: Settings, main_class: str, arguments: Sequence[str]) -> None:
    """Becomes one of Hadoop's mains."""
    replace_process(java_command(Home(settings.home), main_class, arguments))
