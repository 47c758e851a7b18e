"""Name directories of a stock NameNode: held, so that none can start, and fenced for good.

A fenced one has a file VERSION that no NameNode takes, of a layout that is to come in a far
future: a NameNode that finds one such directory among its own refuses to start with any. What was
in the file is beside it, and comes back when it is released.
"""

import contextlib
import fcntl
import os
import re
import shutil
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from warren_cli.backups.files import sync_folder
from warren_cli.errors import OperatorError

CURRENT: Final = "current"
VERSION: Final = "VERSION"
KEPT: Final = "VERSION.before-warren"
LOCK: Final = "in_use.lock"
MARK: Final = "# Warren has taken this file system over"
# Layouts are negative and fall; this is the last that an int holds.
FAR_LAYOUT: Final = -(2**31)
LAYOUT: Final = re.compile(r"^layoutVersion=.*$", re.MULTILINE)
PROBE_S: Final = 3.0


def require(folder: Path) -> None:
    """Raises OperatorError for what is no NameNode's directory."""
    try:
        text = (folder / CURRENT / VERSION).read_text(encoding="utf-8")
    except OSError as error:
        raise _no_name_directory(folder) from error
    if "storageType=NAME_NODE" not in text.splitlines():
        raise _no_name_directory(folder)


def _no_name_directory(folder: Path) -> OperatorError:
    return OperatorError(
        "This is no NameNode's name directory",
        remedy="Give each of dfs.namenode.name.dir and dfs.namenode.edits.dir by --from",
        folder=folder,
    )


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Has the lock by which NameNodes keep a directory for themselves.

    Raises OperatorError while a NameNode has it.
    """
    path = folder / LOCK
    was_there = path.exists()
    with path.open("a") as lock:
        try:
            fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise OperatorError(
                "The old NameNode runs on this directory",
                remedy="Nothing was changed. Stop it first: `hdfs --daemon stop namenode`",
                folder=folder,
            ) from error
        try:
            yield
        finally:
            if not was_there:
                path.unlink(missing_ok=True)


def require_silent(address: str) -> None:
    """Raises OperatorError when somebody answers at HOST:PORT."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal():
        raise OperatorError("This is no address", remedy="Write HOST:PORT", address=address)
    with contextlib.suppress(OSError), socket.create_connection((host, int(port)), PROBE_S):
        raise OperatorError(
            "An old NameNode still answers",
            remedy="Nothing was changed. Stop all of them first",
            address=address,
        )


def last_written_at_s(folder: Path) -> float:
    """When the newest segment of edits was written last; 0 without any."""
    edits = (folder / CURRENT).glob("edits_*")
    return max((file.stat().st_mtime for file in edits), default=0.0)


def fence(folder: Path) -> None:
    """Makes a directory one that no NameNode starts from; the same again is harmless."""
    current = folder / CURRENT
    text = (current / VERSION).read_text(encoding="utf-8")
    if is_fenced(text):
        return
    _put(current / KEPT, text, like=current / VERSION)
    note = f"{MARK}; `bin/warren migrate take-over --back` undoes it\n"
    changed = LAYOUT.sub(f"layoutVersion={FAR_LAYOUT}", text)
    _put(current / VERSION, note + changed, like=current / KEPT)


def release(folder: Path) -> None:
    """Gives the NameNode its directory back; the same again is harmless."""
    current = folder / CURRENT
    kept = current / KEPT
    if is_fenced((current / VERSION).read_text(encoding="utf-8")):
        kept.replace(current / VERSION)
    else:
        kept.unlink(missing_ok=True)
    sync_folder(current)


def is_fenced(version: str) -> bool:
    """Whether the text of a file VERSION is a fence."""
    return version.startswith(MARK)


def _put(file: Path, text: str, *, like: Path) -> None:
    """Replaces a file as a whole, with the owner and the rights of another one."""
    draft = file.with_name(file.name + ".new")
    with draft.open("w", encoding="utf-8") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    shutil.copymode(like, draft)
    owner = like.stat()
    if owner.st_uid != os.geteuid() or owner.st_gid != os.getegid():
        os.chown(draft, owner.st_uid, owner.st_gid)
    draft.replace(file)
    sync_folder(file.parent)
