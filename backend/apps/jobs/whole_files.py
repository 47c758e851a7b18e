"""Files that appear whole or not at all; most of them of compressed JSON."""

import gzip
import json
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any


def write(path: Path, content: Any, *, synced: Sequence[Path]) -> int:
    """Write a file durably, in the place of one that is there; its length.

    synced: the folders above it, innermost first, whose entries must last too. Raises OSError.
    """
    compressed = gzip.compress(
        json.dumps(content, separators=(",", ":")).encode(), compresslevel=6, mtime=0
    )
    write_bytes(path, compressed, synced=synced)
    return len(compressed)


def write_bytes(path: Path, content: bytes, *, synced: Sequence[Path]) -> None:
    """The same of what is bytes already."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".new")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    for folder in synced:
        _sync(folder)


def read(path: Path) -> Any:
    """What a file holds. Raises OSError, EOFError or ValueError when it is missing or damaged."""
    return json.loads(gzip.decompress(path.read_bytes()))


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
