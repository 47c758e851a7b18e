"""Restoring a backup into an empty data folder."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from warren_cli.backups import files, manifest
from warren_cli.backups.making import DJANGO_KEY, PLATFORM_DB, refuse_cluster
from warren_cli.backups.manifest import Entry, Manifest
from warren_cli.errors import OperatorError
from warren_cli.home import RESTORING_NAME, Home, refuse_unusable_path
from warren_cli.modes import MARKER_NAME
from warren_cli.progress import Progress, binary_size
from warren_cli.rights import CLOSED, owner_only
from warren_cli.settings import FILE_NAME, Settings, load

PLACED_BY_SETTINGS: Final = {PLATFORM_DB: "platform_db", DJANGO_KEY: "django_secret_file"}


def restore(environment: Mapping[str, str], source: Path, progress: Progress) -> Manifest:
    """Makes the environment's data folder, which must be empty, the one that was backed up.

    Until it is whole the folder is one that nothing starts in. Raises OperatorError.
    """
    settings = load(environment)
    refuse_cluster(settings)
    home = Home(settings.home)
    refuse_unusable_path(home.root)
    _refuse_used(home)
    progress.say(f"verifying {source}")
    whole = manifest.verify(source)
    progress.say(f"restoring {len(whole.files)} files, {binary_size(whole.total_bytes)}")
    with owner_only():
        try:
            _fill(environment, home, source, whole)
        except OSError as error:
            raise OperatorError(
                "The backup could not be restored",
                remedy="Check the space and the rights, empty the data folder and repeat it",
                folder=home.root,
                file=error.filename,
                reason=error.strerror,
            ) from error
    return whole


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


def _fill(environment: Mapping[str, str], home: Home, source: Path, whole: Manifest) -> None:
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
    _refuse_taken(home, settings)
    for path, each in entries.items():
        if path not in {FILE_NAME, MARKER_NAME}:
            _copy(source, each, _place(settings, path))
    # Last, as in every data folder: with it the folder is Warren's.
    _copy(source, entries[MARKER_NAME], home.root / MARKER_NAME)
    files.sync_folders(home.root)
    mark.unlink()
    files.sync_folder(home.root)


def _place(settings: Settings, path: str) -> Path:
    name = PLACED_BY_SETTINGS.get(path)
    place: Path = settings.home / path if name is None else getattr(settings, name)
    return place


def _refuse_taken(home: Home, settings: Settings) -> None:
    """Where settings place a file outside the data folder, another Warren's may be."""
    for path, name in PLACED_BY_SETTINGS.items():
        place = _place(settings, path)
        if place.exists():
            for written in (home.root / FILE_NAME, home.root / RESTORING_NAME):
                written.unlink(missing_ok=True)
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
