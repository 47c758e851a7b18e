"""One process at a time: the kernel takes a lock back however its holder ends."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from pathlib import Path


class Lock:
    """Holds a file's lock until closed; the file stays.

    refused: makes what is raised, at once, when another process or this one has it already.
    """

    def __init__(self, file: Path, refused: Callable[[], Exception]) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        self._descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._descriptor)
            raise refused() from error

    def close(self) -> None:
        """Gives the lock back."""
        os.close(self._descriptor)
