"""Every operation of the API, as the URL resolver finds it: what tests of all routes walk over."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

_PREFIX = "api/v1/"
_METHODS = ("get", "post", "put", "patch", "delete", "options", "trace")
# A value for each parameter of a route; no row has it.
_VALUES = {"int": "987654321", "str": "no-such-thing"}
_CONVERTER = re.compile(r"<(?:(?P<kind>[a-z]+):)?[a-z_]+>")


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of one route; `path` is an address of it under which nothing is found."""

    method: str
    route: str
    path: str
    handler: Any
    view: Any

    @property
    def name(self) -> str:
        return f"{self.method} {self.route}"


def operations() -> list[Operation]:
    """All of them. AssertionError for an address below /api/v1 that is no REST view's."""
    return list(_walk(get_resolver().url_patterns, ""))


def _walk(patterns: list[Any], prefix: str) -> Iterator[Operation]:
    for pattern in patterns:
        whole = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _walk(pattern.url_patterns, whole)
        elif isinstance(pattern, URLPattern) and whole.startswith(_PREFIX):
            view = getattr(pattern.callback, "cls", None)
            assert view is not None, f"{whole} is served by no REST view"
            route = whole.removeprefix(_PREFIX)
            for method in _METHODS:
                # OPTIONS is every view's, unless the settings say that nobody describes itself.
                if method in vars(view) or (method != "options" and hasattr(view, method)):
                    handler = getattr(view, method)
                    yield Operation(method.upper(), route, _path(route), handler, view)


def _path(route: str) -> str:
    plain = re.sub(r"\^|\$|\(\?P<[a-z_]+>[^)]*\)", lambda m: "1" if m[0] not in "^$" else "", route)
    filled = _CONVERTER.sub(lambda found: _VALUES[found["kind"] or "str"], plain)
    return f"/{_PREFIX}{filled}"
