"""podman and podman-compose, as far as the trial uses them."""

import subprocess
import time
from collections.abc import Callable, Sequence
from typing import Final

from warren_cli.containers import plan
from warren_cli.errors import OperatorError
from warren_cli.progress import Progress
from warren_cli.settings import REPOSITORY

PROJECT: Final = "warren-trial"
# The image is built in it, too.
COMMAND_TIMEOUT_S: Final = 1800
POLL_S: Final = 1.0
LOG_LINES: Final = 40
CREATED: Final = "created"
SERVICE_LABEL: Final = "com.docker.compose.service"
PROJECT_LABEL: Final = "io.podman.compose.project"


def podman(*arguments: str, given: bytes | None = None) -> str:
    """What it prints. Raises OperatorError with what it says when it fails."""
    return run(("podman", *arguments), given)


def compose(*arguments: str, given: bytes | None = None) -> str:
    """podman-compose for the trial's project."""
    return run(("podman-compose", "-p", PROJECT, "-f", str(plan.FILE), *arguments), given)


def run(command: Sequence[str], given: bytes | None = None) -> str:
    """Runs it in the repository; its output."""
    done = attempt(command, given)
    if done.returncode != 0:
        raise OperatorError(
            "A command of the trial failed",
            command=" ".join(command),
            exit_code_of_command=done.returncode,
            output=done.stderr.decode(errors="replace")[-2000:],
        )
    return done.stdout.decode(errors="replace").strip()


def attempt(
    command: Sequence[str], given: bytes | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Runs it, whatever it exits with."""
    return subprocess.run(  # noqa: S603
        command,
        cwd=REPOSITORY,
        input=given or b"",
        capture_output=True,
        timeout=COMMAND_TIMEOUT_S,
        check=False,
    )


def container(service: str) -> str:
    """The name of a service's container."""
    filters = (f"{PROJECT_LABEL}={PROJECT}", f"{SERVICE_LABEL}={service}")
    found = podman(
        *("ps", "--all", "--format", "{{.Names}}"),
        *(part for each in filters for part in ("--filter", f"label={each}")),
    )
    if not found:
        raise OperatorError("A service has no container", service=service)
    return found.splitlines()[0]


def start(service: str) -> None:
    """Starts a service's container, and no other."""
    compose("up", "--detach", "--no-deps", "--no-build", "--no-recreate", service)
    if state(service)[0] == CREATED:
        # podman-compose before 1.1 says that all went well; podman says what did not.
        podman("start", container(service))


def state(service: str) -> tuple[str, int]:
    """The state of a service's container, and what it exited with."""
    told = podman(
        "inspect", "--format", "{{.State.Status}} {{.State.ExitCode}}", container(service)
    )
    status, _, code = told.partition(" ")
    return status, int(code)


def is_healthy(service: str) -> bool:
    """What the service's health check says now: no timer of podman's has to run for it."""
    return attempt(("podman", "healthcheck", "run", container(service))).returncode == 0


def has_completed(service: str) -> bool:
    """Whether it ended well. Raises OperatorError when it ended otherwise."""
    status, code = state(service)
    if status != "exited":
        return False
    if code != 0:
        raise OperatorError("A service failed", service=service, log=log(service))
    return True


def wait(service: str, condition: Callable[[str], bool], timeout_s: float) -> None:
    """Waits until it holds. Raises OperatorError with the end of the service's log."""
    deadline = time.monotonic() + timeout_s
    while not condition(service):
        if time.monotonic() > deadline:
            raise OperatorError(
                "A service did not become what others wait for",
                service=service,
                state=" ".join(map(str, state(service))),
                log=log(service),
            )
        time.sleep(POLL_S)


def log(service: str) -> str:
    """The end of what a service printed."""
    done = attempt(("podman", "logs", "--tail", str(LOG_LINES), container(service)))
    return "\n" + (done.stdout + done.stderr).decode(errors="replace")


def remove_all(progress: Progress) -> None:
    """Removes the trial's containers, volumes and networks; harmless when there are none."""
    done = compose("down", "--volumes", "--timeout", "5")
    progress.say(f"removed the containers {done}".strip())
