"""Making a backup of a Warren that runs: what is the same in either mode."""

import fcntl
import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from warren_cli.backups import cluster_making, embedded_making, manifest, parts
from warren_cli.backups.manifest import Manifest
from warren_cli.backups.parts import Added
from warren_cli.errors import OperatorError
from warren_cli.home import Home, is_initialised
from warren_cli.progress import Progress
from warren_cli.rights import CLOSED, owner_only
from warren_cli.settings import Settings

LAST_BACKUP_NAME: Final = "last-backup.json"


def make(settings: Settings, target: Path, progress: Progress) -> Manifest:
    """Backs the data folder up into a new or empty folder while it is in use.

    Raises OperatorError; what was written until then is removed.
    """
    home = _home_of(settings)
    _refuse_target(home, target)
    fill = cluster_making.fill if settings.is_cluster else embedded_making.fill
    with owner_only(), _alone(home), _told(settings, target), _cleared_on_failure(target):
        made = fill(settings, target, progress)
    with owner_only():
        _remember(home, target, made.as_of, made.total_bytes)
    return made


def add_log(settings: Settings, target: Path, progress: Progress) -> Added:
    """Adds what was written since to a backup of the data folder. Raises OperatorError."""
    home = _home_of(settings)
    with owner_only(), _alone(home), _told(settings, target):
        part = parts.add(settings, target, progress)
        _remember(home, target, part.as_of, manifest.read(target).total_bytes)
    return part


def _home_of(settings: Settings) -> Home:
    home = Home(settings.home)
    if not is_initialised(home):
        raise OperatorError(
            "There is no Warren in the data folder",
            remedy="Set WARREN_HOME to that of the Warren that is meant",
            folder=home.root,
            exit_code=2,
        )
    return home


@contextmanager
def _told(settings: Settings, target: Path) -> Iterator[None]:
    """Tells what the disks and SQLite said as errors that an operator understands."""
    try:
        yield
    except OSError as error:
        raise OperatorError(
            "The backup could not be written",
            remedy="Check the space and the rights; what was written of it is removed",
            folder=target,
            file=error.filename,
            reason=error.strerror,
        ) from error
    except sqlite3.Error as error:
        raise OperatorError(
            "The platform's database could not be copied",
            database=settings.platform_db,
            reason=error,
        ) from error


def _refuse_target(home: Home, target: Path) -> None:
    if target.resolve().is_relative_to(home.root.resolve()):
        raise OperatorError(
            "The backup would be in the data folder that it is of",
            remedy="Choose a folder elsewhere, best on another disk",
            folder=target,
            exit_code=2,
        )
    if not target.exists():
        return
    if not target.is_dir():
        raise OperatorError("The backup's folder is no folder", folder=target, exit_code=2)
    names = {entry.name for entry in os.scandir(target)}
    if manifest.NAME in names:
        raise OperatorError(
            "The folder has a backup already",
            remedy="Nothing was touched. Choose a new folder for each",
            folder=target,
            exit_code=2,
        )
    if names:
        raise OperatorError(
            "The folder is not empty, and no whole backup",
            remedy="Nothing was touched. Choose a new folder; what is left of a backup that was "
            "broken off can be deleted",
            folder=target,
            found=sorted(names)[0],
            exit_code=2,
        )


@contextmanager
def _alone(home: Home) -> Iterator[None]:
    """One backup at a time: the store keeps one copy of itself."""
    home.run.mkdir(exist_ok=True)
    with (home.run / "backup.lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise OperatorError(
                "Another backup of this data folder is under way",
                remedy="Wait for it",
                folder=home.root,
            ) from error
        yield


@contextmanager
def _cleared_on_failure(target: Path) -> Iterator[None]:
    """Leaves nothing of a backup that fails; one that is killed leaves no manifest."""
    try:
        target.mkdir(mode=CLOSED, parents=True, exist_ok=True)
        target.chmod(CLOSED)
    except OSError as error:
        raise OperatorError(
            "The backup's folder can't be made", folder=target, reason=error.strerror
        ) from error
    try:
        yield
    except BaseException:
        for entry in list(os.scandir(target)):
            if entry.is_dir(follow_symlinks=False):
                shutil.rmtree(entry.path, ignore_errors=True)
            else:
                Path(entry.path).unlink(missing_ok=True)
        raise


def _remember(home: Home, target: Path, as_of: str, size_bytes: int) -> None:
    """For the check of the last backup's age."""
    draft = home.root / f"{LAST_BACKUP_NAME}.new"
    facts = {"as_of": as_of, "folder": str(target), "size_bytes": size_bytes}
    draft.write_text(json.dumps(facts), encoding="utf-8")
    draft.rename(home.root / LAST_BACKUP_NAME)
