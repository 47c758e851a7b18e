"""Reads documents in sort order, either from a set of candidates or by walking an index.

A walk goes through the sort's own index in chunks, so that a page costs what lies between its
hits, however many documents match altogether.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from warren_search.cursors import Position
from warren_search.query import INTEGER_MAX, SearchQuery, Sort, Tier
from warren_search.sqlite.conditions import prefix_end
from warren_search.sqlite.likeness import Likeness, Meanings, Postings, beginnings, expression
from warren_search.sqlite.phrases import Parameter, Sql

# A walk starts with small chunks, for pages that fill at once, and doubles them.
CHUNK_ROWS: Final = 256
CHUNK_ROWS_MAX: Final = 8_192


class Row(NamedTuple):
    """A document on its way into a page."""

    inode_id: int
    parent_id: int
    tier: int
    key: str | int
    kind: int
    storage_policy: int

    @property
    def position(self) -> Position:
        return Position(self.tier, self.key, self.inode_id)


@dataclass(frozen=True, slots=True)
class Order:
    """How a sort is read: the column, its index and the direction."""

    column: str
    index: str
    descending: bool
    key_type: type[str] | type[int]
    # The index of one owner's documents in this order, where there is one.
    owner_index: str | None = None

    @property
    def beyond(self) -> str:
        return "<" if self.descending else ">"

    @property
    def by(self) -> str:
        direction = "DESC" if self.descending else "ASC"
        return f"{self.column} {direction}, inode_id {direction}"


_OWNER_SIZE: Final = "document_by_owner_size"
_OWNER_MTIME: Final = "document_by_owner_mtime"
_BY_NAME: Final = Order("folded", "document_by_name", False, str)
_ORDERS: Final = {
    Sort.RELEVANCE: _BY_NAME,
    Sort.NAME: _BY_NAME,
    Sort.SIZE_ASCENDING: Order("size_bytes", "document_by_size", False, int, _OWNER_SIZE),
    Sort.SIZE_DESCENDING: Order("size_bytes", "document_by_size", True, int, _OWNER_SIZE),
    Sort.MTIME_ASCENDING: Order("mtime_ms", "document_by_mtime", False, int, _OWNER_MTIME),
    Sort.MTIME_DESCENDING: Order("mtime_ms", "document_by_mtime", True, int, _OWNER_MTIME),
}


def order_of(query: SearchQuery) -> Order:
    """How the query's sort is read."""
    return _ORDERS[query.sort]


def _tier(query: SearchQuery, words: Sequence[str], meant: Meanings | None) -> Sql:
    """Which tier a document is in; 0 throughout for a sort without tiers."""
    if query.sort is not Sort.RELEVANCE or not words:
        return Sql("0")
    as_written = Sql(
        f"WHEN folded = ? THEN {Tier.EXACT:d} WHEN instr(folded, ?) = 1 THEN {Tier.BEGINS:d}"
        f" ELSE {Tier.HOLDS:d} END",
        (" ".join(words), words[0]),
    )
    if meant is None:
        return Sql(f"CASE {as_written.text}", as_written.parameters)
    whole = _whole(words)
    return Sql(
        f"CASE WHEN NOT ({whole.text}) THEN"
        f" iif(begins_like(folded, ?), {Tier.BEGINS_LIKE:d}, {Tier.LIKE:d}) {as_written.text}",
        (*whole.parameters, words[0], *as_written.parameters),
    )


def _whole(words: Sequence[str]) -> Sql:
    """That a name holds all words as they are."""
    return Sql(" AND ".join("instr(folded, ?) > 0" for _ in words), tuple(words))


def candidates(
    connection: sqlite3.Connection,
    query: SearchQuery,
    words: Sequence[str],
    driver: Sql,
    condition: Sql,
    *,
    meant: Meanings | None,
) -> Iterator[Row]:
    """The driver's documents that meet the condition, all of them, in the query's order."""
    order = order_of(query)
    tier = _tier(query, words, meant)
    direction = "DESC" if order.descending else "ASC"
    # Materialized, or the tier would be found out again for the key.
    rows = connection.execute(
        f"WITH found AS MATERIALIZED (SELECT inode_id, parent_id, {tier.text} AS tier,"  # noqa: S608
        f" {order.column} AS key, kind, storage_policy"
        f" FROM ({driver.text}) AS driver"
        " CROSS JOIN document ON document.inode_id = driver.id"
        f" WHERE {condition.text})"
        f" SELECT inode_id, parent_id, tier, iif(tier = {Tier.LIKE:d}, '', key) AS key,"
        " kind, storage_policy FROM found"
        f" ORDER BY tier, 4 {direction}, inode_id {direction}",
        (*tier.parameters, *driver.parameters, *condition.parameters),
    )
    return map(Row._make, rows)


