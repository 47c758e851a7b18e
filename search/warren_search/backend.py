"""What every search backend offers to those who ask."""

from __future__ import annotations

from typing import Protocol

from warren_search.answer import IndexStats, IndexStatus, SearchPage
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
