"""How errors are answered: one handler for the REST views, and plain answers outside them."""

from collections.abc import Mapping
from typing import Any

import structlog
from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from apps.common.problems import (
    CONTENT_TYPE,
    AccessDenied,
    Internal,
    NotFound,
    Problem,
    TooLarge,
    problem_body,
)
from apps.common.request_id import current_request_id

log = structlog.get_logger(__name__)


def tagged(
    data: Mapping[str, Any], *, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """A thing as it is shown, with the tag of its state as the header ETag, too."""
    return Response(data, status=status, headers={**(headers or {}), "ETag": data["etag"]})


def problem_response(problem: Problem) -> JsonResponse:
    """A problem as a plain Django response, for what runs outside the REST views."""
    response = JsonResponse(problem.body(), status=problem.status, content_type=CONTENT_TYPE)
    if problem.retry_after_s is not None:
        response["Retry-After"] = str(problem.retry_after_s)
    return response


def _flatten(detail: Any, prefix: str = "") -> dict[str, list[str]]:
    """DRF's nested error detail as `{"parameters.mode": ["message"]}`."""
    if isinstance(detail, Mapping):
        flat: dict[str, list[str]] = {}
        for name, value in detail.items():
            key = str(name) if name != "non_field_errors" else ""
            path = ".".join(part for part in (prefix, key) if part)
            flat.update(_flatten(value, path))
        return flat
    if isinstance(detail, list | tuple):
        if all(not isinstance(item, Mapping | list | tuple) for item in detail):
            return {prefix or "body": [str(item) for item in detail]}
        flat = {}
        for index, item in enumerate(detail):
            if item:
                flat.update(_flatten(item, f"{prefix}.{index}" if prefix else str(index)))
        return flat
    return {prefix or "body": [str(detail)]}


_API_EXCEPTION_CODES = {
    400: ("invalid_argument", "The request is not valid"),
    401: ("unauthorized", "Log in first"),
    403: ("access_denied", "You may not do this"),
    404: ("not_found", "There is nothing here"),
    405: ("method_not_allowed", "This method does not exist here"),
    406: ("not_acceptable", "Only JSON is answered"),
    412: ("changed_meanwhile", "Somebody changed it since you read it"),
    415: ("unsupported_media_type", "Send JSON (Content-Type: application/json)"),
    429: ("too_many_requests", "Too many attempts"),
}


def _from_api_exception(exc: exceptions.APIException) -> dict[str, Any]:
    if isinstance(exc, exceptions.ValidationError):
        return problem_body(
            status=400,
            code="invalid_argument",
            title="The request is not valid",
            detail="Correct the fields named in `fields`.",
            fields=_flatten(exc.detail),
        )
    code, title = _API_EXCEPTION_CODES.get(exc.status_code, ("internal", "The platform failed"))
    return problem_body(status=exc.status_code, code=code, title=title, detail=str(exc.detail))


def exception_handler(exc: Exception, context: Mapping[str, Any]) -> Response | None:
    """Every error of a REST view as a problem; what nobody expected is logged and answers 500."""
    headers: dict[str, str] = {}
    if isinstance(exc, Http404):
        exc = exceptions.NotFound()
    elif isinstance(exc, PermissionDenied):
        exc = exceptions.PermissionDenied()
    elif isinstance(exc, RequestDataTooBig):
        exc = TooLarge(facts={"size_max_bytes": settings.DATA_UPLOAD_MAX_MEMORY_SIZE})
    if isinstance(exc, Problem):
        body = exc.body()
        if exc.retry_after_s is not None:
            headers["Retry-After"] = str(exc.retry_after_s)
    elif isinstance(exc, exceptions.APIException):
        body = _from_api_exception(exc)
        if challenge := getattr(exc, "auth_header", None):
            headers["WWW-Authenticate"] = challenge
    else:
        log.exception("request_failed", view=type(context.get("view")).__name__)
        body = Internal(
            detail="Look for this request's id in the platform's log.",
            facts={"request_id": current_request_id()},
        ).body()
    set_rollback()
    return Response(body, status=body["status"], headers=headers, content_type=CONTENT_TYPE)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Django's answer to a request without a valid CSRF token."""
    return problem_response(
        AccessDenied(
            "The request carries no valid CSRF token",
            code="csrf_failed",
            detail="Read the cookie csrftoken and send its value as X-CSRFToken.",
            facts={"reason": reason},
        )
    )


def not_found(request: HttpRequest, *_args: object, **_kwargs: object) -> HttpResponse:
    """Answer to an address under /api that no operation has."""
    return problem_response(
        NotFound("No such operation", detail="GET /api/v1/schema lists the operations.")
    )
