"""`bin/warren migrate export` around the exporter: it refuses, or tells what it made."""

import json
import stat
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from warren_cli import build, cli, export_image, toolchain
from warren_cli.errors import OperatorError
from warren_cli.export_image import EXIT_LEFT_OUT, Plan
from warren_cli.home import Home
from warren_cli.progress import Progress
from warren_cli.settings import Settings, load
from warren_cli.supervision import Supervisor

REPORT: dict[str, Any] = {
    "name_directory": "/hdfs/name",
    "layout_version": -67,
    "block_pool_id": "BP-1",
    "seconds": 0.1,
    "taken": {"files": 2, "bytes": 2048},
    "left_out_list": "/data/export-left-out.jsonl",
    "left_out": {},
}
SMALL_FILES = {"small files": {"count": 1234, "reason": "It is missing", "examples": ["/a"]}}


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load({"WARREN_HOME": str(tmp_path / "home")})


@pytest.fixture
def exporter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stands for Java: writes the report of the file `report`, and ends with the code in `code`."""
    script = tmp_path / "java"
    script.write_text(
        f"""#!/bin/bash
echo "$@" >{tmp_path}/told
while [ $# -gt 0 ]; do
  case "$1" in --names) names=$2 ;; --report) report=$2 ;; esac
  shift
done
code=$(cat {tmp_path}/code)
[ "$code" != 1 ] || exit 1
mkdir "$names"
cp {tmp_path}/report "$report"
exit "$code"
""",
        encoding="utf-8",
    )
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    (tmp_path / "code").write_text("0", encoding="utf-8")
    (tmp_path / "report").write_text(json.dumps(REPORT), encoding="utf-8")
    monkeypatch.setattr(toolchain, "java", lambda: str(script))
    monkeypatch.setattr(toolchain, "require", lambda: None)
    monkeypatch.setattr(build, "ensure_java", lambda progress: None)
    return tmp_path


@pytest.fixture
def store(settings: Settings) -> Path:
    store = Home(settings.home).store
    store.mkdir(parents=True)
    return store


def test_what_was_taken_is_told(
    settings: Settings, store: Path, exporter: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = exporter / "names"
    assert export_image.run(settings, Progress(), Plan(names)) == 0
    told = capsys.readouterr().out
    assert "exported 2 files, 2.0 KiB" in told
    assert "layout -67, block pool BP-1" in told
    assert "left out" not in told
    home = Home(settings.home)
    assert (
        (exporter / "told")
        .read_text(encoding="utf-8")
        .strip()
        .endswith(
            f"--store {store} --names {names} --report {home.root / export_image.REPORT_NAME} "
            f"--left-out {home.root / export_image.LEFT_OUT_NAME}"
        )
    )


def test_what_is_left_out_is_told_and_the_exit_code_says_so(
    settings: Settings, store: Path, exporter: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (exporter / "code").write_text(str(EXIT_LEFT_OUT), encoding="utf-8")
    report = json.dumps({**REPORT, "left_out": SMALL_FILES})
    (exporter / "report").write_text(report, encoding="utf-8")
    assert export_image.run(settings, Progress(), Plan(exporter / "names")) == EXIT_LEFT_OUT
    told = capsys.readouterr().out
    assert "left out: 1,234 small files. It is missing" in told
    assert "each of them is in /data/export-left-out.jsonl" in told


def test_an_export_that_failed_says_so_and_leaves_no_report(
    settings: Settings, store: Path, exporter: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = Home(settings.home).root / export_image.REPORT_NAME
    report.write_text("{}", encoding="utf-8")
    (exporter / "code").write_text("1", encoding="utf-8")
    assert export_image.run(settings, Progress(), Plan(exporter / "names")) == 1
    assert "nothing was exported" in capsys.readouterr().out
    assert not report.exists()


def test_what_is_there_is_left_alone(settings: Settings, store: Path, exporter: Path) -> None:
    names = exporter / "names"
    names.mkdir()
    with pytest.raises(OperatorError, match="a folder that is not there yet"):
        export_image.run(settings, Progress(), Plan(names))
    assert not (exporter / "told").exists()


def test_a_folder_without_a_file_system_is_refused(settings: Settings, exporter: Path) -> None:
    with pytest.raises(OperatorError, match="holds no file system"):
        export_image.run(settings, Progress(), Plan(exporter / "names"))
    assert not Home(settings.home).root.exists()


def test_a_running_file_system_is_refused(
    settings: Settings, store: Path, exporter: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Supervisor, "pid", lambda self: 1)
    with pytest.raises(OperatorError, match="runs in this data folder"):
        export_image.run(settings, Progress(), Plan(exporter / "names"))
    assert not (exporter / "told").exists()


def test_a_cluster_is_refused(tmp_path: Path) -> None:
    settings = load({"WARREN_HOME": str(tmp_path), "WARREN_MODE": "cluster"})
    with pytest.raises(OperatorError, match="embedded store alone"):
        export_image.run(settings, Progress(), Plan(tmp_path / "names"))
    assert not any(tmp_path.iterdir())


def test_the_command_ends_with_the_exporters_code(
    store: Path, settings: Settings, exporter: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WARREN_HOME", str(settings.home))
    monkeypatch.delenv("WARREN_MODE", raising=False)
    (exporter / "code").write_text(str(EXIT_LEFT_OUT), encoding="utf-8")
    done = CliRunner().invoke(cli.app, ["migrate", "export", str(exporter / "names")])
    assert done.exit_code == EXIT_LEFT_OUT
    assert (exporter / "names").is_dir()
