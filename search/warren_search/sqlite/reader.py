"""Answers queries from the SQLite index."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from warren_search import cursors
from warren_search.answer import AsOf, FeedState, IndexStats, IndexStatus, SearchPage
from warren_search.deadline import Deadline
from warren_search.errors import CommitNotReached, IndexCorrupt, IndexNotReady, SearchTimedOut
from warren_search.facets import Facets
from warren_search.freshness import lag_ms, not_ready, now_ms, reported, unreported
from warren_search.position import FeedPosition, FeedReport
from warren_search.query import SearchQuery
from warren_search.sqlite import vocabulary
from warren_search.sqlite.connections import ReadConnections
from warren_search.sqlite.facets import count_facets
from warren_search.sqlite.pages import PageSearch

_COMMIT_POLL_MS: Final = 10


class SqliteSearchReader:
    """Reads the index at a path, which may not exist yet. Safe to share between threads."""

    def __init__(self, path: Path, *, time_limit_ms: int, count_time_limit_ms: int) -> None:
        self._path = path
        self._time_limit_ms = time_limit_ms
        self._count_time_limit_ms = count_time_limit_ms
        self._connections = ReadConnections(path)

    def search(self, query: SearchQuery) -> SearchPage:
        """One page of hits."""
        if query.min_commit is not None:
            self._wait_for_commit(query.min_commit, query.min_commit_wait_ms)
        deadline = Deadline(self._time_limit_ms)
        with self._connections.snapshot(deadline) as connection:
            as_of = self._as_of(connection)
            search = PageSearch(connection, query, deadline)
            found = search.find()
            items = search.hits(found.rows)
        following = found.next_position
        return SearchPage(
            items=items,
            next_cursor=None if following is None else cursors.encode(following, query),
            total=found.total,
            total_is_exact=found.total_is_exact,
            as_of=as_of,
            lag_ms=lag_ms(as_of),
        )

    def facets(self, query: SearchQuery) -> Facets:
        """Exact counts over all hits."""
        if query.min_commit is not None:
            self._wait_for_commit(query.min_commit, query.min_commit_wait_ms)
        deadline = Deadline(self._count_time_limit_ms)
        with self._connections.snapshot(deadline) as connection:
            as_of = self._as_of(connection)
            return count_facets(connection, query, deadline, now_ms=now_ms(), as_of=as_of)

    def near_words(self, words: Sequence[str]) -> Mapping[str, tuple[str, ...]] | None:
        """All words of names that are near these; null when they are too many to be named."""
        with self._connections.snapshot(Deadline(self._time_limit_ms)) as connection:
            self._as_of(connection)
            return vocabulary.all_near(connection, words)

    def stats(self) -> IndexStats:
        """Totals of the namespace."""
        with self._connections.snapshot(Deadline(self._time_limit_ms)) as connection:
            as_of = self._as_of(connection)
            files, directories, symlinks, length_bytes, space_consumed_bytes = connection.execute(
                "SELECT files, directories, symlinks, length_bytes, space_consumed_bytes FROM total"
            ).fetchone()
        return IndexStats(
            files=files,
            directories=directories,
            symlinks=symlinks,
            length_bytes=length_bytes,
            space_consumed_bytes=space_consumed_bytes,
            as_of=as_of,
            lag_ms=lag_ms(as_of),
        )

    def status(self) -> IndexStatus:
        """State of the index and its feed."""
        try:
            with self._connections.snapshot(Deadline(self._time_limit_ms)) as connection:
                return self._reported(connection, _position(connection))
        except IndexNotReady:
            return unreported(None, "The feed reader has not made an index yet")
        except (IndexCorrupt, SearchTimedOut) as error:
            return unreported(None, str(error))

    def position(self) -> FeedPosition | None:
        """Where the index is in the feed."""
        with self._connections.snapshot(Deadline(self._time_limit_ms)) as connection:
            row = connection.execute(
                "SELECT cursor, sequence, time_ms FROM feed_position WHERE searchable = 1"
            ).fetchone()
        return None if row is None else FeedPosition(*row)

    def close(self) -> None:
        """Releases everything held."""
        self._connections.close()

    def _wait_for_commit(self, min_commit: int, wait_ms: int) -> None:
        waiting = Deadline(wait_ms)
        while True:
            with self._connections.snapshot(Deadline(self._time_limit_ms)) as connection:
                sequence = self._as_of(connection).sequence
            if sequence >= min_commit:
                return
            if waiting.passed():
                raise CommitNotReached(min_commit=min_commit, sequence=sequence, waited_ms=wait_ms)
            time.sleep(_COMMIT_POLL_MS / 1000)

    def _as_of(self, connection: sqlite3.Connection) -> AsOf:
        as_of = _position(connection)
        if as_of is None:
            raise not_ready(str(self._path), self._reported(connection, None))
        return as_of

    def _reported(self, connection: sqlite3.Connection, as_of: AsOf | None) -> IndexStatus:
        report = connection.execute(
            "SELECT state, head_sequence, reported_at_ms, documents_built, last_error,"
            " build_percent, build_left_ms FROM feed_report"
        ).fetchone()
        if report is None:
            return unreported(as_of, "The feed reader has not reported yet")
        state, *rest = report
        return reported(as_of, FeedReport(FeedState(state), *rest))


def _position(connection: sqlite3.Connection) -> AsOf | None:
    row = connection.execute(
        "SELECT sequence, time_ms FROM feed_position WHERE searchable = 1"
    ).fetchone()
    return None if row is None else AsOf(*row)
