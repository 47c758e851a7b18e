"""`bin/warren totals` asks the namenodes and tells what they found in words."""

import io
from pathlib import Path
from typing import Any

import pytest
from warren_namenode.generated.admin_api import TotalsState

from warren_cli import totals
from warren_cli.errors import OperatorError
from warren_cli.progress import Progress
from warren_cli.totals import Remedy

from . import answers
from .servers import serving
from .test_namenodes import settings_for

CALL = "/admin/v1/totals"
STEPS = {Remedy.TELL: f"{CALL}/checks", Remedy.MEND: f"{CALL}/recounts"}
NOTHING = {"files": 0, "directories": 0, "symlinks": 0, "length_bytes": 0, "space_bytes": 0}
WRONG = {
    "path": "/logs",
    "inode_id": 7,
    "lacks_in_it": NOTHING,
    "lacks_below": {**NOTHING, "files": 2, "length_bytes": -2_048},
}


def state(**changed: Any) -> dict[str, Any]:
    return {
        "namenode": "nn1",
        "counted": True,
        "inodes_passed": 0,
        "changes_waiting": 4,
        "directories_checked": 90,
        "mended": 0,
        "as_of_ms": 1,
        **changed,
    }


def parsed(**changed: Any) -> TotalsState:
    return TotalsState.model_validate(state(**changed))


def step(**changed: Any) -> dict[str, Any]:
    return {
        "cursor": None,
        "inodes": 40,
        "directories": 6,
        "unsure": 0,
        "wrong_count": 0,
        "mended": 0,
        "wrong": [],
        **changed,
    }


def test_the_state_is_described() -> None:
    lines = totals.describe([parsed(), parsed(namenode="nn2", mended=3)]).splitlines()
    assert lines == [
        "All directories are counted: counts of trees cost no walk",
        "4 changes wait to be added; answers have them in already",
        "nn1: 90 counts compared with totals, 0 mended",
        "nn2: 90 counts compared with totals, 3 mended",
    ]


def test_the_first_count_tells_how_far_it_is() -> None:
    counting = parsed(counted=False, inodes_passed=52_000, changes_waiting=10_000, as_of_ms=3)
    text = totals.describe([parsed(namenode="nn2", counted=False), counting])
    assert text.startswith("Directories are being counted, past 52000 inodes")
    assert "10000 or more changes wait" in text


def test_namenodes_that_are_gone_are_left_out(tmp_path: Path) -> None:
    with serving({}) as gone:
        pass
    with serving({("GET", CALL): (200, state(namenode="nn2"))}) as nn2:
        text = totals.status(settings_for(tmp_path, gone.address, nn2.address))
    assert text.endswith("nn2: 90 counts compared with totals, 0 mended")


def checked(tmp_path: Path, remedy: Remedy, answer: dict[str, Any]) -> tuple[int, str]:
    out = io.StringIO()
    with serving({("POST", STEPS[remedy]): (200, answer)}) as nn1:
        settings = settings_for(tmp_path, nn1.address, "127.0.0.1:1")
        code = totals.run(settings, remedy, "/logs", Progress(out))
    return code, out.getvalue()


def test_a_tree_that_is_right(tmp_path: Path) -> None:
    code, text = checked(tmp_path, Remedy.TELL, step(unsure=2))
    assert code == 0
    assert "6 directories counted among 40 inodes, 0 wrong, 2 changed too fast" in text


def test_wrong_totals_are_named_and_fail_the_check(tmp_path: Path) -> None:
    code, text = checked(tmp_path, Remedy.TELL, step(wrong_count=1, wrong=[WRONG]))
    assert code == 1
    assert "/logs lacked 2 files, -2.0 KiB of length" in text


def test_a_recount_mends(tmp_path: Path) -> None:
    code, text = checked(tmp_path, Remedy.MEND, step(wrong_count=1, mended=1, wrong=[WRONG]))
    assert code == 0
    assert "1 wrong, 1 mended" in text


def test_a_refusal_is_told(tmp_path: Path) -> None:
    refused = answers.problem(409, "The store's directories are still being counted")
    with serving({("POST", STEPS[Remedy.TELL]): refused}) as nn1:
        settings = settings_for(tmp_path, nn1.address, "127.0.0.1:1")
        with pytest.raises(OperatorError, match="still being counted"):
            totals.run(settings, Remedy.TELL, "/", Progress(io.StringIO()))
