"""Search over the namespace's inodes: typed queries, and the SQLite index that answers them."""

from __future__ import annotations

from pathlib import Path

from warren_search.answer import AsOf, FeedState, IndexStats, IndexStatus, SearchHit, SearchPage
from warren_search.backend import SearchReader
from warren_search.errors import (
    CommitNotReached,
    IndexCorrupt,
    IndexNotReady,
    InvalidCursor,
    InvalidQuery,
    ScopeNotFound,
    SearchError,
    SearchTimedOut,
)
from warren_search.query import Kind, SearchQuery, Sort, Viewer

__all__ = [
    "AsOf",
    "CommitNotReached",
    "FeedState",
    "IndexCorrupt",
    "IndexNotReady",
    "IndexStats",
    "IndexStatus",
    "InvalidCursor",
    "InvalidQuery",
    "Kind",
    "ScopeNotFound",
    "SearchError",
    "SearchHit",
    "SearchPage",
    "SearchQuery",
    "SearchReader",
    "SearchTimedOut",
    "Sort",
    "Viewer",
    "open_reader",
]


def open_reader(path: str | Path, *, time_limit_ms: int = 2_000) -> SearchReader:
    """A reader of the index at ``path``; the file may appear or be rebuilt later.

    time_limit_ms bounds each query. Opening never fails: without an index, ``status()`` says so and
    ``search()`` raises IndexNotReady.
    """
    from warren_search.sqlite.reader import SqliteSearchReader  # noqa: PLC0415 - backend on demand

    return SqliteSearchReader(Path(path), time_limit_ms=time_limit_ms)
