"""Answers that include a commit which the index has not reached: its page, corrected by the store.

The changes since the index's position are few and known. What they concern is left out of the
index's page and judged by itself; directories are read from the store, so that paths, scope and
permissions are those of now. What cannot be told exactly that way is refused as before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from warren_search import cursors
from warren_search.answer import AnswerSource, AsOf, SearchHit, SearchPage
from warren_search.backend import SearchReader
from warren_search.conditions import wanted_words
from warren_search.cursors import Position
from warren_search.directories import DirectoryRow, DirectoryTree
from warren_search.errors import CommitNotReached, ScopeNotFound
from warren_search.freshness import lag_ms
from warren_search.matching import holds
from warren_search.operation import Document, IndexOperation, Put, newest_per_inode
from warren_search.position import FeedPosition
from warren_search.query import Kind, SearchQuery, Sort
from warren_search.relevance import key_of, tier_of
from warren_search.text import extension_of, fold, highlights, meant, near_words, words_of

CHANGES_MAX: Final = 1_000
# Directories of what changed, and hits below directories that changed: each is one read.
READS_MAX: Final = 1_000


@dataclass(frozen=True, slots=True)
class StoreChanges:
    """What changed after a position, up to another one.

    moved: directories that may have been there before have another place, or are gone.
    regranted: such directories may have another owner, group or mode.
    """

    operations: Sequence[IndexOperation]
    reached: FeedPosition
    moved: bool
    regranted: bool


class StoreUnavailable(Exception):  # noqa: N818 - named for what is wrong
    """The store cannot be asked, or no longer knows the changes."""


class NamespaceStore(Protocol):
    """The namespace itself. Every call raises StoreUnavailable."""

    def changes(self, position: FeedPosition, limit: int) -> StoreChanges | None:
        """All changes after a position; null when they are more than ``limit``."""
        ...

    def document(self, inode_id: int) -> Document | None:
        """An inode with its ACL; null when there is none."""
        ...

    def directory_at(self, path: str) -> int | None:
        """The id of the directory at a path; null when there is none."""
        ...


def search_with_store(
    reader: SearchReader, store: NamespaceStore, query: SearchQuery
) -> SearchPage:
    """As the reader's ``search``; when ``min_commit`` is not reached in time, the store helps out.

    The answer says so in ``source``. Raises CommitNotReached when that cannot be done exactly.
    """
    try:
        return reader.search(query)
    except CommitNotReached as late:
        try:
            found = _found(reader, store, query)
        except StoreUnavailable as error:
            raise late from error
        if found is None:
            raise
        return found


def _found(reader: SearchReader, store: NamespaceStore, query: SearchQuery) -> SearchPage | None:
    position = reader.position()
    if position is None:
        return None
    changes = store.changes(position, CHANGES_MAX)
    if changes is None or changes.reached.sequence < (query.min_commit or 0):
        return None
    if query.xattrs or query.storage_policies:
        # The changes do not carry attributes, nor what is inherited by what did not change.
        return None
    far_below = changes.moved and (query.path is not None or query.viewer is not None)
    if far_below or (changes.regranted and query.viewer is not None):
        # Which inodes have come into scope or sight below them, only the index could tell.
        return None
    if query.viewer is not None and any(map(_grants_by_acl, changes.operations)):
        # The changes do not carry ACLs.
        return None
    return _Overlay(store, query, changes).page_of(reader)


def _grants_by_acl(operation: IndexOperation) -> bool:
    """Whether an operation puts a directory that an ACL guards."""
    return (
        isinstance(operation, Put)
        and operation.document.kind is Kind.DIRECTORY
        and operation.document.acl != ""
    )


class _ReadsExhausted(StoreUnavailable):
    """The answer would need more reads than one search may have."""


class _Overlay:
    """One query over the changes."""

    def __init__(self, store: NamespaceStore, query: SearchQuery, changes: StoreChanges) -> None:
        self._store = store
        self._query = query
        self._words = words_of(query.text)
        self._changes = changes
        self._newest: Mapping[int, IndexOperation] = newest_per_inode(changes.operations)
        self._documents: dict[int, Document | None] = {}
        self._scope_id = None if query.path is None else self._scope(query.path)
        self._tree = DirectoryTree(self._directory, viewer=query.viewer, scope_id=self._scope_id)
        self._descending = query.sort in {Sort.SIZE_DESCENDING, Sort.MTIME_DESCENDING}

    def _scope(self, path: str) -> int:
        """The directory at a path, which the viewer has to be able to reach."""
        scope_id = self._store.directory_at(path)
        everywhere = DirectoryTree(self._directory, viewer=self._query.viewer, scope_id=None)
        scope = None if scope_id is None else everywhere.resolve(scope_id)
        reachable = scope is not None and (scope.parent is None or scope.parent.traversable)
        if scope_id is None or not reachable:
            raise ScopeNotFound(path=path)
        return scope_id

    def page_of(self, reader: SearchReader) -> SearchPage:
        """The index's page with the changes in it."""
        page = _index_page(reader, self._query)
        start, end = self._bounds(page)
        added = [
            hit
            for hit in self._changed()
            if (start is None or self._is_before(start, self._position(hit)))
            and (end is None or not self._is_before(end, self._position(hit)))
        ]
        hits = sorted([*self._unchanged(page), *added], key=self._key, reverse=self._descending)
        items = tuple(hits[: self._query.limit])
        following = page.next_cursor
        if len(hits) > len(items):
            following = cursors.encode(self._position(items[-1]), self._query)
        reached = self._changes.reached
        as_of = AsOf(reached.sequence, reached.time_ms)
        return SearchPage(
            items=items,
            next_cursor=following,
            # How many of the index's hits on other pages have changed is not known.
            total=max(len(items), page.total - len(self._newest)),
            total_is_exact=page.total_is_exact and following is None and start is None,
            as_of=as_of,
            lag_ms=lag_ms(as_of),
            source=AnswerSource.INDEX_AND_STORE,
        )

    def _bounds(self, page: SearchPage) -> tuple[Position | None, Position | None]:
        """After which place the page begins, and with which it ends, if others follow."""
        key_type = int if self._query.sort.value.strip("-") in {"size", "mtime"} else str
        following = replace(self._query, cursor=page.next_cursor)
        return cursors.decode(self._query, key_type), cursors.decode(following, key_type)

    def _unchanged(self, page: SearchPage) -> Iterator[SearchHit]:
        for hit in page.items:
            if hit.inode_id in self._newest:
                continue
            if not self._changes.moved:
                yield hit
            elif (document := self._read(hit.inode_id)) is not None:
                yield from self._hit(document)

    def _changed(self) -> Iterator[SearchHit]:
        for operation in self._newest.values():
            if isinstance(operation, Put) and matches(operation.document, self._query, self._words):
                yield from self._hit(operation.document)

    def _hit(self, document: Document) -> Iterator[SearchHit]:
        """The document as a hit, when the viewer may see it."""
        if document.parent_id == 0:
            root = self._tree.resolve(document.inode_id)
            if root is None or self._scope_id is not None:
                return
            path = "/"
        else:
            parent = self._tree.visible(document.parent_id)
            if parent is None:
                return
            path = f"{parent.path().rstrip('/')}/{document.name}"
        words, fuzzy = meant(document.name, self._words, typos=self._query.typos)
        yield SearchHit(
            inode_id=document.inode_id,
            path=path,
            name=document.name,
            kind=document.kind,
            size_bytes=document.size_bytes,
            owner=document.owner,
            group=document.group,
            mode=document.mode,
            mtime_ms=document.mtime_ms,
            atime_ms=document.atime_ms,
            replication=document.replication,
            block_size_bytes=document.block_size_bytes,
            highlights=highlights(document.name, (*words, *wanted_words(self._query.where))),
            fuzzy=fuzzy,
            in_database=document.in_database,
        )

    def _directory(self, inode_id: int) -> DirectoryRow | None:
        document = self._read(inode_id)
        if document is None or document.kind is not Kind.DIRECTORY:
            return None
        return DirectoryRow(
            document.parent_id,
            document.name,
            document.owner,
            document.group,
            document.mode,
            acl=document.acl,
        )

    def _read(self, inode_id: int) -> Document | None:
        operation = self._newest.get(inode_id)
        if operation is not None:
            return operation.document if isinstance(operation, Put) else None
        if inode_id not in self._documents:
            if len(self._documents) >= READS_MAX:
                raise _ReadsExhausted
            self._documents[inode_id] = self._store.document(inode_id)
        return self._documents[inode_id]

    def _position(self, hit: SearchHit) -> Position:
        folded = fold(hit.name)
        match self._query.sort:
            case Sort.RELEVANCE if self._words:
                tier = tier_of(folded, self._words)
                return Position(tier, key_of(tier, folded), hit.inode_id)
            case Sort.RELEVANCE | Sort.NAME:
                return Position(0, folded, hit.inode_id)
            case Sort.SIZE_ASCENDING | Sort.SIZE_DESCENDING:
                return Position(0, hit.size_bytes, hit.inode_id)
            case Sort.MTIME_ASCENDING | Sort.MTIME_DESCENDING:
                return Position(0, hit.mtime_ms, hit.inode_id)

    def _key(self, hit: SearchHit) -> _Key:
        return _key_of(self._position(hit))

    def _is_before(self, one: Position, other: Position) -> bool:
        if self._descending:
            return _key_of(one) > _key_of(other)
        return _key_of(one) < _key_of(other)


