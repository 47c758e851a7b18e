"""Builds one page of a search over one snapshot of the index."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, islice
from typing import Final, NamedTuple, TypeVar

from warren_search import cursors
from warren_search.answer import SearchHit
from warren_search.conditions import wanted_words
from warren_search.cursors import Position
from warren_search.deadline import Deadline
from warren_search.directories import Directory, DirectoryRow, DirectoryTree, has_policy
from warren_search.errors import ScopeNotFound, SearchTimedOut
from warren_search.query import SearchQuery
from warren_search.sqlite import conditions, walks
from warren_search.sqlite.likeness import Likeness, meanings
from warren_search.sqlite.phrases import Sql
from warren_search.sqlite.schema import DIRECTORY, KINDS
from warren_search.sqlite.walks import Row
from warren_search.text import highlights, meant, words_of

# Up to here all candidates are read, sorted and counted; above it the sort's index is walked.
CANDIDATES_MAX: Final = 10_000
# A mistyped word is mostly in no name: those that have it as it is written are then sorted, too.
WRITTEN_MAX: Final = 1_000
# A walk asks classes up to here: they are looked through for each chunk.
CLASSES_MAX: Final = 10_000
# After a walk has filled its page it goes on counting for so long.
COUNT_TIME_MS: Final = 25
# A walk's share of the time limit, the rest is for the way round when it finds nothing.
WALK_SHARE: Final = 0.5
# Rows that are looked at together, the first ones and later: their directories are read at once.
ROWS_FIRST: Final = 64
ROWS_AT_ONCE: Final = 1_024
# In the order of DirectoryRow.
_DIRECTORY: Final = "parent_id, name, owner, owner_group, mode, storage_policy, acl"
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Found:
    """The rows of a page and how many hits there are."""

    rows: list[Row]
    next_position: Position | None
    total: int
    total_is_exact: bool


class _Document(NamedTuple):
    inode_id: int
    name: str
    kind: int
    size_bytes: int
    owner: str
    owner_group: str
    mode: int
    mtime_ms: int
    atime_ms: int
    replication: int
    block_size_bytes: int
    in_database: int


@dataclass(slots=True)
class _Page:
    """Rows collected so far. ``counted`` includes rows beyond the page."""

    limit: int
    rows: list[Row] = field(default_factory=list)
    counted: int = 0
    more: bool = False

    def offer(self, row: Row) -> None:
        if len(self.rows) < self.limit:
            self.rows.append(row)
        else:
            self.more = True

    @property
    def last(self) -> Position | None:
        return self.rows[-1].position if self.rows else None


class PageSearch:
    """One query over one snapshot."""

    def __init__(
        self, connection: sqlite3.Connection, query: SearchQuery, deadline: Deadline
    ) -> None:
        self._connection = connection
        self._query = query
        self._deadline = deadline
        self._words = words_of(query.text)
        self._order = walks.order_of(query)
        self._start = cursors.decode(query, self._order.key_type)
        self._condition = conditions.filters(query, self._words)
        self._meant = meanings(connection, self._words) if query.typos else None
        directory = partial(read_directory, connection)
        self._directories = partial(read_directories, connection)
        everywhere = DirectoryTree(directory, viewer=query.viewer, scope_id=None)
        self._scope_id = scope_of(connection, everywhere, query.path)
        self._tree = DirectoryTree(directory, viewer=query.viewer, scope_id=self._scope_id)

    def find(self) -> Found:
        """The rows of the page. Raises SearchTimedOut."""
        drivers = list(
            conditions.drivers(
                self._connection,
                self._query,
                self._words,
                self._scope_id,
                CANDIDATES_MAX,
                meant=self._meant,
            )
        )
        driver = read_fewest(self._connection, drivers, CANDIDATES_MAX)
        if driver is None:
            return self._from_walk(drivers)
        return self._from_candidates(driver, count_all=True)

    def hits(self, rows: Sequence[Row]) -> tuple[SearchHit, ...]:
        """The full documents of the rows, with their paths."""
        documents = {
            columns[0]: _Document(*columns)
            for columns in self._connection.execute(
                f"SELECT {', '.join(_Document._fields)} FROM document"  # noqa: S608
                " WHERE inode_id IN (SELECT value FROM json_each(?))",
                (json.dumps([row.inode_id for row in rows]),),
            )
        }
        return tuple(self._hit(row, documents[row.inode_id]) for row in rows)

    def _hit(self, row: Row, document: _Document) -> SearchHit:
        words, fuzzy = meant(document.name, self._words, typos=self._query.typos)
        return SearchHit(
            inode_id=document.inode_id,
            path=self._path(row, document.name),
            name=document.name,
            kind=KINDS[document.kind],
            size_bytes=document.size_bytes,
            owner=document.owner,
            group=document.owner_group,
            mode=document.mode,
            mtime_ms=document.mtime_ms,
            atime_ms=document.atime_ms,
            replication=document.replication,
            block_size_bytes=document.block_size_bytes,
            highlights=highlights(document.name, (*words, *wanted_words(self._query.where))),
            fuzzy=fuzzy,
            in_database=bool(document.in_database),
        )

    def _path(self, row: Row, name: str) -> str:
        parent = self._tree.resolve(row.parent_id)
        if parent is None:
            return "/"
        return f"{parent.path().rstrip('/')}/{name}"

    def _seen_by_viewer(self, rows: Sequence[Row]) -> list[Row]:
        """Those that may be shown. Raises SearchTimedOut."""
        self._deadline.check()
        self._tree.read(self._directories, {row.parent_id for row in rows})
        return [row for row in rows if self._visible(row)]

    def _visible(self, row: Row) -> bool:
        if row.parent_id == 0:
            root = self._tree.resolve(row.inode_id)
            return root is not None and self._scope_id is None and self._has_policy(row, None)
        parent = self._tree.visible(row.parent_id)
        return parent is not None and self._has_policy(row, parent)

    def _has_policy(self, row: Row, parent: Directory | None) -> bool:
        wanted = self._query.storage_policies
        return has_policy(wanted, KINDS[row.kind], row.storage_policy, parent)

    def _from_candidates(self, driver: Sql, *, count_all: bool) -> Found:
        page = _Page(self._query.limit)
        rows = walks.candidates(
            self._connection, self._query, self._words, driver, self._condition, meant=self._meant
        )
        for row in chain.from_iterable(map(self._seen_by_viewer, in_groups(rows))):
            page.counted += 1
            if walks.is_after(self._order, row, self._start):
                page.offer(row)
            if page.more and not count_all:
                return Found(page.rows, page.last, page.counted, False)
        return Found(page.rows, page.last if page.more else None, page.counted, True)

    def _from_walk(self, drivers: Sequence[Sql]) -> Found:
        page = _Page(self._query.limit)
        examined: Position | None = None
        chunks = walks.walk(
            self._connection,
            self._query,
            self._words,
            self._walked_condition(),
            self._start,
            likeness=self._likeness(),
        )
        for chunk in chunks:
            if isinstance(chunk, Position):
                examined = chunk
                if self._enough(page):
                    return self._stopped(page, examined, drivers)
                continue
            for rows in in_groups(chunk):
                for row in self._seen_by_viewer(rows):
                    page.counted += 1
                    page.offer(row)
                if page.more and self._enough(page):
                    return Found(page.rows, page.last, page.counted, False)
            self._deadline.check()
        # Counted to the end; exact unless hits of earlier pages come on top.
        return Found(page.rows, page.last if page.more else None, page.counted, self._start is None)

    def _walked_condition(self) -> Sql:
        """The condition for a walk, told by the indexes that are walked as far as they can."""
        (classes,) = self._connection.execute("SELECT max(id) FROM class").fetchone()
        by_class = classes is not None and classes <= CLASSES_MAX
        return conditions.filters(self._query, self._words, by_class=by_class)

    def _likeness(self) -> Likeness | None:
        """How a walk finds names with a typo; null without any."""
        if self._meant is None:
            return None
        written = conditions.as_written(self._connection, self._words, WRITTEN_MAX)
        if written is not None and _size(self._connection, written, WRITTEN_MAX) > WRITTEN_MAX:
            written = None
        return Likeness(self._meant, written)

    def _enough(self, page: _Page) -> bool:
        elapsed_ms = self._deadline.elapsed_ms()
        if page.more:
            return page.counted >= CANDIDATES_MAX or elapsed_ms > COUNT_TIME_MS
        return elapsed_ms > self._deadline.time_limit_ms * WALK_SHARE

    def _stopped(self, page: _Page, examined: Position, drivers: Sequence[Sql]) -> Found:
        if page.more:
            return Found(page.rows, page.last, page.counted, False)
        if not page.rows and drivers:
            return self._from_candidates(drivers[0], count_all=False)
        if self._query.viewer is None:
            return Found(page.rows, examined, page.counted, False)
        # The place examined last may hold a name that the viewer must not learn from the cursor.
        if not page.rows:
            raise SearchTimedOut(time_limit_ms=self._deadline.time_limit_ms)
        return Found(page.rows, page.last, page.counted, False)


def read_fewest(connection: sqlite3.Connection, drivers: Sequence[Sql], most: int) -> Sql | None:
    """The inodes that the driver with the fewest selects; null when all have more than ``most``.

    They are read once, here: an intersection of frequent grams takes as long however few there are.
    """
    fewest: list[int] | None = None
    for driver in drivers:
        limit = most + 1 if fewest is None else len(fewest)
        if limit == 0:
            break
        ids = [
            inode_id
            for (inode_id,) in connection.execute(
                f"SELECT id FROM ({driver.text}) LIMIT ?",  # noqa: S608
                (*driver.parameters, limit),
            )
        ]
        if len(ids) < limit:
            fewest = ids
    if fewest is None:
        return None
    return Sql("SELECT value AS id FROM json_each(?)", (json.dumps(fewest),))


def choose_driver(connection: sqlite3.Connection, drivers: Sequence[Sql], most: int) -> Sql | None:
    """The driver with the fewest inodes; null when all of them have more than ``most``."""
    sizes = {driver: _size(connection, driver, most) for driver in drivers}
    smallest = min(drivers, key=sizes.__getitem__, default=None)
    return smallest if smallest is not None and sizes[smallest] <= most else None


def _size(connection: sqlite3.Connection, driver: Sql, most: int) -> int:
    """How many inodes a driver selects, counted up to just above ``most``."""
    (size,) = connection.execute(
        f"SELECT count(*) FROM (SELECT 1 FROM ({driver.text}) LIMIT ?)",  # noqa: S608
        (*driver.parameters, most + 1),
    ).fetchone()
    return int(size)


def read_directory(connection: sqlite3.Connection, inode_id: int) -> DirectoryRow | None:
    """A directory's own row; null when there is no such directory."""
    row = connection.execute(
        f"SELECT {_DIRECTORY} FROM document"  # noqa: S608 - constant columns
        " WHERE inode_id = ? AND kind = ?",
        (inode_id, DIRECTORY),
    ).fetchone()
    return None if row is None else DirectoryRow._make(row)


