"""The replica's folder: which file is current, and switching to a newly built one.

``current`` is a symbolic link to a generation beside it. A build goes to a new file, so that
queries go on with the old one until the new one is complete.
"""

from __future__ import annotations

import fcntl
import os
import re
import threading
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import duckdb
import pyarrow as pa

from warren_analytics import durable
from warren_analytics.database import Database
from warren_analytics.errors import ReplicaCorrupt, ReplicaLocked, ReplicaNotReady
from warren_analytics.history import KeptHistory
from warren_analytics.limits import Limits
from warren_analytics.position import Position, Progress, ReplicaState
from warren_analytics.watched import WatchedDirectories

_LINK: Final = "current"
_GENERATION: Final = re.compile(r"replica\.g(\d+)\.duckdb")


class ReplicaStore:
    """Holds the folder's lock and the current database until closed. Raises ReplicaLocked.

    The follower writes through it, queries ask it for the current database.
    """

    def __init__(self, folder: Path, limits: Limits) -> None:
        self.folder = folder
        self.limits = limits
        folder.mkdir(parents=True, exist_ok=True)
        self._lock_file = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._lock_file)
            raise ReplicaLocked(folder=str(folder)) from error
        self.watched = WatchedDirectories(folder)
        self._kept_history = KeptHistory(folder)
        self._changed = threading.Lock()
        self._current: Database | None = None
        self._progress = Progress(ReplicaState.BUILDING)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the database, when queries are over, and gives the lock back."""
        with self._changed:
            current, self._current = self._current, None
        if current is not None:
            current.close()
        os.close(self._lock_file)

    def open_current(self) -> Position | None:
        """Opens the last complete generation; where it stands, or null when there is none.

        Raises ReplicaCorrupt when it can't be read.
        """
        link = self.folder / _LINK
        if not link.is_symlink() or not link.exists():
            return None
        database = self._open(link.resolve())
        position = database.writer.position()
        if position is None:
            database.close()
            raise ReplicaCorrupt(file=str(link), reason="was never complete")
        database.followed_to(position)
        with self._changed:
            self._current = database
        return position

    def resume_build(self) -> Database | None:
        """The generation whose build was cut short; null without one that can be read."""
        with self._changed:
            kept = None if self._current is None else self._current.file
        others = [file for file in self._generations() if kept is None or file.name != kept.name]
        for file in sorted(others, key=self._number, reverse=True):
            with suppress(ReplicaCorrupt, duckdb.Error):
                database = self._open(file)
                if database.writer.build() is not None:
                    return database
                database.close()
        return None

    def remove_others(self) -> None:
        """Removes every generation but the current one."""
        with self._changed:
            kept = None if self._current is None else self._current.file
        self._remove_others(kept)

    def start_build(self) -> Database:
        """A new, empty generation. Leftovers of broken builds are removed."""
        with self._changed:
            kept = None if self._current is None else self._current.file
        link = self.folder / _LINK
        if kept is None and link.exists():
            self._kept_history.save_from(link.resolve())
        self._remove_others(kept)
        number = max(map(self._number, self._generations()), default=0) + 1
        return self._open(self.folder / f"replica.g{number}.duckdb")

    def history(self) -> dict[str, pa.Table]:
        """What is known of the past, by table, for the generation that is being built."""
        with self._changed:
            current = self._current
        return self._kept_history.read() if current is None else current.writer.history()

    def activate(self, built: Database) -> None:
        """Makes a complete generation the current one; waits for queries of the old one."""
        temporary = self.folder / f"{_LINK}.new"
        temporary.unlink(missing_ok=True)
        temporary.symlink_to(built.file.name)
        # A loss of power must not undo this once the old generation is removed.
        durable.sync(built.file)
        durable.replace(temporary, self.folder / _LINK)
        with self._changed:
            old, self._current = self._current, built
        if old is not None:
            old.close()
        self._remove_others(built.file)
        self._kept_history.forget()

    def discard(self, built: Database) -> None:
        """Throws an unfinished generation away."""
        built.close()
        _remove(built.file)

    def current(self) -> Database:
        """What queries read. Raises ReplicaNotReady."""
        with self._changed:
            if self._current is None:
                progress = self._progress
                raise ReplicaNotReady(
                    state=progress.state.value,
                    inodes_built=progress.inodes_built,
                    percent=progress.build_percent,
                    left_ms=progress.build_left_ms,
                )
            return self._current

    def followed(self) -> Position | None:
        """Up to where the current generation includes everything; null without one."""
        with self._changed:
            return None if self._current is None else self._current.position()

    def report(self, progress: Progress) -> None:
        """What the follower does now."""
        with self._changed:
            self._progress = progress

    def progress(self) -> Progress:
        """What the follower said last."""
        with self._changed:
            return self._progress

    def _open(self, file: Path) -> Database:
        return Database(file, self.limits, self.watched.ids)

    def _number(self, file: Path) -> int:
        return int(self._generations()[file][1])

    def _generations(self) -> dict[Path, re.Match[str]]:
        found = {file: _GENERATION.fullmatch(file.name) for file in self.folder.iterdir()}
        return {file: match for file, match in found.items() if match}

    def _remove_others(self, kept: Path | None) -> None:
        for file in self._generations():
            # By name: the folder may be known by two paths.
            if kept is None or file.name != kept.name:
                _remove(file)


def _remove(file: Path) -> None:
    for name in (file, file.with_name(f"{file.name}.wal")):
        name.unlink(missing_ok=True)
