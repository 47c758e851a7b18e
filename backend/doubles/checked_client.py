"""A test client that holds every answer against openapi.yaml."""

from typing import Any

from django.http import HttpResponse
from jsonschema import Draft202012Validator, FormatChecker
from rest_framework.test import APIClient

from config.schema import openapi_document


def _operation(method: str, path: str) -> dict[str, Any] | None:
    given = path.split("?", maxsplit=1)[0].split("/")
    for template, methods in openapi_document()["paths"].items():
        parts = template.split("/")
        same = len(parts) == len(given) and all(
            a == b or a.startswith("{") for a, b in zip(parts, given, strict=True)
        )
        if same:
            operation: dict[str, Any] | None = methods.get(method.lower())
            return operation
    return None


def check_answer(method: str, path: str, response: HttpResponse) -> None:
    """AssertionError or ValidationError when the answer is not one that the description has."""
    operation = _operation(method, path)
    if operation is None:
        assert response.status_code in (401, 403, 404, 405), (method, path, response.status_code)
        content = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    else:
        statuses = operation["responses"]
        assert str(response.status_code) in statuses, (
            f"{method} {path} answered {response.status_code}, described are {sorted(statuses)}"
        )
        content = statuses[str(response.status_code)].get("content", {})
    if not content:
        assert response.content == b""
        return
    kind = response["Content-Type"].split(";")[0]
    assert kind in content, f"{method} {path} answered {kind}"
    if not kind.endswith("json"):
        return
    schema = {**content[kind]["schema"], "components": openapi_document()["components"]}
    Draft202012Validator(schema, format_checker=FormatChecker()).validate(
        response.json()  # type: ignore[attr-defined]
    )


class CheckedClient(APIClient):
    """APIClient whose answers under /api/v1 are all checked."""

    def generic(  # type: ignore[override]
        self, method: str, path: str, *args: Any, **kwargs: Any
    ) -> Any:
        response = super().generic(method, path, *args, **kwargs)
        if path.startswith("/api/v1/"):
            check_answer(method, path, response)
        return response