def read_directories(
    connection: sqlite3.Connection, inode_ids: Collection[int]
) -> dict[int, DirectoryRow]:
    """The rows of those ids that are directories."""
    rows = connection.execute(
        f"SELECT {_DIRECTORY}, inode_id FROM document"  # noqa: S608 - constant columns
        " WHERE inode_id IN (SELECT value FROM json_each(?)) AND kind = ?",
        (json.dumps(list(inode_ids)), DIRECTORY),
    )
    return {inode_id: DirectoryRow._make(row) for *row, inode_id in rows}


def in_groups(rows: Iterable[_T], size: int = ROWS_AT_ONCE) -> Iterator[list[_T]]:
    """The rows in lists of at most ``size``, lazily; small ones first, for pages that fill soon."""
    left, length = iter(rows), ROWS_FIRST
    while group := list(islice(left, length)):
        yield group
        length = min(2 * length, size)


def scope_of(connection: sqlite3.Connection, tree: DirectoryTree, path: str | None) -> int | None:
    """The inode id of the directory at a path; null without a path.

    Raises ScopeNotFound, also when the tree's viewer may not go there.
    """
    if path is None:
        return None
    at = _child(connection, 0, "")
    for name in filter(None, path.split("/")):
        # As in HDFS a path that is known needs execute on what it leads through, not read.
        directory = None if at is None else tree.resolve(at)
        if at is None or directory is None or not directory.traversable:
            raise ScopeNotFound(path=path)
        at = _child(connection, at, name)
    if at is None or tree.resolve(at) is None:
        raise ScopeNotFound(path=path)
    return at


def _child(connection: sqlite3.Connection, parent_id: int, name: str) -> int | None:
    row = connection.execute(
        "SELECT inode_id FROM document INDEXED BY document_by_parent"
        " WHERE parent_id = ? AND name = ? AND kind = ? ORDER BY inode_id DESC LIMIT 1",
        (parent_id, name, DIRECTORY),
    ).fetchone()
    return None if row is None else int(row[0])
