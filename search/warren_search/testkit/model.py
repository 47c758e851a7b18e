"""The simplest index that could be right: a dictionary. Backends are compared with it."""

from __future__ import annotations

import itertools
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from warren_search.answer import AsOf, FeedState, IndexStats, IndexStatus, SearchHit, SearchPage
from warren_search.columns import DocumentColumns
from warren_search.conditions import wanted_words
from warren_search.errors import CommitNotReached, IndexNotReady, InvalidCursor, ScopeNotFound
from warren_search.facets import (
    SIZE_CLASSES,
    Dimension,
    FacetCounts,
    Facets,
    age_classes,
    class_of,
    place_name,
    policy_name,
)
from warren_search.operation import Document, Examined, IndexOperation, Put
from warren_search.permissions import UNKNOWN_ACL
from warren_search.position import Applied, BuildPosition, FeedPosition, FeedReport
from warren_search.query import DEFAULT_POLICY, Kind, SearchQuery, Sort, Viewer
from warren_search.testkit.meaning import means
from warren_search.text import extension_of, fold, highlights, meant, near_words, words_of

_Key = tuple[int, int | str, int]


@dataclass(frozen=True, slots=True)
class _Cursor:
    query: SearchQuery
    key: _Key


class ModelIndex:
    """Writer and reader in one."""

    def __init__(self) -> None:
        self.documents_by_id: dict[int, Document] = {}
        self._versions: dict[int, int] = {}
        self._cursors: dict[str, _Cursor] = {}
        self._tokens = itertools.count(1)
        self._position: FeedPosition | None = None
        self._report: FeedReport | None = None

    def apply(
        self, operations: Sequence[IndexOperation], position: FeedPosition, report: FeedReport
    ) -> Applied:
        """Applies a batch."""
        stored = removed = ignored = 0
        for operation in operations:
            if operation.logical_time <= self._versions.get(operation.inode_id, 0):
                ignored += 1
                continue
            self._versions[operation.inode_id] = operation.logical_time
            if isinstance(operation, Put):
                self.documents_by_id[operation.inode_id] = operation.document
                stored += 1
            elif self.documents_by_id.pop(operation.inode_id, None) is not None:
                removed += 1
        self._position = position
        self._report = report
        return Applied(stored, removed, ignored)

    def load(self, documents: DocumentColumns, reached: BuildPosition | None = None) -> None:  # noqa: ARG002 - nothing is resumed
        """Stores documents; the position stays."""
        for document in documents.documents():
            self._versions[document.inode_id] = document.logical_time
            self.documents_by_id[document.inode_id] = document

    def examined(self, after_id: int, through_id: int, limit: int) -> Examined:
        """None is broken: nothing is derived before it is asked for."""
        return Examined(self.documents(after_id, through_id, limit), frozenset())

    def correct_totals(self) -> int:
        """Nothing is kept."""
        return 0

    def repair(self, operations: Sequence[IndexOperation]) -> Applied:
        """Applies a batch over equal versions, too."""
        stored = removed = 0
        for operation in operations:
            if operation.logical_time < self._versions.get(operation.inode_id, 0):
                continue
            self._versions[operation.inode_id] = operation.logical_time
            if isinstance(operation, Put):
                self.documents_by_id[operation.inode_id] = operation.document
                stored += 1
            elif self.documents_by_id.pop(operation.inode_id, None) is not None:
                removed += 1
        return Applied(stored, removed, len(operations) - stored - removed)

    def report(self, report: FeedReport) -> None:
        """Records the report."""
        self._report = report

    def pending_moves(self) -> int:
        """Nothing is stored of ancestors."""
        return 0

    def maintain(self) -> bool:
        """Nothing is left to do."""
        return False

    def documents(self, after_id: int, through_id: int, limit: int) -> list[Document]:
        """Documents in id order."""
        ids = sorted(each for each in self.documents_by_id if after_id < each <= through_id)
        return [self.documents_by_id[each] for each in ids[:limit]]

    def position(self) -> FeedPosition | None:
        """Where to go on in the feed."""
        return self._position

    def close(self) -> None:
        """Nothing is held."""

    def path(self, document: Document) -> str | None:
        """The document's path; null while an ancestor is unknown."""
        ancestors = self._ancestors(document)
        if ancestors is None:
            return None
        names = [ancestor.name for ancestor in ancestors[1:]]
        return "/" + "/".join([*names, document.name] if ancestors else [])

    def search(self, query: SearchQuery) -> SearchPage:
        """One page of hits, by looking at every document."""
        self._wait(query)
        as_of = self._as_of()
        words = words_of(query.text)
        after = self._after(query)
        scope_id = self._scope(query)
        matching = [
            (self._key(document, query, words), document)
            for document in self.documents_by_id.values()
            if self._matches(document, query, words, scope_id)
        ]
        descending = query.sort in {Sort.SIZE_DESCENDING, Sort.MTIME_DESCENDING}
        matching.sort(key=lambda pair: pair[0], reverse=descending)
        rest = [
            (key, document)
            for key, document in matching
            if after is None or (key < after if descending else key > after)
        ]
        page = rest[: query.limit]
        following = None
        if len(rest) > len(page):
            following = f"model-{next(self._tokens)}"
            self._cursors[following] = _Cursor(_unpaged(query), page[-1][0])
        return SearchPage(
            items=tuple(self._hit(document, words, query) for _, document in page),
            next_cursor=following,
            total=len(matching),
            total_is_exact=True,
            as_of=as_of,
            lag_ms=0,
        )

    def facets(self, query: SearchQuery) -> Facets:
        """Exact counts, by looking at every document."""
        self._wait(query)
        words = words_of(query.text)
        scope_id = self._scope(query)
        now_ms = time.time_ns() // 1_000_000
        ages = age_classes(now_ms)
        counts = FacetCounts()
        for document in self.documents_by_id.values():
            if not self._matches(document, query, words, scope_id):
                continue
            is_file = document.kind is Kind.FILE
            values = {
                Dimension.KIND: document.kind.value,
                Dimension.OWNER: document.owner,
                Dimension.GROUP: document.group,
                Dimension.EXTENSION: extension_of(fold(document.name)) if is_file else None,
                Dimension.SIZE: class_of(SIZE_CLASSES, document.size_bytes) if is_file else None,
                Dimension.MTIME: class_of(ages, document.mtime_ms),
                Dimension.POLICY: policy_name(self._policy(document)),
                Dimension.PLACE: place_name(document.kind, in_database=document.in_database),
            }
            counts.add(values, 1, document.size_bytes)
        return Facets(
            total=counts.sums.count,
            length_bytes=counts.sums.length_bytes,
            dimensions=counts.dimensions(ages),
            as_of=self._as_of(),
            lag_ms=0,
        )

    def near_words(self, words: Sequence[str]) -> Mapping[str, tuple[str, ...]] | None:
        """By looking at every document."""
        names = [fold(document.name) for document in self.documents_by_id.values()]
        near = {word: {each for name in names for each in near_words(name, word)} for word in words}
        return {word: tuple(sorted(found - {word})) for word, found in near.items()}

    def stats(self) -> IndexStats:
        """Totals, by adding up."""
        documents = self.documents_by_id.values()
        kinds = [document.kind for document in documents]
        return IndexStats(
            files=kinds.count(Kind.FILE),
            directories=kinds.count(Kind.DIRECTORY),
            symlinks=kinds.count(Kind.SYMLINK),
            length_bytes=sum(document.size_bytes for document in self.documents_by_id.values()),
            space_consumed_bytes=sum(
                document.size_bytes * document.replication
                for document in self.documents_by_id.values()
            ),
            as_of=self._as_of(),
            lag_ms=0,
        )

    def status(self) -> IndexStatus:
        """State as last reported."""
        report = self._report
        as_of = None if self._position is None else self._as_of()
        return IndexStatus(
            state=FeedState.STALLED if report is None else report.state,
            searchable=as_of is not None,
            as_of=as_of,
            head_sequence=0 if report is None else report.head_sequence,
            lag_ms=None if as_of is None else 0,
            heartbeat_age_ms=None if report is None else 0,
            documents_built=None if report is None else report.documents_built,
            last_error=None if report is None else report.last_error,
        )

    def _as_of(self) -> AsOf:
        if self._position is None:
            raise IndexNotReady
        return AsOf(self._position.sequence, self._position.time_ms)

    def _wait(self, query: SearchQuery) -> None:
        if query.min_commit is None:
            return
        until = time.monotonic() + query.min_commit_wait_ms / 1000
        while self._as_of().sequence < query.min_commit:
            if time.monotonic() > until:
                raise CommitNotReached(min_commit=query.min_commit)
            time.sleep(0.005)

    def _after(self, query: SearchQuery) -> _Key | None:
        if query.cursor is None:
            return None
        cursor = self._cursors.get(query.cursor)
        if cursor is None or cursor.query != _unpaged(query):
            raise InvalidCursor
        return cursor.key

    def _ancestors(self, document: Document) -> list[Document] | None:
        """From the root to the parent; empty for the root; null while one is unknown."""
        ancestors: dict[int, Document] = {}
        at = document
        while at.parent_id != 0:
            parent = self.documents_by_id.get(at.parent_id)
            if parent is None or parent.kind is not Kind.DIRECTORY or at.parent_id in ancestors:
                return None
            ancestors[at.parent_id] = parent
            at = parent
        return list(ancestors.values())[::-1] if at.name == "" else None

    def _scope(self, query: SearchQuery) -> int | None:
        if query.path is None:
            return None
        wanted = "/" + "/".join(filter(None, query.path.split("/")))
        for document in self.documents_by_id.values():
            if (
                document.kind is Kind.DIRECTORY
                and self.path(document) == wanted
                and _may_pass(self._ancestors(document) or [], query.viewer)
            ):
                return document.inode_id
        raise ScopeNotFound(path=query.path)

    def _matches(
        self, document: Document, query: SearchQuery, words: Sequence[str], scope_id: int | None
    ) -> bool:
        ancestors = self._ancestors(document)
        if ancestors is None or not _may_see(ancestors, query.viewer):
            return False
        folded = fold(document.name)
        return (
            all(word in folded or (query.typos and near_words(folded, word)) for word in words)
            and _has_xattrs(document, query)
            and self._has_policy(document, query)
            and (query.where is None or means(query.where, document))
            and query.in_database in {None, document.in_database}
            and (query.in_database is None or document.kind is Kind.FILE)
            and not any(word in folded for word in words_of(query.without))
            and (query.extension is None or extension_of(folded) == fold(query.extension))
            and _between(document.replication, query.replication_min, query.replication_max)
            and _between(document.atime_ms, query.atime_min_ms, query.atime_max_ms)
            and (scope_id is None or scope_id in {ancestor.inode_id for ancestor in ancestors})
            and query.owner in {None, document.owner}
            and query.group in {None, document.group}
            and query.kind in {None, document.kind}
            and _between(document.size_bytes, query.size_min_bytes, query.size_max_bytes)
            and _between(document.mtime_ms, query.mtime_min_ms, query.mtime_max_ms)
        )

    def _has_policy(self, document: Document, query: SearchQuery) -> bool:
        return not query.storage_policies or self._policy(document) in query.storage_policies

    def _policy(self, document: Document) -> int | None:
        """The last one that is set on the way down, else the default; symbolic links have none."""
        above = self._ancestors(document) or []
        given = [each.storage_policy for each in (*above, document) if each.storage_policy]
        return None if document.kind is Kind.SYMLINK else (given or [DEFAULT_POLICY])[-1]

    def _key(self, document: Document, query: SearchQuery, words: Sequence[str]) -> _Key:
        folded = fold(document.name)
        match query.sort:
            case Sort.RELEVANCE if words:
                tier = 0 if folded == " ".join(words) else 1 if folded.startswith(words[0]) else 2
                if not all(word in folded for word in words):
                    tier = 3 if _begins(folded, words[0]) else 4
                return (tier, "" if tier == 4 else folded, document.inode_id)
            case Sort.RELEVANCE | Sort.NAME:
                return (0, folded, document.inode_id)
            case Sort.SIZE_ASCENDING | Sort.SIZE_DESCENDING:
                return (0, document.size_bytes, document.inode_id)
            case Sort.MTIME_ASCENDING | Sort.MTIME_DESCENDING:
                return (0, document.mtime_ms, document.inode_id)

    def _hit(self, document: Document, words: Sequence[str], query: SearchQuery) -> SearchHit:
        path = self.path(document)
        assert path is not None
        shown, fuzzy = meant(document.name, words, typos=query.typos)
        return SearchHit(
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
            highlights=highlights(document.name, (*shown, *wanted_words(query.where))),
            fuzzy=fuzzy,
            in_database=document.in_database,
        )


