"""`bin/warren migrate follow` and `status` around the follower."""

import stat
from pathlib import Path
from typing import Any

import pytest
from warren_namenode.generated.admin_api import FollowState

from warren_cli import build, follow, toolchain
from warren_cli.errors import OperatorError
from warren_cli.follow import Plan
from warren_cli.home import Home
from warren_cli.progress import Progress
from warren_cli.settings import Settings, load

from .servers import serving
from .test_namenodes import settings_for

CALL = "/admin/v1/follow"


def state(**changed: Any) -> dict[str, Any]:
    return {
        "namenode": "nn1",
        "follows": True,
        "paused": False,
        "location": "/hdfs/name",
        "applied_transaction": 90,
        "newest_transaction": 100,
        "lag_transactions": 10,
        "lag_seconds": 2.25,
        "edits_applied": 40,
        "edits_passed": 3,
        "waiting_for": None,
        "stopped_by": None,
        "changes_since_take_over": None,
        "as_of_ms": 1,
        **changed,
    }


def described(**changed: Any) -> str:
    return follow.describe(FollowState.model_validate(state(**changed)))


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load({"WARREN_HOME": str(tmp_path / "home")})


def test_the_follower_hears_of_the_store_and_the_edits(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "java"
    script.write_text(f'#!/bin/bash\necho "$@" >{tmp_path}/told\n', encoding="utf-8")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setattr(toolchain, "java", lambda: str(script))
    monkeypatch.setattr(toolchain, "require", lambda: None)
    monkeypatch.setattr(build, "ensure_java", lambda progress: None)
    with pytest.raises(OperatorError, match="holds no file system"):
        follow.begin(settings, Progress(), Plan("/hdfs/name"))
    Home(settings.home).store.mkdir(parents=True)
    assert follow.begin(settings, Progress(), Plan("/hdfs/name", ("cache",))) == 0
    told = (tmp_path / "told").read_text(encoding="utf-8")
    assert told.strip().endswith(
        f"begin --store {Home(settings.home).store} --edits /hdfs/name --pass cache"
    )


def test_a_cluster_is_refused(tmp_path: Path) -> None:
    settings = load({"WARREN_HOME": str(tmp_path), "WARREN_MODE": "cluster"})
    with pytest.raises(OperatorError, match="Only the embedded store"):
        follow.end(settings, Progress())


def test_the_namenode_that_leads_tells_how_far_it_is(tmp_path: Path) -> None:
    idle = state(namenode="nn2", applied_transaction=0, lag_seconds=-1)
    with (
        serving({("GET", CALL): (200, idle)}) as nn1,
        serving({("GET", CALL): (200, state())}) as nn2,
    ):
        text, code = follow.status(settings_for(tmp_path, nn1.address, nn2.address))
    assert code == 0
    assert "applied up to transaction 90, 10 behind 100" in text
    assert "2.2 s behind" in text


def test_why_it_has_stopped_is_told() -> None:
    assert "stopped: it is gone" in described(stopped_by="it is gone")
    assert "tried again: no folder" in described(waiting_for="no folder")
    assert described(follows=False) == "This file system follows no other one"
