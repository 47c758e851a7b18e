"""Generations of the index: a rebuild goes to a new file, then one link is switched.

The index path is a symbolic link to the current generation, a file beside it. SQLite keeps its
write-ahead log beside the file that the link points to, so that two generations never share one.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from warren_generations.files import FileShelf, linked
from warren_generations.lock import Lock
from warren_generations.rules import Generations, Naming

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
    return linked(path, _foreign(path))


def _foreign(path: Path) -> Callable[[], IndexCorrupt]:
    return partial(IndexCorrupt, path=str(path), reason="is not a link to an index")


class IndexBuilder:
    """A generation that is being filled."""

    def __init__(self, files: FileShelf, name: str, connection: sqlite3.Connection) -> None:
        self._files = files
        self._connection = connection
        self.writer = SqliteIndexWriter(files.file(name), connection)

    def reached(self) -> BuildPosition | None:
        """How far the build is for good; null when nothing was loaded with a position."""
        return bulk.position(self._connection)

    def close(self) -> None:
        """Leaves it for ``resume_build``."""
        self.writer.close()

    def discard(self) -> None:
        """Closes and deletes the generation."""
        self.writer.close()
        self._files.remove([self.writer.file.name])

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


class IndexGenerations(Generations[IndexBuilder]):
    """The writing side of an index path; holds its lock until closed.

    Raises IndexLocked when another process holds it.
    """

    transient_errors: tuple[type[Exception], ...] = (sqlite3.OperationalError,)
    damage_errors: tuple[type[Exception], ...] = (sqlite3.DatabaseError, IndexCorrupt)

    def __init__(self, path: Path) -> None:
        self.path = path
        lock = Lock(Path(f"{path}.lock"), partial(IndexLocked, path=str(path)))
        naming = Naming(f"{path.name}.g")
        foreign = _foreign(path)
        self._files = FileShelf(path, naming, lock, _COMPANIONS, foreign)
        super().__init__(self._files)

    def open_active(self) -> SqliteIndexWriter | None:
        """The writer of the current generation. Raises IndexCorrupt."""
        file = self._files.linked()
        if file is None or not file.exists():
            return None
        return SqliteIndexWriter(file, schema.open_for_writing(file))

    def start_build(self) -> IndexBuilder:
        """An empty new generation beside the current one; unfinished ones are deleted.

        Raises IndexCorrupt, and touches nothing, when something that is no index is in the way.
        """
        name = self._next()
        return IndexBuilder(self._files, name, schema.create(self._files.file(name)))

    def activate_empty(self, report: FeedReport) -> SqliteIndexWriter:
        """Makes an index that is not searchable yet, so that readers can see the report.

        Raises as ``start_build`` does.
        """
        writer = self.start_build().finish_load()
        writer.report(report)
        self._files.switch(writer.file.name)
        return writer

    def activate(self, writer: IndexWriter, position: FeedPosition, report: FeedReport) -> None:
        """Switches readers to a complete generation, atomically."""
        if not isinstance(writer, SqliteIndexWriter):
            raise TypeError("a generation of another backend")
        writer.complete(position, report)
        self._files.switch(writer.file.name)

    def _reopen(self, name: str) -> IndexBuilder | None:
        with suppress(sqlite3.Error, IndexCorrupt):
            connection = schema.reopen_for_load(self._files.file(name))
            with suppress(sqlite3.Error):
                if bulk.position(connection) is not None:
                    return IndexBuilder(self._files, name, connection)
            connection.close()
        return None
