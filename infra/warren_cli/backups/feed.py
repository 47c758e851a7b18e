"""Where the change feed is, asked of the namenodes."""

from typing import Final

import httpx

from warren_cli.admin_calls import body_of
from warren_cli.admin_tokens import Holder, bearer
from warren_cli.errors import OperatorError
from warren_cli.settings import Settings

CALL: Final = "/admin/v1/feed"
TIMEOUT_S: Final = 30.0


def head(settings: Settings) -> str:
    """The cursor of the newest change. Raises OperatorError when no namenode answers."""
    answer, url = _asked(settings, {"limit": "1"})
    return str(body_of(answer, url)["head"])


def sequence_of(cursor: str) -> int:
    """The number of the change that a cursor is of; 0 when there was none."""
    return int(cursor.rpartition("-")[2])


def refuse_set_back(settings: Settings, cursor: str) -> None:
    """Raises OperatorError when the store does not have the change that a cursor is of."""
    answer, url = _asked(settings, {"limit": "1", "after": cursor})
    if answer.status_code != httpx.codes.GONE:
        body_of(answer, url)
        return
    code = str(answer.json().get("code"))
    # Changes that are trimmed from the feed of the same store are in its log all the same.
    if code == "feed_set_back" or cursor.partition("-")[0] != head(settings).partition("-")[0]:
        raise OperatorError(
            "The backup is of another store, or this one was set back behind it",
            remedy="Make a new backup",
            cursor=cursor,
        )


def _asked(settings: Settings, parameters: dict[str, str]) -> tuple[httpx.Response, str]:
    unreachable = []
    with httpx.Client(timeout=TIMEOUT_S, trust_env=False) as client:
        for url in settings.admin_urls:
            try:
                answer = client.get(
                    url + CALL, params=parameters, headers=bearer(settings.home, Holder.OPERATOR)
                )
            except (httpx.HTTPError, OSError) as error:
                unreachable.append(f"{url}: {error}")
                continue
            if answer.status_code == httpx.codes.SERVICE_UNAVAILABLE:
                unreachable.append(f"{url}: it does not serve now")
                continue
            return answer, url
    raise OperatorError(
        "No namenode answers",
        remedy="A backup is made while Warren runs: look at `make status`",
        tried="; ".join(unreachable),
    )
