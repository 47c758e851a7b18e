"""Hadoop's stock clients against the running cluster, and the namenode switch."""

import os
from collections.abc import Mapping, Sequence

import httpx

from warren_cli import toolchain
from warren_cli.build import JAVA_LIB
from warren_cli.errors import OperatorError
from warren_cli.hadoop_conf import CLIENT_LOG4J, CORE_SITE
from warren_cli.health import bearer
from warren_cli.home import Home, is_initialised
from warren_cli.programs import utf8_locale
from warren_cli.settings import Settings

FS_SHELL = "org.apache.hadoop.fs.FsShell"
CLIENT_HEAP_MB = 512
# A short run is mostly class loading: verification of Hadoop's own jars and the optimising
# compiler cost more than they bring.
SHORT_RUN_FLAGS = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto")
# A load or a benchmark runs for minutes, and there the optimising compiler pays.
LONG_RUN_FLAGS = ("-XX:+UseSerialGC",)
PROCESS_TIMEOUT_S = 60.0
NAMENODE_NAMES = ("nn1", "nn2")


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
        *flags,
        "-Dfile.encoding=UTF-8",
        f"-Dlog4j.configuration=file:{home.conf / CLIENT_LOG4J}",
        "-cp",
        f"{home.conf}:{JAVA_LIB}/*",
        main_class,
        *arguments,
    ]


def client_environment(inherited: Mapping[str, str]) -> dict[str, str]:
    return {**inherited, **utf8_locale(inherited)}


def replace_process(command: Sequence[str]) -> None:
    """Becomes the command, so that its output, signals and exit code are the caller's."""
    os.execve(command[0], list(command), client_environment(os.environ))  # noqa: S606


def namenode(settings: Settings, action: str, name: str) -> str:
    """Asks a live namenode to stop or start one of its process; what to tell the operator.

    Another namenode is asked first: one that stops cannot be relied on to finish its answer.
    """
    if name not in NAMENODE_NAMES:
        raise OperatorError(
            "There is no such namenode", name=name, known=", ".join(NAMENODE_NAMES), exit_code=2
        )
    own = settings.admin_urls[NAMENODE_NAMES.index(name)]
    urls = [*(url for url in settings.admin_urls if url != own), own]
    with httpx.Client(timeout=PROCESS_TIMEOUT_S, trust_env=False) as client:
        for url in urls:
            try:
                answer = client.post(
                    f"{url}/admin/v1/process/namenodes/{name}/{action}", headers=bearer(settings)
                )
            except httpx.ConnectError:
                continue
            except (httpx.HTTPError, OSError) as error:
                raise OperatorError(
                    "The admin API did not answer properly", url=url, reason=error
                ) from error
            if answer.status_code == httpx.codes.OK:
                return f"{name}: {answer.json()['state']}"
            raise _refusal(answer)
    raise OperatorError(
        "No namenode answers", remedy="Look at `make status`", tried=", ".join(urls)
    )


def namenode_state(settings: Settings, name: str) -> str:
    """The state of one namenode, asked of itself: serving, draining, … or stopped."""
    if name not in NAMENODE_NAMES:
        raise OperatorError(
            "There is no such namenode", name=name, known=", ".join(NAMENODE_NAMES), exit_code=2
        )
    url = settings.admin_urls[NAMENODE_NAMES.index(name)]
    try:
        answer = httpx.get(f"{url}/admin/v1/health", timeout=5.0, trust_env=False)
        return str(answer.json()["state"])
    except httpx.ConnectError:
        return "stopped"
    except (httpx.HTTPError, ValueError, KeyError) as error:
        raise OperatorError(
            "The namenode did not answer properly", url=url, reason=error
        ) from error


def _refusal(answer: httpx.Response) -> OperatorError:
    try:
        problem = answer.json()
        return OperatorError(
            str(problem["title"]), remedy=str(problem.get("detail", "")), code=problem["code"]
        )
    except (ValueError, KeyError, TypeError):
        return OperatorError("The admin API refused", status=answer.status_code)
