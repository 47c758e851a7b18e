"""What the OpenAPI description of every operation shares: problems, cursors, page shapes."""

from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter, inline_serializer
from rest_framework import serializers

from apps.common.fields import UtcField
from apps.common.paging import LIMIT_DEFAULT, LIMIT_MAX
from apps.common.problems import CONTENT_TYPE

# What can be wrong with a body before anyone looks into it.
BODY = (400, 413, 415)


class ProblemSerializer(serializers.Serializer[Any]):
    """RFC 9457 problem details."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField(allow_blank=True, help_text="What to do about it.")
    code = serializers.CharField(help_text="Stable name of the problem, for programs.")
    facts = serializers.DictField(required=False, child=serializers.JSONField())
    fields = serializers.DictField(  # type: ignore[assignment]
        required=False,
        child=serializers.ListField(child=serializers.CharField()),
        help_text="Validation errors: messages by name of the field.",
    )


class PageParameters(serializers.Serializer[Any]):
    cursor = serializers.CharField(
        required=False, max_length=4096, help_text="`next_cursor` of the page before."
    )
    limit = serializers.IntegerField(
        required=False, default=LIMIT_DEFAULT, min_value=1, max_value=LIMIT_MAX
    )


class ApiSchema(AutoSchema):
    """AutoSchema with one tag per resource."""

    def get_tags(self) -> list[str]:
        parts = [part for part in self.path.split("/") if part]
        return [parts[2] if len(parts) > 2 else "platform"]


def describe_refusals(result: dict[str, Any], **_context: Any) -> dict[str, Any]:
    """Says that every operation refuses what it does not know, and closes the bodies it reads."""
    schemas = result["components"]["schemas"]
    operations = [each for methods in result["paths"].values() for each in methods.values()]
    problem = {"schema": {"$ref": f"#/components/schemas/{_name_of(ProblemSerializer)}"}}
    waiting = []
    for operation in operations:
        responses = {"400": {"content": {CONTENT_TYPE: problem}, "description": ""}}
        operation["responses"] = dict(sorted((responses | operation["responses"]).items()))
        body = operation.get("requestBody", {}).get("content", {})
        waiting += [content["schema"] for content in body.values()]
    closed: set[str] = set()
    while waiting:
        reference = waiting.pop().get("$ref", "")
        name = reference.rpartition("/")[2]
        if not name or name in closed:
            continue
        closed.add(name)
        target = schemas[name]
        if "properties" in target:
            target["additionalProperties"] = False
        waiting += (*target.get("properties", {}).values(), *target.get("oneOf", ()))
    return result


def _name_of(serializer: type[serializers.Serializer[Any]]) -> str:
    return serializer.__name__.removesuffix("Serializer")


def answers(success: dict[int, Any], *problems: int) -> dict[Any, Any]:
    """Responses of an operation: its successes, and the statuses that answer a problem."""
    return {
        **success,
        **{(status, CONTENT_TYPE): ProblemSerializer for status in problems},
    }


def page_of(item: type[serializers.Serializer[Any]], name: str, *, as_of: bool = False) -> Any:
    """Serializer of a page of `item`."""
    fields: dict[str, Any] = {
        "items": item(many=True),
        "next_cursor": serializers.CharField(allow_null=True),
    }
    if as_of:
        fields["as_of"] = UtcField()
    return inline_serializer(name, fields)


IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description=(
        "1 to 200 visible ASCII characters. A request repeated with the same key answers the "
        "job that the first one made; another request under that key is refused with 409."
    ),
)

# Of what `apps.idempotency` does once. Jobs go by a key of their own rows.
ONCE = (
    OpenApiParameter(
        "Idempotency-Key",
        str,
        OpenApiParameter.HEADER,
        description=(
            "1 to 200 visible ASCII characters. A request repeated with the same key within a day "
            "is not done again and gets the answer of the first one; a key that stood for another "
            "request is refused with 409 (`idempotency_key_reused`), and so is a repetition while "
            "the first one is under way (`request_under_way`: send it again), or when its answer "
            "told a secret (`secret_told_once`). A request that failed leaves nothing behind."
        ),
    ),
    OpenApiParameter(
        "Idempotency-Replayed",
        str,
        OpenApiParameter.HEADER,
        response=[200, 201, 202],
        enum=["true"],
        description="That this is the answer of an earlier request with the same key.",
    ),
)
IF_MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description=(
        "The `etag` of the state that this change is about. In another one the change is refused "
        "with 412 (`changed_meanwhile`). Without it, or with `*`, it is made whatever the state."
    ),
)
ETAG = OpenApiParameter(
    "ETag",
    str,
    OpenApiParameter.HEADER,
    response=[200, 201],
    description="The tag of the state that is answered, as `etag` in the body.",
)
