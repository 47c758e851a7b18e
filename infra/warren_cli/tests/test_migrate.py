"""`bin/warren migrate import` around the importer: it refuses, or does all of it."""

import json
import os
import stat
from pathlib import Path

import pytest

from warren_cli import build, cluster_conf, lifecycle, migrate, toolchain
from warren_cli.errors import OperatorError
from warren_cli.home import Home
from warren_cli.migrate import Plan
from warren_cli.progress import Progress
from warren_cli.settings import Settings, load

REPORT = {
    "image_verified": True,
    "block_pool_id": "BP-1",
    "seconds": 0.1,
    "taken": {"files": 2, "bytes": 10},
    "left_out": {"snapshots": {"count": 1}},
}


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load({"WARREN_HOME": str(tmp_path / "home")})


@pytest.fixture
def importer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stands for Java: makes the store and the report, or fails when a file `fail` is there."""
    script = tmp_path / "java"
    script.write_text(
        f"""#!/bin/bash
echo "$@" >{tmp_path}/arguments
while [ $# -gt 0 ]; do
  case "$1" in --store) store=$2 ;; --report) report=$2 ;; esac
  shift
done
[ -z "$store" ] || {{ mkdir "$store" && touch "$store/CURRENT"; }}
[ ! -e {tmp_path}/fail ] || exit 1
cat >"$report" <<'END'
{json.dumps(REPORT)}
END
""",
        encoding="utf-8",
    )
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setattr(toolchain, "java", lambda: str(script))
    monkeypatch.setattr(toolchain, "require", lambda: None)
    monkeypatch.setattr(build, "ensure_java", lambda progress: None)
    monkeypatch.setattr(os, "sync", lambda: None)
    return tmp_path


def test_a_store_counts_when_all_of_it_is_there(
    settings: Settings, importer: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert migrate.run(settings, Progress(), Plan(importer / "fsimage")) == 0
    home = Home(settings.home)
    assert (home.store / "CURRENT").exists()
    assert not (home.root / migrate.UNFINISHED_NAME).exists()
    told = capsys.readouterr().out
    assert "imported 2 files" in told
    assert "left out: 1 snapshots" in told


def test_an_import_that_failed_leaves_no_store(settings: Settings, importer: Path) -> None:
    (importer / "fail").touch()
    assert migrate.run(settings, Progress(), Plan(importer / "fsimage")) == 1
    home = Home(settings.home)
    assert not home.store.exists()
    assert not (home.root / migrate.UNFINISHED_NAME).exists()
    # What a killed one left behind does not stop the next.
    (home.root / migrate.UNFINISHED_NAME).mkdir()
    (importer / "fail").unlink()
    assert migrate.run(settings, Progress(), Plan(importer / "fsimage")) == 0


def test_a_file_system_that_is_there_is_left_alone(settings: Settings, importer: Path) -> None:
    home = Home(settings.home)
    home.store.mkdir(parents=True)
    with pytest.raises(OperatorError, match="holds a file system already"):
        migrate.run(settings, Progress(), Plan(importer / "fsimage"))
    assert list(home.store.iterdir()) == []


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """What was started and stopped of a cluster, in order, in place of doing so."""
    seen: list[str] = []

    def start(settings: Settings, progress: Progress, *, store_only: bool = False) -> None:
        settings.home.mkdir(exist_ok=True)
        seen.append("store" if store_only else "all")

    monkeypatch.setattr(lifecycle, "run", start)
    monkeypatch.setattr(lifecycle, "stop", lambda settings, progress: seen.append("stopped"))
    jar = tmp_path / "ndb" / "share" / "java" / "clusterj.jar"
    jar.parent.mkdir(parents=True)
    jar.touch()
    monkeypatch.setattr(cluster_conf, "ndb_home", lambda settings: tmp_path / "ndb")
    return seen


@pytest.fixture
def cluster_settings(tmp_path: Path) -> Settings:
    return load({"WARREN_HOME": str(tmp_path / "home"), "WARREN_MODE": "cluster"})


def test_a_cluster_runs_no_more_than_its_store_while_it_is_filled(
    cluster_settings: Settings,
    importer: Path,
    started: list[str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert migrate.run(cluster_settings, Progress(), Plan(importer / "fsimage")) == 0
    assert started == ["store", "stopped"]
    told = capsys.readouterr().out
    assert "imported 2 files" in told
    assert "`make run-cluster` serves it" in told
    arguments = (importer / "arguments").read_text(encoding="utf-8").split()
    assert arguments[arguments.index("--ndb-connect") + 1] == str(cluster_settings.ndb_mgm_address)
    assert f"-Djava.library.path={importer}/ndb/lib" in arguments
    assert "--store" not in arguments


def test_a_cluster_that_was_not_filled_is_stopped_and_told(
    cluster_settings: Settings,
    importer: Path,
    started: list[str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    (importer / "fail").touch()
    assert migrate.run(cluster_settings, Progress(), Plan(importer / "fsimage")) == 1
    assert started == ["store", "stopped"]
    assert "nothing was imported that could be served" in capsys.readouterr().out
