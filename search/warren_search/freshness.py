"""How old an answer is, and what an index tells of its feed reader: alike for all backends."""

from __future__ import annotations

import time
from typing import Final

from warren_search.answer import AsOf, FeedState, IndexStatus
from warren_search.errors import IndexNotReady
from warren_search.position import FeedReport

REPORT_AGE_MAX_MS: Final = 15_000


def now_ms() -> int:
    """The wall clock in milliseconds."""
    return time.time_ns() // 1_000_000


def lag_ms(as_of: AsOf) -> int:
    """The distance between a state and now, in milliseconds."""
    return max(0, now_ms() - as_of.time_ms)


def unreported(as_of: AsOf | None, error: str) -> IndexStatus:
    """The status of an index whose feed reader has said nothing."""
    return IndexStatus(
        state=FeedState.STALLED,
        searchable=as_of is not None,
        as_of=as_of,
        head_sequence=0,
        lag_ms=None if as_of is None else lag_ms(as_of),
        heartbeat_age_ms=None,
        documents_built=None,
        last_error=error,
    )


def reported(as_of: AsOf | None, report: FeedReport) -> IndexStatus:
    """The status that the feed reader's last report gives; one that is too old is a stall."""
    age_ms = max(0, now_ms() - report.reported_at_ms)
    silent = age_ms > REPORT_AGE_MAX_MS
    return IndexStatus(
        state=FeedState.STALLED if silent else report.state,
        searchable=as_of is not None,
        as_of=as_of,
        head_sequence=report.head_sequence,
        lag_ms=None if as_of is None else lag_ms(as_of),
        heartbeat_age_ms=age_ms,
        documents_built=report.documents_built,
        last_error="The feed reader has stopped reporting" if silent else report.last_error,
        build_percent=report.build_percent,
        build_left_ms=report.build_left_ms,
    )


def not_ready(path: str, status: IndexStatus) -> IndexNotReady:
    """Why there is nothing to search, with the progress of the build."""
    return IndexNotReady(
        path=path,
        state=status.state.value,
        documents_built=status.documents_built,
        percent=status.build_percent,
        left_ms=status.build_left_ms,
    )
