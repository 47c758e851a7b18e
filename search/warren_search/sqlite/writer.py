"""The one writer of an index file: applies operations and the feed position together."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from warren_search.columns import DocumentColumns
from warren_search.operation import (
    Delete,
    Document,
    Examined,
    IndexOperation,
    Put,
    newest_per_inode,
)
from warren_search.position import Applied, BuildPosition, FeedPosition, FeedReport
from warren_search.query import Kind
from warren_search.sqlite import bulk, derived, schema
from warren_search.sqlite.classes import Classes, class_of
from warren_search.sqlite.vocabulary import Vocabulary
from warren_search.text import fold, gram_text

OPERATIONS_MAX: Final = 10_000
PURGE_ROWS_MAX: Final = 1_000
TOMBSTONE_AGE_MS: Final = 24 * 3600 * 1000
ERROR_LENGTH_MAX: Final = 500

_PUT: Final = """
INSERT INTO document VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (inode_id) DO UPDATE SET
  logical_time = excluded.logical_time, parent_id = excluded.parent_id, name = excluded.name,
  folded = excluded.folded, kind = excluded.kind, size_bytes = excluded.size_bytes,
  owner = excluded.owner, owner_group = excluded.owner_group, mode = excluded.mode,
  mtime_ms = excluded.mtime_ms, atime_ms = excluded.atime_ms, replication = excluded.replication,
  block_size_bytes = excluded.block_size_bytes, storage_policy = excluded.storage_policy,
  in_database = excluded.in_database, acl = excluded.acl,
  class_id = excluded.class_id
