"""What is on disk before something else depends on it."""

from __future__ import annotations

import os
from pathlib import Path


def sync(path: Path) -> None:
    """Returns once a file's bytes, or a folder's names, outlive a loss of power."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def replace(draft: Path, target: Path) -> None:
    """Gives a draft the target's name; the name, too, is on disk when this returns."""
    if not draft.is_symlink():
        sync(draft)
    draft.replace(target)
    sync(target.parent)
