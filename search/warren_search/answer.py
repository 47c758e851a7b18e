"""What a search index answers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from warren_search.query import Kind


@dataclass(frozen=True, slots=True)
class AsOf:
    """The state of the namespace an answer shows.

    sequence: feed sequence of the last change included. time_ms: moment up to which every change
    is included, in milliseconds since the epoch.
    """

    sequence: int
    time_ms: int


@dataclass(frozen=True, slots=True)
class SearchHit:
    """An inode that matched. highlights: [start, end) code-point ranges over ``name``.

    fuzzy: the name holds only something like a word of the text; just with ``typos``.
    in_database: it is a file whose bytes are rows of the database.
    """

    inode_id: int
    path: str
    name: str
    kind: Kind
    size_bytes: int
    owner: str
    group: str
    mode: int
    mtime_ms: int
    atime_ms: int
    replication: int
    block_size_bytes: int
    highlights: tuple[tuple[int, int], ...]
    fuzzy: bool = False
    in_database: bool = False


class AnswerSource(StrEnum):
    """What an answer was made from: the index, or also the changes that it had not seen yet."""

    INDEX = "index"
    INDEX_AND_STORE = "index_and_store"


@dataclass(frozen=True, slots=True)
class SearchPage:
    """One page of hits, read from one consistent state of the index.

    next_cursor: null when the end was reached. A page may hold fewer hits than the limit and still
    have a cursor: the reader stopped at its work limit and the next page goes on from there.
    total: number of hits over all pages; a lower bound when ``total_is_exact`` is false.
    """

    items: tuple[SearchHit, ...]
    next_cursor: str | None
    total: int
    total_is_exact: bool
    as_of: AsOf
    lag_ms: int
    source: AnswerSource = AnswerSource.INDEX


@dataclass(frozen=True, slots=True)
class IndexStats:
    """Totals over the whole namespace, exact at ``as_of``; the root counts as a directory."""

    files: int
    directories: int
    symlinks: int
    length_bytes: int
    space_consumed_bytes: int
    as_of: AsOf
    lag_ms: int


class FeedState(StrEnum):
    """What the feed reader that maintains the index is doing."""

    FOLLOWING = "following"
    CATCHING_UP = "catching_up"
    REBUILDING = "rebuilding"
    STALLED = "stalled"
    PAUSED = "paused"


@dataclass(frozen=True, slots=True)
class IndexStatus:
    """Health of the index.

    searchable: whether a complete index exists; as_of is null until then.
    head_sequence: newest sequence in the feed when the feed reader last heard of it.
    heartbeat_age_ms: time since the feed reader last reported; null when it never did.
    documents_built: progress of a running rebuild, else null; build_percent: the same as a share of
    the whole, 0 to 99. build_left_ms: how long it will take, null also while that is not known.
    last_error: why the state is stalled (or what the reader last retried), else null.
    """

    state: FeedState
    searchable: bool
    as_of: AsOf | None
    head_sequence: int
    lag_ms: int | None
    heartbeat_age_ms: int | None
    documents_built: int | None
    last_error: str | None
    build_percent: int | None = None
    build_left_ms: int | None = None
