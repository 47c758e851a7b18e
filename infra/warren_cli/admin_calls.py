"""Calls of the namenodes' admin API, as the operator."""

from collections.abc import Container
from typing import Any

import httpx

from warren_cli.admin_tokens import Holder, bearer
from warren_cli.errors import OperatorError
from warren_cli.settings import Settings

_STATUS = "Look at `make status`"


def ask(
    client: httpx.Client, settings: Settings, call: str, body: dict[str, Any]
) -> dict[str, Any]:
    """Posts to the namenodes in turn until one answers."""
    return first_answer(client, settings, "POST", call, json=body)


def first_answer(
    client: httpx.Client,
    settings: Settings,
    method: str,
    call: str,
    *,
    passed_on: Container[int] = (),
    **arguments: Any,
) -> dict[str, Any]:
    """Asks the namenodes in turn until one answers.

    passed_on: with these statuses a namenode counts as one that does not answer.
    """
    tried = []
    for url in settings.admin_urls:
        try:
            answer = _request(client, settings, url, method, call, **arguments)
        except (httpx.HTTPError, OSError) as error:
            tried.append(f"{url}: {error}")
            continue
        if answer.status_code not in passed_on:
            return body_of(answer, url)
        tried.append(f"{url}: {answer.status_code} {answer.reason_phrase}")
    raise OperatorError("No namenode answers", remedy=_STATUS, tried="; ".join(tried))


def ask_each(client: httpx.Client, settings: Settings, call: str) -> list[dict[str, Any]]:
    """What each namenode answers; those that are gone are left out, but one must be there."""
    told = []
    for url in settings.admin_urls:
        try:
            answer = _request(client, settings, url, "GET", call)
            told.append(body_of(answer, url))
        except (httpx.HTTPError, OSError):
            continue
    if not told:
        raise OperatorError("No namenode answers", remedy=_STATUS)
    return told


def _request(
    client: httpx.Client, settings: Settings, url: str, method: str, call: str, **arguments: Any
) -> httpx.Response:
    return client.request(
        method, f"{url}{call}", headers=bearer(settings.home, Holder.OPERATOR), **arguments
    )


def body_of(answer: httpx.Response, url: str) -> dict[str, Any]:
    """What an admin API answered. Raises OperatorError with its problem, or when it told none."""
    try:
        body: dict[str, Any] = answer.json()
        if answer.status_code == httpx.codes.OK:
            return body
        raise OperatorError(
            str(body["title"]), remedy=str(body.get("detail") or ""), code=body["code"]
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise OperatorError(
            "The admin API did not answer properly", url=url, status=answer.status_code
        ) from error
