"""Answers queries from Elasticsearch."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

from elasticsearch import Elasticsearch, NotFoundError

from warren_search import cursors
from warren_search.answer import AsOf, FeedState, IndexStats, IndexStatus, SearchPage
from warren_search.deadline import Deadline
from warren_search.elastic.facets import count_facets
from warren_search.elastic.pages import PageSearch
from warren_search.elastic.server import IndexNames, connect, state_of, typed_errors
from warren_search.errors import (
    CommitNotReached,
    IndexNotReady,
    IndexRefused,
    IndexUnavailable,
)
from warren_search.facets import Facets
from warren_search.freshness import lag_ms, not_ready, reported, unreported
from warren_search.position import FeedPosition, FeedReport
from warren_search.query import Kind, SearchQuery

_COMMIT_POLL_MS: Final = 20
_KINDS_MAX: Final = 8


class ElasticSearchReader:
    """Reads the index below a prefix, which may not exist yet. Safe to share between threads."""

    def __init__(
        self,
        url: str,
        prefix: str,
        *,
        time_limit_ms: int,
        count_time_limit_ms: int,
        login: tuple[str, str] | None = None,
    ) -> None:
        self._names = IndexNames(prefix)
        self._time_limit_ms = time_limit_ms
        self._count_time_limit_ms = count_time_limit_ms
        self._client: Elasticsearch = connect(url, timeout_ms=time_limit_ms, login=login)

    def search(self, query: SearchQuery) -> SearchPage:
        """One page of hits."""
        if query.min_commit is not None:
            self._wait_for_commit(query.min_commit, query.min_commit_wait_ms)
        deadline = Deadline(self._time_limit_ms)
        # Read before the documents, so that they are at least as new as the answer says.
        state, as_of = self._searchable()
        try:
            with typed_errors(self._time_limit_ms):
                found = PageSearch(
                    self._client, self._names, query, deadline, settled=not state["moves"]
                ).find()
        except NotFoundError as error:
            raise IndexNotReady(path=self._names.read) from error
        following = found.next_position
        return SearchPage(
            items=found.items,
            next_cursor=None if following is None else cursors.encode(following, query),
            total=found.total,
            total_is_exact=found.total_is_exact,
            as_of=as_of,
            lag_ms=lag_ms(as_of),
        )

    def facets(self, query: SearchQuery) -> Facets:
        """Exact counts over all hits. Raises SearchTimedOut when there are too many."""
        if query.min_commit is not None:
            self._wait_for_commit(query.min_commit, query.min_commit_wait_ms)
        deadline = Deadline(self._count_time_limit_ms)
        state, as_of = self._searchable()
        try:
            with typed_errors(self._count_time_limit_ms):
                return count_facets(
                    self._client,
                    self._names,
                    query,
                    deadline,
                    settled=not state["moves"],
                    now_ms=time.time_ns() // 1_000_000,
                    as_of=as_of,
                )
        except NotFoundError as error:
            raise IndexNotReady(path=self._names.read) from error

    def near_words(self, words: Sequence[str]) -> Mapping[str, tuple[str, ...]] | None:  # noqa: ARG002 - as of SearchReader
        """The server finds them by itself and doesn't name them."""
        return None

    def stats(self) -> IndexStats:
        """Totals of the namespace. Sums of bytes are exact up to 2**53."""
        _, as_of = self._searchable()
        with typed_errors(self._time_limit_ms):
            answer = self._client.search(
                index=self._names.read,
                query={"term": {"gone": False}},
                size=0,
                aggs={
                    "kinds": {"terms": {"field": "kind", "size": _KINDS_MAX}},
                    "length_bytes": {"sum": {"field": "size_bytes"}},
                    "space_bytes": {"sum": {"field": "space_bytes"}},
                },
            )
        found = answer["aggregations"]
        kinds = {each["key"]: each["doc_count"] for each in found["kinds"]["buckets"]}
        return IndexStats(
            files=kinds.get(Kind.FILE.value, 0),
            directories=kinds.get(Kind.DIRECTORY.value, 0),
            symlinks=kinds.get(Kind.SYMLINK.value, 0),
            length_bytes=int(found["length_bytes"]["value"]),
            space_consumed_bytes=int(found["space_bytes"]["value"]),
            as_of=as_of,
            lag_ms=lag_ms(as_of),
        )

    def status(self) -> IndexStatus:
        """State of the index and its feed."""
        try:
            with typed_errors():
                state = state_of(self._client, self._names)
        except (IndexUnavailable, IndexRefused) as error:
            return unreported(None, str(error))
        if state is None:
            return unreported(None, "The feed reader has not made an index yet")
        as_of = _as_of(state)
        if state["report"] is None:
            return unreported(as_of, "The feed reader has not reported yet")
        report = state["report"]
        return reported(as_of, FeedReport(**{**report, "state": FeedState(report["state"])}))

    def position(self) -> FeedPosition | None:
        """Where the index is in the feed."""
        with typed_errors(self._time_limit_ms):
            state = state_of(self._client, self._names)
        if state is None or not state["searchable"]:
            return None
        return FeedPosition(state["cursor"], state["sequence"], state["time_ms"])

    def close(self) -> None:
        """Releases everything held."""
        self._client.close()

    def _wait_for_commit(self, min_commit: int, wait_ms: int) -> None:
        waiting = Deadline(wait_ms)
        while True:
            _, as_of = self._searchable()
            if as_of.sequence >= min_commit:
                return
            if waiting.passed():
                raise CommitNotReached(
                    min_commit=min_commit, sequence=as_of.sequence, waited_ms=wait_ms
                )
            time.sleep(_COMMIT_POLL_MS / 1000)

    def _searchable(self) -> tuple[dict[str, Any], AsOf]:
        with typed_errors(self._time_limit_ms):
            state = state_of(self._client, self._names)
        as_of = None if state is None else _as_of(state)
        if state is None or as_of is None:
            raise not_ready(self._names.read, self.status())
        return state, as_of


def _as_of(state: dict[str, Any]) -> AsOf | None:
    return AsOf(state["sequence"], state["time_ms"]) if state["searchable"] else None
