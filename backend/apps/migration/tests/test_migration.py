"""What the API tells of a migration, by the files of the data folder and by the namenodes."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from apps.accounts.models import User
from apps.common.rights import Permission
from apps.migration import files
from config.env import env
from doubles.checked_client import CheckedClient
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, give

pytestmark = pytest.mark.django_db(transaction=True)
MIGRATION = "/api/v1/migration"
Write = Callable[..., None]

IMPORT_REPORT = {
    "image": "/old/fsimage_17",
    "image_verified": True,
    "layout_version": -67,
    "transaction_id": 17,
    "block_pool_id": "BP-1",
    "seconds": 2.0,
    "taken": {"directories": 3, "files": 96, "symbolic links": 1, "bytes": 1_000},
    "left_out": {
        "delegation tokens": {"count": 2},
        "attribute system.x": {"count": 1, "examples": ["16390 secret.txt"]},
    },
}
MISSING = {"count": 1, "meaning": "No copy", "examples": [{"block_id": 9, "path": "/data/a"}]}
REHEARSAL = {
    "verdict": "blocks_missing",
    "transaction_id": 900,
    "seconds": 1.5,
    "blocks": 100,
    "blocks_being_written": 1,
    "replicas": 300,
    "replicas_good": 299,
    "replicas_newer_than_store": 4,
    "findings": {"missing": MISSING, "extra": {"count": 0, "meaning": "No such block"}},
}
TAKE_OVER = {
    "phase": "serving",
    "name_dirs": ["/old/name"],
    "last_edit_at_s": 1_000.0,
    "begun_at_s": 1_001.5,
    "fenced_at_s": 1_010.0,
    "ended_at_s": 1_011.0,
    "served_at_s": 1_045.25,
    "job_id": 7,
    "asked_by": "olga",
    "approved_by": "admin",
}


def write(name: str, content: Any) -> None:
    text = content if isinstance(content, str) else json.dumps(content)
    (env().home / name).write_text(text, encoding="utf-8")


def told(client: CheckedClient) -> dict[str, Any]:
    response = client.get(MIGRATION)
    assert response.status_code == 200, response.content
    answer: dict[str, Any] = response.json()
    return answer


@pytest.fixture
def olga(client_of: ClientOf, operator: User, namenode: NamenodeDouble) -> CheckedClient:
    return client_of(operator)


def test_a_file_system_of_its_own_says_so(olga: CheckedClient) -> None:
    answer = told(olga)
    assert answer["stage"] == "not_migrated"
    parts = ("imported", "following", "rehearsed", "take_over", "given_back", "request")
    assert {answer[part] for part in parts} == {None}
    assert (answer["objections"], answer["unreadable"]) == ([], [])


def test_viewers_are_not_told(client_of: ClientOf, viewer: User) -> None:
    assert client_of(viewer).get(MIGRATION).status_code == 403
    assert client_of(viewer).get(f"{MIGRATION}/findings/file").status_code == 403


def test_every_phase_is_told(olga: CheckedClient, namenode: NamenodeDouble) -> None:
    write(files.IMPORT_REPORT, IMPORT_REPORT)
    answer = told(olga)
    assert answer["stage"] == "imported"
    imported = answer["imported"]
    assert (imported["inodes"], imported["inodes_per_s"], imported["duration_ms"]) == (
        100,
        50,
        2_000,
    )
    assert imported["left_out"][1] == {
        "what": "attribute system.x",
        "count": 1,
        "examples": ["16390 secret.txt"],
    }
    assert answer["objections"] == ["not_following", "not_rehearsed"]

    namenode.follow.at(950, 1_000)
    write(files.REHEARSAL_REPORT, REHEARSAL)
    answer = told(olga)
    assert answer["stage"] == "following"
    assert answer["following"]["applied_transaction"] == 950
    assert answer["following"]["lag_ms"] == 1_500
    rehearsed = answer["rehearsed"]
    assert (rehearsed["verdict"], rehearsed["transactions_since"]) == ("blocks_missing", 50)
    assert rehearsed["findings"][0]["examples"][0]["path"] == "/data/a"
    assert rehearsed["findings"][1] == {
        "what": "extra",
        "count": 0,
        "meaning": "No such block",
        "examples": [],
    }
    assert answer["objections"] == ["blocks_missing"]
    assert answer["command"].endswith("bin/warren migrate take-over --approved --from NAME_DIR")
    assert not answer["begins_here"]


def test_what_speaks_against_a_take_over(olga: CheckedClient, namenode: NamenodeDouble) -> None:
    write(files.IMPORT_REPORT, IMPORT_REPORT | {"block_pool_id": None})
    write(files.REHEARSAL_REPORT, REHEARSAL | {"verdict": "readable_with_faults"})
    os.utime(env().home / files.REHEARSAL_REPORT, (1, 1))
    namenode.follow.at(1, 2, lag_seconds=61, paused=True, waiting_for="Connection refused")
    assert told(olga)["objections"] == [
        *("no_block_pool", "following_paused", "edits_unreadable", "lagging"),
        *("rehearsal_faults", "rehearsal_old"),
    ]
    write(files.REHEARSAL_REPORT, REHEARSAL | {"verdict": "clean"})
    write(files.IMPORT_REPORT, IMPORT_REPORT)
    # A namenode that has not led yet does not know how far it is.
    namenode.follow.at(0, 0, lag_seconds=-1, waiting_for=None, paused=False)
    assert told(olga)["objections"] == ["lagging"]
    namenode.follow.at(2, 2)
    assert told(olga)["objections"] == []


def test_how_far_a_take_over_is(olga: CheckedClient, namenode: NamenodeDouble) -> None:
    write(files.IMPORT_REPORT, IMPORT_REPORT)
    write(files.TAKE_OVER, TAKE_OVER | {"phase": "begun", "fenced_at_s": 0, "served_at_s": 0})
    namenode.follow.at(1, 1)
    # It was refused, and the namenodes serve the copy as before.
    assert told(olga)["stage"] == "following"
    write(files.TAKE_OVER, TAKE_OVER | {"phase": "fenced", "served_at_s": 0})
    answer = told(olga)
    assert (answer["stage"], answer["take_over"]["read_only_ms"]) == ("taking_over", None)
    assert (answer["take_over"]["way_back"], answer["objections"]) == ("not_yet", [])

    write(files.TAKE_OVER, TAKE_OVER)
    namenode.follow.told |= {"follows": False, "changes_since_take_over": 0}
    answer = told(olga)
    over = answer["take_over"]
    assert (answer["stage"], answer["following"]) == ("taken_over", None)
    assert (over["read_only_ms"], over["way_back"], over["approved_by"]) == (
        45_250,
        "open",
        "admin",
    )
    assert over["fenced_at"] == "1970-01-01T00:16:50.000Z"
    namenode.follow.told |= {"changes_since_take_over": 3}
    assert (told(olga)["take_over"]["way_back"], told(olga)["take_over"]["changes_since"]) == (
        "closed",
        3,
    )
    namenode.follow.told |= {"changes_since_take_over": None}
    assert told(olga)["take_over"]["way_back"] == "unknown"

    write(files.TAKE_OVER, TAKE_OVER | {"phase": "going_back"})
    assert told(olga)["stage"] == "going_back"
    (env().home / files.TAKE_OVER).unlink()
    write(files.TAKEN_BACK, TAKE_OVER | {"given_back_at_s": 2_000.0})
    namenode.follow.at(1, 1)
    answer = told(olga)
    assert answer["stage"] == "following"
    assert answer["given_back"]["given_back_at"] == "1970-01-01T00:33:20.000Z"


def test_silent_namenodes_hide_nothing_else(olga: CheckedClient, namenode: NamenodeDouble) -> None:
    write(files.IMPORT_REPORT, IMPORT_REPORT)
    write(files.TAKE_OVER, TAKE_OVER | {"phase": "begun", "served_at_s": 0})
    namenode.close()
    answer = told(olga)
    # Its last edits are applied, for which the namenodes were stopped.
    assert answer["stage"] == "taking_over"
    assert answer["following"] is None
    assert answer["following_unknown"] == "No namenode answers"
    assert answer["imported"]["transaction"] == 17


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "Invalid JSON"),
        (json.dumps(IMPORT_REPORT)[:60], "Invalid JSON"),
        ("[]", "object"),
        (json.dumps(IMPORT_REPORT | {"seconds": "long"}), "seconds: "),
        ("x" * (files.FILE_BYTES_MAX + 1), "longer than"),
    ],
)
def test_a_damaged_file_is_named_with_its_reason(olga: CheckedClient, text: str, why: str) -> None:
    write(files.IMPORT_REPORT, text)
    answer = told(olga)
    assert (answer["stage"], answer["imported"]) == ("imported", None)
    (named,) = answer["unreadable"]
    assert named["file"] == files.IMPORT_REPORT
    assert why in named["why"]


def test_every_file_may_be_a_folder(olga: CheckedClient) -> None:
    names = (files.IMPORT_REPORT, files.REHEARSAL_REPORT, files.TAKE_OVER, files.TAKEN_BACK)
    for name in names:
        (env().home / name).mkdir()
    assert {each["file"] for each in told(olga)["unreadable"]} == set(names)


def test_names_are_for_who_may_see_all(
    client_of: ClientOf, viewer: User, namenode: NamenodeDouble
) -> None:
    give(viewer, [Permission.MANAGE_NAMENODES])
    write(files.IMPORT_REPORT, IMPORT_REPORT)
    write(files.REHEARSAL_REPORT, REHEARSAL)
    answer = told(client_of(viewer))
    assert all(not each["examples"] for each in answer["imported"]["left_out"])
    assert all(not each["examples"] for each in answer["rehearsed"]["findings"])
    assert answer["rehearsed"]["findings"][0]["count"] == 1


def test_all_findings_are_a_file(olga: CheckedClient, tmp_path: Path) -> None:
    url = f"{MIGRATION}/findings/file"
    assert olga.get(url).status_code == 404
    lines = [
        json.dumps({"what": "missing", "block_id": 9, "path": "/a,b", "wanted": 3, "found": 0}),
        "cut in the mid",
        "[1]",
    ]
    write(files.REHEARSAL_FINDINGS, "\n".join(lines))
    response = olga.get(url)
    assert response.status_code == 200
    text = b"".join(response.streaming_content).decode()  # type: ignore[attr-defined]
    assert text.splitlines() == [
        "what,block_id,path,source,stamp,length_bytes,expected_stamp,expected_length_bytes,"
        "wanted,found",
        'missing,9,"/a,b",,,,,,3,0',
        "a line that can't be read",
        "a line that can't be read",
    ]
    write(files.REHEARSAL_REPORT, REHEARSAL)
    assert told(olga)["rehearsed"]["has_list"]
