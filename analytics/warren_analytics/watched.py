"""Directories whose past is kept whatever their size, as the platform's operators chose them.

The platform's database has the list and tells it again and again; a file keeps it meanwhile, so
that a replica that starts samples them before anybody tells it.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Final

WATCHED_MAX: Final = 200
_FILE: Final = "watched.json"


class WatchedDirectories:
    """Ids of inodes. Safe to share between threads."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / _FILE
        self._changed = threading.Lock()
        self._ids = self._read()

    def ids(self) -> frozenset[int]:
        """Those that are watched now."""
        with self._changed:
            return self._ids

    def replace(self, inode_ids: Iterable[int]) -> None:
        """Watches these and no others; a call that changes nothing writes nothing."""
        wanted = frozenset(inode_ids)
        if len(wanted) > WATCHED_MAX or any(not 0 < each < 2**63 for each in wanted):
            raise ValueError("too many directories, or none")
        with self._changed:
            if wanted == self._ids:
                return
            temporary = self._file.with_suffix(".new")
            temporary.write_text(json.dumps(sorted(wanted)), encoding="utf-8")
            temporary.replace(self._file)
            self._ids = wanted

    def _read(self) -> frozenset[int]:
        """Nothing where the file is not there or not whole: it is told again."""
        try:
            return frozenset(map(int, json.loads(self._file.read_text(encoding="utf-8"))))
        except (OSError, ValueError, TypeError):
            return frozenset()
