"""The services: each names commands and settings that there are, and systemd understands them."""

import shutil
import subprocess
from pathlib import Path

import pytest
import typer

from warren_cli.cli import app
from warren_cli.cluster_programs import SQL_STOP_S
from warren_cli.settings import REPOSITORY, Settings, variable

FOLDER = REPOSITORY / "infra" / "systemd"
SERVICES = sorted(FOLDER.glob("*.service"))
UNITS = [*SERVICES, *FOLDER.glob("*.target")]
INSTALLED = "/opt/warren/bin/warren"
# On systemd's scale of 0 to 10, where 10 is a service that may do everything; tens of it.
EXPOSURE_MAX = 20


def values(unit: Path, name: str) -> list[str]:
    lines = unit.read_text(encoding="utf-8").splitlines()
    return [line.removeprefix(f"{name}=") for line in lines if line.startswith(f"{name}=")]


@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.name)
def test_every_command_exists(unit: Path) -> None:
    for command in (*values(unit, "ExecStart"), *values(unit, "ExecStop")):
        program, *words = command.split()
        assert program == INSTALLED
        node = typer.main.get_command(app)
        for word in words:
            if word != "%i":
                node = node.commands[word]  # type: ignore[attr-defined]


def test_every_setting_exists() -> None:
    known = {variable(name) for name in Settings.model_fields}
    in_file = [
        line.removeprefix("#")
        for line in (FOLDER / "warren.env").read_text(encoding="utf-8").splitlines()
        if "=" in line
    ]
    in_units = [each for unit in SERVICES for each in values(unit, "Environment")]
    assert in_file
    assert {each.partition("=")[0] for each in (*in_file, *in_units)} <= known


def test_the_services_may_do_the_same() -> None:
    """All that is below the line that says so is meant to be equal."""
    blocks = {
        unit.read_text(encoding="utf-8").partition("# What no part needs.")[2] for unit in SERVICES
    }
    tail = {block.partition("[Install]")[0] for block in blocks}
    assert len(SERVICES) == 2
    assert len(tail) == 1
    assert "ProtectSystem=strict" in tail.pop()


def test_a_database_has_time_to_stop() -> None:
    part = next(unit for unit in SERVICES if "@" in unit.name)
    assert int(values(part, "TimeoutStopSec")[0].removesuffix("s")) > SQL_STOP_S


def systemd_analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed")
    command = ("systemd-analyze", *arguments)
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_systemd_understands_the_units(tmp_path: Path) -> None:
    copies = []
    for unit in UNITS:
        copy = tmp_path / unit.name.replace("@", "@nn1")
        text = unit.read_text(encoding="utf-8")
        copy.write_text(text.replace(INSTALLED, str(REPOSITORY / "bin" / "warren")))
        copies.append(str(copy))
    done = systemd_analyze("verify", "--man=no", "--recursive-errors=no", *copies)
    assert done.stderr == ""
    assert done.returncode == 0


@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.name)
def test_a_service_may_do_little(unit: Path) -> None:
    limit = f"--threshold={EXPOSURE_MAX}"
    done = systemd_analyze("security", "--offline=true", "--no-pager", limit, str(unit))
    assert done.returncode == 0, done.stdout
