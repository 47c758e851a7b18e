"""Stopping, starting and asking one namenode: over the admin API, or as a process of its own."""

import time

import httpx

from warren_cli.admin_tokens import Holder, bearer
from warren_cli.errors import OperatorError
from warren_cli.home import Home
from warren_cli.settings import Settings
from warren_cli.supervision import Supervisor

PROCESS_TIMEOUT_S = 60.0
POLL_S = 0.2
NAMES = ("nn1", "nn2")


def switch(settings: Settings, action: str, name: str) -> str:
    """Asks a live namenode to stop, crash or start one of its process; what to tell the operator.

    Another namenode is asked first: one that stops cannot be relied on to finish its answer. In
    cluster mode a namenode is a process of its own, which its supervisor stops and starts.
    """
    own = _url(settings, name)
    if settings.is_cluster:
        return _switch_process(settings, action, name)
    urls = [*(url for url in settings.admin_urls if url != own), own]
    with httpx.Client(timeout=PROCESS_TIMEOUT_S, trust_env=False) as client:
        for url in urls:
            try:
                answer = client.post(
                    f"{url}/admin/v1/process/namenodes/{name}/{action}",
                    headers=bearer(settings.home, Holder.OPERATOR),
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


def _switch_process(settings: Settings, action: str, name: str) -> str:
    supervisor = Supervisor(Home(settings.home))
    if supervisor.pid() is None:
        raise OperatorError("Warren is not running", remedy="Start it with `make run-cluster`")
    if action == "start":
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
    """The state of one namenode, asked of itself: serving, draining, … or stopped."""
    url = _url(settings, name)
    try:
        answer = httpx.get(f"{url}/admin/v1/health", timeout=5.0, trust_env=False)
        return str(answer.json()["state"])
    except (httpx.ConnectError, httpx.ReadError, httpx.RemoteProtocolError):
        # One that ends breaks off the connection that it had accepted already.
        return "stopped"
    except (httpx.HTTPError, ValueError, KeyError) as error:
        raise OperatorError(
            "The namenode did not answer properly", url=url, reason=error
        ) from error


def _url(settings: Settings, name: str) -> str:
    if name not in NAMES:
        raise OperatorError(
            "There is no such namenode", name=name, known=", ".join(NAMES), exit_code=2
        )
    return settings.admin_urls[NAMES.index(name)]


def _refusal(answer: httpx.Response) -> OperatorError:
    try:
        problem = answer.json()
        return OperatorError(
            str(problem["title"]), remedy=str(problem.get("detail", "")), code=problem["code"]
        )
    except (ValueError, KeyError, TypeError):
        return OperatorError("The admin API refused", status=answer.status_code)
