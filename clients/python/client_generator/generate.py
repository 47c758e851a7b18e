"""All generated modules by file name."""

import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import yaml
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from client_generator.operations import resources
from client_generator.schemas import models

PACKAGE: Final = Path(__file__).resolve().parents[1]
GENERATED: Final = PACKAGE / "warren_client" / "generated"
DESCRIPTION: Final = PACKAGE.parents[1] / "backend" / "openapi.yaml"
FORMAT_TIMEOUT_S: Final = 60
LINE_LENGTH: Final = 100


def generate() -> dict[str, str]:
    """Reads the description as it is now."""
    description: dict[str, Any] = yaml.load(
        DESCRIPTION.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader
    )
    templates = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        # What is made is Python.
        autoescape=False,  # noqa: S701
    )
    template = templates.get_template("resources.py.jinja")
    found = resources(description)
    modules = {
        "__init__.py": '"""Made by `make contracts` from backend/openapi.yaml; do not edit."""\n',
        "models.py": models(description),
        "resources.py": template.render(resources=found, is_async=False),
        "async_resources.py": template.render(resources=found, is_async=True),
    }
    return {name: _formatted(text) for name, text in modules.items()}


def _formatted(text: str) -> str:
    done = subprocess.run(  # noqa: S603
        [
            *(sys.executable, "-m", "ruff", "format", "--isolated"),
            *(f"--line-length={LINE_LENGTH}", "--target-version=py311"),
            *("--config", "format.skip-magic-trailing-comma=true", "-"),
        ],
        input=text,
        capture_output=True,
        text=True,
        timeout=FORMAT_TIMEOUT_S,
        check=False,
    )
    if done.returncode != 0:
        raise RuntimeError(f"What was generated is no Python: {done.stderr}")
    return done.stdout
