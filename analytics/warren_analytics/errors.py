"""Typed errors of the replica and its queries: a static message plus keyed facts."""

from __future__ import annotations

from typing import ClassVar


class AnalyticsError(Exception):
    """Base of every error that is raised on purpose.

    ``code`` is stable and meant for machines; ``message`` is static; ``facts`` holds the values.
    """

    code: ClassVar[str] = "sql_failed"
    message: ClassVar[str] = "The query failed"

    def __init__(self, **facts: str | int | bool | None) -> None:
        self.facts = facts
        listed = ", ".join(f"{key}={value!r}" for key, value in facts.items())
        super().__init__(f"{self.message} ({listed})" if listed else self.message)


class StatementRefused(AnalyticsError):  # noqa: N818 - named for what is wrong, as all errors here
    """The statement is more than a read of the published tables. Facts: reason, name."""

    code = "sql_refused"
    message = "Only reading the published tables is allowed"


class StatementInvalid(AnalyticsError):  # noqa: N818
    """The statement cannot be understood. Facts: reason, position (0-based, in characters)."""

    code = "sql_invalid"
    message = "The statement is not valid"


class QueryFailed(AnalyticsError):  # noqa: N818
    """The statement met a value that it cannot work with. Facts: reason."""

    code = "sql_failed"
    message = "The query failed"


class QueryTimedOut(AnalyticsError):  # noqa: N818
    """The statement's time is over. Facts: time_limit_ms."""

    code = "sql_timed_out"
    message = "The query took too long; narrow it or read less"


class QueryCancelled(AnalyticsError):  # noqa: N818
    """Somebody cancelled the query."""

    code = "sql_cancelled"
    message = "The query was cancelled"


class MemoryExceeded(AnalyticsError):  # noqa: N818
    """The statement needs more memory or scratch space than it may have. Facts: memory_mb."""

    code = "sql_memory_exceeded"
    message = "The query needs more memory than it may use; aggregate or filter earlier"


class TooManyQueries(AnalyticsError):  # noqa: N818
    """As many queries as may wait are waiting. Facts: waiting_max."""

    code = "sql_busy"
    message = "Too many queries wait already; try again in a moment"


class QueryNotFound(AnalyticsError):  # noqa: N818
    """There is no such query, or its result is no longer kept. Facts: query_id."""

    code = "sql_query_not_found"
    message = "This query or its result is no longer kept; run it again"


class EngineAbsent(AnalyticsError):  # noqa: N818
    """There is no such engine here. Facts: engine, engines."""

    code = "sql_engine_absent"
    message = "This Warren has no such SQL engine"


class LiveUnavailable(AnalyticsError):  # noqa: N818
    """The SQL node does not answer, or refuses the reader. Facts: address, reason."""

    code = "sql_node_unavailable"
    message = "The SQL node cannot be asked now"


class DirectoryUnknown(AnalyticsError):  # noqa: N818
    """The replica has no such directory. Facts: path, or inode_id."""

    code = "usage_no_directory"
    message = "There is no such directory"


class OwnerUnknown(AnalyticsError):  # noqa: N818
    """Nothing has this owner or group. Facts: by, name."""

    code = "usage_no_owner"
    message = "Nothing belongs to anybody of that name"


class UsageTimedOut(AnalyticsError):  # noqa: N818
    """Files were being added up for too long. Facts: time_limit_ms."""

    code = "usage_timed_out"
    message = "Adding up took too long; ask for a part, or again when less is going on"


class CountUndecided(AnalyticsError):  # noqa: N818
    """What is to be counted cannot be told exactly from the replica. Facts: because."""

    code = "count_undecided"
    message = "The SQL replica cannot tell this count exactly"


class CountTimedOut(AnalyticsError):  # noqa: N818
    """Matches were being counted for too long. Facts: time_limit_ms."""

    code = "count_timed_out"
    message = "Counting took too long"


class ReplicaNotReady(AnalyticsError):  # noqa: N818
    """The replica was never complete. Facts: state, inodes_built, percent, left_ms."""

    code = "replica_not_ready"
    message = "The SQL replica is still being built"


class ReplicaUnavailable(AnalyticsError):  # noqa: N818
    """The replica's process does not answer. Facts: reason."""

    code = "replica_unavailable"
    message = "The SQL replica does not answer"


class ReplicaCorrupt(AnalyticsError):  # noqa: N818
    """The file is not a replica of this version. Facts: file, reason."""

    code = "replica_corrupt"
    message = "The replica's file cannot be read; it has to be built again"


class ReplicaLocked(AnalyticsError):  # noqa: N818
    """Another process maintains this replica. Facts: folder."""

    code = "replica_locked"
    message = "Another process already maintains this replica"


ERRORS_BY_CODE: dict[str, type[AnalyticsError]] = {
    kind.code: kind
    for kind in (
        StatementRefused,
        StatementInvalid,
        QueryFailed,
        QueryTimedOut,
        QueryCancelled,
        MemoryExceeded,
        TooManyQueries,
        QueryNotFound,
        EngineAbsent,
        LiveUnavailable,
        DirectoryUnknown,
        OwnerUnknown,
        UsageTimedOut,
        CountUndecided,
        CountTimedOut,
        ReplicaNotReady,
        ReplicaUnavailable,
        ReplicaCorrupt,
        ReplicaLocked,
    )
}
