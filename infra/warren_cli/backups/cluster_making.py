"""What is in a backup of the cluster mode, and in which order it is copied."""

from pathlib import Path
from typing import Final

from warren_cli import VERSION
from warren_cli.backups import (
    binlog,
    collecting,
    feed,
    files,
    manifest,
    ndb_backup,
    platform_sql,
)
from warren_cli.backups.manifest import Entry, Manifest, NdbCopy
from warren_cli.backups.ndb_tables import schema_version
from warren_cli.backups.platform_sql import PLATFORM_SQL
from warren_cli.cluster_conf import DATA_NODE_IDS
from warren_cli.home import Home
from warren_cli.modes import Mode
from warren_cli.progress import Progress, binary_size
from warren_cli.settings import Settings

# Where the data nodes' files are in a backup.
NDB: Final = "ndb"


def fill(settings: Settings, target: Path, progress: Progress) -> Manifest:
    """Copies everything into an empty folder, the manifest last. Raises OSError, OperatorError."""
    began_at = collecting.now()
    entries = collecting.configuration(settings, target)
    # The platform first: of no job does it know more steps than the store, which makes each once.
    progress.say("copying the platform's database")
    entries.append(_platform(settings, target))
    # Each is there before the database knows of its step: none that the copy knows is missing.
    entries += collecting.former_values(Home(settings.home), target)
    version = schema_version(settings)
    # Before NDB's backup begins: what that has not, is in this file or a later one.
    binlog_first = binlog.begin(settings) if settings.points_in_time else None
    cursor = feed.head(settings)
    as_of = collecting.now()
    progress.say("asking NDB for a backup of the metadata store")
    with ndb_backup.made(settings) as (number, folder):
        sources = sorted(files.below(folder))
        size_bytes = sum((folder / path).stat().st_size for path in sources)
        collecting.refuse_full(target, size_bytes)
        progress.say(f"copying the metadata store: {binary_size(size_bytes)}")
        entries += [
            collecting.entry(folder / path, target, f"{NDB}/{folder.name}/{path}")
            for path in sources
        ]
    files.sync_folders(target)
    store = NdbCopy(
        kind="ndb",
        feed_sequence=feed.sequence_of(cursor),
        feed_cursor=cursor,
        backup_id=number,
        data_nodes=DATA_NODE_IDS,
        folder=f"{NDB}/{folder.name}",
        ndb_version=ndb_backup.version(settings),
        schema_version=version,
        binlog_first=binlog_first,
    )
    made = _manifest(store, began_at, as_of, entries)
    manifest.write(target, made)
    files.sync_folder(target.parent)
    return made


def _manifest(store: NdbCopy, began_at: str, as_of: str, entries: list[Entry]) -> Manifest:
    return Manifest(
        warren_version=VERSION,
        mode=Mode.CLUSTER,
        began_at=began_at,
        as_of=as_of,
        ended_at=collecting.now(),
        store=store,
        files=tuple(entries),
    )


def _platform(settings: Settings, target: Path) -> Entry:
    copy = target / f"{PLATFORM_SQL}.copy"
    copy.parent.mkdir(exist_ok=True)
    platform_sql.dump(settings, copy)
    entry = collecting.entry(copy, target, PLATFORM_SQL)
    copy.unlink()
    return entry
