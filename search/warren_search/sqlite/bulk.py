"""Fills an index file that nobody reads yet: whole columns, no look at what is stored."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from itertools import chain, repeat

from warren_search.columns import DocumentColumns
from warren_search.position import BuildPosition, FeedPosition
from warren_search.query import Kind
from warren_search.sqlite import schema
from warren_search.sqlite.classes import Classes, DocumentClass, size_class_of
from warren_search.sqlite.vocabulary import Vocabulary
from warren_search.text import extension_of, fold, gram_text

_PUT = "INSERT INTO document VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_CODES = {kind.value: code for kind, code in schema.KIND_CODES.items()}


def load(
    connection: sqlite3.Connection,
    vocabulary: Vocabulary,
    classes: Classes,
    documents: DocumentColumns,
) -> None:
    """Inserts documents of inodes that the file does not hold, within the caller's transaction."""
    folded = [fold(name) for name in documents.name]
    kinds = [_CODES[kind] for kind in documents.kind]
    connection.executemany(
        _PUT,
        zip(
            documents.inode_id,
            documents.logical_time,
            documents.parent_id,
            documents.name,
            folded,
            kinds,
            documents.size_bytes,
            documents.owner,
            documents.group,
            documents.mode,
            documents.mtime_ms,
            documents.atime_ms,
            documents.replication,
            documents.block_size_bytes,
            documents.storage_policy,
            documents.in_database,
            (documents.acls.get(inode_id, "") for inode_id in documents.inode_id),
            classes.ids_of(_classes_of(documents, kinds, folded)),
            strict=True,
        ),
    )
    connection.executemany(
        "INSERT INTO name_gram (rowid, text) VALUES (?, ?)",
        zip(documents.inode_id, map(gram_text, folded), strict=True),
    )
    connection.executemany(
        "INSERT OR IGNORE INTO attribute VALUES (?, ?)",
        chain.from_iterable(
            zip(terms, repeat(inode_id), strict=False)
            for inode_id, terms in documents.xattrs.items()
        ),
    )
    vocabulary.add_all(folded)
    vocabulary.store()
    _add_totals(connection, documents)


def position(connection: sqlite3.Connection) -> BuildPosition | None:
    """How far the build of the file is; null when it is over, or cannot be resumed."""
    row = connection.execute(
        "SELECT cursor, sequence, time_ms, after_id, documents, is_loaded FROM build"
    ).fetchone()
    if row is None:
        return None
    cursor, sequence, time_ms, after_id, documents, is_loaded = row
    head = FeedPosition(cursor, sequence, time_ms)
    return BuildPosition(head, after_id, documents, bool(is_loaded))


def set_position(connection: sqlite3.Connection, reached: BuildPosition) -> None:
    """Notes how far the build is, within the caller's transaction."""
    head = reached.head
    connection.execute(
        "INSERT OR REPLACE INTO build VALUES (1, ?, ?, ?, ?, ?, ?)",
        (
            head.cursor,
            head.sequence,
            head.time_ms,
            reached.after_id,
            reached.documents,
            reached.is_loaded,
        ),
    )


def forget_position(connection: sqlite3.Connection) -> None:
    """The build is over."""
    connection.execute("DELETE FROM build")


def _classes_of(
    documents: DocumentColumns, kinds: Sequence[int], folded: Sequence[str]
) -> Iterator[DocumentClass]:
    columns = zip(
        kinds,
        documents.owner,
        documents.group,
        map(extension_of, folded),
        map(size_class_of, documents.size_bytes),
        documents.storage_policy,
        map(int, documents.in_database),
        strict=True,
    )
    return map(DocumentClass._make, columns)


def _add_totals(connection: sqlite3.Connection, documents: DocumentColumns) -> None:
    space_bytes = sum(map(int.__mul__, documents.size_bytes, documents.replication))
    kinds = [documents.kind.count(each.value) for each in (Kind.FILE, Kind.DIRECTORY, Kind.SYMLINK)]
    connection.execute(
        "UPDATE total SET files = files + ?, directories = directories + ?,"
        " symlinks = symlinks + ?, length_bytes = length_bytes + ?,"
        " space_consumed_bytes = space_consumed_bytes + ?",
        (*kinds, sum(documents.size_bytes), space_bytes),
    )
