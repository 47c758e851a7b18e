"""The golden files: row change, event and index operation agree with contract and code."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from pydantic import ValidationError
from warren_cdc import contracts
from warren_cdc.generated import change_v2
from warren_cdc.testkit.namenodes import StoreDouble
from warren_namenode.generated import admin_api
from warren_search.operation import Delete, IndexOperation, Put, operation_of
from warren_search.testkit.history import file, root

GOLDEN = sorted((contracts.REPOSITORY / "cdc/events/golden").glob("*.json"))
OLDER = sorted((contracts.REPOSITORY / "cdc/events/older").glob("*.json"))
SCHEMA = json.loads(contracts.CHANGE_SCHEMA.read_text())


def _as_json(operation: IndexOperation) -> dict[str, Any]:
    match operation:
        case Put():
            document = operation.document
            told = {"kind": document.kind.value, "xattrs": list(document.xattrs)}
            return {"put": asdict(document) | told}
        case Delete():
            return {"delete": asdict(operation)}


def _operation_name(before: dict[str, Any] | None, after: dict[str, Any] | None) -> str:
    if before is None:
        return "create"
    if after is None:
        return "delete"
    moved = any(before[field] != after[field] for field in ("parent_id", "name"))
    return "rename" if moved else "update"


def test_there_is_a_golden_file_for_each_operation() -> None:
    found = {json.loads(path.read_text())["event"]["operation"] for path in GOLDEN}
    assert found == {"create", "update", "rename", "delete"}


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_events_meet_the_schema(path: Path) -> None:
    jsonschema.validate(json.loads(path.read_text())["event"], SCHEMA)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
@pytest.mark.parametrize("change", [change_v2.Change, admin_api.Change])
def test_events_give_their_index_operation(
    path: Path, change: type[change_v2.Change] | type[admin_api.Change]
) -> None:
    golden = json.loads(path.read_text())
    event = change.model_validate_json(json.dumps(golden["event"]))
    assert _as_json(operation_of(event)) == golden["index_operation"]


@pytest.mark.parametrize("path", OLDER, ids=lambda path: path.stem)
def test_a_namenode_of_the_former_version_is_understood(path: Path) -> None:
    older = json.loads(path.read_text())
    event = admin_api.Change.model_validate_json(json.dumps(older["event"]))
    assert _as_json(operation_of(event)) == older["index_operation"]
    told = json.loads(event.model_dump_json(by_alias=True))
    assert told == older["read_as"] | {"schema": older["event"]["schema"]}


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_events_tell_their_row_change(path: Path) -> None:
    golden = json.loads(path.read_text())
    event, (before, after) = golden["event"], golden["row_change"].values()
    row = after or before
    assert event["operation"] == _operation_name(before, after)
    assert event["before"] == (
        {"parent_id": before["parent_id"], "name": before["name"]}
        if event["operation"] == "rename"
        else None
    )
    unversioned = {key: value for key, value in row.items() if key != "logical_time"}
    assert {key: event[key] for key in unversioned} == unversioned
    assert event["logical_time"] > (before["logical_time"] if before else 0)
    assert after is None or event["logical_time"] == after["logical_time"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"schema": "warren.change.v1"},
        {"operation": "truncate"},
        {"kind": "device"},
        {"mode": 0o2000},
        {"sequence": 0},
        {"surprise": 1},
        {"features": None},
        {"name": None},
    ],
)
def test_the_strict_type_refuses_what_the_schema_refuses(wrong: dict[str, Any]) -> None:
    event = json.loads(GOLDEN[0].read_text())["event"] | wrong
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(event, SCHEMA)
    with pytest.raises(ValidationError):
        change_v2.Change.model_validate(event)


def test_the_double_serves_the_contract() -> None:
    store = StoreDouble()
    moved = file(2, 1, "b")
    store.commit([Put(root()), Put(file(2, 1, "a")), Put(moved), Delete(2, 3), Delete(9, 1)])
    for event in store.feed(None, 10, 0)["events"]:
        jsonschema.validate(event, SCHEMA)


def test_generated_types_are_current() -> None:
    assert contracts.differences() == [], "run python -m warren_cdc.contracts"
