"""The Python packages that run Warren, of those that are locked, as wheels."""

import importlib.metadata
import itertools
import platform
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from warren_cli import build
from warren_cli.build import Step
from warren_cli.errors import OperatorError
from warren_cli.progress import Progress
from warren_cli.settings import REPOSITORY

WANTED: Final = REPOSITORY / "requirements.in"
LOCKED: Final = REPOSITORY / "requirements.txt"
TESTS_BEGIN: Final = "# Tests and checks"
# A release is for every 3.11, and what packages need differs between its first and this one.
_MINOR: Final = f"{sys.version_info.major}.{sys.version_info.minor}"
PYTHONS: Final = (f"{_MINOR}.0", platform.python_version())


def lock() -> str:
    """The part of the lock file that holds what is needed at run time, and what that needs."""
    blocks = dict(_blocks(LOCKED.read_text(encoding="utf-8")))
    names = sorted(needed())
    missing = [name for name in names if name not in blocks]
    if missing:
        raise OperatorError(
            "A package that runs Warren is not locked",
            remedy=f"Lock it in {LOCKED.name}, then delete .venv and repeat",
            packages=", ".join(missing),
        )
    return "".join(blocks[name] for name in names)


def needed() -> frozenset[str]:
    """Names of what requirements.in lists for the run time, and of all that these need: here, or
    with another patch release of this Python.
    """
    listed = WANTED.read_text(encoding="utf-8").partition(TESTS_BEGIN)[0].splitlines()
    waiting = [Requirement(line) for line in listed if line and not line.startswith("#")]
    seen: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        each = waiting.pop()
        key = (canonicalize_name(each.name), frozenset(each.extras))
        if key not in seen:
            seen.add(key)
            waiting.extend(_requirements_of(each))
    return frozenset(name for name, _ in seen)


def _requirements_of(requirement: Requirement) -> Iterator[Requirement]:
    for text in importlib.metadata.requires(requirement.name) or ():
        each = Requirement(text)
        asked = itertools.product(requirement.extras or {""}, PYTHONS)
        if each.marker is None or any(
            each.marker.evaluate({"extra": extra, "python_full_version": version})
            for extra, version in asked
        ):
            yield each


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """Each locked package's lines: its name with the version, then its hashes."""
    block = ""
    for line in text.splitlines(keepends=True):
        block += line
        if not line.rstrip().endswith("\\"):
            yield canonicalize_name(block.partition("==")[0]), block
            block = ""


def download(lock_file: Path, folder: Path, progress: Progress) -> None:
    """Puts the wheels of a lock file into a folder; each must have a hash that is locked."""
    command = (
        *(sys.executable, "-m", "pip", "download", "--disable-pip-version-check", "--no-deps"),
        *("--only-binary=:all:", "--require-hashes", "-r", str(lock_file), "-d", str(folder)),
    )
    step = Step("Python packages (pip)", command, lock_file.parent, "python-wheels.log")
    build.run_step(step, progress)
