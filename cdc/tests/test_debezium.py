"""The change capture's messages: the golden files, and everything that is no change."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from warren_cdc import contracts
from warren_cdc.debezium import MessageInvalid, change_of
from warren_namenode.generated import admin_api
from warren_search.operation import operation_of

CURSOR = "0aac-00000000-{}"
GOLDEN = sorted((contracts.REPOSITORY / "cdc/events/golden").glob("*.json"))
OLDER = sorted((contracts.REPOSITORY / "cdc/events/older").glob("*.json"))
SCHEMA = json.loads(contracts.CHANGE_SCHEMA.read_text())


def message() -> dict[str, Any]:
    """A capture message that can be understood."""
    captured: dict[str, Any] = json.loads(GOLDEN[0].read_text())["capture_message"]
    return captured


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_captured_row_gives_the_event_that_the_namenode_tells(path: Path) -> None:
    golden = json.loads(path.read_text())
    change = change_of(json.dumps(golden["capture_message"]).encode(), "0aac")
    assert change is not None
    event = json.loads(change.model_dump_json(by_alias=True))
    jsonschema.validate(event, SCHEMA)
    # The golden rows are from before incarnations.
    assert event == {**golden["event"], "cursor": CURSOR.format(golden["event"]["sequence"])}
    told = admin_api.Change.model_validate(golden["event"])
    assert asdict(operation_of(change)) == asdict(operation_of(told))


@pytest.mark.parametrize("path", OLDER, ids=lambda path: path.stem)
@pytest.mark.parametrize("nulls", [False, True], ids=["absent", "null"])
def test_a_row_from_before_a_column_was_added_is_understood(path: Path, *, nulls: bool) -> None:
    older = json.loads(path.read_text())
    if nulls:
        for name in ("storage_policy", "erasure_coding_policy", "features"):
            older["capture_message"]["after"][name] = None
    change = change_of(json.dumps(older["capture_message"]).encode(), "0aac")
    assert change is not None
    event = json.loads(change.model_dump_json(by_alias=True))
    assert event == {**older["read_as"], "cursor": CURSOR.format(older["read_as"]["sequence"])}


@pytest.mark.parametrize("operation", ["d", "u", "t"])
def test_what_is_no_insert_means_nothing(operation: str) -> None:
    trimmed = {**message(), "op": operation, "after": None}
    assert change_of(json.dumps(trimmed).encode(), "0aac") is None


def test_a_tombstone_means_nothing() -> None:
    assert change_of(None, "0aac") is None


@pytest.mark.parametrize(
    "changes",
    [
        {"name": "%%%"},
        {"name": "/w=="},
        {"operation": 9},
        {"operation": -1},
        {"kind": 3},
        {"sequence": 0},
        {"sequence": None},
        {"mode": 4096},
        {"owner": None},
        {"features": -1},
        {"storage_policy": "HOT"},
    ],
)
def test_a_row_that_cannot_be_is_refused(changes: dict[str, Any]) -> None:
    wrong = message()
    wrong["after"].update(changes)
    with pytest.raises(MessageInvalid):
        change_of(json.dumps(wrong).encode(), "0aac")


def test_a_partial_image_is_refused() -> None:
    wrong = message()
    del wrong["after"]["parent_id"]
    with pytest.raises(MessageInvalid, match="parent_id"):
        change_of(json.dumps(wrong).encode(), "0aac")


@pytest.mark.parametrize(
    "value", [b"", b"{", b"[]", b"\xff", b'{"op": "c"}', b'{"op": "c", "after": 1}']
)
def test_what_is_no_message_is_refused(value: bytes) -> None:
    with pytest.raises(MessageInvalid):
        change_of(value, "0aac")
