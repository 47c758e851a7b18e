"""Making a backup of a Warren that runs, in the embedded mode."""

import fcntl
import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from warren_cli import VERSION
from warren_cli.backups import files, manifest
from warren_cli.backups.checkpoints import Checkpoint, checkpoint
from warren_cli.backups.manifest import Entry, Manifest
from warren_cli.errors import OperatorError
from warren_cli.home import Home, is_initialised
from warren_cli.modes import MARKER_NAME
from warren_cli.progress import Progress, binary_size
from warren_cli.rights import CLOSED, owner_only
from warren_cli.settings import FILE_NAME, Settings

# Where these are in a backup, and in the data folder that it is restored into.
PLATFORM_DB: Final = "platform/platform.sqlite"
DJANGO_KEY: Final = "secrets/django-secret-key"
STORE: Final = "store"
FORMER_VALUES: Final = "platform/undo"
FORMER_VALUES_SUFFIX: Final = ".json.gz"
LAST_BACKUP_NAME: Final = "last-backup.json"
# Of the data folder, as they are; the marker says what kind of folder it is.
SINGLE_FILES: Final = (MARKER_NAME, FILE_NAME)
DATABASE_WAIT_S: Final = 60.0
ROOM_TO_SPARE: Final = 1.05


def refuse_cluster(settings: Settings) -> None:
    """Raises OperatorError in cluster mode, with what to use there."""
    if settings.is_cluster:
        raise OperatorError(
            "Backups of the cluster mode are not made by this command",
            remedy="Use NDB's own: START BACKUP in ndb_mgm with ndb_restore, mysqldump for the "
            "platform's database, and a copy of conf/ and secrets/",
            folder=settings.home,
            exit_code=2,
        )


def make(settings: Settings, target: Path, progress: Progress) -> Manifest:
    """Backs the data folder up into a new or empty folder while it is in use.

    Raises OperatorError; what was written until then is removed.
    """
    refuse_cluster(settings)
    home = Home(settings.home)
    if not is_initialised(home):
        raise OperatorError(
            "There is no Warren in the data folder",
            remedy="Set WARREN_HOME to that of the Warren that is meant",
            folder=home.root,
            exit_code=2,
        )
    _refuse_target(home, target)
    with owner_only(), _alone(home), _cleared_on_failure(target):
        try:
            made = _fill(settings, target, progress)
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
    with owner_only():
        _remember(home, target, made)
    return made


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
    """One backup at a time: the store keeps one checkpoint."""
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


def _fill(settings: Settings, target: Path, progress: Progress) -> Manifest:
    began_at = _now()
    entries = _configuration(settings, target)
    # The platform first: of no job does it know more steps than the store, which makes each once.
    progress.say("copying the platform's database")
    entries.append(_platform(settings, target))
    # Each is there before the database knows of its step: none that the copy knows is missing.
    entries += _former_values(Home(settings.home), target)
    progress.say("asking the namenodes for a copy of the metadata store")
    with checkpoint(settings) as copy:
        sources = sorted(files.below(copy.folder))
        size_bytes = sum((copy.folder / path).stat().st_size for path in sources)
        _refuse_full(target, size_bytes)
        progress.say(f"copying the metadata store: {binary_size(size_bytes)}")
        entries += [_entry(copy.folder / path, target, f"{STORE}/{path}") for path in sources]
    files.sync_folders(target)
    made = _manifest(copy, began_at, entries)
    manifest.write(target, made)
    files.sync_folder(target.parent)
    return made


def _manifest(copy: Checkpoint, began_at: str, entries: list[Entry]) -> Manifest:
    return Manifest(
        warren_version=VERSION,
        mode="embedded",
        began_at=began_at,
        as_of=datetime.fromtimestamp(copy.as_of_ms / 1000, UTC).isoformat(timespec="milliseconds"),
        ended_at=_now(),
        store=manifest.Store(
            kind="embedded",
            feed_sequence=copy.feed_sequence,
            feed_cursor=copy.feed_cursor,
        ),
        files=tuple(entries),
    )


def _configuration(settings: Settings, target: Path) -> list[Entry]:
    home = Home(settings.home)
    entries = [
        _entry(home.root / name, target, name)
        for name in SINGLE_FILES
        if (home.root / name).is_file()
    ]
    for folder in (home.conf, home.secrets):
        entries += [
            _entry(folder / path, target, f"{folder.name}/{path}")
            for path in sorted(files.below(folder))
            if f"{folder.name}/{path}" != DJANGO_KEY and (folder / path).is_file()
        ]
    entries.append(_entry(settings.django_secret_file, target, DJANGO_KEY))
    return entries


def _platform(settings: Settings, target: Path) -> Entry:
    """SQLite's own copy of a database that is written to: of one moment, without its log."""
    copy = target / f"{PLATFORM_DB}.copy"
    copy.parent.mkdir(exist_ok=True)
    source = f"{settings.platform_db.absolute().as_uri()}?mode=ro"
    with (
        closing(sqlite3.connect(source, uri=True, timeout=DATABASE_WAIT_S)) as database,
        closing(sqlite3.connect(copy)) as into,
    ):
        database.backup(into)
        # A file of its own, without a log beside it.
        into.execute("PRAGMA journal_mode=DELETE")
    entry = _entry(copy, target, PLATFORM_DB)
    copy.unlink()
    return entry


def _former_values(home: Home, target: Path) -> list[Entry]:
    """What jobs changed from, for their undo. One dropped meanwhile is of a job that is over."""
    folder = home.root / FORMER_VALUES
    entries = []
    for path in sorted(files.below(folder)) if folder.is_dir() else []:
        if not path.endswith(FORMER_VALUES_SUFFIX):
            continue
        try:
            entries.append(_entry(folder / path, target, f"{FORMER_VALUES}/{path}"))
        except FileNotFoundError:
            continue
    return entries


def _entry(source: Path, target: Path, path: str) -> Entry:
    size_bytes, sha256, mode = files.copied(source, target / path)
    return Entry(path=path, size_bytes=size_bytes, sha256=sha256, mode=mode)


def _refuse_full(target: Path, size_bytes: int) -> None:
    free_bytes = shutil.disk_usage(target).free
    if free_bytes < size_bytes * ROOM_TO_SPARE:
        raise OperatorError(
            "The backup's disk has no room for it",
            remedy="Choose a folder on another disk",
            folder=target,
            free=binary_size(free_bytes),
            needed=binary_size(size_bytes * ROOM_TO_SPARE),
        )


def _remember(home: Home, target: Path, made: Manifest) -> None:
    """For the check of the last backup's age."""
    draft = home.root / f"{LAST_BACKUP_NAME}.new"
    facts = {"as_of": made.as_of, "folder": str(target), "size_bytes": made.total_bytes}
    draft.write_text(json.dumps(facts), encoding="utf-8")
    draft.rename(home.root / LAST_BACKUP_NAME)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