# Number or text, by the query's sort: never both in one answer.
_Key = tuple[int, int, str, int]


def _key_of(position: Position) -> _Key:
    if isinstance(position.key, int):
        return position.tier, position.key, "", position.inode_id
    return position.tier, 0, position.key, position.inode_id


def _index_page(reader: SearchReader, query: SearchQuery) -> SearchPage:
    """The index's page; empty while it does not know the scope, which is new."""
    try:
        return reader.search(replace(query, min_commit=None))
    except ScopeNotFound:
        as_of = AsOf(0, 0)
        return SearchPage((), None, 0, total_is_exact=True, as_of=as_of, lag_ms=0)


def matches(document: Document, query: SearchQuery, words: Sequence[str]) -> bool:
    """Whether a document meets a query's conditions, apart from path and viewer."""
    folded = fold(document.name)
    return (
        all(word in folded or (query.typos and near_words(folded, word)) for word in words)
        and not any(word in folded for word in words_of(query.without))
        and (query.extension is None or extension_of(folded) == fold(query.extension))
        and (query.where is None or holds(query.where, document))
        and (query.in_database is None or _is_in(document, in_database=query.in_database))
        and query.owner in {None, document.owner}
        and query.group in {None, document.group}
        and query.kind in {None, document.kind}
        and _between(document.replication, query.replication_min, query.replication_max)
        and _between(document.atime_ms, query.atime_min_ms, query.atime_max_ms)
        and _between(document.size_bytes, query.size_min_bytes, query.size_max_bytes)
        and _between(document.mtime_ms, query.mtime_min_ms, query.mtime_max_ms)
    )


def _is_in(document: Document, *, in_database: bool) -> bool:
    return document.kind is Kind.FILE and document.in_database == in_database


def _between(value: int, low: int | None, high: int | None) -> bool:
    return (low is None or value >= low) and (high is None or value <= high)
