"""Restoring a backup into an empty data folder."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final, TypeVar

from warren_cli import build
from warren_cli.backups import cluster_restoring, files, manifest, parts, rolling
from warren_cli.backups.binlog_parts import BinlogPart
from warren_cli.backups.binlog_rolling import Roll
from warren_cli.backups.collecting import DJANGO_KEY
from warren_cli.backups.embedded_making import PLATFORM_DB, STORE
from warren_cli.backups.log_parts import LogPart
from warren_cli.backups.manifest import Entry, Manifest, NdbCopy
from warren_cli.backups.parts import Added
from warren_cli.backups.platform_sql import PLATFORM_SQL
from warren_cli.backups.rolling import Rolled
from warren_cli.errors import OperatorError
from warren_cli.home import RESTORING_NAME, Home, refuse_unusable_path
from warren_cli.modes import MARKER_NAME
from warren_cli.progress import Progress, binary_size
from warren_cli.rights import CLOSED, owner_only
from warren_cli.settings import FILE_NAME, Settings, load

Kind = TypeVar("Kind", LogPart, BinlogPart)

PLACED_BY_SETTINGS: Final = {PLATFORM_DB: "platform_db", DJANGO_KEY: "django_secret_file"}


@dataclass(frozen=True)
class Restored:
    """A backup, and the data folder that it became.

    rolled: what was added to bring it to a moment; None when it is the backup as it was made.
    """

    backup: Manifest
    home: Home
    rolled: Rolled | None


def restore(
    environment: Mapping[str, str],
    source: Path,
    progress: Progress,
    until: datetime | None = None,
) -> Restored:
    """Makes the environment's data folder, which must be empty, the one that was backed up.

    Until it is whole the folder is one that nothing starts in. until: the metadata store is brought
    to that moment. Raises OperatorError.
    """
    stated = manifest.read(source)
    if until is not None:
        rolling.refuse_unreachable(stated, parts.read(source, stated), until)
    _refuse_other_mode(environment, stated)
    environment = {**environment, "WARREN_MODE": stated.mode}
    settings = load(environment)
    home = Home(settings.home)
    refuse_unusable_path(home.root)
    _refuse_used(home)
    if isinstance(stated.store, NdbCopy):
        cluster_restoring.refuse_unreadable(settings, stated.store)
    progress.say(f"verifying {source}")
    whole = manifest.verify(source)
    added = parts.verify(source, whole) if until is not None else []
    progress.say(f"restoring {len(whole.files)} files, {binary_size(whole.total_bytes)}")
    with owner_only():
        try:
            with _unfinished(environment, home, source, whole) as settings:
                if isinstance(whole.store, NdbCopy):
                    sequence = whole.store.feed_sequence
                    binlogs = _asked(BinlogPart, added)
                    roll = None if until is None else Roll(binlogs, until, sequence)
                    rolled = cluster_restoring.load(settings, source, whole.store, roll, progress)
                elif until is not None:
                    build.ensure_java(progress)
                    rolled = rolling.forward(
                        settings.home / STORE, source, _asked(LogPart, added), until, progress
                    )
                else:
                    rolled = None
        except OSError as error:
            raise OperatorError(
                "The backup could not be restored",
                remedy="Check the space and the rights, empty the data folder and repeat it",
                folder=home.root,
                file=error.filename,
                reason=error.strerror,
            ) from error
    return Restored(whole, home, rolled)


def _asked(kind: type[Kind], added: Sequence[Added]) -> list[Kind]:
    """The parts, all of the one kind that a store's backup has."""
    return [each for each in added if isinstance(each, kind)]


def _refuse_other_mode(environment: Mapping[str, str], stated: Manifest) -> None:
    wanted = environment.get("WARREN_MODE")
    if wanted and wanted != stated.mode:
        raise OperatorError(
            "The backup is of the other way to run",
            remedy="Nothing was touched. Unset WARREN_MODE: the backup says which it is",
            its_mode=stated.mode,
            wanted_mode=wanted,
            exit_code=2,
        )


def _refuse_used(home: Home) -> None:
    try:
        names = sorted(entry.name for entry in os.scandir(home.root))
    except FileNotFoundError:
        return
    except OSError as error:
        raise OperatorError(
            "WARREN_HOME cannot be read", folder=home.root, reason=error.strerror, exit_code=2
        ) from error
    if not names:
        return
    if RESTORING_NAME in names:
        raise OperatorError(
            "A restore into the data folder did not end",
            remedy="Nothing was touched. Delete what is in the folder, then repeat the restore",
            folder=home.root,
            exit_code=2,
        )
    raise OperatorError(
        "A backup is restored into an empty data folder only",
        remedy="Nothing was touched. Set WARREN_HOME to a new or empty folder",
        folder=home.root,
        found=MARKER_NAME if MARKER_NAME in names else names[0],
        exit_code=2,
    )


@contextmanager
def _unfinished(
    environment: Mapping[str, str],
    home: Home,
    source: Path,
    whole: Manifest,
) -> Iterator[Settings]:
    """The data folder with all that is in the backup; it counts when the block has ended."""
    entries = {each.path: each for each in whole.files}
    home.root.mkdir(mode=CLOSED, parents=True, exist_ok=True)
    home.root.chmod(CLOSED)
    mark = home.root / RESTORING_NAME
    with mark.open("x", encoding="utf-8") as out:
        out.write(f"{source}\n")
        os.fsync(out.fileno())
    files.sync_folder(home.root)
    if FILE_NAME in entries:
        _copy(source, entries[FILE_NAME], home.root / FILE_NAME)
    settings = load(environment)
    try:
        _refuse_taken(settings)
    except OperatorError:
        for written in (home.root / FILE_NAME, mark):
            written.unlink(missing_ok=True)
        raise
    loaded = _loaded(whole)
    for path, each in entries.items():
        if path not in {FILE_NAME, MARKER_NAME, *loaded}:
            _copy(source, each, _place(settings, path))
    yield settings
    # Last, as in every data folder: with it the folder is Warren's.
    _copy(source, entries[MARKER_NAME], home.root / MARKER_NAME)
    files.sync_folders(home.root)
    mark.unlink()
    files.sync_folder(home.root)


def _loaded(whole: Manifest) -> set[str]:
    """What servers read from the backup instead of finding it in the data folder."""
    if not isinstance(whole.store, NdbCopy):
        return set()
    below = f"{whole.store.folder}/"
    return {PLATFORM_SQL} | {each.path for each in whole.files if each.path.startswith(below)}


def _place(settings: Settings, path: str) -> Path:
    name = PLACED_BY_SETTINGS.get(path)
    place: Path = settings.home / path if name is None else getattr(settings, name)
    return place


def _refuse_taken(settings: Settings) -> None:
    """Where settings place a file outside the data folder, another Warren's may be."""
    for path, name in PLACED_BY_SETTINGS.items():
        place = _place(settings, path)
        if place.exists():
            raise OperatorError(
                "A setting of the backup places a file where there is one already",
                remedy="Nothing was touched. Move it away, or set another place",
                setting=name,
                file=place,
                exit_code=2,
            )


def _copy(source: Path, entry: Entry, place: Path) -> None:
    size_bytes, sha256, _ = files.copied(source / entry.path, place)
    if (size_bytes, sha256) != (entry.size_bytes, entry.sha256):
        raise manifest.damaged(source, "it changed while it was restored", entry.path)
    place.chmod(entry.mode)
    if entry.path in PLACED_BY_SETTINGS:
        files.sync_folder(place.parent)
