"""What was written since a backup: parts of the store's log that are added to it, one by one."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from pydantic import Field
from warren_namenode.generated.admin_api import LogCopy

from warren_cli.backups import collecting, feed, files, manifest
from warren_cli.backups.checkpoints import log_since
from warren_cli.backups.manifest import SHA256, EmbeddedCopy, Manifest, Part, damaged
from warren_cli.errors import OperatorError
from warren_cli.progress import Progress, binary_size
from warren_cli.settings import Settings

NUMBER_MAX: Final = 999_999


class LogPart(Part):
    """All writes of the store after one position of its log, through another.

    as_of: everything that was acknowledged before it is in this part or an earlier one.
    feed_cursor: of the newest change for which that is certain.
    """

    after: int = Field(ge=0)
    through: int = Field(ge=0)
    size_bytes: int = Field(ge=0)
    sha256: str = Field(pattern=SHA256)
    feed_sequence: int = Field(ge=0)
    feed_cursor: str
    as_of: str

    @property
    def as_of_ms(self) -> int:
        return int(datetime.fromisoformat(self.as_of).timestamp() * 1000)


def add(settings: Settings, folder: Path, progress: Progress) -> LogPart:
    """Adds to a backup what the store has written since. Raises OSError, OperatorError."""
    stated = manifest.read(folder)
    position, incarnation = _end_of(folder, stated)
    parts = read(folder, stated)
    if parts:
        position = parts[-1].through
    feed.refuse_set_back(settings, parts[-1].feed_cursor if parts else stated.store.feed_cursor)
    progress.say("asking the namenodes for the log since then")
    with log_since(settings, position) as log:
        if log.incarnation != incarnation:
            raise OperatorError(
                "The store was restored from a backup since this one was made",
                remedy="Make a new backup",
                folder=folder,
            )
        return _write(folder, len(parts) + 1, position, log, progress)


def _end_of(folder: Path, stated: Manifest) -> tuple[int, int]:
    """Where the log goes on after a backup, and of which incarnation of the store it is."""
    store = stated.store
    if not isinstance(store, EmbeddedCopy):
        raise OperatorError(
            "The backup is one of the cluster mode",
            folder=folder,
            exit_code=2,
        )
    if store.log_position is None or store.incarnation is None:
        raise OperatorError(
            "The backup does not say where the store's log goes on",
            remedy="It was made by an earlier version: make a new one",
            folder=folder,
            exit_code=2,
        )
    return store.log_position, store.incarnation


def _write(folder: Path, number: int, after: int, log: LogCopy, progress: Progress) -> LogPart:
    if number > NUMBER_MAX:
        raise OperatorError("The backup was continued too often", remedy="Make a new backup")
    source, place = Path(log.file), folder / file_of(number)
    collecting.refuse_full(folder, source.stat().st_size)
    # Of a command that was killed: without notes it is no part.
    place.unlink(missing_ok=True)
    size_bytes, sha256, _ = files.copied(source, place)
    part = LogPart(
        after=after,
        through=log.through,
        size_bytes=size_bytes,
        sha256=sha256,
        feed_sequence=log.feed_sequence,
        feed_cursor=log.feed_cursor,
        as_of=datetime.fromtimestamp(log.as_of_ms / 1000, UTC).isoformat(timespec="milliseconds"),
    )
    files.sync_folder(place.parent)
    files.sync_folder(folder)
    notes = folder / _notes_of(number)
    manifest.write_sealed(notes, notes.with_suffix(".new"), part)
    progress.say(f"added part {number} of the log: {binary_size(size_bytes)}")
    return part


def read(folder: Path, stated: Manifest) -> list[LogPart]:
    """The parts of a backup, in order. Raises OperatorError when one does not follow on another."""
    parts: list[LogPart] = []
    if not (folder / _notes_of(1)).exists():
        return parts
    position, _ = _end_of(folder, stated)
    while (folder / (name := _notes_of(len(parts) + 1))).exists():
        body = manifest.read_sealed(folder, name)
        part = manifest.parsed(LogPart, folder, name, body)
        if part.after != position or part.through < position:
            raise damaged(folder, "it does not follow on the part before", name)
        position = part.through
        parts.append(part)
    return parts


def verify(folder: Path, stated: Manifest) -> list[LogPart]:
    """As read, after each part was read and compared with its notes."""
    parts = read(folder, stated)
    for number, part in enumerate(parts, 1):
        name = file_of(number)
        try:
            found = files.measured(folder / name)
        except OSError as error:
            raise damaged(folder, f"it can't be read: {error.strerror}", name) from error
        if found != (part.size_bytes, part.sha256):
            raise damaged(folder, "its length or its checksum differs", name)
    return parts


def file_of(number: int) -> str:
    """Where a part is, below the backup."""
    return f"{manifest.LOGS}{number:06}.log"


def _notes_of(number: int) -> str:
    return f"{manifest.LOGS}{number:06}.json"
