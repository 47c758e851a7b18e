"""Errors as RFC 9457 problem details: the types that services and selectors raise."""

from collections.abc import Mapping
from typing import Any, ClassVar

CONTENT_TYPE = "application/problem+json"


class Problem(Exception):
    """A refusal or a failure with a static title and keyed facts.

    `code` is stable and meant for programs, `title` says what happened, `detail` what to do.
    `fields` maps names of the request to messages; it is set for validation errors only.
    """

    status: ClassVar[int] = 500
    code: str = "internal"
    title: str = "The platform failed"

    def __init__(
        self,
        title: str | None = None,
        *,
        detail: str = "",
        code: str | None = None,
        facts: Mapping[str, Any] | None = None,
        fields: Mapping[str, list[str]] | None = None,
        retry_after_s: int | None = None,
    ) -> None:
        self.title = title or type(self).title
        self.code = code or type(self).code
        self.detail = detail
        self.facts = dict(facts or {})
        self.fields = dict(fields or {})
        self.retry_after_s = retry_after_s
        super().__init__(self.title)

    def body(self) -> dict[str, Any]:
        return problem_body(
            status=self.status,
            code=self.code,
            title=self.title,
            detail=self.detail,
            facts=self.facts,
            fields=self.fields,
        )


class InvalidInput(Problem):
    status = 400
    code = "invalid_argument"
    title = "The request is not valid"


class NotFound(Problem):
    status = 404
    code = "not_found"
    title = "There is nothing here"


class AccessDenied(Problem):
    status = 403
    code = "access_denied"
    title = "You may not do this"


class Unauthorized(Problem):
    status = 401
    code = "unauthorized"
    title = "Log in first"


class Conflict(Problem):
    status = 409
    code = "conflict"
    title = "The state of the target does not allow this"


class PreconditionFailed(Problem):
    status = 412
    code = "changed_meanwhile"
    title = "Somebody changed it since you read it"


class TooLarge(Problem):
    status = 413
    code = "too_large"
    title = "The body is too large"


class TooManyRequests(Problem):
    status = 429
    code = "too_many_requests"
    title = "Too many attempts"


class Unsupported(Problem):
    status = 501
    code = "unsupported"
    title = "Not supported"


class Unavailable(Problem):
    status = 503
    code = "unavailable"
    title = "A part of the cluster does not answer"


class Internal(Problem):
    pass


PROBLEM_BY_STATUS: dict[int, type[Problem]] = {
    kind.status: kind
    for kind in (
        InvalidInput,
        NotFound,
        AccessDenied,
        Conflict,
        TooManyRequests,
        Unsupported,
        Unavailable,
        Internal,
    )
}


def problem_body(
    *,
    status: int,
    code: str,
    title: str,
    detail: str = "",
    facts: Mapping[str, Any] | None = None,
    fields: Mapping[str, list[str]] | None = None,
) -> dict[str, Any]:
    """The JSON object of a problem."""
    body: dict[str, Any] = {
        "type": f"urn:warren:problem:{code}",
        "title": title,
        "status": status,
        "detail": detail,
        "code": code,
    }
    if facts:
        body["facts"] = dict(facts)
    if fields:
        body["fields"] = dict(fields)
    return body
