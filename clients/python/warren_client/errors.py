"""What a call may raise: a refusal in the platform's own words, or that no answer came."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

import httpx
from pydantic import BaseModel, ValidationError

REQUEST_ID: Final = "X-Request-ID"


class WarrenError(Exception):
    """Every error of this package. `message` says what happened, `remedy` what to do about it."""

    def __init__(self, message: str, *, remedy: str = "") -> None:
        self.message = message
        self.remedy = remedy
        super().__init__(message)

    def __str__(self) -> str:
        return f"{self.message}. {self.remedy}" if self.remedy else self.message


class NoAnswer(WarrenError):
    """No answer came, however often it was asked.

    may_be_done: whether the platform may have done what was asked: a change that went by no key,
    or whose key was never answered.
    """

    def __init__(self, method: str, path: str, *, reason: str, may_be_done: bool) -> None:
        self.method = method
        self.path = path
        self.reason = reason
        self.may_be_done = may_be_done
        remedy = "Check the URL, and that Warren runs."
        if may_be_done:
            remedy += " Look whether it was done before you ask for it again."
        super().__init__(f"Warren does not answer: {reason}", remedy=remedy)


class UnreadableAnswer(WarrenError):
    """The answer is not what the API's description says: of a proxy, or of another version."""

    def __init__(self, status: int) -> None:
        self.status = status
        super().__init__(
            f"The answer with status {status} can't be read",
            remedy="Check that the URL is a Warren's, and that this package is of its version.",
        )


class Refusal(WarrenError):
    """The platform refused or failed.

    code: a stable name, for programs. facts: more about it. fields: what is wrong with which member
    of the request. retry_after_s: when to ask again, if the platform says so. request_id: what its
    log knows the request by.
    """

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        remedy: str = "",
        facts: Mapping[str, Any] | None = None,
        fields: Mapping[str, list[str]] | None = None,
        retry_after_s: int | None = None,
        request_id: str | None = None,
    ) -> None:
        self.status = status
        self.code = code
        self.facts = dict(facts or {})
        self.fields = dict(fields or {})
        self.retry_after_s = retry_after_s
        self.request_id = request_id
        super().__init__(message, remedy=remedy)

    def __str__(self) -> str:
        wrong = "".join(f"\n{name}: {' '.join(said)}" for name, said in self.fields.items())
        return f"{super().__str__()} ({self.code}){wrong}"


class InvalidInput(Refusal):
    """400: the request itself is wrong; `fields` says where."""


class Unauthorized(Refusal):
    """401: without a token, or with one that holds no longer."""


class AccessDenied(Refusal):
    """403: no role of the token's user allows this."""


class NotFound(Refusal):
    """404: it is not there, or not for this user."""


class Conflict(Refusal):
    """409: the state of things does not allow this."""


class ChangedMeanwhile(Refusal):
    """412: what is to be changed is no longer in the state that `if_match` names."""


class TooManyRequests(Refusal):
    """429: later; `retry_after_s` says when."""


class Unavailable(Refusal):
    """502, 503 or 504: a part that is needed does not answer now."""


_BY_STATUS: Final[dict[int, type[Refusal]]] = {
    HTTPStatus.BAD_REQUEST: InvalidInput,
    HTTPStatus.UNAUTHORIZED: Unauthorized,
    HTTPStatus.FORBIDDEN: AccessDenied,
    HTTPStatus.NOT_FOUND: NotFound,
    HTTPStatus.CONFLICT: Conflict,
    HTTPStatus.PRECONDITION_FAILED: ChangedMeanwhile,
    HTTPStatus.TOO_MANY_REQUESTS: TooManyRequests,
    HTTPStatus.BAD_GATEWAY: Unavailable,
    HTTPStatus.SERVICE_UNAVAILABLE: Unavailable,
    HTTPStatus.GATEWAY_TIMEOUT: Unavailable,
}


class _Problem(BaseModel):
    """RFC 9457 as the platform sends it."""

    title: str
    code: str
    detail: str = ""
    facts: dict[str, Any] = {}
    fields: dict[str, list[str]] = {}


def error_of(answer: httpx.Response) -> WarrenError:
    """The error that an answer which is none of success tells. Its body has been read."""
    try:
        problem = _Problem.model_validate_json(answer.content)
    except ValidationError:
        return UnreadableAnswer(answer.status_code)
    wait = answer.headers.get("Retry-After", "")
    return _BY_STATUS.get(answer.status_code, Refusal)(
        answer.status_code,
        problem.code,
        problem.title.rstrip("."),
        remedy=problem.detail,
        facts=problem.facts,
        fields=problem.fields,
        retry_after_s=int(wait) if wait.isascii() and wait.isdigit() else None,
        request_id=answer.headers.get(REQUEST_ID),
    )
