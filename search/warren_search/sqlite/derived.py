"""Whether what the index derives from its documents is right: classes, trigrams, totals.

Answers rely on all of it, and nobody would see that it is wrong: a document is just not found.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from warren_search.errors import IndexCorrupt
from warren_search.operation import Document
from warren_search.query import Kind
from warren_search.sqlite.classes import DocumentClass, class_of
from warren_search.sqlite.schema import KIND_CODES
from warren_search.text import fold, gram_text, grams_of

_DERIVED: Final = """
SELECT d.inode_id, d.folded, c.kind, c.owner, c.owner_group, c.extension, c.size, c.storage_policy,
  c.in_database
FROM document AS d LEFT JOIN class AS c ON c.id = d.class_id
WHERE d.inode_id BETWEEN ? AND ?
"""
_HAS_GRAM: Final = "SELECT rowid FROM name_gram WHERE name_gram MATCH ? AND rowid BETWEEN ? AND ?"
_TOTALS: Final = f"""
SELECT count(*) FILTER (WHERE kind = {KIND_CODES[Kind.FILE]}),
       count(*) FILTER (WHERE kind = {KIND_CODES[Kind.DIRECTORY]}),
       count(*) FILTER (WHERE kind = {KIND_CODES[Kind.SYMLINK]}),
       coalesce(sum(size_bytes), 0), coalesce(sum(size_bytes * replication), 0)
FROM document
"""  # noqa: S608 - numbers of this package


def broken(connection: sqlite3.Connection, documents: Sequence[Document]) -> set[int]:
    """The ids of those of a wrong class, in whose place others can be written.

    Raises IndexCorrupt when names cannot be found by their trigrams: of those only what was
    inserted can be taken back, so the index has to be built anew.
    """
    if not documents:
        return set()
    low, high = documents[0].inode_id, documents[-1].inode_id
    derived = {
        inode_id: (folded, DocumentClass(*values))
        for inode_id, folded, *values in connection.execute(_DERIVED, (low, high))
    }
    names = {each.inode_id: fold(each.name) for each in documents}
    lost = {each for each, folded in names.items() if derived[each][0] != folded}
    lost |= _without_grams(connection, names, low, high)
    if lost:
        raise IndexCorrupt(reason="names are not found by their trigrams", inode_id=min(lost))
    return {
        each.inode_id
        for each in documents
        if derived[each.inode_id][1] != class_of(each, names[each.inode_id])
    }


def _without_grams(
    connection: sqlite3.Connection, names: Mapping[int, str], low: int, high: int
) -> set[int]:
    """Documents that a trigram of their name does not lead to. One too many leads nowhere wrong."""
    wanted: dict[str, set[int]] = defaultdict(set)
    for inode_id, folded in names.items():
        for gram in grams_of(gram_text(folded)):
            wanted[gram].add(inode_id)
    missing: set[int] = set()
    for gram, inode_ids in wanted.items():
        quoted = '"' + gram.replace('"', '""') + '"'
        found = {each for (each,) in connection.execute(_HAS_GRAM, (quoted, low, high))}
        missing |= inode_ids - found
    return missing


def correct_totals(connection: sqlite3.Connection) -> int:
    """Corrects the totals within the caller's transaction; how many were wrong."""
    kept = connection.execute(
        "SELECT files, directories, symlinks, length_bytes, space_consumed_bytes FROM total"
    ).fetchone()
    counted = connection.execute(_TOTALS).fetchone()
    wrong = sum(1 for each, right in zip(kept, counted, strict=True) if each != right)
    if wrong:
        connection.execute(
            "UPDATE total SET files = ?, directories = ?, symlinks = ?, length_bytes = ?,"
            " space_consumed_bytes = ?",
            counted,
        )
    return wrong
