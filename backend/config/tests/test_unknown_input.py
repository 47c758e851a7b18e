"""What an operation does not know is refused: a misspelt filter must not answer everything."""

from typing import Any

import pytest

from apps.accounts.models import User
from config.schema import openapi_document
from doubles.checked_client import CheckedClient, described
from doubles.namenode import NamenodeDouble
from doubles.routes import Operation, operations
from doubles.world import ClientOf

ALL = operations()
WRITES = [each for each in ALL if each.method in {"POST", "PUT", "PATCH", "DELETE"}]


def _name(operation: Operation) -> str:
    return operation.name


def _sent(client: CheckedClient, operation: Operation, path: str, body: Any = None) -> Any:
    return client.generic(
        operation.method,
        path,
        b"" if body is None else body,
        content_type="application/json",
    )


def _query_names(operation: Operation) -> list[str]:
    told = described(operation.method, operation.path)
    assert told is not None, f"{operation.name} is not in openapi.yaml"
    return [each["name"] for each in told.get("parameters", []) if each["in"] == "query"]


@pytest.mark.parametrize("operation", ALL, ids=_name)
def test_an_unknown_parameter_is_refused(
    operation: Operation, admin: User, client_of: ClientOf
) -> None:
    response = _sent(client_of(admin), operation, f"{operation.path}?no_such_filter=1")
    assert response.status_code == 400
    problem = response.json()
    assert problem["code"] == "unknown_parameter"
    assert "no_such_filter" in problem["fields"]
    assert problem["facts"]["allowed"] == sorted(_query_names(operation))


@pytest.mark.parametrize("operation", ALL, ids=_name)
def test_a_parameter_that_is_given_twice_is_refused(
    operation: Operation, admin: User, client_of: ClientOf
) -> None:
    for name in _query_names(operation):
        response = _sent(client_of(admin), operation, f"{operation.path}?{name}=1&{name}=2")
        assert response.status_code == 400
        assert response.json()["code"] == "repeated_parameter"
        assert name in response.json()["fields"]


def _takes_bytes(operation: Operation) -> bool:
    told = described(operation.method, operation.path)
    body = None if told is None else told.get("requestBody")
    return body is not None and "application/json" not in body["content"]


def _with_required(operation: Operation) -> str:
    """The path with what its query must name, so that the body is what is wrong."""
    told = described(operation.method, operation.path)
    assert told is not None
    required = [
        f"{each['name']}={'/x' if each['name'] == 'path' else 'x'}"
        for each in told.get("parameters", [])
        if each["in"] == "query" and each.get("required")
    ]
    return f"{operation.path}?{'&'.join(required)}" if required else operation.path


@pytest.mark.parametrize(
    "operation", [each for each in WRITES if not _takes_bytes(each)], ids=_name
)
def test_an_unknown_member_of_the_body_is_refused(
    operation: Operation, admin: User, client_of: ClientOf
) -> None:
    path = _with_required(operation)
    response = _sent(client_of(admin), operation, path, '{"no_such_member": 1}')
    assert response.status_code == 400
    fields = response.json()["fields"]
    # A job's form is chosen by its kind, which comes first.
    assert "no_such_member" in fields or "kind" in fields


def test_an_unknown_member_is_named_with_its_place(
    admin: User, client_of: ClientOf, namenode: NamenodeDouble
) -> None:
    namenode.tree.mkdirs("/data")
    response = client_of(admin).post(
        "/api/v1/jobs",
        {"kind": "delete", "path": "/data", "parameters": {"skip_trahs": True}},
        format="json",
    )
    assert response.status_code == 400
    assert list(response.json()["fields"]) == ["parameters.skip_trahs"]


def test_the_nearest_parameter_is_named(admin: User, client_of: ClientOf) -> None:
    response = client_of(admin).get("/api/v1/audit?actro=olga")
    assert response.status_code == 400
    assert response.json()["fields"]["actro"] == ["There is no such parameter. Did you mean actor?"]


def test_names_that_come_back_are_bounded(admin: User, client_of: ClientOf) -> None:
    many = "&".join(f"{number}{'x' * 500}=1" for number in range(200))
    response = client_of(admin).get(f"/api/v1/audit?{many}")
    assert response.status_code == 400
    assert len(response.content) < 10_000


def test_more_parameters_than_the_server_reads_are_refused(
    admin: User, client_of: ClientOf
) -> None:
    response = client_of(admin).get("/api/v1/audit?" + "&".join(["a=1"] * 2_000))
    assert response.status_code == 400


def test_every_body_in_the_description_is_closed() -> None:
    """A client that is made of the description refuses such a member itself."""
    schemas = openapi_document()["components"]["schemas"]
    seen = set()
    for methods in openapi_document()["paths"].values():
        for operation in methods.values():
            content = operation.get("requestBody", {}).get("content", {})
            for each in content.values():
                seen.update(_closed(each["schema"], schemas))
    assert len(seen) >= 10


def _closed(schema: dict[str, Any], schemas: dict[str, Any]) -> set[str]:
    """Names of the objects in a body, after a look at each."""
    name = schema.get("$ref", "").rpartition("/")[2]
    target = schemas.get(name, schema)
    inner = [*target.get("properties", {}).values(), *target.get("oneOf", [])]
    found = {each for part in inner for each in _closed(part, schemas)}
    if name and "properties" in target:
        assert target["additionalProperties"] is False, name
        found.add(name)
    return found
