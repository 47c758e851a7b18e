"""Draining, stopping, starting and asking one namenode: over the admin API, or as a process."""

import getpass
import time
from typing import Literal

import httpx
from warren_namenode.generated.admin_api import NamenodeServiceChange

from warren_cli import health
from warren_cli.admin_calls import (
    Action,
    AdminCalls,
    NoNamenodeError,
    RefusedError,
    health_of,
)
from warren_cli.errors import OperatorError
from warren_cli.home import Home
from warren_cli.settings import Settings
from warren_cli.supervision import Supervisor

PROCESS_TIMEOUT_S = 60.0
HEALTH_TIMEOUT_S = 5.0
POLL_S = 0.2
NAMES = ("nn1", "nn2")
# Nothing was ordered, or there is no such member: what is left to do, the supervisor knows.
NOTHING_ORDERED = frozenset({"conflict", "not_found"})


def switch(settings: Settings, action: Action, name: str) -> str:
    """Asks a live namenode to stop, crash or start one of its process; what to tell the operator.

    Another namenode is asked first: one that stops cannot be relied on to finish its answer. In
    cluster mode a namenode is a process of its own, which its supervisor stops and starts.
    """
    own = _url(settings, name)
    if settings.is_cluster:
        return _switch_process(settings, action, name)
    urls = [*(url for url in settings.admin_urls if url != own), own]
    with AdminCalls(settings, timeout_s=PROCESS_TIMEOUT_S, urls=urls) as calls:
        return f"{name}: {calls.switch_namenode(name, action).state}"


def drain(settings: Settings, name: str) -> str:
    """Has a namenode end what it serves and rest; what to tell the operator.

    It stays so until it is started, whatever restarts meanwhile.
    """
    _url(settings, name)
    _order(settings, name, "drained")
    return f"{name}: {_awaited(settings, name, 'drained')}"


def _order(settings: Settings, name: str, service: Literal["in_service", "drained"]) -> None:
    change = NamenodeServiceChange(service=service, by=getpass.getuser())
    with AdminCalls(settings, timeout_s=PROCESS_TIMEOUT_S) as calls:
        calls.order_namenode(name, change)


def _lift(settings: Settings, name: str) -> None:
    """Takes back that a namenode is drained, where that was ordered and another can write it."""
    try:
        _order(settings, name, "in_service")
    except NoNamenodeError:
        return
    except RefusedError as error:
        if error.code not in NOTHING_ORDERED:
            raise


def _switch_process(settings: Settings, action: Action, name: str) -> str:
    supervisor = Supervisor(Home(settings.home))
    if supervisor.pid() is None:
        raise OperatorError("Warren is not running", remedy="Start it with `make run-cluster`")
    if action == "start":
        _lift(settings, name)
        supervisor.start_stopped((name,))
        return f"{name}: {_awaited(settings, name, 'serving')}"
    others = [each for each in NAMES if each != name]
    if not any(state_of(settings, other) == "serving" for other in others):
        raise OperatorError(
            "This is the last namenode that serves",
            remedy=f"Start {others[0]} first, or end everything with `make stop`",
            name=name,
        )
    (supervisor.kill if action == "crash" else supervisor.stop)(name)
    return f"{name}: {_awaited(settings, name, 'stopped')}"


def _awaited(settings: Settings, name: str, wanted: str) -> str:
    """The namenode's state once it is the wanted one. Raises OperatorError when it takes long."""
    deadline = time.monotonic() + PROCESS_TIMEOUT_S
    while (state := state_of(settings, name)) != wanted:
        if time.monotonic() > deadline:
            raise OperatorError(
                "The namenode takes long",
                remedy=f"Look at `make status` and `make logs NAME={name}`",
                name=name,
                state=state,
                wanted=wanted,
            )
        time.sleep(POLL_S)
    return state


def state_of(settings: Settings, name: str) -> str:
    """The state of one namenode: serving, draining, … as it says, or drained or stopped."""
    state = _own_state(settings, name)
    if state == "stopped" and health.drained(settings, (name,)):
        return "drained"
    return state


def _own_state(settings: Settings, name: str) -> str:
    url = _url(settings, name)
    try:
        with httpx.Client(timeout=HEALTH_TIMEOUT_S, trust_env=False) as client:
            return health_of(client, url).state
    except (httpx.ConnectError, httpx.ReadError, httpx.RemoteProtocolError):
        # One that ends breaks off the connection that it had accepted already.
        return "stopped"
    except (httpx.HTTPError, ValueError) as error:
        raise OperatorError(
            "The namenode did not answer properly", url=url, reason=error
        ) from error


def _url(settings: Settings, name: str) -> str:
    if name not in NAMES:
        raise OperatorError(
            "There is no such namenode", name=name, known=", ".join(NAMES), exit_code=2
        )
    return settings.admin_urls[NAMES.index(name)]
