"""A test client that holds every answer against openapi.yaml."""

from typing import Any

from django.http import HttpResponse
from jsonschema import Draft202012Validator, FormatChecker
from rest_framework.test import APIClient

from config.schema import openapi_document


def described(method: str, path: str) -> dict[str, Any] | None:
    """The description of the operation at an address; None when there is none."""
    given = path.split("?", maxsplit=1)[0].split("/")
    paths = openapi_document()["paths"]
    matching = [template for template in paths if _matches(template.split("/"), given)]
    if not matching:
        return None
    # As OpenAPI has it, what is written out comes before what a parameter stands for.
    template = min(matching, key=lambda each: each.count("{"))
    operation: dict[str, Any] | None = paths[template].get(method.lower())
    return operation


def _matches(template: list[str], given: list[str]) -> bool:
    return len(template) == len(given) and all(
        a == b or a.startswith("{") for a, b in zip(template, given, strict=True)
    )


def check_answer(method: str, path: str, response: HttpResponse) -> None:
    """AssertionError or ValidationError when the answer is not one that the description has."""
    operation = described(method, path)
    if operation is None:
        assert response.status_code in (401, 403, 404, 405), (method, path, response.status_code)
        content = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    else:
        statuses = operation["responses"]
        assert str(response.status_code) in statuses, (
            f"{method} {path} answered {response.status_code}, described are {sorted(statuses)}"
        )
        answer = statuses[str(response.status_code)]
        content = answer.get("content", {})
        if "ETag" in answer.get("headers", {}):
            _check_tag(response)
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


def _check_tag(response: Any) -> None:
    if not response["Content-Type"].endswith("json"):
        # The contents of a file tell nothing of themselves.
        assert response["ETag"]
        return
    body = response.json()
    # A channel is answered beside its secret.
    assert response["ETag"] == body.get("channel", body)["etag"]


class CheckedClient(APIClient):
    """APIClient whose answers under /api/v1 are all checked."""

    def generic(  # type: ignore[override]
        self, method: str, path: str, *args: Any, **kwargs: Any
    ) -> Any:
        response = super().generic(method, path, *args, **kwargs)
        if path.startswith("/api/v1/"):
            check_answer(method, path, response)
        return response
