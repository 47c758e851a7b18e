"""`bin/warren smallfiles` asks the namenodes and tells what they did in words."""

import io
from pathlib import Path
from typing import Any

import pytest
from warren_namenode.generated.admin_api import SmallFiles

from warren_cli import small_files
from warren_cli.errors import OperatorError
from warren_cli.progress import Progress
from warren_cli.small_files import Direction

from . import answers
from .servers import serving
from .test_namenodes import settings_for

CALL = "/admin/v1/smallfiles"


def overview(**changed: Any) -> dict[str, Any]:
    return {
        "namenode": "nn1",
        "limit_bytes": 65_536,
        "take_in": {
            "delay_ms": 30_000,
            "files_per_s": 50,
            "queue": 3,
            "queue_max": 100_000,
            "dropped": 0,
            "refused": 1,
            "failed": 0,
        },
        "in_flight": {"bytes": 0, "max_bytes": 67_108_864},
        "counts": {
            "written": 5,
            "read": 6,
            "fallbacks_full": 7,
            "fallbacks_memory": 8,
            "taken_in": 2,
            "taken_in_bytes": 2_048,
            "moved_out": 9,
        },
        "store": None,
        "as_of_ms": 1,
        **changed,
    }


def described(**changed: Any) -> str:
    return small_files.describe(SmallFiles.model_validate(overview(**changed)))


def step(**changed: Any) -> dict[str, Any]:
    return {
        "cursor": None,
        "files": 4,
        "changed": 3,
        "changed_bytes": 3_072,
        "error_count": 0,
        "errors": [],
        **changed,
    }


def test_the_state_is_described() -> None:
    lines = described().splitlines()
    assert lines[0] == "nn1: files of at most 64.0 KiB may stay in the database"
    assert lines[1].startswith("  taken in: 2 (2.0 KiB), 3 wait, 1 stayed in blocks")
    assert lines[2] == "  pace: 50 files/s, 30 s after their close"
    assert lines[4].endswith("7 with the store full, 8 with too much under way")
    room = {"used_bytes": 1_024, "size_bytes": 2_048}
    assert described(store=room).endswith("store: 1.0 KiB of 2.0 KiB")
    assert "no files stay" in described(limit_bytes=0)


def test_namenodes_that_are_gone_are_left_out(tmp_path: Path) -> None:
    with serving({}) as gone:
        pass
    with serving({("GET", CALL): (200, overview(namenode="nn2"))}) as nn2:
        text = small_files.status(settings_for(tmp_path, gone.address, nn2.address))
    assert text.startswith("nn2:")
    with pytest.raises(OperatorError, match="No namenode answers"):
        small_files.status(settings_for(tmp_path, gone.address, nn2.address))


def test_a_move_tells_its_progress(tmp_path: Path) -> None:
    out = io.StringIO()
    with serving({("POST", f"{CALL}/take-in"): (200, step())}) as nn1:
        settings = settings_for(tmp_path, nn1.address, "127.0.0.1:1")
        code = small_files.move(settings, Direction.IN, "/logs", Progress(out))
    assert code == 0
    assert "4 files seen, 3 moved (3.0 KiB), 0 failed" in out.getvalue()


def test_files_that_could_not_be_moved_are_told(tmp_path: Path) -> None:
    out = io.StringIO()
    failed = step(error_count=1, errors=[{"path": "/logs/a", "reason": "The file is open"}])
    with serving({("POST", f"{CALL}/move-out"): (200, failed)}) as nn1:
        settings = settings_for(tmp_path, nn1.address, "127.0.0.1:1")
        code = small_files.move(settings, Direction.OUT, "/logs", Progress(out))
    assert code == 1
    assert "/logs/a: The file is open" in out.getvalue()


def test_a_refusal_is_told(tmp_path: Path) -> None:
    refused = answers.problem(404, "The path does not exist", code="not_found")
    with serving({("POST", f"{CALL}/take-in"): refused}) as nn1:
        settings = settings_for(tmp_path, nn1.address, "127.0.0.1:1")
        with pytest.raises(OperatorError, match="does not exist"):
            small_files.move(settings, Direction.IN, "/none", Progress(io.StringIO()))
