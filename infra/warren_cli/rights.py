"""The data folder is its owner's alone: what is made in it, and what older versions left."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

# Everything but the owner's own rights.
OTHERS: Final = 0o077
# Elasticsearch runs as another user than root: it passes the root of the data folder to its own
# folder in there, and can neither list the root nor enter anything else.
CLOSED: Final = 0o700
PASSABLE: Final = 0o711
# mysqld sets a umask of its own, which it makes of these.
MYSQL_ENVIRONMENT: Final = {"UMASK": "0600", "UMASK_DIR": "0700"}


@contextmanager
def owner_only() -> Iterator[None]:
    """Meanwhile, what this process and its children make is for its owner alone."""
    former = os.umask(OTHERS)
    try:
        yield
    finally:
        os.umask(former)


def close_entries(root: Path, mode: int) -> None:
    """Gives the folder the mode, and takes from others what they may do with its own entries.

    What lies deeper can't be reached then, whatever its mode says.
    """
    root.chmod(mode)
    with os.scandir(root) as entries:
        for entry in entries:
            _close(Path(entry.path))


def close_all(root: Path) -> None:
    """Takes from others every right below the folder. Links are left, and not followed."""
    for parent, folders, files in os.walk(root):
        for name in (*folders, *files):
            _close(Path(parent) / name)


def _close(path: Path) -> None:
    try:
        mode = path.lstat().st_mode
        if mode & OTHERS and not stat.S_ISLNK(mode):
            path.chmod(stat.S_IMODE(mode) & ~OTHERS)
    except FileNotFoundError:
        # Gone since the folder was read: a server that still ends, or another start's draft.
        return
