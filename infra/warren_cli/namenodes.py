"""Stopping, starting and asking one namenode, through the admin API."""

import httpx

from warren_cli.errors import OperatorError
from warren_cli.health import bearer
from warren_cli.settings import Settings

PROCESS_TIMEOUT_S = 60.0
NAMES = ("nn1", "nn2")


def switch(settings: Settings, action: str, name: str) -> str:
    """Asks a live namenode to stop or start one of its process; what to tell the operator.

    Another namenode is asked first: one that stops cannot be relied on to finish its answer.
    """
    own = _url(settings, name)
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


def state_of(settings: Settings, name: str) -> str:
    """The state of one namenode, asked of itself: serving, draining, … or stopped."""
    url = _url(settings, name)
    try:
        answer = httpx.get(f"{url}/admin/v1/health", timeout=5.0, trust_env=False)
        return str(answer.json()["state"])
    except httpx.ConnectError:
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
