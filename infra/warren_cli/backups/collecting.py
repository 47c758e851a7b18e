"""The pieces that a backup of either mode is put together from."""

import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from warren_cli.backups import files
from warren_cli.backups.manifest import Entry
from warren_cli.errors import OperatorError
from warren_cli.home import Home
from warren_cli.modes import MARKER_NAME
from warren_cli.progress import binary_size
from warren_cli.settings import FILE_NAME, Settings

# Where these are in a backup, and in the data folder that it is restored into.
DJANGO_KEY: Final = "secrets/django-secret-key"
FORMER_VALUES: Final = "platform/undo"
FORMER_VALUES_SUFFIX: Final = ".json.gz"
# Of the data folder, as they are; the marker says what kind of folder it is.
SINGLE_FILES: Final = (MARKER_NAME, FILE_NAME)
ROOM_TO_SPARE: Final = 1.05


def configuration(settings: Settings, target: Path) -> list[Entry]:
    """The settings, configuration and secrets of the data folder."""
    home = Home(settings.home)
    entries = [
        entry(home.root / name, target, name)
        for name in SINGLE_FILES
        if (home.root / name).is_file()
    ]
    for folder in (home.conf, home.secrets):
        entries += [
            entry(folder / path, target, f"{folder.name}/{path}")
            for path in sorted(files.below(folder))
            if f"{folder.name}/{path}" != DJANGO_KEY and (folder / path).is_file()
        ]
    entries.append(entry(settings.django_secret_file, target, DJANGO_KEY))
    return entries


def former_values(home: Home, target: Path) -> list[Entry]:
    """What jobs changed from, for their undo. One dropped meanwhile is of a job that is over."""
    folder = home.root / FORMER_VALUES
    entries = []
    for path in sorted(files.below(folder)) if folder.is_dir() else []:
        if not path.endswith(FORMER_VALUES_SUFFIX):
            continue
        try:
            entries.append(entry(folder / path, target, f"{FORMER_VALUES}/{path}"))
        except FileNotFoundError:
            continue
    return entries


def entry(source: Path, target: Path, path: str) -> Entry:
    """Copies a file into the backup under a path. Raises OSError."""
    size_bytes, sha256, mode = files.copied(source, target / path)
    return Entry(path=path, size_bytes=size_bytes, sha256=sha256, mode=mode)


def refuse_full(target: Path, size_bytes: float) -> None:
    """Raises OperatorError when the disk of a backup has less room than that."""
    free_bytes = shutil.disk_usage(target).free
    if free_bytes < size_bytes * ROOM_TO_SPARE:
        raise OperatorError(
            "The backup's disk has no room for it",
            remedy="Choose a folder on another disk",
            folder=target,
            free=binary_size(free_bytes),
            needed=binary_size(size_bytes * ROOM_TO_SPARE),
        )


def now() -> str:
    """As manifests name moments."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
