"""`make contracts`: regenerates every committed file that is generated from a contract."""

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import typer

from warren_cli import build, programs
from warren_cli.errors import OperatorError
from warren_cli.man_page import MAN_PAGE, man_page
from warren_cli.progress import Progress
from warren_cli.settings import REPOSITORY, load
from warren_cli.settings_page import reference_page

GENERATOR_TIMEOUT_S = 300
QUERY_LANGUAGE = build.FRONTEND / "src" / "api" / "language.ts"
NAMENODE_CLIENT = REPOSITORY / "clients" / "namenode" / "warren_namenode"
SETTINGS_PAGE = REPOSITORY / "docs" / "settings.md"


@dataclass(frozen=True)
class Generator:
    """A command, run in `folder`, and the committed files that it writes."""

    command: Sequence[str]
    folder: Path
    files: tuple[Path, ...]


def generators() -> tuple[Generator, ...]:
    """In order: a later file may be generated from an earlier one."""
    python = sys.executable
    backend = REPOSITORY / "backend"
    schema = backend / "openapi.yaml"
    events = REPOSITORY / "cdc" / "warren_cdc" / "generated"
    client = REPOSITORY / "clients" / "python"
    client_modules = ("models.py", "resources.py", "async_resources.py")
    return (
        Generator(
            (python, "-m", "warren_cdc.contracts"),
            REPOSITORY,
            (events / "change_v2.py",),
        ),
        Generator(
            (python, "-m", "warren_search.typescript", str(QUERY_LANGUAGE)),
            REPOSITORY,
            (QUERY_LANGUAGE,),
        ),
        Generator((python, "-m", "config.reference"), backend, (backend / "SETTINGS.md",)),
        Generator(
            (python, "-m", "warren_namenode.generate"),
            REPOSITORY,
            (NAMENODE_CLIENT / "generated" / "admin_api.py",),
        ),
        Generator(
            (python, "-m", "django", "spectacular", "--validate", "--file", str(schema)),
            backend,
            (schema,),
        ),
        Generator(
            ("npm", "run", "contracts"),
            build.FRONTEND,
            (build.FRONTEND / "src" / "api" / "schema.ts",),
        ),
        Generator(
            (python, "-m", "client_generator"),
            client,
            tuple(client / "warren_client" / "generated" / name for name in client_modules),
        ),
    )


def run(progress: Progress, *, app: typer.Typer, check: bool) -> int:
    """Writes every generated file and says which changed; with `check`, 1 when any did.

    app: the commands, of which the manual page tells.
    """
    build.ensure_console_packages(progress)
    pages = ((SETTINGS_PAGE, reference_page()), (MAN_PAGE, man_page(app)))
    changed = [page for page, text in pages if _replaced(page, text)]
    environment = programs.environment(load({}), os.environ)
    for generator in generators():
        before = {file: _content(file) for file in generator.files}
        _generate(generator, environment)
        changed += [file for file, content in before.items() if _content(file) != content]
    for file in changed:
        progress.say(f"changed: {file.relative_to(REPOSITORY)}")
    progress.say(f"{len(changed)} generated files changed")
    return 1 if changed and check else 0


def _generate(generator: Generator, environment: dict[str, str]) -> None:
    done = subprocess.run(  # noqa: S603
        generator.command,
        cwd=generator.folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=GENERATOR_TIMEOUT_S,
        check=False,
    )
    if done.returncode != 0:
        raise OperatorError(
            "A generator failed",
            remedy=(done.stdout + done.stderr).strip()[-4000:],
            file=generator.files[0].relative_to(REPOSITORY),
        )


def _replaced(file: Path, text: str) -> bool:
    if _content(file) == text.encode():
        return False
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return True


def _content(file: Path) -> bytes | None:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return None
