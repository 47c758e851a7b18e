"""What every search backend offers: a reader to those who ask, a writer to the feed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from warren_search.answer import IndexStats, IndexStatus, SearchPage
from warren_search.operation import IndexOperation
from warren_search.position import Applied, FeedPosition, FeedReport
from warren_search.query import SearchQuery


class SearchReader(Protocol):
    """Answers queries. Safe to share between threads; never writes."""

    def search(self, query: SearchQuery) -> SearchPage:
        """One page of hits.

        Raises InvalidQuery, InvalidCursor, ScopeNotFound, SearchTimedOut, CommitNotReached,
        IndexNotReady, IndexCorrupt.
        """
        ...

    def stats(self) -> IndexStats:
        """Totals of the namespace. Raises IndexNotReady, IndexCorrupt."""
        ...

    def status(self) -> IndexStatus:
        """State of the index and its feed; answers also while there is no complete index."""
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

    def report(self, report: FeedReport) -> None:
        """Records what the feed reader does; the position stays."""
        ...

    def position(self) -> FeedPosition | None:
        """Where to go on in the feed; null while the index has never been complete."""
        ...
