"""Parsing of requests: views turn what came in into typed arguments here, once."""

from typing import Any, TypedDict

from rest_framework import serializers
from rest_framework.request import Request

from apps.common.openapi import PageParameters


class PageArguments(TypedDict):
    cursor: str | None
    limit: int


def parsed(serializer: type[serializers.Serializer[Any]], data: Any) -> dict[str, Any]:
    """`data` as the serializer's validated values; ValidationError with messages by field."""
    checked = serializer(data=data)
    checked.is_valid(raise_exception=True)
    values: dict[str, Any] = checked.validated_data
    return values


def page_arguments(request: Request) -> PageArguments:
    """The page that the query string asks for."""
    values = parsed(PageParameters, request.query_params)
    return PageArguments(cursor=values.get("cursor"), limit=values["limit"])
