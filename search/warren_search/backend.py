"""What every search backend offers: a reader to those who ask, a writer to the feed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from warren_search.answer import IndexStats, IndexStatus, SearchPage
from warren_search.columns import DocumentColumns
from warren_search.facets import Facets
from warren_search.operation import Document, Examined, IndexOperation
from warren_search.position import Applied, BuildPosition, FeedPosition, FeedReport
from warren_search.query import SearchQuery


class SearchReader(Protocol):
    """Answers queries. Safe to share between threads; never writes."""

    def search(self, query: SearchQuery) -> SearchPage:
        """One page of hits.

        Raises InvalidQuery, InvalidCursor, ScopeNotFound, SearchTimedOut, CommitNotReached,
        IndexNotReady, IndexCorrupt.
        """
        ...

    def facets(self, query: SearchQuery) -> Facets:
        """Exact counts over all hits, whatever the query's sort, cursor and limit are.

        The number of hits has a time limit of its own; dimensions that are not counted when it ends
        are left out. Raises as ``search`` does, but for InvalidCursor.
        """
        ...

    def near_words(self, words: Sequence[str]) -> Mapping[str, tuple[str, ...]] | None:
        """For each folded word all those of the names that are near it, without itself.

        Null where the index can't name them all. Raises IndexNotReady, IndexCorrupt.
        """
        ...

    def stats(self) -> IndexStats:
        """Totals of the namespace. Raises IndexNotReady, IndexCorrupt."""
        ...

    def status(self) -> IndexStatus:
        """State of the index and its feed; answers also while there is no complete index."""
        ...

    def position(self) -> FeedPosition | None:
        """Up to where the index includes every change; null while it is not complete.

        Raises IndexNotReady, IndexCorrupt.
        """
        ...

    def close(self) -> None:
        """Releases everything held; the reader must not be used afterwards."""
        ...


class IndexWriter(Protocol):
    """The one writer of an index. Not thread safe."""

    def apply(
        self, operations: Sequence[IndexOperation], position: FeedPosition, report: FeedReport
    ) -> Applied:
        """Applies a bounded batch and the feed position it leads to, both or neither.

        Operations may come repeatedly and in any order: the highest logical_time of an inode wins.
        """
        ...

    def load(self, documents: DocumentColumns, reached: BuildPosition | None = None) -> None:
        """Stores a bounded batch of documents in an index that is not searchable yet.

        Of inodes that it does not hold: they are loaded in the order of their ids, each once.
        reached: where the build is then; without it the build cannot be resumed.
        """
        ...

    def pending_moves(self) -> int:
        """Directories below which something is still being brought up to date after a move."""
        ...

    def maintain(self) -> bool:
        """Does a bounded step of that work; whether there is more."""
        ...

    def documents(self, after_id: int, through_id: int, limit: int) -> Sequence[Document]:
        """The documents with after_id < inode id <= through_id in id order, at most ``limit``."""
        ...

    def examined(self, after_id: int, through_id: int, limit: int) -> Examined:
        """The same documents, read once, with those from which something was derived wrong.

        Such as trigrams, classes, lists of ancestors; what is still being brought up to date after
        a move is not counted. Raises IndexCorrupt for what only a build can cure.
        """
        ...

    def correct_totals(self) -> int:
        """Corrects totals that are kept; how many were wrong."""
        ...

    def close(self) -> None:
        """Releases everything held; the writer must not be used afterwards."""
        ...

    def repair(self, operations: Sequence[IndexOperation]) -> Applied:
        """Applies a bounded batch over documents that are proved wrong, whatever their versions.

        The position stays. ignored: what the backend cannot bring back to an earlier version.
        """
        ...

    def report(self, report: FeedReport) -> None:
        """Records what the feed reader does; the position stays."""
        ...

    def position(self) -> FeedPosition | None:
        """Where to go on in the feed; null while the index has never been complete."""
        ...


class IndexBuilder(Protocol):
    """A generation that is being filled."""

    @property
    def writer(self) -> IndexWriter:
        """Its writer; ``load`` it first."""
        ...

    def reached(self) -> BuildPosition | None:
        """How far the build is for good; null when nothing was loaded with a position."""
        ...

    def finish_load(self, tick: Callable[[], None]) -> IndexWriter:
        """Makes it ready to follow the feed. ``tick`` is called now and then, and may raise.

        May be called again by who resumes the build.
        """
        ...

    def close(self) -> None:
        """Leaves it for ``resume_build``."""
        ...

    def discard(self) -> None:
        """Closes and deletes it."""
        ...


class IndexStore(Protocol):
    """The generations of an index. Only one process may write to them."""

    @property
    def transient_errors(self) -> tuple[type[Exception], ...]:
        """What may pass by itself: repeat later."""
        ...

    @property
    def damage_errors(self) -> tuple[type[Exception], ...]:
        """What a rebuild cures."""
        ...

    def open_active(self) -> IndexWriter | None:
        """The writer of the current generation. Raises IndexCorrupt."""
        ...

    def start_build(self) -> IndexBuilder:
        """An empty new generation beside the current one; unfinished ones are deleted."""
        ...

    def resume_build(self) -> IndexBuilder | None:
        """The generation that an earlier process, or this one, left unfinished; null without one.

        Raises what ``damage_errors`` names when it is there and cannot be read.
        """
        ...

    def activate_empty(self, report: FeedReport) -> IndexWriter:
        """Makes an index that is not searchable yet, so that readers can see the report."""
        ...

    def activate(self, writer: IndexWriter, position: FeedPosition, report: FeedReport) -> None:
        """Switches readers to a complete generation, atomically."""
        ...

    def remove_others(self) -> None:
        """Deletes every generation but the current one and one that is being built."""
        ...

    def close(self) -> None:
        """Releases everything held."""
        ...
