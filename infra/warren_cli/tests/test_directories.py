"""`bin/warren dir` asks whichever namenode answers and tells the progress in words."""

import time
from pathlib import Path
from typing import Any

import pytest
from warren_namenode.generated.admin_api import DirectoryPartitioning

from warren_cli import directories
from warren_cli.errors import OperatorError

from . import answers
from .servers import serving
from .test_namenodes import settings_for

CALL = "/admin/v1/directories/partitioning"


def state(**changed: Any) -> dict[str, Any]:
    return {
        "path": "/hot",
        "inode_id": 17,
        "children": "by_parent",
        "changing": False,
        "children_counted": 3,
        "count_complete": True,
        "work": None,
        "shards": [],
        **changed,
    }


def described(**changed: Any) -> str:
    return directories.describe(DirectoryPartitioning.model_validate(state(**changed)))


def test_a_settled_directory_is_described() -> None:
    assert described() == "/hot: inode 17, 3 children\nchildren: by-parent"


def test_a_move_shows_its_progress() -> None:
    work = {"moved": 400, "user": "hdfs", "started_at_ms": round((time.time() - 5) * 1000)}
    text = described(children="hashed", changing=True, count_complete=False, work=work)
    assert text.splitlines() == [
        "/hot: inode 17, 3 or more children",
        "children: being moved to hashed",
        "moved: 400 in 5 s, asked for by hdfs",
    ]


def test_the_next_namenode_is_asked_when_one_is_gone(tmp_path: Path) -> None:
    with serving({}) as gone:
        pass
    with serving({("PUT", CALL): (200, state(children="hashed"))}) as nn2:
        settings = settings_for(tmp_path, gone.address, nn2.address)
        text = directories.repartition(settings, "/hot", hashed=True, by_parent=False, wait=True)
    assert text.endswith("children: hashed")
    assert nn2.calls == [("PUT", CALL, "Bearer secret")]


def test_waiting_returns_when_the_directory_is_settled(tmp_path: Path) -> None:
    moving = {
        ("PUT", CALL): (200, state(children="hashed", changing=True)),
        ("GET", CALL): (200, state(children="hashed")),
    }
    with serving(moving) as nn1:
        settings = settings_for(tmp_path, nn1.address, "127.0.0.1:1")
        text = directories.repartition(settings, "/hot", hashed=True, by_parent=False, wait=True)
    assert text.endswith("children: hashed")


def test_a_refusal_is_passed_on(tmp_path: Path) -> None:
    refused = answers.problem(404, "Not found", detail="Check it", code="not_found")
    with serving({("GET", CALL): refused}) as nn1:
        settings = settings_for(tmp_path, nn1.address, "127.0.0.1:1")
        with pytest.raises(OperatorError, match=r"Not found: code=not_found\. Check it"):
            directories.show(settings, "/none")


@pytest.mark.parametrize("both", [True, False])
def test_exactly_one_direction_must_be_given(tmp_path: Path, both: bool) -> None:
    settings = settings_for(tmp_path, "127.0.0.1:1", "127.0.0.1:2")
    with pytest.raises(OperatorError, match="either --hashed or --by-parent"):
        directories.repartition(settings, "/hot", hashed=both, by_parent=both, wait=False)
