"""Hadoop's file shell in a process that stays, for tests that call it again and again."""

import base64
import json
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx

from warren_cli import hdfs
from warren_cli.errors import OperatorError
from warren_cli.home import Home
from warren_cli.reports import RESULTS
from warren_cli.settings import REPOSITORY, Settings

SOURCE: Final = REPOSITORY / "tests" / "smoke" / "java" / "StockShell.java"
# Where tests find it, and of which data folder it is: a Warren beside it has commands of its own.
URL: Final = "WARREN_TEST_SHELL_URL"
TOKEN: Final = "WARREN_TEST_SHELL_TOKEN"  # noqa: S105  a name
HOME: Final = "WARREN_TEST_SHELL_HOME"
START_S: Final = 60.0
POLL_S: Final = 0.1


@dataclass(frozen=True)
class StockShell:
    """One that runs."""

    url: str
    token: str

    def run(
        self, user: str, arguments: Sequence[str], timeout_s: float
    ) -> subprocess.CompletedProcess[bytes]:
        """What `bin/warren dfs` would have printed and how it would have ended."""
        answer = httpx.post(
            self.url,
            json={"user": user, "arguments": list(arguments)},
            headers={"Authorization": f"Bearer {self.token}"},
            timeout=timeout_s,
            trust_env=False,
        )
        told = answer.raise_for_status().json()
        out, err = (base64.b64decode(told[name]) for name in ("out", "err"))
        return subprocess.CompletedProcess(list(arguments), told["code"], out, err)


def of(environment: Mapping[str, str]) -> StockShell | None:
    """That of the system which the environment names; None when it has none."""
    home = environment.get("WARREN_HOME")
    if not home or environment.get(HOME) != home:
        return None
    return StockShell(environment[URL], environment[TOKEN])


@contextmanager
def serving(settings: Settings) -> Iterator[dict[str, str]]:
    """Starts one for a running system, and tells the variables by which tests find it."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    log = RESULTS / f"stock-shell-{settings.mode}.log"
    # Others may not read its token, and the data folder is the tests' to look through.
    with tempfile.TemporaryDirectory(prefix="warren-stock-shell-") as folder, log.open("wb") as out:
        address = Path(folder) / "address.json"
        with subprocess.Popen(  # noqa: S603
            hdfs.java_command(Home(settings.home), str(SOURCE), (str(address),)),
            env=hdfs.client_environment(os.environ),
            stdin=subprocess.PIPE,
            stdout=out,
            stderr=out,
        ) as process:
            try:
                told = _await(address, process, log)
                yield {URL: told["url"], TOKEN: told["token"], HOME: str(settings.home)}
            finally:
                process.kill()


def _await(address: Path, process: subprocess.Popen[bytes], log: Path) -> dict[str, str]:
    deadline = time.monotonic() + START_S
    while not address.exists():
        if process.poll() is not None or time.monotonic() > deadline:
            raise OperatorError("The file shell of the tests did not start", log=log)
        time.sleep(POLL_S)
    told: dict[str, str] = json.loads(address.read_bytes())
    return told
