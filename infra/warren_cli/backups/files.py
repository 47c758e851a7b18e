"""Files that are copied with their checksums, durably."""

import hashlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

CHUNK_BYTES: Final = 1024 * 1024


def copied(source: Path, target: Path) -> tuple[int, str, int]:
    """Copies a file that is not there yet; its length, SHA-256 and rights. Durable but its name.

    Nobody but the owner gets rights to the copy. Raises OSError.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256()
    size_bytes = 0
    with source.open("rb") as read:
        mode = stat.S_IMODE(os.fstat(read.fileno()).st_mode) & stat.S_IRWXU
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
        with os.fdopen(os.open(target, flags, mode | stat.S_IWUSR), "wb") as out:
            while chunk := read.read(CHUNK_BYTES):
                out.write(chunk)
                digest.update(chunk)
                size_bytes += len(chunk)
            out.flush()
            os.fchmod(out.fileno(), mode)
            os.fsync(out.fileno())
    return size_bytes, digest.hexdigest(), mode


def measured(path: Path) -> tuple[int, str]:
    """A file's length and SHA-256. Raises OSError."""
    digest = hashlib.sha256()
    size_bytes = 0
    with path.open("rb") as read:
        while chunk := read.read(CHUNK_BYTES):
            digest.update(chunk)
            size_bytes += len(chunk)
    return size_bytes, digest.hexdigest()


def below(folder: Path) -> Iterator[str]:
    """The paths of all that is no folder below one, relative to it. Links are not followed."""
    for parent, _, names in os.walk(folder, onerror=_refuse):
        for name in names:
            yield (Path(parent) / name).relative_to(folder).as_posix()


def _refuse(error: OSError) -> None:
    raise error


def sync_folders(root: Path) -> None:
    """Makes the names of all that is below a folder durable."""
    for parent, _, _ in os.walk(root):
        sync_folder(Path(parent))


def sync_folder(folder: Path) -> None:
    """Makes the names in a folder durable."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
