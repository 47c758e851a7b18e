"""The replica's folder: which file is current, and switching to a newly built one.

``current`` is a symbolic link to a generation beside it. A build goes to a new file, so that
queries go on with the old one until the new one is complete.
"""

from __future__ import annotations

import threading
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

import duckdb
import pyarrow as pa
from warren_generations.files import FileShelf
from warren_generations.lock import Lock
from warren_generations.rules import Generations, Naming

from warren_analytics.database import Database
from warren_analytics.errors import ReplicaCorrupt, ReplicaLocked, ReplicaNotReady
from warren_analytics.history import KeptHistory
from warren_analytics.limits import Limits
from warren_analytics.position import Position, Progress, ReplicaState
from warren_analytics.watched import WatchedDirectories

_NAMING: Final = Naming("replica.g", ".duckdb")


class ReplicaStore(Generations[Database]):
    """Holds the folder's lock and the current database until closed. Raises ReplicaLocked.

    The follower writes through it, queries ask it for the current database.
    """

    def __init__(self, folder: Path, limits: Limits) -> None:
        self.folder = folder
        self.limits = limits
        self._link = folder / "current"
        lock = Lock(folder / "lock", partial(ReplicaLocked, folder=str(folder)))
        foreign = partial(ReplicaCorrupt, file=str(self._link), reason="is not a link to a replica")
        self._files = FileShelf(self._link, _NAMING, lock, (".wal",), foreign)
        super().__init__(self._files)
        self.watched = WatchedDirectories(folder)
        self._kept_history = KeptHistory(folder)
        self._changed = threading.Lock()
        self._current: Database | None = None
        self._progress = Progress(ReplicaState.BUILDING)

    def close(self) -> None:
        """Closes the database, when queries are over, and gives the lock back."""
        with self._changed:
            current, self._current = self._current, None
        if current is not None:
            current.close()
        super().close()

    def open_current(self) -> Position | None:
        """Opens the last complete generation; where it stands, or null when there is none.

        Raises ReplicaCorrupt when it can't be read.
        """
        file = self._files.linked()
        if file is None or not file.exists():
            return None
        database = self._open(file.resolve())
        position = database.writer.position()
        if position is None:
            database.close()
            raise ReplicaCorrupt(file=str(self._link), reason="was never complete")
        database.followed_to(position)
        with self._changed:
            self._current = database
        return position

    def start_build(self) -> Database:
        """A new, empty generation. Leftovers of broken builds are removed.

        Raises ReplicaCorrupt, and touches nothing, when something that is no link is in the way.
        """
        file = self._files.linked()
        if file is not None and self._kept() is None and file.exists():
            self._kept_history.save_from(file.resolve())
        self._remove_all_others()
        return self._open(self._files.file(self._next()))

    def history(self) -> dict[str, pa.Table]:
        """What is known of the past, by table, for the generation that is being built."""
        with self._changed:
            current = self._current
        return self._kept_history.read() if current is None else current.writer.history()

    def activate(self, built: Database) -> None:
        """Makes a complete generation the current one; waits for queries of the old one."""
        self._files.switch(built.file.name)
        with self._changed:
            old, self._current = self._current, built
        if old is not None:
            old.close()
        self._remove_all_others()
        self._kept_history.forget()

    def discard(self, built: Database) -> None:
        """Throws an unfinished generation away."""
        built.close()
        self._files.remove([built.file.name])

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

    def _kept(self) -> str | None:
        name = super()._kept()
        with self._changed:
            # One that could not be opened is replaced as a leftover is.
            return None if self._current is None else name

    def _reopen(self, name: str) -> Database | None:
        with suppress(ReplicaCorrupt, duckdb.Error):
            database = self._open(self._files.file(name))
            if database.writer.build() is not None:
                return database
            database.close()
        return None
