"""Requests that may be sent again: with the same Idempotency-Key they are done once.

`idempotent` goes around the handler of a POST. Its answer is kept for a day, and is the answer to
each repetition; a request that fails leaves nothing behind.
"""

import json
from collections.abc import Callable
from contextlib import nullcontext, suppress
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from django.db import DatabaseError, transaction
from django.utils.crypto import salted_hmac
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from apps.common.problems import Conflict, Unauthorized
from apps.common.requests import idempotency_key
from apps.idempotency import claims
from apps.idempotency.claims import Answer, Claim

REPLAYED_HEADER: Final = "Idempotency-Replayed"
# What of an answer tells of the thing that was made.
_KEPT_HEADERS: Final = ("Location", "ETag")
# Where answers have what is shown once. Null where there is none.
_SECRET: Final = "secret"  # noqa: S105 - a name
_SALT: Final = "apps.idempotency.repeats"

View = TypeVar("View")
Arguments = ParamSpec("Arguments")
Handler = Callable[Concatenate[View, Request, Arguments], Response]


def idempotent(
    *, in_one_transaction: bool = True
) -> Callable[[Handler[View, Arguments]], Handler[View, Arguments]]:
    """Decorates the handler of a POST.

    in_one_transaction: its changes and the kept answer are committed together, or neither. Without,
    for what waits for other systems, which must not be done inside of a transaction: an attempt
    that dies between the two is made again, so that this has to be harmless.
    """

    def decorate(handler: Handler[View, Arguments]) -> Handler[View, Arguments]:
        @wraps(handler)
        def handle(
            view: View, request: Request, /, *args: Arguments.args, **kwargs: Arguments.kwargs
        ) -> Response:
            key = idempotency_key(request)
            if key is None:
                return handler(view, request, *args, **kwargs)
            user_id = request.user.pk
            if user_id is None:
                raise Unauthorized
            found = claims.claim(user_id=user_id, key=key, request_hmac=_request_hmac(request))
            if isinstance(found, Answer):
                return _replayed(found)
            try:
                with transaction.atomic() if in_one_transaction else nullcontext():
                    response = handler(view, request, *args, **kwargs)
                    claims.finish(found, _kept(response))
            except BaseException:
                _release(found)
                raise
            return response

        handle.is_idempotent = True  # type: ignore[attr-defined]
        return handle

    return decorate


def _release(mine: Claim) -> None:
    # Of the two failures the first one is told; a claim that stays ends by itself.
    with suppress(DatabaseError):
        claims.release(mine)


def _request_hmac(request: Request) -> str:
    told = json.dumps([request.method, request.get_full_path(), request.data], sort_keys=True)
    return salted_hmac(_SALT, told, algorithm="sha256").hexdigest()


def _kept(response: Response) -> Answer:
    data = response.data
    tells_secret = isinstance(data, dict) and data.get(_SECRET) is not None
    if tells_secret:
        data = {**data, _SECRET: None}
    return Answer(
        status=response.status_code,
        headers={name: response[name] for name in _KEPT_HEADERS if response.has_header(name)},
        body="" if data is None else JSONRenderer().render(data).decode(),
        tells_secret=tells_secret,
    )


def _replayed(answer: Answer) -> Response:
    data: Any = json.loads(answer.body) if answer.body else None
    if answer.tells_secret:
        raise Conflict(
            "This was made, and its secret was told",
            code="secret_told_once",
            detail="Secrets are not kept. If you have not got it, revoke or delete what was made, "
            "and make another one under a new key.",
            facts={"made": {name: value for name, value in data.items() if name != _SECRET}},
        )
    headers = {**answer.headers, REPLAYED_HEADER: "true"}
    return Response(data, status=answer.status, headers=headers)
