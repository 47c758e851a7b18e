"""`bin/warren containers try`: docker-compose.yml built, started, used, broken and used on."""

import os
import shutil
import time
from collections.abc import Callable
from typing import Final

import httpx

from warren_cli.containers import plan, podman
from warren_cli.containers.plan import Condition, Service
from warren_cli.errors import OperatorError
from warren_cli.packing import tarball
from warren_cli.progress import Progress
from warren_cli.settings import REPOSITORY

DOCKER: Final = REPOSITORY / "infra" / "docker"
BASE: Final = "docker.io/library/debian:bookworm-slim"
PROGRAMS: Final = ("podman", "podman-compose")
CONSOLE: Final = "http://127.0.0.1:8000/"
# On two processors, with all other parts starting beside.
HEALTHY_S: Final = 600.0
FOUND_S: Final = 120.0
# One data node of two and one namenode of two: everything goes on without them.
KILLED: Final = ("ndb-data2", "nn1")
POLL_S: Final = 1.0
IN_SHELL: Final = ("run", "--rm", "--no-deps", "-T", "shell", "dfs")


def run(progress: Progress, *, keep: bool) -> None:
    """Tries it all out. Raises OperatorError that names what failed.

    keep: what was started stays, for a look at it.
    """
    require()
    _build(progress)
    services = plan.services()
    podman.remove_all(progress)
    try:
        _start(services, progress)
        _write("before", progress)
        _find("before", progress)
        _look_at_console(progress)
        for service in KILLED:
            progress.say(f"killing {service}")
            podman.podman("kill", "--signal", "KILL", podman.container(service))
        _write("while-two-are-dead", progress)
        _bring_back(progress)
        _await_healthy(services, progress)
        _find("while-two-are-dead", progress)
    finally:
        if not keep:
            podman.remove_all(progress)
    progress.say("the containers work")


def require() -> None:
    """Raises OperatorError when a program is missing."""
    missing = [name for name in PROGRAMS if shutil.which(name) is None]
    if missing:
        raise OperatorError(
            "The containers are tried with podman",
            remedy="Install it (apt install podman podman-compose)",
            missing=", ".join(missing),
            exit_code=2,
        )


def _build(progress: Progress) -> None:
    tarball.run(progress, cluster_mode=True)
    if podman.attempt(("podman", "image", "exists", BASE)).returncode != 0:
        progress.say(f"getting {BASE}")
        if podman.attempt(("podman", "pull", "--quiet", BASE)).returncode != 0:
            progress.say("no registry of images has it: making it of Debian's packages")
            podman.run((str(DOCKER / "base.sh"),))
    progress.say("building the image")
    # podman-compose before 1.1 leaves out the other build contexts, and says that all went well.
    podman.podman("build", *plan.build_arguments(os.environ))


def _start(services: list[Service], progress: Progress) -> None:
    """Each when what it waits for is there, as the file says, whatever version podman is of."""
    for service in services:
        for other, condition in service.waits_for.items():
            podman.wait(other, _CONDITIONS[condition], HEALTHY_S)
        podman.start(service.name)
        progress.say(f"  {service.name}: started")
    _await_healthy(services, progress)


_CONDITIONS: Final[dict[Condition, Callable[[str], bool]]] = {
    Condition.HEALTHY: podman.is_healthy,
    Condition.COMPLETED: podman.has_completed,
}


def _await_healthy(services: list[Service], progress: Progress) -> None:
    for service in services:
        if service.is_checked:
            podman.wait(service.name, podman.is_healthy, HEALTHY_S)
            progress.say(f"  {service.name}: healthy")


def _write(name: str, progress: Progress) -> None:
    """Writes a file with the stock client of the shell service, and reads it back."""
    content = f"written {name}\n"
    began = time.monotonic()
    podman.compose(*IN_SHELL, "-mkdir", "-p", "/trial")
    podman.compose(*IN_SHELL, "-put", "-", _path(name), given=content.encode())
    read = podman.compose(*IN_SHELL, "-cat", _path(name))
    if content.strip() not in read:
        raise OperatorError(
            "A file was not read back as it was written", path=_path(name), read=read
        )
    progress.say(f"wrote and read {_path(name)} in {time.monotonic() - began:.0f} s")


def _path(name: str) -> str:
    return f"/trial/{name}.txt"


def _find(name: str, progress: Progress) -> None:
    """Finds the file by search, over the API that the console uses."""
    began = time.monotonic()
    web = podman.container("web")
    password = podman.podman("exec", web, "cat", "/var/lib/warren/secrets/console-password")
    login = ("bin/warren", "login", "--user", "admin", "--password-stdin")
    podman.podman("exec", "--interactive", web, *login, given=f"{password}\n".encode())
    found = ""
    while _path(name) not in found:
        if time.monotonic() - began > FOUND_S:
            raise OperatorError("A file is not found by search", path=_path(name), found=found)
        found = podman.podman("exec", web, "bin/warren", "search", f"{name}.txt", "--format", "csv")
        time.sleep(POLL_S)
    progress.say(f"found {_path(name)} by search after {time.monotonic() - began:.0f} s")


def _look_at_console(progress: Progress) -> None:
    """The console as a browser on this machine gets it."""
    answer = httpx.get(CONSOLE, timeout=30, trust_env=False)
    if answer.status_code != httpx.codes.OK or "<script" not in answer.text:
        raise OperatorError("The console is not served", url=CONSOLE, status=answer.status_code)
    progress.say(f"the console is at {CONSOLE}")


def _bring_back(progress: Progress) -> None:
    """Starts again what was killed, where podman's restart policy has not done so."""
    for service in KILLED:
        if podman.state(service)[0] != "running":
            podman.podman("start", podman.container(service))
            progress.say(f"started {service} again")
