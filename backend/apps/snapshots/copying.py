"""What lies in a snapshot, copied into the tree: each file under a name of its own until whole."""

import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Final

from apps.common.values import parent_of
from apps.common.webhdfs import superuser
from integrations.webhdfs import OutcomeUnknown, WebHdfs, WebHdfsRefusal, WebHdfsUnreachable
from integrations.webhdfs.answers import (
    DirectoryPageAnswer,
    FileStatus,
    FileStatusAnswer,
    read,
)

_MISSING: Final = "FileNotFoundException"
# As HDFS's own shell calls what it has not written to the end; nobody else reads it until then.
_COPYING: Final = "._COPYING_"
_HALF_MODE: Final = "600"


class Left(Exception):
    """Something was left as it is, and why."""

    def __init__(self, code: str, title: str) -> None:
        self.code, self.title = code, title
        super().__init__(title)


def status_of(client: WebHdfs, path: str) -> FileStatus | None:
    """Of what is there; None for nothing."""
    try:
        answer = client.get(path, "GETFILESTATUS", user=superuser())
    except WebHdfsRefusal as refusal:
        if refusal.kind != _MISSING:
            raise
        return None
    return read(FileStatusAnswer, answer).status


def walk(client: WebHdfs, path: str, after: list[bytes]) -> Iterator[tuple[str, FileStatus]]:
    """What is below a directory, each directory before what is in it, names in order.

    after: the names of the path, below this one, that was the last; what is before is left out.
    """
    first, rest = (after[0], after[1:]) if after else (b"", [])
    for status in _children(client, path, first):
        name = status.path_suffix.encode()
        below = f"{path}/{status.path_suffix}"
        if name != first:
            yield below, status
        if status.type == "DIRECTORY":
            yield from walk(client, below, rest if name == first else [])


def _children(client: WebHdfs, path: str, first: bytes) -> Iterator[FileStatus]:
    """From a name on: the listing goes on behind a name, so that one is asked for by itself."""
    if first:
        found = status_of(client, f"{path}/{first.decode()}")
        if found is not None:
            yield found.model_copy(update={"path_suffix": first.decode()})
    behind = first.decode()
    while True:
        asked = {"startAfter": behind} if behind else {}
        answer = client.get(path, "LISTSTATUS_BATCH", user=superuser(), **asked)
        page = read(DirectoryPageAnswer, answer).page
        listed = page.partial_listing.listing.statuses
        yield from listed
        if not listed or not page.remaining_entries:
            return
        behind = listed[-1].path_suffix


def make_directory(client: WebHdfs, source: FileStatus, to: str) -> bool:
    """One as it was, unless there is one; whether it was made."""
    found = status_of(client, to)
    if found is None:
        client.put(to, "MKDIRS", user=superuser(), permission=source.permission)
        _dress(client, source, to)
        return True
    if found.type != "DIRECTORY":
        raise Left("not_a_directory", "Something else is at its place now")
    return False


def copy_file(
    client: WebHdfs,
    source_path: str,
    source: FileStatus,
    to: str,
    *,
    overwrite: bool,
    beat: Callable[[int], None],
) -> None:
    """A file as it was. `beat` is told of each piece, and may raise to break off.

    Raises Left for what is no file, or whose place is taken.
    """
    if source.type != "FILE":
        raise Left("symlink", "Symbolic links are not restored")
    found = status_of(client, to)
    if found is not None and found.type != "FILE":
        raise Left("not_a_file", "Something else is at its place now")
    if found is not None and not overwrite:
        raise Left("already_exists", "A file is at its place")
    half = f"{parent_of(to).rstrip('/')}/.{uuid.uuid4().hex[:12]}{_COPYING}"
    try:
        _copy(client, source_path, source, half, beat)
        _dress(client, source, half)
        client.put(
            half,
            "RENAME",
            user=superuser(),
            destination=to,
            renameoptions="OVERWRITE" if found is not None else "NONE",
        )
    except BaseException:
        with suppress(WebHdfsRefusal, WebHdfsUnreachable, OutcomeUnknown):
            client.delete(half, "DELETE", user=superuser())
        raise


def _copy(
    client: WebHdfs, path: str, source: FileStatus, half: str, beat: Callable[[int], None]
) -> None:
    pieces = client.read(path, user=superuser(), offset=0, length=source.length)
    numbers = {"replication": source.replication, "blocksize": source.block_size}
    try:
        client.create(
            half,
            user=superuser(),
            pieces=_counted(pieces, beat),
            length=source.length,
            permission=_HALF_MODE,
            # Erasure-coded files tell no replication.
            **{name: str(number) for name, number in numbers.items() if number > 0},
        )
    finally:
        pieces.close()


def _counted(pieces: Iterable[bytes], beat: Callable[[int], None]) -> Iterator[bytes]:
    for piece in pieces:
        beat(len(piece))
        yield piece


def _dress(client: WebHdfs, source: FileStatus, to: str) -> None:
    """Whose it was, what he allowed, and when it was changed. The ACL and attributes are not."""
    user = superuser()
    client.put(to, "SETPERMISSION", user=user, permission=source.permission)
    client.put(to, "SETOWNER", user=user, owner=source.owner, group=source.group)
    if source.type == "FILE":
        client.put(to, "SETTIMES", user=user, modificationtime=str(source.modification_time))