def is_after(order: Order, row: Row, start: Position | None) -> bool:
    """Whether a row comes after the place where the page before ended."""
    if start is None:
        return True
    if row.tier != start.tier:
        return row.tier > start.tier
    here, there = _comparable(row.key, row.inode_id), _comparable(start.key, start.inode_id)
    return here < there if order.descending else here > there


def _comparable(key: str | int, inode_id: int) -> tuple[int, bytes, int]:
    return (key, b"", inode_id) if isinstance(key, int) else (0, key.encode(), inode_id)


@dataclass(frozen=True, slots=True)
class _Stretch:
    """One tier's range of an index: low <= key < high, with a condition of its own.

    index: its columns but the sort's, if it has others, have the values of ``within``.
    """

    tier: int
    condition: Sql
    index: str
    low: Parameter | None = None
    high: Parameter | None = None
    within: Sql | None = None

    def is_before(self, at: Position) -> bool:
        """Whether it ends before a place of an ascending order."""
        return isinstance(self.high, str) and isinstance(at.key, str) and self.high <= at.key

    def is_after(self, at: Position) -> bool:
        """Whether it begins after a place of an ascending order."""
        return isinstance(self.low, str) and isinstance(at.key, str) and self.low > at.key


@dataclass(frozen=True, slots=True)
class _Few:
    """One tier's documents, which are few enough to be read and sorted."""

    tier: int
    driver: Sql
    condition: Sql


def walk(
    connection: sqlite3.Connection,
    query: SearchQuery,
    words: Sequence[str],
    condition: Sql,
    start: Position | None,
    *,
    likeness: Likeness | None,
) -> Iterator[Iterator[Row] | Position]:
    """The documents that meet the condition, after the start, in the query's order, lazily.

    Yields the matching rows of a chunk, to be read before the next is asked for, then the position
    up to which the index has been read.
    """
    order = order_of(query)
    for stretch in _stretches(query, words, order, likeness):
        if start is not None and start.tier > stretch.tier:
            continue
        at = start if start is not None and start.tier == stretch.tier else None
        match stretch:
            case Postings():
                for rows, read in stretch.after(connection, at.inode_id if at else 0, condition):
                    yield map(Row._make, rows)
                    if read is not None:
                        yield Position(stretch.tier, "", read)
            case _Few(driver=driver):
                both = stretch.condition.also(condition)
                found = candidates(connection, query, words, driver, both, meant=None)
                yield (row for row in found if is_after(order, row, at))
            case _Stretch():
                yield from _walked(connection, order, stretch, at, condition)


def _walked(
    connection: sqlite3.Connection,
    order: Order,
    stretch: _Stretch,
    at: Position | None,
    condition: Sql,
) -> Iterator[Iterator[Row] | Position]:
    chunk_rows = CHUNK_ROWS
    if at is not None and stretch.is_before(at):
        return
    if at is not None and stretch.is_after(at):
        at = None
    while True:
        end = _chunk_end(connection, order, stretch, at, chunk_rows)
        pieces = _ranges(order, stretch, at, end)
        yield _chunk(connection, order, stretch, condition, pieces)
        if end is None:
            break
        yield end
        at = end
        chunk_rows = min(2 * chunk_rows, CHUNK_ROWS_MAX)


def _by_number(query: SearchQuery, order: Order) -> _Stretch:
    """What of a sort by size or time the query's own bounds and owner leave of an index."""
    bounds = {
        "size_bytes": (query.size_min_bytes, query.size_max_bytes),
        "mtime_ms": (query.mtime_min_ms, query.mtime_max_ms),
    }
    low, most = bounds[order.column]
    high = None if most is None or most == INTEGER_MAX else most + 1
    if query.owner is None or order.owner_index is None:
        return _Stretch(0, Sql("TRUE"), order.index, low, high)
    within = Sql("owner = ?", (query.owner,))
    return _Stretch(0, Sql("TRUE"), order.owner_index, low, high, within)


def _stretches(
    query: SearchQuery, words: Sequence[str], order: Order, likeness: Likeness | None
) -> Iterator[_Stretch | _Few | Postings]:
    if order.key_type is int:
        yield _by_number(query, order)
    elif query.sort is not Sort.RELEVANCE or not words:
        yield _Stretch(0, Sql("TRUE"), order.index)
    else:
        yield from _tiers(words, order, likeness)


