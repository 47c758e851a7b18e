"""Classes of documents: those that share kind, owner, group, extension, class of size, policy and
place.

Counting by a class's number costs a fraction of counting by its texts, and a condition on them is
a condition on the few classes that there are.
"""

from __future__ import annotations

import sqlite3
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from warren_search.facets import SIZE_CLASSES
from warren_search.operation import Document
from warren_search.sqlite.schema import KIND_CODES
from warren_search.text import extension_of

# Forgetting costs a look at the table.
_REMEMBERED_MAX: Final = 500_000
_SIZE_LOWS: Final = [each.low or 0 for each in SIZE_CLASSES]


class DocumentClass(NamedTuple):
    """kind: its code. extension: of any kind of inode. size: a place in SIZE_CLASSES.

    storage_policy: the id of what is set at the inode itself; 0: none. in_database: 1 for a file
    whose bytes are rows.
    """

    kind: int
    owner: str
    owner_group: str
    extension: str | None
    size: int
    storage_policy: int
    in_database: int


_COLUMNS: Final = ", ".join(DocumentClass._fields)


def size_class_of(size_bytes: int) -> int:
    """The place in SIZE_CLASSES."""
    return bisect_right(_SIZE_LOWS, size_bytes) - 1


def class_of(document: Document, folded: str) -> DocumentClass:
    """The class of a document. folded: its name."""
    return DocumentClass(
        KIND_CODES[document.kind],
        document.owner,
        document.group,
        extension_of(folded),
        size_class_of(document.size_bytes),
        document.storage_policy,
        int(document.in_database),
    )


class Classes:
    """The writing side: the numbers of classes. Those without documents stay until a rebuild.

    Not thread safe.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._remembered: dict[DocumentClass, int] = {}

    def ids_of(self, classes: Iterable[DocumentClass]) -> Iterator[int]:
        """Their numbers, given within the caller's transaction where they are new."""
        known = self._remembered.get
        for each in classes:
            found = known(each)
            yield self._look_up(each) if found is None else found

    def forget(self) -> None:
        """The transaction was given up: what was added in it is not stored."""
        self._remembered.clear()

    def _look_up(self, wanted: DocumentClass) -> int:
        row = self._connection.execute(
            "SELECT id FROM class WHERE kind = ? AND owner = ? AND owner_group = ?"
            " AND extension IS ? AND size = ? AND storage_policy = ? AND in_database = ?",
            wanted,
        ).fetchone()
        if row is None:
            row = self._connection.execute(
                f"INSERT INTO class ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id",  # noqa: S608
                wanted,
            ).fetchone()
        if len(self._remembered) >= _REMEMBERED_MAX:
            self._remembered.clear()
        return self._remembered.setdefault(wanted, int(row[0]))


def read_class(connection: sqlite3.Connection, class_id: int) -> DocumentClass:
    """The class of a number that a document has."""
    row = connection.execute(f"SELECT {_COLUMNS} FROM class WHERE id = ?", (class_id,)).fetchone()  # noqa: S608
    return DocumentClass._make(row)
