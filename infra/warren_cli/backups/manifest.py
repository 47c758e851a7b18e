"""What is in a backup: its manifest, written last, and the proof that all of it is there."""

import hashlib
import json
import os
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, Final, Literal, Self, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    field_validator,
    model_validator,
)

from warren_cli.backups import files
from warren_cli.errors import OperatorError
from warren_cli.modes import MARKER_NAME, Mode

NAME: Final = "MANIFEST.json"
DRAFT: Final = "MANIFEST.json.new"
FORMAT_VERSION: Final = 2
# What is added to a backup later has notes of its own.
LOGS: Final = "log/"
# Its entries are a few hundred bytes each; a store has thousands of files at most.
BYTES_MAX: Final = 256 * 1024 * 1024
# Without these a data folder is none, whatever else there is.
REQUIRED_EMBEDDED: Final = (MARKER_NAME, "platform/platform.sqlite", "store/WARREN-STORE")
REQUIRED_CLUSTER: Final = (MARKER_NAME, "platform/platform.sql")
SHA256: Final = r"^[0-9a-f]{64}$"


class Part(BaseModel):
    """Warren's own notes: nothing but what is declared."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


P = TypeVar("P", bound=Part)


class Entry(Part):
    """A file. path: relative, below the backup and below a data folder. mode: its rights."""

    path: str
    size_bytes: int = Field(ge=0)
    sha256: str = Field(pattern=SHA256)
    mode: int = Field(ge=0, le=0o777)

    @field_validator("path")
    @classmethod
    def _stays_below(cls, path: str) -> str:
        parts = PurePosixPath(path).parts
        if not parts or path != "/".join(parts) or parts[0] == "/" or ".." in parts:
            raise ValueError("leads out of the folder")
        return path


class Copy(Part):
    """The metadata store as of the backup.

    feed_sequence: all changes up to it are in the backup. feed_cursor: of it, with the incarnation
    that gave it; a reader behind it may go on with a store that was restored, others build anew.
    """

    feed_sequence: int = Field(ge=0)
    feed_cursor: str


class EmbeddedCopy(Copy):
    """Files of RocksDB.

    log_position: what the log has after it is in the copy, or comes after the copy. incarnation: of
    the store whose log that is. Null in backups of earlier versions.
    """

    kind: Literal["embedded"]
    log_position: int | None = Field(default=None, ge=0)
    incarnation: int | None = None


class NdbCopy(Copy):
    """What each data node wrote of one backup of NDB's own.

    backup_id: NDB's number of it. folder: where the files are, below the backup's. ndb_version: of
    the servers that wrote them. schema_version: of the metadata tables. binlog_first: the file of
    the SQL node's binlog that goes on with it; null where that had not the rows of all tables.
    """

    kind: Literal["ndb"]
    backup_id: int = Field(ge=1, lt=2**32)
    data_nodes: tuple[int, ...] = Field(min_length=1)
    folder: str
    ndb_version: str = Field(pattern=r"^\d+\.\d+\.\d+$")
    schema_version: int = Field(ge=1)
    binlog_first: int | None = Field(default=None, ge=1)

    def control_file(self, node_id: int) -> str:
        """The name of the file without which a data node's part can't be read."""
        return f"BACKUP-{self.backup_id}.{node_id}.ctl"


class Manifest(Part):
    """A whole backup. as_of: everything that was acknowledged before it is in the backup."""

    format: Literal["warren-backup"] = "warren-backup"
    format_version: int = FORMAT_VERSION
    warren_version: str
    mode: Mode
    began_at: str
    as_of: str
    ended_at: str
    store: Annotated[EmbeddedCopy | NdbCopy, Field(discriminator="kind")]
    files: tuple[Entry, ...]

    @field_validator("began_at", "as_of", "ended_at")
    @classmethod
    def _is_a_moment(cls, text: str) -> str:
        if datetime.fromisoformat(text).tzinfo is None:
            raise ValueError("names no time zone")
        return text

    @field_validator("files")
    @classmethod
    def _names_each_once(cls, files: tuple[Entry, ...]) -> tuple[Entry, ...]:
        paths = [each.path for each in files]
        if len(set(paths)) != len(paths):
            raise ValueError("names a file twice")
        return files

    @model_validator(mode="after")
    def _has_what_its_mode_needs(self) -> Self:
        paths = {each.path for each in self.files}
        is_ndb = isinstance(self.store, NdbCopy)
        if is_ndb != (self.mode is Mode.CLUSTER):
            raise ValueError("is of no mode that has such a store")
        required = set(REQUIRED_CLUSTER if is_ndb else REQUIRED_EMBEDDED)
        if isinstance(self.store, NdbCopy):
            required |= set(map(self.store.control_file, self.store.data_nodes))
            paths |= {path.rpartition("/")[2] for path in paths}
        missing = sorted(required - paths)
        if missing:
            raise ValueError(f"does not name {missing[0]}")
        return self

    @property
    def total_bytes(self) -> int:
        return sum(each.size_bytes for each in self.files)


def write(folder: Path, manifest: Manifest) -> None:
    """Makes the folder a backup: until the last rename it is none. Durable when this returns."""
    write_sealed(folder / NAME, folder / DRAFT, manifest)


def write_sealed(file: Path, draft: Path, notes: Part) -> None:
    """Writes notes with a checksum of themselves, whole or not at all. Durable on return."""
    body = notes.model_dump(mode="json")
    text = json.dumps({"manifest": body, "sha256": _sum_of(body)}, indent=1)
    with draft.open("w", encoding="utf-8") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    draft.rename(file)
    files.sync_folder(file.parent)


def read_sealed(folder: Path, name: str) -> dict[str, Any]:
    """The body of sealed notes in a backup. Raises OperatorError when they are damaged."""
    file = folder / name
    try:
        if file.stat().st_size > BYTES_MAX:
            raise damaged(folder, "it is too long", name)
        sealed = json.loads(file.read_text(encoding="utf-8"))
        body, stated = sealed["manifest"], sealed["sha256"]
        if stated != _sum_of(body):
            raise damaged(folder, "its checksum differs", name)
        return dict(body)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise damaged(folder, "it can't be read", name) from error


def _sum_of(body: object) -> str:
    canonical = json.dumps(body, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("utf-8")).hexdigest()


def read(folder: Path) -> Manifest:
    """The manifest of a backup. Raises OperatorError for what is no whole backup."""
    if not folder.is_dir():
        raise OperatorError("There is no such folder", folder=folder, exit_code=2)
    if not (folder / NAME).exists():
        raise OperatorError(
            "The folder is no backup, or one that did not end",
            remedy="A backup is whole when it has its manifest, which is written last. Use another "
            "one; what is left of one that was broken off can be deleted",
            folder=folder,
            missing=NAME,
        )
    body = read_sealed(folder, NAME)
    version = body.get("format_version")
    if type(version) is int and version > FORMAT_VERSION:
        raise OperatorError(
            "The backup was made by a newer Warren",
            remedy="Restore it with that version",
            folder=folder,
            its_format=version,
            this_format=FORMAT_VERSION,
        )
    return parsed(Manifest, folder, NAME, body)


def parsed(kind: type[P], folder: Path, name: str, body: dict[str, Any]) -> P:
    """Notes of a kind. Raises OperatorError when they are none."""
    try:
        return kind.model_validate_json(json.dumps(body))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "it"
        raise damaged(folder, f"{where}: {first['msg']}", name) from error


def verify(folder: Path) -> Manifest:
    """The manifest, after each file was read and compared with it. Raises OperatorError."""
    manifest = read(folder)
    named = {each.path for each in manifest.files}
    there = {path for path in files.below(folder) if not path.startswith(LOGS)} - {NAME}
    for path in sorted(there - named):
        raise damaged(folder, "the manifest does not name it", path)
    for each in manifest.files:
        if each.path not in there:
            raise damaged(folder, "it is missing", each.path)
        try:
            size_bytes, sha256 = files.measured(folder / each.path)
        except OSError as error:
            raise damaged(folder, f"it can't be read: {error.strerror}", each.path) from error
        if size_bytes != each.size_bytes:
            raise damaged(folder, "its length differs", each.path)
        if sha256 != each.sha256:
            raise damaged(folder, "its checksum differs", each.path)
    return manifest


def damaged(folder: Path, why: str, path: str) -> OperatorError:
    """The error of a backup that is not what was written."""
    return OperatorError(
        "The backup is damaged",
        remedy="Use another backup",
        folder=folder,
        file=path,
        reason=why,
    )
