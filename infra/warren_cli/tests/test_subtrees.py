"""`bin/warren subtree`: any namenode is asked, and a path finds the locks that concern it."""

import json
from pathlib import Path

import pytest

from warren_cli import subtrees
from warren_cli.errors import OperatorError

from .servers import Answers, serving
from .test_namenodes import settings_for

HELD = {
    "inode_id": 16_400,
    "path": "/data/old",
    "operation": "delete",
    "user": "olga",
    "owner": "nn1",
    "owner_id": 1,
    "owner_live": False,
    "started_at_ms": 1_700_000_000_000,
}
OTHER = {**HELD, "inode_id": 16_500, "path": "/data/older", "owner": None, "owner_id": 7}
LOCKS: Answers = {
    ("GET", "/admin/v1/subtree-operations"): (
        200,
        {"operations": [HELD, OTHER], "next_cursor": None, "as_of_ms": 1_700_000_001_000},
    )
}


def test_the_second_namenode_answers_for_a_dead_first(tmp_path: Path) -> None:
    with serving({}) as gone:
        pass
    with serving(LOCKS) as nn2:
        settings = settings_for(tmp_path, gone.address, nn2.address)
        assert subtrees.show_all(settings, as_json=False).splitlines() == [
            "INODE  PATH         OPERATION  USER  OWNER        SINCE",
            "16400  /data/old    delete     olga  nn1 (gone)   2023-11-14T22:13:20Z",
            "16500  /data/older  delete     olga  id 7 (gone)  2023-11-14T22:13:20Z",
        ]
        assert json.loads(subtrees.show_all(settings, as_json=True)) == [HELD, OTHER]


@pytest.mark.parametrize("wanted", ["/data/old", "/data/old/", "/data/old/deep/er", "16400"])
def test_a_lock_is_found_by_path_or_inode(tmp_path: Path, wanted: str) -> None:
    with serving(LOCKS) as nn1, serving(LOCKS) as nn2:
        settings = settings_for(tmp_path, nn1.address, nn2.address)
        found = json.loads(subtrees.show(settings, wanted, as_json=True))
        assert [each["inode_id"] for each in found] == [16_400]


def test_a_path_above_finds_every_lock_below(tmp_path: Path) -> None:
    with serving(LOCKS) as nn1, serving(LOCKS) as nn2:
        settings = settings_for(tmp_path, nn1.address, nn2.address)
        assert len(json.loads(subtrees.show(settings, "/", as_json=True))) == 2


@pytest.mark.parametrize(
    ("wanted", "said"), [("/da", "No subtree lock is held there"), ("data", "neither an absolute")]
)
def test_what_is_not_there_is_said(tmp_path: Path, wanted: str, said: str) -> None:
    with serving(LOCKS) as nn1, serving(LOCKS) as nn2:
        settings = settings_for(tmp_path, nn1.address, nn2.address)
        with pytest.raises(OperatorError, match=said):
            subtrees.show(settings, wanted, as_json=False)


def test_with_no_namenode_the_operator_is_told(tmp_path: Path) -> None:
    with serving({}) as nn1, serving({}) as nn2:
        settings = settings_for(tmp_path, nn1.address, nn2.address)
    with pytest.raises(OperatorError, match="No namenode answers"):
        subtrees.show_all(settings, as_json=False)