def _tiers(
    words: Sequence[str], order: Order, likeness: Likeness | None
) -> Iterator[_Stretch | _Few | Postings]:
    text, first = " ".join(words), words[0]
    whole = _whole(words)
    # Without typos the query's own condition says the same.
    as_written = Sql("TRUE") if likeness is None else whole
    yield _Stretch(Tier.EXACT, Sql("folded = ?", (text,)), order.index, text, text + "\x00")
    begins = Sql("folded <> ?", (text,)).also(as_written)
    yield _Stretch(Tier.BEGINS, begins, order.index, first, prefix_end(first))
    holds = Sql("instr(folded, ?) > 1", (first,)).also(as_written)
    if likeness is None or likeness.written is None:
        yield _Stretch(Tier.HOLDS, holds, order.index)
    else:
        yield _Few(Tier.HOLDS, likeness.written, holds)
    if likeness is None:
        return
    missing = Sql(f"NOT ({whole.text})", whole.parameters)
    like = missing.also(Sql("begins_like(folded, ?)", (first,)))
    for beginning in beginnings(likeness.meant):
        yield _Stretch(Tier.BEGINS_LIKE, like, order.index, beginning, prefix_end(beginning))
    unlike = missing.also(Sql("NOT begins_like(folded, ?)", (first,)))
    yield Postings(expression(likeness.meant), unlike)


def _chunk_end(
    connection: sqlite3.Connection,
    order: Order,
    stretch: _Stretch,
    at: Position | None,
    chunk_rows: int,
) -> Position | None:
    """Where a chunk ends (it may hold up to twice as many rows as asked); null at the end."""
    for piece in _ranges(order, stretch, at, None):
        row = connection.execute(
            f"SELECT {order.column}, inode_id FROM document INDEXED BY {stretch.index}"  # noqa: S608
            f" WHERE {piece.text} ORDER BY {order.by} LIMIT 1 OFFSET ?",
            (*piece.parameters, chunk_rows - 1),
        ).fetchone()
        if row is not None:
            return Position(stretch.tier, row[0], row[1])
    return None


def _chunk(
    connection: sqlite3.Connection,
    order: Order,
    stretch: _Stretch,
    condition: Sql,
    pieces: Sequence[Sql],
) -> Iterator[Row]:
    for piece in pieces:
        rows = connection.execute(
            f"SELECT inode_id, parent_id, {stretch.tier}, {order.column},"  # noqa: S608
            " kind, storage_policy"
            f" FROM document INDEXED BY {stretch.index}"
            f" WHERE {piece.text} AND {stretch.condition.text} AND {condition.text}"
            f" ORDER BY {order.by}",
            (*piece.parameters, *stretch.condition.parameters, *condition.parameters),
        )
        yield from map(Row._make, rows)


def _ranges(
    order: Order, stretch: _Stretch, at: Position | None, end: Position | None
) -> list[Sql]:
    """The part of a stretch after ``at`` and up to ``end``, in pieces the index can seek.

    SQLite seeks (key, inode_id) > (?, ?) by the key alone; among a million equal names every page
    would read them all again. Hence the rest of the first key, the keys between, and the last key.
    """
    pieces = _pieces(order, stretch, at, end)
    within = stretch.within
    if within is None:
        return pieces
    return [
        Sql(f"{within.text} AND {piece.text}", (*within.parameters, *piece.parameters))
        for piece in pieces
    ]


def _pieces(
    order: Order, stretch: _Stretch, at: Position | None, end: Position | None
) -> list[Sql]:
    column, after = order.column, order.beyond
    until = ">=" if order.descending else "<="
    if at is not None and end is not None and at.key == end.key:
        same = f"{column} = ? AND inode_id {after} ? AND inode_id {until} ?"
        return [Sql(same, (at.key, at.inode_id, end.inode_id))]
    pieces: list[Sql] = []
    # One bound each: of two SQLite seeks one, and reads all rows to that one for the other.
    low: tuple[str, Parameter | None] = (f"{column} >= ?", stretch.low)
    high: tuple[str, Parameter | None] = (f"{column} < ?", stretch.high)
    if at is not None:
        pieces.append(Sql(f"{column} = ? AND inode_id {after} ?", (at.key, at.inode_id)))
        if order.descending:
            high = (f"{column} < ?", at.key)
        else:
            low = (f"{column} > ?", at.key)
    if end is not None:
        if order.descending:
            low = (f"{column} > ?", end.key)
        else:
            high = (f"{column} < ?", end.key)
    bounds = [(text, value) for text, value in (low, high) if value is not None]
    pieces.append(
        Sql(
            " AND ".join(text for text, _ in bounds) or "TRUE",
            tuple(value for _, value in bounds),
        )
    )
    if end is not None:
        pieces.append(Sql(f"{column} = ? AND inode_id {until} ?", (end.key, end.inode_id)))
    return pieces
