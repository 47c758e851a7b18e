"""A request id on every request: taken from `X-Request-ID` or made, logged and sent back."""

import re
import time
import uuid
from collections.abc import Callable

import structlog
from django.http import HttpRequest, HttpResponse
from structlog.contextvars import bind_contextvars, clear_contextvars, get_contextvars

log = structlog.get_logger(__name__)
_ACCEPTED = re.compile(r"[A-Za-z0-9._-]{8,64}")


def current_request_id() -> str:
    """Id of the request being served, or of the job being worked on; empty outside both."""
    return str(get_contextvars().get("request_id", ""))


class RequestIdMiddleware:
    """Binds the id to the log context and writes one access line per request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get("X-Request-ID", "")
        request_id = given if _ACCEPTED.fullmatch(given) else uuid.uuid4().hex
        clear_contextvars()
        bind_contextvars(request_id=request_id)
        started_s = time.perf_counter()
        try:
            response = self._get_response(request)
            response["X-Request-ID"] = request_id
            if request.path.startswith("/api/"):
                log.info(
                    "request",
                    method=request.method,
                    path=request.path,
                    status=response.status_code,
                    duration_ms=round((time.perf_counter() - started_s) * 1000, 1),
                )
            return response
        finally:
            clear_contextvars()
