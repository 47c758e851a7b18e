"""What was written since a backup of the cluster mode: files of the SQL node's binlog."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from pydantic import Field

from warren_cli.backups import binlog, collecting, feed, files, manifest
from warren_cli.backups.manifest import LOGS, Entry, Manifest, NdbCopy, Part, damaged
from warren_cli.backups.ndb_tables import schema_version
from warren_cli.errors import OperatorError
from warren_cli.home import Home
from warren_cli.progress import Progress, binary_size
from warren_cli.settings import Settings

NUMBER_MAX: Final = 999_999
_ANEW: Final = "Make a new backup"


class BinlogPart(Part):
    """Whole files of the binlog that follow on each other.

    first: the number of the first one. as_of: everything that was acknowledged before it is in this
    part or an earlier one. feed_cursor: of the newest change for which that is certain.
    """

    first: int = Field(ge=1)
    files: tuple[Entry, ...] = Field(min_length=1)
    feed_sequence: int = Field(ge=0)
    feed_cursor: str
    as_of: str

    @property
    def next(self) -> int:
        """The number of the file that comes next."""
        return self.first + len(self.files)


def add(settings: Settings, folder: Path, progress: Progress) -> BinlogPart:
    """Adds to a backup what the store has written since. Raises OSError, OperatorError."""
    stated = manifest.read(folder)
    first = _begin_of(folder, stated)
    parts = read(folder, stated)
    if parts:
        first = parts[-1].next
    if schema_version(settings) != _store_of(folder, stated).schema_version:
        raise OperatorError(
            "The metadata tables were upgraded since the backup was made", remedy=_ANEW
        )
    feed.refuse_set_back(settings, parts[-1].feed_cursor if parts else stated.store.feed_cursor)
    cursor = feed.head(settings)
    as_of = collecting.now()
    progress.say("waiting for the SQL node's binlog")
    last = binlog.end(settings)
    numbers = range(first, last + 1)
    sources = [Home(settings.home).sql_data / binlog.file_name(each) for each in numbers]
    _refuse_incomplete(sources)
    number = len(parts) + 1
    if number > NUMBER_MAX:
        raise OperatorError("The backup was continued too often", remedy=_ANEW)
    collecting.refuse_full(folder, sum(each.stat().st_size for each in sources))
    entries = _copied(sources, folder, number)
    part = BinlogPart(
        first=first,
        files=entries,
        feed_sequence=feed.sequence_of(cursor),
        feed_cursor=cursor,
        as_of=as_of,
    )
    files.sync_folders(folder / LOGS)
    files.sync_folder(folder)
    notes = folder / _notes_of(number)
    manifest.write_sealed(notes, notes.with_suffix(".new"), part)
    size = binary_size(sum(each.size_bytes for each in entries))
    progress.say(f"added part {number} of the log: {size}")
    return part


def _copied(sources: Sequence[Path], folder: Path, number: int) -> tuple[Entry, ...]:
    entries = []
    for source in sources:
        path = f"{LOGS}{number:06}/{source.name}"
        # Of a command that was killed: without notes it is no part.
        (folder / path).unlink(missing_ok=True)
        entries.append(collecting.entry(source, folder, path))
    return tuple(entries)


def _refuse_incomplete(sources: Sequence[Path]) -> None:
    for source in sources:
        if not source.exists():
            raise OperatorError(
                "The SQL node's binlog does not reach back to the backup",
                remedy=f"{_ANEW}, and continue it more often than WARREN_BINLOG_RETENTION_HOURS; "
                "backups are continued where the SQL node runs",
                missing=source,
            )
        if binlog.has_gap(source):
            raise OperatorError(
                "The SQL node was down or cut off since, so its binlog misses changes",
                remedy=_ANEW,
                file=source,
            )


def _store_of(folder: Path, stated: Manifest) -> NdbCopy:
    if not isinstance(stated.store, NdbCopy):
        raise OperatorError("The backup is one of the embedded mode", folder=folder, exit_code=2)
    return stated.store


def _begin_of(folder: Path, stated: Manifest) -> int:
    """The file of the binlog that goes on with a backup."""
    first = _store_of(folder, stated).binlog_first
    if first is None:
        raise OperatorError(
            "The backup can't be continued: the SQL node did not log all rows when it was made",
            remedy="Set WARREN_POINTS_IN_TIME=1, stop and start Warren, and make a new backup",
            folder=folder,
            exit_code=2,
        )
    return first


def read(folder: Path, stated: Manifest) -> list[BinlogPart]:
    """The parts of a backup, in order. Raises OperatorError when one does not follow on another."""
    parts: list[BinlogPart] = []
    if not (folder / _notes_of(1)).exists():
        return parts
    expected = _begin_of(folder, stated)
    while (folder / (name := _notes_of(len(parts) + 1))).exists():
        part = manifest.parsed(BinlogPart, folder, name, manifest.read_sealed(folder, name))
        if part.first != expected:
            raise damaged(folder, "it does not follow on the part before", name)
        expected = part.next
        parts.append(part)
    return parts


def verify(folder: Path, stated: Manifest) -> list[BinlogPart]:
    """As read, after each file was read and compared with the notes."""
    parts = read(folder, stated)
    for each in (entry for part in parts for entry in part.files):
        try:
            found = files.measured(folder / each.path)
        except OSError as error:
            raise damaged(folder, f"it can't be read: {error.strerror}", each.path) from error
        if found != (each.size_bytes, each.sha256):
            raise damaged(folder, "its length or its checksum differs", each.path)
    return parts


def _notes_of(number: int) -> str:
    return f"{LOGS}{number:06}.json"
