"""What is in a backup of the embedded mode, and in which order it is copied."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from warren_namenode.generated.admin_api import Checkpoint

from warren_cli import VERSION
from warren_cli.backups import collecting, files, manifest
from warren_cli.backups.checkpoints import checkpoint
from warren_cli.backups.manifest import Entry, Manifest
from warren_cli.home import Home
from warren_cli.modes import Mode
from warren_cli.progress import Progress, binary_size
from warren_cli.settings import Settings

# Where these are in a backup, and in the data folder that it is restored into.
PLATFORM_DB: Final = "platform/platform.sqlite"
STORE: Final = "store"
DATABASE_WAIT_S: Final = 60.0


def fill(settings: Settings, target: Path, progress: Progress) -> Manifest:
    """Copies everything into an empty folder, the manifest last. Raises OSError, OperatorError."""
    began_at = collecting.now()
    entries = collecting.configuration(settings, target)
    # The platform first: of no job does it know more steps than the store, which makes each once.
    progress.say("copying the platform's database")
    entries.append(_platform(settings, target))
    # Each is there before the database knows of its step: none that the copy knows is missing.
    entries += collecting.former_values(Home(settings.home), target)
    progress.say("asking the namenodes for a copy of the metadata store")
    with checkpoint(settings) as copy:
        folder = Path(copy.folder)
        sources = sorted(files.below(folder))
        size_bytes = sum((folder / path).stat().st_size for path in sources)
        collecting.refuse_full(target, size_bytes)
        progress.say(f"copying the metadata store: {binary_size(size_bytes)}")
        entries += [collecting.entry(folder / path, target, f"{STORE}/{path}") for path in sources]
    files.sync_folders(target)
    made = _manifest(copy, began_at, entries)
    manifest.write(target, made)
    files.sync_folder(target.parent)
    return made


def _manifest(copy: Checkpoint, began_at: str, entries: list[Entry]) -> Manifest:
    return Manifest(
        warren_version=VERSION,
        mode=Mode.EMBEDDED,
        began_at=began_at,
        as_of=datetime.fromtimestamp(copy.as_of_ms / 1000, UTC).isoformat(timespec="milliseconds"),
        ended_at=collecting.now(),
        store=manifest.EmbeddedCopy(
            kind="embedded",
            feed_sequence=copy.feed_sequence,
            feed_cursor=copy.feed_cursor,
            log_position=copy.log_position,
            incarnation=copy.incarnation,
        ),
        files=tuple(entries),
    )


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
    entry = collecting.entry(copy, target, PLATFORM_DB)
    copy.unlink()
    return entry