def _begins(folded: str, word: str) -> bool:
    """With the word, or with a whole word that is near it."""
    return folded.startswith(word) or any(
        folded.startswith(near) and not folded[len(near) :][:1].isalpha()
        for near in near_words(folded, word)
    )


def _unpaged(query: SearchQuery) -> SearchQuery:
    return replace(query, cursor=None, limit=1, min_commit=None)


def _between(value: int, low: int | None, high: int | None) -> bool:
    return (low is None or value >= low) and (high is None or value <= high)


def _has_xattrs(document: Document, query: SearchQuery) -> bool:
    """All that are asked for, on an inode that the viewer may read."""
    if not query.xattrs:
        return True
    readable = query.viewer is None or bool(_granted(document, query.viewer) & 4)
    return readable and set(query.xattrs) <= set(document.xattrs)


def _may_pass(ancestors: Sequence[Document], viewer: Viewer | None) -> bool:
    """Execute on every ancestor."""
    return viewer is None or all(_granted(each, viewer) & 1 for each in ancestors)


def _may_see(ancestors: Sequence[Document], viewer: Viewer | None) -> bool:
    """Execute on every ancestor, read on the nearest; nothing is needed to see the root."""
    if viewer is None or not ancestors:
        return True
    return _may_pass(ancestors, viewer) and bool(_granted(ancestors[-1], viewer) & 4)


def _granted(directory: Document, viewer: Viewer) -> int:
    if directory.owner == viewer.user:
        return directory.mode >> 6 & 7
    if directory.acl:
        return sum(bit for bit in (1, 2, 4) if _acl_grants(directory, viewer, bit))
    if directory.group in viewer.groups:
        return directory.mode >> 3 & 7
    return directory.mode & 7


def _acl_grants(directory: Document, viewer: Viewer, bit: int) -> bool:
    """One right at a time, entry by entry in the order in which they are written."""
    if directory.acl == UNKNOWN_ACL:
        return False
    entries = [each.split(":") for each in directory.acl.split(",")]
    rights = {(kind, name): "-xw-r"[bit] in text for kind, name, text in entries}
    if ("user", viewer.user) in rights:
        return rights["user", viewer.user] and rights["mask", ""]
    mine = [
        right
        for (kind, name), right in rights.items()
        if kind == "group" and (name or directory.group) in viewer.groups
    ]
    return rights["mask", ""] and any(mine) if mine else rights["other", ""]
