"""Parsing of requests: views turn what came in into typed arguments here, once."""

from typing import Any, TypedDict

from django.http import QueryDict
from rest_framework import serializers
from rest_framework.request import Request

from apps.common.known_input import unknown_names
from apps.common.openapi import PageParameters
from apps.common.problems import InvalidInput
from apps.common.tags import Seen, seen_in

KEY_LENGTH_MAX = 200


class PageArguments(TypedDict):
    cursor: str | None
    limit: int


def parsed(serializer: type[serializers.Serializer[Any]], data: Any) -> dict[str, Any]:
    """`data` as the serializer's validated values; ValidationError with messages by field.

    Members of a body that the serializer does not have are InvalidInput. Query parameters were
    looked at before the view was called.
    """
    checked = serializer(data=data)
    if not isinstance(data, QueryDict) and (unknown := _unknown_members(checked, data, "")):
        raise InvalidInput(
            "The operation has no such parameter",
            code="unknown_parameter",
            detail="Correct or leave out the parameters named in `fields`.",
            facts={"allowed": sorted(_writable(checked))},
            fields=unknown,
        )
    checked.is_valid(raise_exception=True)
    values: dict[str, Any] = checked.validated_data
    return values


def _writable(serializer: serializers.Serializer[Any]) -> dict[str, Any]:
    return {name: field for name, field in serializer.fields.items() if not field.read_only}


def _unknown_members(field: Any, data: Any, prefix: str) -> dict[str, list[str]]:
    """What is unknown in `data` and in the objects within it, by its place: `parameters.mode`."""
    if isinstance(field, serializers.ListSerializer) and isinstance(data, list):
        found: dict[str, list[str]] = {}
        for index, item in enumerate(data):
            found |= _unknown_members(field.child, item, f"{prefix}{index}.")
        return found
    if not isinstance(field, serializers.Serializer) or not isinstance(data, dict):
        return {}
    known = _writable(field)
    found = {prefix + name: message for name, message in unknown_names(data, known).items()}
    for name, child in known.items():
        found |= _unknown_members(child, data.get(name), f"{prefix}{name}.")
    return found


def seen_by(request: Request) -> Seen:
    """Which state the request's change is about, by its If-Match."""
    return seen_in(request.headers.get("If-Match"))


def idempotency_key(request: Request) -> str | None:
    """The request's Idempotency-Key. InvalidInput for what is none."""
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return None
    if not 1 <= len(key) <= KEY_LENGTH_MAX or not key.isascii() or not key.isprintable():
        raise InvalidInput(
            fields={"Idempotency-Key": [f"Use 1 to {KEY_LENGTH_MAX} visible ASCII characters."]}
        )
    return key


def page_arguments(request: Request) -> PageArguments:
    """The page that the query string asks for."""
    values = parsed(PageParameters, request.query_params)
    return PageArguments(cursor=values.get("cursor"), limit=values["limit"])
