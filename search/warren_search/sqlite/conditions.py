"""From a query to SQL conditions, and to the indexes that can drive a search ("drivers")."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from typing import Final

from warren_search.query import DEFAULT_POLICY, Kind, SearchQuery, StoragePolicy
from warren_search.sqlite import trees
from warren_search.sqlite.likeness import Meanings
from warren_search.sqlite.likeness import driver as like
from warren_search.sqlite.phrases import (
    PLACES,
    Parameter,
    Sql,
    match_expression,
    quoted,
    spread,
)
from warren_search.sqlite.schema import KIND_CODES
from warren_search.text import GRAM_LENGTH, fold, gram_text, grams_of, tolerance, words_of

SHORT_WORD_GRAMS_MAX: Final = 200
_HAS_XATTR: Final = (
    "EXISTS (SELECT 1 FROM attribute WHERE attribute.term = ?"
    " AND attribute.inode_id = document.inode_id)"
)
_LAST_CODE_POINT: Final = 0x10FFFF


def filters(query: SearchQuery, words: Sequence[str], *, by_class: bool = False) -> Sql:
    """A condition over ``document`` that is exactly the query's, but for scope and viewer.

    by_class: what a class tells is asked of the class, which indexes that are walked have.
    """
    texts: list[str] = []
    parameters: list[Parameter] = []

    def add(text: str, value: Parameter | None) -> None:
        if value is not None:
            texts.append(text)
            parameters.append(value)

    for word in words:
        if query.typos and tolerance(word):
            texts.append("(instr(folded, ?) > 0 OR has_near(folded, ?))")
            parameters.extend((word, word))
        else:
            add("instr(folded, ?) > 0", word)
    for word in words_of(query.without):
        add("instr(folded, ?) = 0", word)
    if query.extension is not None:
        ending = "." + fold(query.extension)
        # What stands before the ending must be more than dots, as in text.extension_of.
        texts.append("substr(folded, -?) = ?")
        texts.append("ltrim(substr(folded, 1, length(folded) - ?), '.') <> ''")
        parameters.extend((len(ending), ending, len(ending)))
    told = _told_by_class(query)
    if told is not None:
        found = trees.in_classes(told) if by_class else told
        texts.append(found.text)
        parameters.extend(found.parameters)
    add("size_bytes >= ?", query.size_min_bytes)
    add("size_bytes <= ?", query.size_max_bytes)
    add("mtime_ms >= ?", query.mtime_min_ms)
    add("mtime_ms <= ?", query.mtime_max_ms)
    add("replication >= ?", query.replication_min)
    add("replication <= ?", query.replication_max)
    add("atime_ms >= ?", query.atime_min_ms)
    add("atime_ms <= ?", query.atime_max_ms)
    for xattr in query.xattrs:
        add(_HAS_XATTR, xattr)
    if query.where is not None:
        where = trees.sql_of(query.where, by_class=by_class)
        texts.append(f"({where.text})")
        parameters.extend(where.parameters)
    if query.xattrs and query.viewer is not None:
        # As in HDFS attributes are shown to those who may read the inode.
        texts.append(
            "CASE WHEN owner = ? THEN mode & 256"
            " WHEN acl <> '' THEN acl_bits(acl, owner_group, ?, ?) & 4"
            " WHEN owner_group IN (SELECT value FROM json_each(?)) THEN mode & 32"
            " ELSE mode & 4 END <> 0"
        )
        user, groups = query.viewer.user, json.dumps(sorted(query.viewer.groups))
        parameters.extend((user, user, groups, groups))
    return Sql(" AND ".join(texts) or "TRUE", tuple(parameters))


def _told_by_class(query: SearchQuery) -> Sql | None:
    """What documents and classes tell alike; null for nothing."""
    wanted: list[tuple[str, Parameter | None]] = [
        ("owner = ?", query.owner),
        ("owner_group = ?", query.group),
        ("kind = ?", None if query.kind is None else KIND_CODES[query.kind]),
    ]
    texts = [text for text, value in wanted if value is not None]
    values = tuple(value for _, value in wanted if value is not None)
    if query.storage_policies:
        # What may inherit one is looked at with its directory.
        texts.append(f"storage_policy IN (0{', ?' * len(query.storage_policies)})")
        values += query.storage_policies
    if query.in_database is not None:
        texts.append(PLACES[query.in_database])
    return Sql(" AND ".join(texts), values) if texts else None


def class_filters(query: SearchQuery) -> Sql | None:
    """The same condition by the index of classes alone; null when that cannot tell."""
    if (
        query.text
        or query.without
        or query.where is not None
        or query.xattrs
        or query.storage_policies
        or {query.replication_min, query.replication_max} != {None}
        or {query.atime_min_ms, query.atime_max_ms} != {None}
    ):
        return None
    of_class = [
        ("kind = ?", None if query.kind is None else KIND_CODES[query.kind]),
        ("owner = ?", query.owner),
        ("owner_group = ?", query.group),
        ("extension = ?", None if query.extension is None else fold(query.extension)),
    ]
    wanted = [(text, value) for text, value in of_class if value is not None]
    of_wanted = [text for text, _ in wanted]
    if query.in_database is not None:
        of_wanted.append(PLACES[query.in_database])
    bounds = [
        ("size_bytes >= ?", query.size_min_bytes),
        ("size_bytes <= ?", query.size_max_bytes),
        ("mtime_ms >= ?", query.mtime_min_ms),
        ("mtime_ms <= ?", query.mtime_max_ms),
    ]
    given = [(text, value) for text, value in bounds if value is not None]
    texts = [text for text, _ in given]
    if of_wanted:
        condition = " AND ".join(of_wanted)
        texts.insert(0, f"class_id IN (SELECT id FROM class WHERE {condition})")  # noqa: S608
    return Sql(" AND ".join(texts) or "TRUE", tuple(value for _, value in (*wanted, *given)))


def drivers(
    connection: sqlite3.Connection,
    query: SearchQuery,
    words: Sequence[str],
    scope_id: int | None,
    candidates_max: int,
    *,
    meant: Meanings | None,
) -> Iterator[Sql]:
    """Selections of inode ids, each a superset of the hits, that an index answers directly.

    meant: what the words may stand for; null when they are meant as they are written.
    """
    match = as_written(connection, words, candidates_max) if meant is None else like(meant)
    if match is not None:
        yield match
    if query.where is not None:
        yield from trees.drivers(query.where)
    for xattr in query.xattrs:
        yield Sql("SELECT inode_id AS id FROM attribute WHERE term = ?", (xattr,))
    if query.extension:
        # The terminators stand for the end of the name.
        yield match_expression(
            " AND ".join(map(quoted, grams_of(gram_text("." + fold(query.extension)))))
        )
    if scope_id is not None:
        yield _below("VALUES (?)", (scope_id,))
    if query.storage_policies and DEFAULT_POLICY not in query.storage_policies:
        yield _with_policy(query.storage_policies)
    if query.owner is not None:
        yield Sql(
            "SELECT inode_id AS id FROM document INDEXED BY document_by_owner_mtime"
            " WHERE owner = ?",
            (query.owner,),
        )
    yield from _by_classes(query)
    if query.size_min_bytes is not None or query.size_max_bytes is not None:
        yield _between("document_by_size", "size_bytes", query.size_min_bytes, query.size_max_bytes)
    if query.mtime_min_ms is not None or query.mtime_max_ms is not None:
        yield _between("document_by_mtime", "mtime_ms", query.mtime_min_ms, query.mtime_max_ms)
    if query.kind is Kind.DIRECTORY:
        yield Sql(
            "SELECT inode_id AS id FROM document INDEXED BY directory_by_parent WHERE kind = 1"
        )


def _by_classes(query: SearchQuery) -> Iterator[Sql]:
    wanted = []
    if query.group is not None:
        wanted.append(Sql("owner_group = ?", (query.group,)))
    if query.in_database:
        wanted.append(Sql(PLACES[True]))
    for each in wanted:
        yield Sql(
            "SELECT inode_id AS id FROM document INDEXED BY document_by_class"  # noqa: S608
            f" WHERE class_id IN (SELECT id FROM class WHERE {each.text})",
            each.parameters,
        )


def prefix_end(prefix: str) -> str | None:
    """The smallest text after every text that starts with the prefix; null when there is none."""
    for length in range(len(prefix), 0, -1):
        code = ord(prefix[length - 1]) + 1
        if 0xD800 <= code <= 0xDFFF:
            code = 0xE000
        if code <= _LAST_CODE_POINT:
            return prefix[: length - 1] + chr(code)
    return None


def _between(index: str, column: str, low: int | None, high: int | None) -> Sql:
    bounds = [(f"{column} >= ?", low), (f"{column} <= ?", high)]
    texts = [text for text, value in bounds if value is not None]
    return Sql(
        f"SELECT inode_id AS id FROM document INDEXED BY {index} WHERE {' AND '.join(texts)}",  # noqa: S608
        tuple(value for _, value in bounds if value is not None),
    )


def _with_policy(wanted: Sequence[StoragePolicy]) -> Sql:
    """What has one of the policies itself, and all below such directories."""
    # So written the index of inodes with a policy is used.
    one = f"storage_policy IN ({', '.join('?' * len(wanted))}) AND storage_policy <> 0"
    own = f"SELECT inode_id AS id FROM document WHERE {one}"  # noqa: S608
    below = _below(f"{own} AND kind = 1", wanted)
    return Sql(f"{own} UNION {below.text}", (*wanted, *below.parameters))


def _below(top: str, parameters: Sequence[Parameter]) -> Sql:
    """What is below some directories. top: a selection of their ids with its parameters."""
    # UNION, not UNION ALL: moves that arrive out of order may form a cycle for a moment.
    return Sql(
        "SELECT document.inode_id AS id FROM ("  # noqa: S608
        f" WITH RECURSIVE scope (id) AS ({top} UNION"
        "  SELECT child.inode_id FROM scope"
        "  CROSS JOIN document AS child INDEXED BY directory_by_parent"
        "  ON child.parent_id = scope.id AND child.kind = 1)"
        " SELECT id FROM scope) AS scope"
        " CROSS JOIN document INDEXED BY document_by_parent ON document.parent_id = scope.id",
        tuple(parameters),
    )


def as_written(
    connection: sqlite3.Connection, words: Sequence[str], candidates_max: int
) -> Sql | None:
    """Names that may hold all words as they are written; null when no index tells them."""
    long_words = [word for word in words if len(word) >= GRAM_LENGTH]
    if long_words:
        grams = dict.fromkeys(gram for word in long_words for gram in spread(grams_of(word)))
        return match_expression(" AND ".join(map(quoted, grams)))
    groups: list[str] = []
    for word in words:
        starting = _grams_starting(connection, word, candidates_max)
        if starting is not None:
            if not starting:
                return Sql("SELECT inode_id AS id FROM document WHERE FALSE")
            groups.append("(" + " OR ".join(map(quoted, starting)) + ")")
    return match_expression(" AND ".join(groups)) if groups else None


def _grams_starting(
    connection: sqlite3.Connection, word: str, candidates_max: int
) -> list[str] | None:
    """The trigrams in use that start with a shorter word; null when it is in too many names.

    Names end with terminators in the gram index, so that each of their characters starts a trigram.
    """
    grams: list[str] = []
    names = 0
    end = prefix_end(word)
    condition = "term >= ?" if end is None else "term >= ? AND term < ?"
    for gram, documents in connection.execute(
        f"SELECT term, doc FROM name_gram_term WHERE {condition}",  # noqa: S608
        (word,) if end is None else (word, end),
    ):
        grams.append(gram)
        names += documents
        if names > candidates_max or len(grams) > SHORT_WORD_GRAMS_MAX:
            return None
    return grams
