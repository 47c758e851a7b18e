"""Refuses what an operation does not know: query parameters, and bodies where none is read.

What it knows is what its description declares (`extend_schema`), so that no view can forget to
look, and no list can differ from the other. Members of bodies are looked at where bodies are
parsed, by the same rule (`apps.common.requests.parsed`).
"""

import json
from collections.abc import Callable, Collection
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import Any

from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from apps.common.answers import problem_response
from apps.common.problems import InvalidInput, Problem, TooLarge

_NAMES_MAX = 20
_NAME_LENGTH_MAX = 64
_WITH_BODY = frozenset({"POST", "PUT", "PATCH"})
# Some clients send an empty object where they have nothing to say.
_SAYS_NOTHING = frozenset({b"", b"{}", b"null"})


@dataclass(frozen=True, slots=True)
class _Declared:
    """The query parameters of an operation, those that may come repeatedly, and its body."""

    query: frozenset[str]
    repeatable: frozenset[str]
    reads_body: bool


class KnownInputMiddleware:
    """Looks at every request that a REST view is about to get."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_view(
        self, request: HttpRequest, view_func: Any, _args: Any, _kwargs: Any
    ) -> HttpResponse | None:
        """The refusal; None lets the view go on, which refuses methods that it does not have."""
        view = getattr(view_func, "cls", None)
        method = "GET" if request.method == "HEAD" else request.method or ""
        handler = getattr(view, method.lower(), None)
        if handler is None:
            return None
        try:
            _check(request, _declared(view, handler, method))
        except Problem as problem:
            return problem_response(problem)
        return None


def unknown_names(names: Collection[str], known: Collection[str]) -> dict[str, list[str]]:
    """Those of `names` that are not `known`, each with what is wrong; at most 20 of them."""
    unknown = sorted(name for name in names if name not in known)
    return {name[:_NAME_LENGTH_MAX]: [_message(name, known)] for name in unknown[:_NAMES_MAX]}


def _message(name: str, known: Collection[str]) -> str:
    nearest = get_close_matches(name[:_NAME_LENGTH_MAX], known, n=1)
    hint = f" Did you mean {nearest[0]}?" if nearest else ""
    return f"There is no such parameter.{hint}"


def _check(request: HttpRequest, declared: _Declared) -> None:
    try:
        given = request.GET
    except SuspiciousOperation as error:
        raise InvalidInput(
            "The request has too many parameters", code="too_many_parameters"
        ) from error
    if unknown := unknown_names(given, declared.query):
        raise InvalidInput(
            "The operation has no such parameter",
            code="unknown_parameter",
            detail="Correct or leave out the parameters named in `fields`.",
            facts={"allowed": sorted(declared.query)},
            fields=unknown,
        )
    if repeated := [n for n in given if len(given.getlist(n)) > 1 and n not in declared.repeatable]:
        raise InvalidInput(
            "A parameter is given more than once",
            code="repeated_parameter",
            fields={name: ["Give it once."] for name in repeated},
        )
    if not declared.reads_body:
        _check_no_body(request)


def _check_no_body(request: HttpRequest) -> None:
    try:
        body = request.body.strip()
    except RequestDataTooBig as error:
        raise TooLarge from error
    if body not in _SAYS_NOTHING:
        raise InvalidInput(
            "The operation reads no body",
            code="unknown_parameter",
            detail="Send the request without a body.",
            fields={name: ["There is no such parameter."] for name in _members(body)},
        )


def _members(body: bytes) -> list[str]:
    """The names in a body that nobody reads, as far as it has any."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return ["body"]
    names = sorted(value) if isinstance(value, dict) else ["body"]
    return [name[:_NAME_LENGTH_MAX] for name in names[:_NAMES_MAX]]


@cache
def _declared(view: type[Any], handler: Any, method: str) -> _Declared:
    """What the handler's description declares; nothing when it has none."""
    described = getattr(handler, "kwargs", {}).get("schema")
    if described is None:
        return _Declared(frozenset(), frozenset(), reads_body=False)
    schema = described()
    schema.view = view(request=None, kwargs={})
    schema.method = method
    query: set[str] = set()
    repeatable: set[str] = set()
    for each in schema.get_override_parameters():
        if isinstance(each, OpenApiParameter):
            if each.location == OpenApiParameter.QUERY:
                query.add(each.name)
                repeatable |= {each.name} if each.many else set()
            continue
        fields = each().fields
        query |= set(fields)
        repeatable |= {name for name, field in fields.items() if _takes_many(field)}
    reads_body = method in _WITH_BODY and schema.get_request_serializer() is not None
    return _Declared(frozenset(query), frozenset(repeatable), reads_body)


def _takes_many(field: Any) -> bool:
    return isinstance(field, serializers.ListField | serializers.MultipleChoiceField)
