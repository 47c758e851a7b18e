"""Search over the namespace's inodes: typed queries, and the SQLite index that answers them."""

from __future__ import annotations

from pathlib import Path

from warren_search.answer import (
    AnswerSource,
    AsOf,
    FeedState,
    IndexStats,
    IndexStatus,
    SearchHit,
    SearchPage,
)
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
from warren_search.facets import Dimension, Facets, FacetValue
from warren_search.query import Kind, SearchQuery, Sort, Viewer

__all__ = [
    "AnswerSource",
    "AsOf",
    "CommitNotReached",
    "Dimension",
    "FacetValue",
    "Facets",
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
    "open_elastic_reader",
    "open_reader",
]


def open_elastic_reader(
    address: str,
    prefix: str = "warren-inodes",
    *,
    time_limit_ms: int = 2_000,
    count_time_limit_ms: int = 10_000,
    login: tuple[str, str] | None = None,
) -> SearchReader:
    """A reader of the index below a prefix in Elasticsearch at HOST:PORT, as ``open_reader``.

    login: user and password, where the server asks for them.
    """
    from warren_search.elastic.reader import ElasticSearchReader  # noqa: PLC0415 - as below

    return ElasticSearchReader(
        f"http://{address}",
        prefix,
        time_limit_ms=time_limit_ms,
        count_time_limit_ms=count_time_limit_ms,
        login=login,
    )


def open_reader(
    path: str | Path, *, time_limit_ms: int = 2_000, count_time_limit_ms: int = 10_000
) -> SearchReader:
    """A reader of the index at ``path``; the file may appear or be rebuilt later.

    time_limit_ms bounds each page, count_time_limit_ms the counts over all hits. Opening never
    fails: without an index, ``status()`` says so and ``search()`` raises IndexNotReady.
    """
    from warren_search.sqlite.reader import SqliteSearchReader  # noqa: PLC0415 - backend on demand

    return SqliteSearchReader(
        Path(path), time_limit_ms=time_limit_ms, count_time_limit_ms=count_time_limit_ms
    )