"""
_KNOWN_DOCUMENTS: Final = """
SELECT inode_id, logical_time, folded, kind, size_bytes, replication FROM document
WHERE inode_id IN (SELECT value FROM json_each(?))
"""
_KNOWN_TOMBSTONES: Final = """
SELECT inode_id, logical_time FROM tombstone WHERE inode_id IN (SELECT value FROM json_each(?))
"""


@dataclass(slots=True)
class _Known:
    logical_time: int
    folded: str
    kind: Kind
    size_bytes: int
    replication: int


@dataclass(slots=True)
class _Totals:
    files: int = 0
    directories: int = 0
    symlinks: int = 0
    length_bytes: int = 0
    space_consumed_bytes: int = 0

    def add(self, kind: Kind, size_bytes: int, replication: int, sign: int) -> None:
        match kind:
            case Kind.FILE:
                self.files += sign
            case Kind.DIRECTORY:
                self.directories += sign
            case Kind.SYMLINK:
                self.symlinks += sign
        self.length_bytes += sign * size_bytes
        self.space_consumed_bytes += sign * size_bytes * replication


@dataclass(slots=True)
class _Batch:
    """The row changes of one transaction."""

    applied_at_ms: int
    puts: list[tuple[str | int, ...]] = field(default_factory=list)
    deletes: list[tuple[int]] = field(default_factory=list)
    tombstones: list[tuple[int, int, int]] = field(default_factory=list)
    revived: list[tuple[int]] = field(default_factory=list)
    grams_out: list[tuple[int, str]] = field(default_factory=list)
    grams_in: list[tuple[int, str]] = field(default_factory=list)
    xattrs_out: list[tuple[int]] = field(default_factory=list)
    xattrs_in: list[tuple[str, int]] = field(default_factory=list)
    totals: _Totals = field(default_factory=_Totals)
    stored: int = 0
    removed: int = 0

    def put(
        self,
        document: Document,
        known: _Known | None,
        classes: Classes,
        *,
        entombed: bool,
    ) -> None:
        folded = fold(document.name)
        (class_id,) = classes.ids_of([class_of(document, folded)])
        if known is None or known.folded != folded:
            if known is not None:
                self.grams_out.append((document.inode_id, gram_text(known.folded)))
            self.grams_in.append((document.inode_id, gram_text(folded)))
        self.xattrs_in += [(term, document.inode_id) for term in document.xattrs]
        if known is not None:
            self.xattrs_out.append((document.inode_id,))
            self.totals.add(known.kind, known.size_bytes, known.replication, -1)
        if entombed:
            self.revived.append((document.inode_id,))
        self.totals.add(document.kind, document.size_bytes, document.replication, 1)
        self.puts.append((*_row(document, folded), class_id))
        self.stored += 1

    def remove(self, inode_id: int, known: _Known | None, *, entombed: bool) -> None:
        if known is not None:
            self.grams_out.append((inode_id, gram_text(known.folded)))
            self.totals.add(known.kind, known.size_bytes, known.replication, -1)
            self.deletes.append((inode_id,))
            self.xattrs_out.append((inode_id,))
            self.removed += 1
        if entombed:
            self.revived.append((inode_id,))

    def delete(self, operation: Delete, known: _Known | None) -> None:
        self.remove(operation.inode_id, known, entombed=False)
        self.tombstones.append((operation.inode_id, operation.logical_time, self.applied_at_ms))


def _row(document: Document, folded: str) -> tuple[str | int, ...]:
    return (
        document.inode_id,
        document.logical_time,
        document.parent_id,
        document.name,
        folded,
        schema.KIND_CODES[document.kind],
        document.size_bytes,
        document.owner,
        document.group,
        document.mode,
        document.mtime_ms,
        document.atime_ms,
        document.replication,
        document.block_size_bytes,
        document.storage_policy,
        int(document.in_database),
        document.acl,
    )


class SqliteIndexWriter:
    """Writes one index file. One instance per file; not thread safe."""

    def __init__(self, file: Path, connection: sqlite3.Connection) -> None:
        self.file = file
        self._connection = connection
        self._vocabulary = Vocabulary(connection)
        self._classes = Classes(connection)

    def apply(
        self, operations: Sequence[IndexOperation], position: FeedPosition, report: FeedReport
    ) -> Applied:
        """Applies at most OPERATIONS_MAX operations and the new position in one transaction.

        Operations may come repeatedly and in any order: the highest logical_time of an inode wins.
        """
        if len(operations) > OPERATIONS_MAX:
            raise ValueError("too many operations for one transaction")
        with self._transaction():
            applied = self._apply(operations, report.reported_at_ms)
            self._set_position(position)
            self._set_report(report)
            self._purge(report.reported_at_ms - TOMBSTONE_AGE_MS)
        return applied

    def load(self, documents: DocumentColumns, reached: BuildPosition | None = None) -> None:
        """Stores at most OPERATIONS_MAX documents in a file that is not searchable yet."""
        if len(documents) > OPERATIONS_MAX:
            raise ValueError("too many documents for one transaction")
        with self._transaction():
            bulk.load(self._connection, self._vocabulary, self._classes, documents)
            if reached is not None:
                bulk.set_position(self._connection, reached)

    def repair(self, operations: Sequence[IndexOperation]) -> Applied:
        """Applies at most OPERATIONS_MAX operations, whatever the versions of the documents are."""
        if len(operations) > OPERATIONS_MAX:
            raise ValueError("too many operations for one transaction")
        with self._transaction():
            return self._apply(operations, time.time_ns() // 1_000_000, again=True)

    def complete(self, position: FeedPosition, report: FeedReport) -> None:
        """The build is over: nothing is left to resume. On disk, with all before, on return."""
        # Readers are led here next, and what they had before is removed: a loss of power must not
        # bring the unfinished build back. Batches that follow can be read from the feed again.
        self._connection.execute("PRAGMA synchronous = FULL")
        with self._transaction():
            self._set_position(position)
            self._set_report(report)
            bulk.forget_position(self._connection)
        self._connection.execute("PRAGMA synchronous = NORMAL")

    def report(self, report: FeedReport) -> None:
        """Records what the feed reader does; the position stays."""
        with self._transaction():
            self._set_report(report)

    def position(self) -> FeedPosition | None:
        """Where to go on in the feed; null while the file has never been searchable."""
        row = self._connection.execute(
            "SELECT cursor, sequence, time_ms FROM feed_position WHERE searchable = 1"
        ).fetchone()
        return None if row is None else FeedPosition(*row)

    def pending_moves(self) -> int:
        """Always 0: nothing is stored about a document's ancestors."""
        return 0

    def maintain(self) -> bool:
        """Nothing is ever left to do."""
        return False

    def documents(self, after_id: int, through_id: int, limit: int) -> list[Document]:
        """The documents with after_id < inode id <= through_id in id order, at most ``limit``."""
        rows = self._connection.execute(
            "SELECT inode_id, logical_time, parent_id, name, kind, size_bytes, owner, owner_group,"
            " mode, mtime_ms, atime_ms, replication, block_size_bytes, storage_policy,"
            " in_database, acl,"
            " (SELECT json_group_array(term) FROM attribute"
            "  WHERE attribute.inode_id = document.inode_id)"
            " FROM document"
            " WHERE inode_id > ? AND inode_id <= ? ORDER BY inode_id LIMIT ?",
            (after_id, through_id, limit),
        )
        return [_document(row) for row in rows]

    def examined(self, after_id: int, through_id: int, limit: int) -> Examined:
        """The same with those of a wrong class. Raises IndexCorrupt for wrong trigrams."""
        documents = self.documents(after_id, through_id, limit)
        return Examined(documents, frozenset(derived.broken(self._connection, documents)))

    def correct_totals(self) -> int:
        """Corrects the totals of the namespace; how many were wrong."""
        with self._transaction():
            return derived.correct_totals(self._connection)

    def close(self) -> None:
        """Closes the file."""
        self._connection.close()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            self._vocabulary.forget()
            self._classes.forget()
            raise

    def _apply(
        self, operations: Sequence[IndexOperation], applied_at_ms: int, *, again: bool = False
    ) -> Applied:
        newest = newest_per_inode(operations)
        ids = json.dumps(list(newest))
        known = {
            row[0]: _Known(row[1], row[2], schema.KINDS[row[3]], row[4], row[5])
            for row in self._connection.execute(_KNOWN_DOCUMENTS, (ids,))
        }
        entombed: dict[int, int] = dict(self._connection.execute(_KNOWN_TOMBSTONES, (ids,)))
        batch = _Batch(applied_at_ms)
        for inode_id, operation in newest.items():
            document = known.get(inode_id)
            known_time = max(document.logical_time if document else 0, entombed.get(inode_id, 0))
            if not again and operation.logical_time <= known_time:
                continue
            is_entombed = inode_id in entombed
            match operation:
                case Put(put):
                    batch.put(put, document, self._classes, entombed=is_entombed)
                case Delete() if again:
                    # A store that was set back may give the inode's id again, and its versions.
                    batch.remove(inode_id, document, entombed=is_entombed)
                case Delete():
                    batch.delete(operation, document)
        self._write(batch)
        removed = batch.removed if again else len(batch.tombstones)
        return Applied(batch.stored, batch.removed, len(operations) - batch.stored - removed)

    def _write(self, batch: _Batch) -> None:
        connection = self._connection
        connection.executemany(
            "INSERT INTO name_gram (name_gram, rowid, text) VALUES ('delete', ?, ?)",
            batch.grams_out,
        )
        connection.executemany("DELETE FROM document WHERE inode_id = ?", batch.deletes)
        connection.executemany("DELETE FROM tombstone WHERE inode_id = ?", batch.revived)
        connection.executemany(
            "INSERT OR REPLACE INTO tombstone VALUES (?, ?, ?)", batch.tombstones
        )
        connection.executemany(_PUT, batch.puts)
        connection.executemany("INSERT INTO name_gram (rowid, text) VALUES (?, ?)", batch.grams_in)
        connection.executemany("DELETE FROM attribute WHERE inode_id = ?", batch.xattrs_out)
        connection.executemany("INSERT OR IGNORE INTO attribute VALUES (?, ?)", batch.xattrs_in)
        self._vocabulary.add_all(grams for _, grams in batch.grams_in)
        self._vocabulary.store()
        totals = batch.totals
        connection.execute(
            "UPDATE total SET files = files + ?, directories = directories + ?,"
            " symlinks = symlinks + ?, length_bytes = length_bytes + ?,"
            " space_consumed_bytes = space_consumed_bytes + ?",
            (
                totals.files,
                totals.directories,
                totals.symlinks,
                totals.length_bytes,
                totals.space_consumed_bytes,
            ),
        )

    def _set_position(self, position: FeedPosition) -> None:
        self._connection.execute(
            "UPDATE feed_position SET searchable = 1, cursor = ?, sequence = ?, time_ms = ?",
            (position.cursor, position.sequence, position.time_ms),
        )

    def _set_report(self, report: FeedReport) -> None:
        error = None if report.last_error is None else report.last_error[:ERROR_LENGTH_MAX]
        self._connection.execute(
            "INSERT OR REPLACE INTO feed_report VALUES (1, ?, ?, ?, ?, ?, ?, ?)",
            (
                report.state.value,
                report.head_sequence,
                report.reported_at_ms,
                report.documents_built,
                error,
                report.build_percent,
                report.build_left_ms,
            ),
        )

    def _purge(self, buried_before_ms: int) -> None:
        """Forgets old tombstones, a bounded number at a time.

        Their age counts from when they were applied, not from the deletion: an index that catches
        up on old changes needs them just as long.
        """
        self._connection.execute(
            "DELETE FROM tombstone WHERE inode_id IN ("
            " SELECT inode_id FROM tombstone WHERE buried_at_ms < ? LIMIT ?)",
            (buried_before_ms, PURGE_ROWS_MAX),
        )


def _document(row: Sequence[Any]) -> Document:
    *values, stored, acl, terms = row
    kind = schema.KINDS[values[4]]
    columns = [*values[:4], kind, *values[5:], bool(stored), acl, tuple(json.loads(terms))]
    return Document(*columns)
