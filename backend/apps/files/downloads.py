"""The bytes of a file, as HDFS gives them to the user: never all of them in memory."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from apps.audit.direct import audited
from apps.common.actor import Actor
from apps.common.problems import Conflict, InvalidInput
from apps.common.values import is_reserved
from apps.common.webhdfs import webhdfs_problems
from apps.files.looking import nothing_at, status_of
from apps.files.slots import Slot, take_slot
from apps.files.values import FileState
from integrations.webhdfs import Pieces

_RANGE = re.compile(r"bytes=(\d{0,18})-(\d{0,18})")


@dataclass(frozen=True, slots=True)
class Extent:
    """Some bytes of a file; not `partial`: all of them."""

    offset: int
    length: int
    partial: bool


class Download:
    """A file that is being sent. Whoever has it closes it: a connection and a place are its."""

    def __init__(self, state: FileState, extent: Extent, pieces: Pieces, slot: Slot) -> None:
        self.state = state
        self.extent = extent
        self._pieces = pieces
        self._slot = slot

    def __iter__(self) -> Iterator[bytes]:
        yield from self._pieces

    def close(self) -> None:
        try:
            self._pieces.close()
        finally:
            self._slot.release()


class NotThatMuch(Exception):
    """The range begins behind the end of the file."""

    def __init__(self, size_bytes: int) -> None:
        self.size_bytes = size_bytes
        super().__init__("No such range")


def file_state(*, path: str, user: str) -> FileState:
    """Of the file at a path. Conflict for what is no file."""
    if is_reserved(path):
        raise nothing_at(path)
    with webhdfs_problems() as client:
        status = status_of(client, path, user)
    if status is None:
        raise nothing_at(path)
    if status.type != "FILE":
        raise Conflict(
            "Only files have contents",
            code="not_a_file",
            facts={"path": path, "kind": status.type.lower()},
        )
    return FileState(path, status.file_id, status.length, status.modification_time)


def download(*, actor: Actor, path: str, range_asked: str | None, if_range: str | None) -> Download:
    """Begin to read. NotThatMuch for a range behind the end; of several ranges all is sent."""
    user = actor.hdfs_user
    state = file_state(path=path, user=user)
    unchanged = if_range is None or if_range == state.etag
    extent = extent_of(range_asked if unchanged else None, state.size_bytes)
    slot = take_slot()
    try:
        after = {"size_bytes": extent.length, "hdfs_user": user}
        with (
            audited(actor=actor, action="file.download", path=path, after=after),
            webhdfs_problems() as client,
        ):
            pieces = client.read(path, user=user, offset=extent.offset, length=extent.length)
    except BaseException:
        slot.release()
        raise
    return Download(state, extent, pieces, slot)


def extent_of(range_asked: str | None, size_bytes: int) -> Extent:
    """The bytes that a header Range asks for; all where it is none that we know."""
    whole = Extent(0, size_bytes, partial=False)
    if range_asked is None:
        return whole
    found = _RANGE.fullmatch(range_asked.strip())
    if found is None:
        return whole
    first, last = found.groups()
    if not first and not last:
        raise InvalidInput(fields={"Range": ["Say from where, or how much of the end."]})
    begin = int(first) if first else max(0, size_bytes - int(last))
    end = min(int(last), size_bytes - 1) if first and last else size_bytes - 1
    if begin >= size_bytes or begin > end:
        raise NotThatMuch(size_bytes)
    return Extent(begin, end - begin + 1, partial=True)
