"""The description's operations as methods of resources."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any, Final

from client_generator.schemas import REFERENCE

METHODS: Final = ("get", "post", "put", "patch", "delete")
JSON: Final = "application/json"
_TYPES: Final = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}
_KEY: Final = "Idempotency-Key"
_MATCH: Final = "If-Match"
# What needs a browser's login, what has no end, and the description of what this package is made
# of.
_LEFT_OUT: Final = frozenset(
    {"auth_login", "auth_logout", "auth_change_password", "events_stream", "schema_get"}
)


@dataclass(frozen=True)
class Parameter:
    """Of the path or of the query; `type` as Python has it."""

    name: str
    type: str
    is_required: bool
    description: str


@dataclass(frozen=True)
class Operation:
    """body, answer: names of their types, empty for none.

    item: the type of a page's items, as Python has it; empty when the answer is no page.
    """

    name: str
    method: str
    path: str
    summary: str
    parts: list[Parameter]
    query: list[Parameter]
    body: str
    body_is_required: bool
    takes_bytes: bool
    answer: str
    item: str
    is_file: bool
    takes_key: bool
    takes_match: bool


@dataclass
class Resource:
    """Operations of one tag; `attribute` is its name in the client."""

    attribute: str
    name: str
    operations: list[Operation] = field(default_factory=list)


def resources(description: dict[str, Any]) -> list[Resource]:
    """All, by name. ValueError for what no method can be made of."""
    schemas = description["components"]["schemas"]
    found: dict[str, Resource] = {}
    taken: defaultdict[str, set[str]] = defaultdict(set)
    for path, methods in description["paths"].items():
        for method in METHODS:
            told = methods.get(method)
            if told is None or told["operationId"] in _LEFT_OUT:
                continue
            attribute = told["tags"][0].replace("-", "_")
            name = "".join(part.capitalize() for part in attribute.split("_"))
            resource = found.setdefault(attribute, Resource(attribute, name))
            operation = _operation(method, path, told, attribute, schemas)
            made = {operation.name} | ({f"{operation.name}_items"} if operation.item else set())
            if made & taken[attribute]:
                raise ValueError(f"Two operations of {attribute} are called {operation.name}")
            taken[attribute] |= made
            resource.operations.append(operation)
    return [found[attribute] for attribute in sorted(found)]


def method_name(operation_id: str, attribute: str) -> str:
    """The operation's name without that of its resource: `users_list` of `users` is `list`."""
    for prefix in (attribute, attribute.removesuffix("s")):
        if operation_id.replace("_", "") == prefix:
            return "get"
        if operation_id.startswith(f"{prefix}_"):
            return operation_id.removeprefix(f"{prefix}_")
    return operation_id


def _operation(
    method: str, path: str, told: dict[str, Any], attribute: str, schemas: dict[str, Any]
) -> Operation:
    parameters = told.get("parameters", [])
    headers = {each["name"] for each in parameters if each["in"] == "header"}
    if headers - {_KEY, _MATCH}:
        raise ValueError(f"{told['operationId']} takes headers that the client does not know")
    body = told.get("requestBody")
    takes_bytes = body is not None and JSON not in body["content"]
    contents = [
        answer.get("content", {}) for status, answer in told["responses"].items() if status < "300"
    ]
    answers = {_named(content[JSON]["schema"]) for content in contents if JSON in content}
    if len(answers) > 1:
        raise ValueError(f"{told['operationId']} has answers of several types: {answers}")
    answer = next(iter(answers), "")
    return Operation(
        name=method_name(told["operationId"], attribute),
        method=method.upper(),
        path=path,
        summary=told["summary"],
        parts=[_parameter(each) for each in parameters if each["in"] == "path"],
        query=[_parameter(each) for each in parameters if each["in"] == "query"],
        body=_named(body["content"][JSON]["schema"]) if body and not takes_bytes else "",
        body_is_required=bool(body and body.get("required")),
        takes_bytes=takes_bytes,
        answer=answer,
        item=_item(schemas.get(answer, {})) if _is_paged(parameters) else "",
        is_file=any(content and JSON not in content for content in contents),
        takes_key=_KEY in headers,
        takes_match=_MATCH in headers,
    )


def _is_paged(parameters: list[dict[str, Any]]) -> bool:
    return any(each["in"] == "query" and each["name"] == "cursor" for each in parameters)


def _item(page: dict[str, Any]) -> str:
    """The type of a page's items; empty when it is no page."""
    properties = page.get("properties", {})
    if not {"items", "next_cursor"} <= properties.keys():
        return ""
    item = properties["items"]["items"]
    if item.get("type") == "array":
        # Not `list`, which is a method of some resources.
        return "Sequence[Any]"
    return f"models.{_named(item)}"


def _named(schema: dict[str, Any]) -> str:
    name: str = schema.get("$ref", "")
    if not name.startswith(REFERENCE):
        raise ValueError(f"A type without a name: {schema}")
    return name.removeprefix(REFERENCE)


def _parameter(told: dict[str, Any]) -> Parameter:
    schema = told["schema"]
    if "enum" in schema:
        kind = f"Literal[{', '.join(repr(value) for value in schema['enum'])}]"
    elif schema.get("format") == "date-time":
        kind = "datetime"
    else:
        kind = _TYPES[schema["type"]]
    return Parameter(
        told["name"], kind, bool(told.get("required")), told.get("description", "").strip()
    )
