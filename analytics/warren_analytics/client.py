"""The replica as other processes see it: a client of its socket. Safe to share between threads."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, Literal

import httpx

from warren_analytics.counting_values import CountAsked, Counts, asked_body, counts_of
from warren_analytics.errors import AnalyticsError, ReplicaUnavailable
from warren_analytics.ordering import Direction
from warren_analytics.owner_values import (
    OwnedBy,
    OwnerAfter,
    OwnerDetail,
    OwnerPage,
    OwnerSort,
    owner_detail_of,
    owners_of,
)
from warren_analytics.query import Query
from warren_analytics.quota_values import QuotaPage, QuotaSort, quotas_of
from warren_analytics.trash_values import TrashAsked, TrashPage, TrashSort, trash_of
from warren_analytics.usage_values import (
    After,
    DirectoryUsage,
    UsageBreakdown,
    UsageBy,
    UsageGrowth,
    UsageHistory,
    UsageSort,
    UsedDirectories,
    breakdown_of,
    directories_of,
    growth_of,
    history_of,
    usage_of,
)
from warren_analytics.wire import Status, TableInfo, error_of, query_of, status_of, table_of

TIMEOUT_S: Final = 10.0
# Beyond that: as long as adding up may take, and another one that waits before it.
USAGE_WAIT_MS: Final = 30_000
# Beyond that: what a count may take besides, with the wait for its turn.
COUNT_WAIT_MS: Final = 2_000
FileFormat = Literal["csv", "parquet"]


class ReplicaClient:
    """Calls raise what the replica's errors say, and ReplicaUnavailable when it does not answer."""

    def __init__(self, socket: Path) -> None:
        self._http = httpx.Client(
            transport=httpx.HTTPTransport(uds=str(socket)), base_url="http://replica"
        )

    def status(self) -> Status:
        """State of the replica."""
        return status_of(self._call("GET", "/status"))

    def tables(self, engine: str | None = None) -> list[TableInfo]:
        """The tables of an engine. Raises ReplicaNotReady, EngineAbsent, LiveUnavailable."""
        asked = {} if engine is None else {"engine": engine}
        return [table_of(each) for each in self._call("GET", "/tables", params=asked)["tables"]]

    def submit(
        self,
        statement: str,
        *,
        explain: bool = False,
        time_limit_ms: int | None = None,
        wait_ms: int = 0,
        engine: str | None = None,
    ) -> Query:
        """Starts a query and waits that long for its end. engine: the replica's without a name.

        Raises StatementInvalid, StatementRefused, EngineAbsent, ReplicaNotReady, LiveUnavailable,
        TooManyQueries.
        """
        body = {
            "statement": statement,
            "explain": explain,
            "time_limit_ms": time_limit_ms,
            "wait_ms": wait_ms,
            "engine": engine,
        }
        return query_of(self._call("POST", "/queries", wait_ms, json=body))

    def query(self, query_id: str, *, wait_ms: int = 0) -> Query:
        """The query as it is. Raises QueryNotFound."""
        asked = {"wait_ms": wait_ms}
        return query_of(self._call("GET", f"/queries/{query_id}", wait_ms, params=asked))

    def cancel(self, query_id: str) -> Query:
        """Stops the query. Raises QueryNotFound."""
        return query_of(self._call("DELETE", f"/queries/{query_id}"))

    def rows(self, query_id: str, *, offset: int, limit: int) -> list[list[Any]]:
        """Rows of a result. Raises QueryNotFound."""
        asked = {"offset": offset, "limit": limit}
        rows: list[list[Any]] = self._call("GET", f"/queries/{query_id}/rows", params=asked)["rows"]
        return rows

    def usage(
        self,
        path: str,
        *,
        sort: UsageSort,
        limit: int,
        after: After | None = None,
        since_ms: int | None = None,
    ) -> DirectoryUsage:
        """A directory and a page of what is in it; since a time with what that gained.

        Raises DirectoryUnknown, UsageTimedOut, ReplicaNotReady.
        """
        asked = {"path": path, "sort": sort.value, "limit": limit, **_behind(after)}
        if since_ms is not None:
            asked["since_ms"] = since_ms
        return usage_of(self._call("GET", "/usage", USAGE_WAIT_MS, params=asked))

    def usage_breakdown(
        self, path: str, *, by: UsageBy, sort: UsageSort, limit: int
    ) -> UsageBreakdown:
        """All files below a directory by a property. Raises the same."""
        asked = {"path": path, "by": by.value, "sort": sort.value, "limit": limit}
        return breakdown_of(self._call("GET", "/usage/breakdown", USAGE_WAIT_MS, params=asked))

    def usage_history(self, path: str, *, from_ms: int) -> UsageHistory:
        """A directory over time. Raises the same."""
        asked = {"path": path, "from_ms": from_ms}
        return history_of(self._call("GET", "/usage/history", USAGE_WAIT_MS, params=asked))

    def usage_growth(self, path: str, *, since_ms: int, sort: UsageSort, limit: int) -> UsageGrowth:
        """Who gained most at and below a directory. Raises the same."""
        asked = {"path": path, "since_ms": since_ms, "sort": sort.value, "limit": limit}
        return growth_of(self._call("GET", "/usage/growth", USAGE_WAIT_MS, params=asked))

    def counts(self, asked: CountAsked) -> Counts:
        """The matches of a search.

        Raises CountUndecided, CountTimedOut, MemoryExceeded, ReplicaNotReady.
        """
        body = asked_body(asked)
        return counts_of(self._call("POST", "/counts", COUNT_WAIT_MS, json=body))

    def directories(self, inode_ids: Sequence[int]) -> UsedDirectories:
        """Some directories, at most WATCHED_MAX, where they are now. Raises UsageTimedOut."""
        asked = {"inode_ids": ",".join(map(str, inode_ids))}
        return directories_of(self._call("GET", "/usage/directories", USAGE_WAIT_MS, params=asked))

    def watch(self, inode_ids: Sequence[int]) -> None:
        """Has the past of these kept, whatever their size, and of no others on purpose."""
        self._call("PUT", "/usage/watched", json={"inode_ids": list(inode_ids)})

    def quotas(
        self,
        *,
        prefix: str,
        sort: QuotaSort,
        limit: int,
        after: After | None = None,
        direction: Direction | None = None,
        below: Sequence[str] | None = None,
    ) -> QuotaPage:
        """Directories with a limit. Raises UsageTimedOut, ReplicaNotReady.

        below: only those that are one of these directories, none of them the root, or below one.
        """
        asked = {"prefix": prefix, "sort": sort.value, "limit": limit, **_behind(after)}
        asked |= _towards(direction)
        if below is not None:
            asked["below"] = json.dumps(list(below), ensure_ascii=False)
        return quotas_of(self._call("GET", "/usage/quotas", USAGE_WAIT_MS, params=asked))

    def owners(
        self,
        by: OwnedBy,
        *,
        sort: OwnerSort,
        limit: int,
        after: OwnerAfter | None = None,
        direction: Direction | None = None,
    ) -> OwnerPage:
        """What each user, or group, owns. Raises UsageTimedOut, ReplicaNotReady."""
        asked: dict[str, str | int] = {"by": by.value, "sort": sort.value, "limit": limit}
        asked |= _towards(direction)
        if after is not None:
            asked |= {"value": after.value, "after_name": after.name}
        return owners_of(self._call("GET", "/usage/owners", USAGE_WAIT_MS, params=asked))

    def owner(self, by: OwnedBy, name: str, *, measure: UsageSort) -> OwnerDetail:
        """One of them, with where and how old it is. Raises OwnerUnknown besides."""
        asked = {"by": by.value, "name": name, "measure": measure.value}
        return owner_detail_of(self._call("GET", "/usage/owner", USAGE_WAIT_MS, params=asked))

    def trash(
        self,
        which: TrashAsked,
        *,
        sort: TrashSort,
        limit: int,
        after: After | None = None,
        direction: Direction | None = None,
    ) -> TrashPage:
        """What was deleted and lies in a trash. Raises UsageTimedOut, ReplicaNotReady."""
        asked: dict[str, str | int] = {"sort": sort.value, "limit": limit}
        asked |= {name: each for name, each in asdict(which).items() if each is not None}
        asked |= _behind(after) | _towards(direction)
        return trash_of(self._call("GET", "/trash", USAGE_WAIT_MS, params=asked))

    @contextmanager
    def file(self, query_id: str, kind: FileFormat) -> Iterator[Iterator[bytes]]:
        """The chunks of a result as a file. Raises QueryNotFound."""
        try:
            with self._http.stream(
                "GET", f"/queries/{query_id}/file", params={"format": kind}, timeout=TIMEOUT_S
            ) as response:
                if response.status_code != httpx.codes.OK:
                    response.read()
                    raise _error(response)
                yield response.iter_bytes()
        except httpx.HTTPError as error:
            raise ReplicaUnavailable(reason=type(error).__name__) from error

    def close(self) -> None:
        """Closes idle connections."""
        self._http.close()

    def _call(self, method: str, path: str, wait_ms: int = 0, **arguments: Any) -> dict[str, Any]:
        try:
            response = self._http.request(
                method, path, timeout=TIMEOUT_S + wait_ms / 1000, **arguments
            )
        except httpx.HTTPError as error:
            raise ReplicaUnavailable(reason=type(error).__name__) from error
        if response.status_code != httpx.codes.OK:
            raise _error(response)
        try:
            body: dict[str, Any] = response.json()
        except ValueError as error:
            raise ReplicaUnavailable(reason="answers, but not as a replica") from error
        return body


def _towards(direction: Direction | None) -> dict[str, str]:
    return {} if direction is None else {"direction": direction.value}


def _behind(after: After | None) -> dict[str, str | int]:
    return {} if after is None else {"value": after.value, "after_id": after.inode_id}


def _error(response: httpx.Response) -> AnalyticsError:
    try:
        return error_of(response.json())
    except (ValueError, TypeError, AttributeError):
        return ReplicaUnavailable(reason=f"status {response.status_code}")
