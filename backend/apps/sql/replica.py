"""The replica's client of this process, and its errors as problems of the platform."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Final

from apps.common.builds import advice
from apps.common.problems import InvalidInput, NotFound, Problem, TooManyRequests, Unavailable
from config.env import env
from warren_analytics.client import ReplicaClient
from warren_analytics.errors import (
    AnalyticsError,
    DirectoryUnknown,
    EngineAbsent,
    OwnerUnknown,
    QueryNotFound,
    ReplicaNotReady,
    StatementInvalid,
    StatementRefused,
    TooManyQueries,
    UsageTimedOut,
)

_ADVICE: Final[dict[type[AnalyticsError], str]] = {
    QueryNotFound: "Run the statement again.",
    DirectoryUnknown: "Name a directory; one that was just made is there in a moment.",
    OwnerUnknown: "Name one as files have it; who owns none is not known.",
    UsageTimedOut: "Ask for a directory below, or use SQL, which may take longer.",
}


@lru_cache(maxsize=1)
def replica_client() -> ReplicaClient:
    """The client; it copes with a replica that is absent or restarted."""
    return ReplicaClient(env().replica_socket_path)


def problem_of(error: AnalyticsError) -> Problem:
    """What the platform answers instead of the replica's error."""
    facts = {key: value for key, value in error.facts.items() if value is not None}
    if isinstance(error, StatementInvalid | StatementRefused):
        reason = str(error.facts.get("reason") or error.message)
        return InvalidInput(
            error.message, code=error.code, facts=facts, fields={"statement": [reason]}
        )
    if isinstance(error, EngineAbsent):
        reason = "Live SQL needs cluster mode; use duckdb."
        return InvalidInput(
            error.message, code=error.code, facts=facts, fields={"engine": [reason]}
        )
    detail = _ADVICE.get(type(error), "")
    if isinstance(error, QueryNotFound | DirectoryUnknown | OwnerUnknown):
        told = {} if isinstance(error, QueryNotFound) else facts
        return NotFound(error.message, code=error.code, detail=detail, facts=told)
    if isinstance(error, TooManyQueries):
        return TooManyRequests(error.message, code=error.code, facts=facts, retry_after_s=2)
    if isinstance(error, ReplicaNotReady):
        detail = advice(facts)
    return Unavailable(error.message, code=error.code, detail=detail, facts=facts)


@contextmanager
def replica_problems() -> Iterator[ReplicaClient]:
    """The client, for use inside the block; its errors leave the block as problems."""
    try:
        yield replica_client()
    except AnalyticsError as error:
        raise problem_of(error) from error
