"""Metrics of the requests served, by operation: routes are few, addresses are not."""

import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from prometheus_client import Counter, Histogram

REQUESTS = Counter(
    "warren_platform_requests_total",
    "Requests answered, by route, method and status.",
    ["route", "method", "status"],
)
REQUEST_SECONDS = Histogram(
    "warren_platform_request_seconds",
    "Time to answer a request, by route.",
    ["route"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class MetricsMiddleware:
    """Counts and times what the API answers."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        started_s = time.perf_counter()
        response = self._get_response(request)
        if request.path.startswith("/api/"):
            match = request.resolver_match
            route = match.route if match is not None else "none"
            method = request.method if request.method in _METHODS else "other"
            REQUESTS.labels(route, method, str(response.status_code)).inc()
            REQUEST_SECONDS.labels(route).observe(time.perf_counter() - started_s)
        return response
