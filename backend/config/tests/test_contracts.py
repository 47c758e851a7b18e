"""What is generated is committed, what is described is true, and the layers hold."""

import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from warren_namenode.generate import GENERATED, generate_into

from config.reference import REFERENCE, reference
from config.schema import OPENAPI_FILE

BACKEND = Path(__file__).resolve().parents[2]


def test_openapi_is_committed_as_generated() -> None:
    out = StringIO()
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=out)
    assert out.getvalue().strip() == OPENAPI_FILE.read_text(encoding="utf-8").strip(), (
        "Run `python -m django spectacular --validate --file openapi.yaml`"
    )


@pytest.mark.filterwarnings("ignore:Black/isort will become optional")
def test_types_of_the_admin_api_are_committed_as_generated(tmp_path: Path) -> None:
    generate_into(tmp_path / "admin_api.py")
    fresh = (tmp_path / "admin_api.py").read_text(encoding="utf-8")
    assert fresh == GENERATED.read_text(encoding="utf-8"), (
        "Run `python -m warren_namenode.generate`"
    )


def test_migrations_are_complete(db: None) -> None:
    call_command("makemigrations", "--check", "--dry-run", stdout=StringIO())


def test_layers() -> None:
    roots = (BACKEND, BACKEND.parent / "search", BACKEND.parent / "clients" / "namenode")
    done = subprocess.run(
        [str(Path(sys.executable).with_name("lint-imports")), "--config", ".importlinter"],
        cwd=BACKEND,
        env={"PYTHONPATH": ":".join(map(str, roots))},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_the_reference_of_settings_is_committed_as_generated() -> None:
    assert reference() == REFERENCE.read_text(encoding="utf-8"), "Run `python -m config.reference`"
