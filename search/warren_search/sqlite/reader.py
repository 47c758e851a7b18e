"""Answers queries from the SQLite index."""

from __future__ import annotations

from pathlib import Path

from warren_search.answer import FeedState, IndexStats, IndexStatus, SearchPage
from warren_search.errors import IndexNotReady
from warren_search.query import SearchQuery


class SqliteSearchReader:
    """Reads the index at a path, which may not exist yet."""

    def __init__(self, path: Path, *, time_limit_ms: int) -> None:
        self._path = path
        self._time_limit_ms = time_limit_ms

    def search(self, query: SearchQuery) -> SearchPage:  # noqa: ARG002
        """One page of hits."""
        raise IndexNotReady(path=str(self._path))

    def stats(self) -> IndexStats:
        """Totals of the namespace."""
        raise IndexNotReady(path=str(self._path))

    def status(self) -> IndexStatus:
        """State of the index and its feed."""
        return IndexStatus(FeedState.STALLED, False, None, 0, None, None, None, None)

    def close(self) -> None:
        """Releases everything held."""
