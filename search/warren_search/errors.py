"""Typed errors of the search index: a static message plus keyed facts."""

from __future__ import annotations

from typing import ClassVar


class SearchError(Exception):
    """Base of every error that a reader or writer raises on purpose.

    ``code`` is stable and meant for machines; ``message`` is static; ``facts`` holds the values.
    """

    code: ClassVar[str] = "search_failed"
    message: ClassVar[str] = "The search failed"

    def __init__(self, **facts: str | int | bool | None) -> None:
        self.facts = facts
        listed = ", ".join(f"{key}={value!r}" for key, value in facts.items())
        super().__init__(f"{self.message} ({listed})" if listed else self.message)


class InvalidQuery(SearchError):  # noqa: N818 - named for what is wrong, as all errors here
    """A field of the query is out of its documented range. Facts: field, reason."""

    code = "invalid_query"
    message = "The search query is not valid"


class InvalidCursor(SearchError):  # noqa: N818
    """The cursor is malformed or belongs to another query. Start again without it."""

    code = "invalid_cursor"
    message = "The cursor does not belong to this query"


class ScopeNotFound(SearchError):  # noqa: N818
    """The path scope names nothing the index (and the viewer) can see. Facts: path."""

    code = "scope_not_found"
    message = "The path to search below does not exist in the index"


class SearchTimedOut(SearchError):  # noqa: N818
    """The time limit of one query passed. Narrow the query. Facts: time_limit_ms."""

    code = "search_timed_out"
    message = "The search took too long; narrow it by path, owner or a longer word"


class CommitNotReached(SearchError):  # noqa: N818
    """``min_commit`` was not reached in time. Facts: min_commit, sequence, waited_ms."""

    code = "commit_not_reached"
    message = "The index has not reached the requested commit yet"


class IndexNotReady(SearchError):  # noqa: N818
    """There is no complete index yet. Facts: path, state, documents_built, percent, left_ms."""

    code = "index_not_ready"
    message = "The search index is still being built"


class IndexCorrupt(SearchError):  # noqa: N818
    """The file is not a search index of this version, or is damaged. Facts: path, reason."""

    code = "index_corrupt"
    message = "The search index cannot be read; it has to be rebuilt"


class IndexLocked(SearchError):  # noqa: N818
    """Another process writes this index. Facts: path."""

    code = "index_locked"
    message = "Another feed reader already maintains this search index"


class IndexUnavailable(SearchError):  # noqa: N818
    """The index's server does not answer, or cannot take work now: later it may. Facts: reason."""

    code = "index_unavailable"
    message = "The search index's server does not answer"


class IndexRefused(SearchError):  # noqa: N818
    """The index's server refuses what it was given; repeating it will not help. Facts: reason."""

    code = "index_refused"
    message = "The search index's server refused a request"
