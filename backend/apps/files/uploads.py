"""A file that is written into HDFS while it comes in, and gets its name when it is whole."""

import time
import uuid
from collections.abc import Iterator
from contextlib import suppress
from typing import Final, Protocol

import structlog

from apps.audit.direct import audited
from apps.common.actor import Actor
from apps.common.problems import Conflict, InvalidInput, TooLarge
from apps.common.rights import Permission, require
from apps.common.tags import WHICHEVER, Seen
from apps.common.values import NAME_BYTES_MAX, parent_of
from apps.common.webhdfs import webhdfs_problems
from apps.files.downloads import file_state
from apps.files.looking import require_changeable, require_free, require_parent, status_of
from apps.files.slots import take_slot
from apps.files.values import FileState
from apps.guard.direct import require_unguarded
from apps.guard.values import Act
from config.env import env
from integrations.webhdfs import OutcomeUnknown, WebHdfs, WebHdfsRefusal, WebHdfsUnreachable
from integrations.webhdfs.answers import FileStatus

log = structlog.get_logger(__name__)
_PIECE_BYTES: Final = 256 * 1024
_MIB: Final = 1024 * 1024
# What is read of a file that was refused: the answer is lost on who still sends.
_REFUSED_BYTES_MAX: Final = 256 * _MIB
_REFUSED_READ_MAX_S: Final = 10.0
# As HDFS's own shell calls what it has not written to the end.
_COPYING: Final = "._COPYING_"
# What takes the place of something takes that away for good.
_DELETE: Final = "delete"


class Body(Protocol):
    """What can be read piece by piece; nothing is its end."""

    def read(self, size: int, /) -> bytes: ...


def upload(
    *,
    actor: Actor,
    path: str,
    length: int,
    stream: Body,
    overwrite: bool,
    seen: Seen = WHICHEVER,
) -> FileState:
    """Write a file of `length` bytes. What is there stays, unless `overwrite` says otherwise.

    seen: the contents that may be overwritten. Nobody sees less than the whole file at the path.
    """
    _permitted(actor, path, length, overwrite=overwrite)
    user = actor.hdfs_user
    slot = take_slot()
    try:
        with webhdfs_problems() as client:
            require_parent(client, path, user)
            found = status_of(client, path, user)
        _require_place(found, path, overwrite=overwrite, seen=seen)
        _write(actor, path, length, stream, replaces=found is not None)
    finally:
        slot.release()
    return file_state(path=path, user=user)


def _permitted(actor: Actor, path: str, length: int, *, overwrite: bool) -> None:
    require(actor, Permission.WRITE_FILES, path)
    if overwrite:
        require(actor, Permission.DELETE_FOR_GOOD, path)
    require_changeable(path)
    size_max_bytes = env().upload_mb_max * _MIB
    if length > size_max_bytes:
        raise TooLarge(
            "The file is larger than uploads may be",
            detail="Write it with a client of HDFS (`hdfs dfs -put`), or have "
            "WARREN_UPLOAD_MB_MAX raised.",
            facts={"size_max_bytes": size_max_bytes},
        )
    act = Act(
        kinds=frozenset({_DELETE} if overwrite else ()),
        paths=(path,),
        chosen=True,
        inodes=1,
        size_bytes=length,
    )
    require_unguarded(actor=actor, act=act)


def _require_place(found: FileStatus | None, path: str, *, overwrite: bool, seen: Seen) -> None:
    if found is None:
        seen.require(None)
        return
    if found.type != "FILE":
        require_free(found, path)
    seen.require(FileState(path, found.file_id, found.length, found.modification_time))
    if not overwrite:
        raise Conflict(
            "A file has this name already",
            code="already_exists",
            detail="Choose another name, or say that it may be overwritten.",
            facts={"path": path, "size_bytes": found.length},
        )


def _write(actor: Actor, path: str, length: int, stream: Body, *, replaces: bool) -> None:
    user = actor.hdfs_user
    half = _half_of(path)
    after = {"size_bytes": length, "replaces": replaces, "hdfs_user": user}
    with (
        audited(actor=actor, action="file.upload", path=path, after=after),
        webhdfs_problems() as client,
    ):
        try:
            client.create(half, user=user, pieces=_pieces(stream, length), length=length)
            client.put(
                half,
                "RENAME",
                user=user,
                destination=path,
                renameoptions="OVERWRITE" if replaces else "NONE",
            )
        except BaseException:
            _remove(client, half, user)
            raise


def _half_of(path: str) -> str:
    """A name beside it that nobody else has."""
    name = path.rpartition("/")[2]
    end = f".{uuid.uuid4().hex[:12]}{_COPYING}"
    if len(f".{name}{end}".encode()) > NAME_BYTES_MAX:
        name = ""
    return f"{parent_of(path).rstrip('/')}/.{name}{end}"


def _pieces(stream: Body, length: int) -> Iterator[bytes]:
    """The body, piece by piece. InvalidInput when it ends before its length."""
    left = length
    while left > 0:
        try:
            piece = stream.read(min(_PIECE_BYTES, left))
        except OSError:
            piece = b""
        if not piece:
            raise InvalidInput(
                "The upload broke off",
                code="upload_broken",
                detail="Nothing was written. Send the file again.",
                facts={"bytes_missing": left},
            )
        left -= len(piece)
        yield piece


def read_away(stream: Body) -> None:
    """Read what comes of a refused file, within bounds: a connection closed on it breaks off."""
    until_s = time.monotonic() + _REFUSED_READ_MAX_S
    left = _REFUSED_BYTES_MAX
    with suppress(OSError):
        while left > 0 and time.monotonic() < until_s and (piece := stream.read(_PIECE_BYTES)):
            left -= len(piece)


def _remove(client: WebHdfs, half: str, user: str) -> None:
    with suppress(WebHdfsRefusal, WebHdfsUnreachable, OutcomeUnknown):
        client.delete(half, "DELETE", user=user)
        return
    log.warning("upload_left", path=half)
