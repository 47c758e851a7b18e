"""Generations of the index: a rebuild goes to a new file, then one link is switched.

The index path is a symbolic link to the current generation, a file beside it. SQLite keeps its
write-ahead log beside the file that the link points to, so that two generations never share one.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from warren_search.backend import IndexWriter
from warren_search.errors import IndexCorrupt, IndexLocked
from warren_search.position import BuildPosition, FeedPosition, FeedReport
from warren_search.sqlite import bulk, schema
from warren_search.sqlite.writer import SqliteIndexWriter

_COMPANIONS: Final = ("-wal", "-shm", "-journal")
_STEPS_PER_TICK: Final = 2_000_000


def _nothing() -> None:
    pass


def active_file(path: Path) -> Path | None:
    """The current generation, or null when there is none. Raises IndexCorrupt."""
    try:
        target = path.readlink()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise IndexCorrupt(path=str(path), reason="is not a link to an index") from error
    return path.parent / target


class IndexBuilder:
    """A generation that is being filled."""

    def __init__(self, file: Path, connection: sqlite3.Connection) -> None:
        self.file = file
        self._connection = connection
        self.writer = SqliteIndexWriter(file, connection)

    def reached(self) -> BuildPosition | None:
        """How far the build is for good; null when nothing was loaded with a position."""
        return bulk.position(self._connection)

    def close(self) -> None:
        """Leaves it for ``resume_build``."""
        self.writer.close()

    def discard(self) -> None:
        """Closes and deletes the generation."""
        self.writer.close()
        discard(self.file)

    def finish_load(self, tick: Callable[[], None] = _nothing) -> SqliteIndexWriter:
        """Makes the secondary indexes and everything durable; the file can follow the feed now.

        Takes about a minute per ten million documents; ``tick`` is called now and then meanwhile,
        and what it raises ends the work.
        """
        raised: list[Exception] = []

        def check() -> bool:
            try:
                tick()
            except Exception as error:  # noqa: BLE001 - carried through SQLite and raised below
                raised.append(error)
            return bool(raised)

        self._connection.set_progress_handler(check, _STEPS_PER_TICK)
        try:
            for statement in schema.INDEXES:
                self._connection.execute(statement)
            schema.merge_grams(self._connection, tick)
        except sqlite3.OperationalError:
            if raised:
                raise raised[0] from None
            raise
        finally:
            self._connection.set_progress_handler(None, 0)
        reached = self.reached()
        if reached is not None:
            bulk.set_position(self._connection, replace(reached, is_loaded=True))
        schema.end_load(self._connection)
        return self.writer


class IndexGenerations:
    """The writing side of an index path; holds its lock until closed.

    Raises IndexLocked when another process holds it.
    """

    transient_errors: tuple[type[Exception], ...] = (sqlite3.OperationalError,)
    damage_errors: tuple[type[Exception], ...] = (sqlite3.DatabaseError, IndexCorrupt)

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._lock)
            raise IndexLocked(path=str(path)) from error

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
        """Gives the lock back."""
        os.close(self._lock)

    def open_active(self) -> SqliteIndexWriter | None:
        """The writer of the current generation. Raises IndexCorrupt."""
        file = active_file(self.path)
        if file is None or not file.exists():
            return None
        return SqliteIndexWriter(file, schema.open_for_writing(file))

    def start_build(self) -> IndexBuilder:
        """An empty new generation beside the current one; unfinished ones are deleted."""
        for file in self._unfinished():
            discard(file)
        number = max(map(_number, self._files()), default=0) + 1
        file = self.path.with_name(f"{self.path.name}.g{number}")
        return IndexBuilder(file, schema.create(file))

    def resume_build(self) -> IndexBuilder | None:
        """The generation that was left unfinished; null without one. Raises IndexCorrupt."""
        file = next(iter(self._unfinished()), None)
        return None if file is None else IndexBuilder(file, schema.reopen_for_load(file))

    def activate_empty(self, report: FeedReport) -> SqliteIndexWriter:
        """Makes an index that is not searchable yet, so that readers can see the report.

        Raises IndexCorrupt, and touches nothing, when something that is no index is in the way.
        """
        active_file(self.path)
        writer = self.start_build().finish_load()
        writer.report(report)
        self._switch(writer.file)
        return writer

    def activate(self, writer: IndexWriter, position: FeedPosition, report: FeedReport) -> None:
        """Switches readers to a complete generation, atomically."""
        if not isinstance(writer, SqliteIndexWriter):
            raise TypeError("a generation of another backend")
        writer.complete(position, report)
        self._switch(writer.file)

    def remove_others(self) -> None:
        """Deletes every generation but the current one and one that is being built.

        Readers that have one open keep it.
        """
        kept = {active_file(self.path), *self._unfinished()[:1]}
        for file in self._files():
            if file not in kept:
                discard(file)

    def _unfinished(self) -> list[Path]:
        """Generations whose build can be resumed, the newest first."""
        current = active_file(self.path)
        others = [file for file in self._files() if file != current and _is_unfinished(file)]
        return sorted(others, key=_number, reverse=True)

    def _files(self) -> list[Path]:
        candidates = self.path.parent.glob(f"{self.path.name}.g*")
        return [file for file in candidates if file.suffix[2:].isdigit()]

    def _switch(self, file: Path) -> None:
        _sync(file)
        link = self.path.with_name(f"{self.path.name}.next")
        link.unlink(missing_ok=True)
        link.symlink_to(file.name)
        link.replace(self.path)
        _sync(self.path.parent)


def _number(file: Path) -> int:
    return int(file.suffix[2:])


def _is_unfinished(file: Path) -> bool:
    try:
        connection = schema.reopen_for_load(file)
    except (sqlite3.Error, IndexCorrupt):
        return False
    try:
        return bulk.position(connection) is not None
    except sqlite3.Error:
        return False
    finally:
        connection.close()


def discard(file: Path) -> None:
    """Deletes a generation's file with its companions."""
    for suffix in ("", *_COMPANIONS):
        Path(f"{file}{suffix}").unlink(missing_ok=True)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
