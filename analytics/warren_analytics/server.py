"""The replica's HTTP server on a Unix socket: the engine allows one process to own the file."""

from __future__ import annotations

import json
import re
import socketserver
import threading
from collections.abc import Callable, Iterator
from dataclasses import asdict
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any, Final, NoReturn
from urllib.parse import parse_qs, urlsplit

from warren_analytics import results
from warren_analytics.counting_values import asked_of, counts_body
from warren_analytics.errors import (
    AnalyticsError,
    CountTimedOut,
    CountUndecided,
    DirectoryUnknown,
    EngineAbsent,
    LiveUnavailable,
    OwnerUnknown,
    QueryNotFound,
    ReplicaNotReady,
    StatementInvalid,
    StatementRefused,
    TooManyQueries,
    UsageTimedOut,
)
from warren_analytics.ordering import Direction
from warren_analytics.owner_values import OwnedBy, OwnerAfter, OwnerSort, owner_body
from warren_analytics.owners import OWNERS_MAX
from warren_analytics.quota_values import QuotaSort, quotas_body
from warren_analytics.quotas import QUOTAS_MAX
from warren_analytics.service import ReplicaService
from warren_analytics.trash import TRASHED_MAX
from warren_analytics.trash_values import TrashAsked, TrashSort, trash_body
from warren_analytics.usage import CHILDREN_MAX, GROUPS_MAX, GROWN_MAX
from warren_analytics.usage_values import After, UsageBy, UsageSort, body_of
from warren_analytics.watched import WATCHED_MAX
from warren_analytics.wire import error_body, query_body, status_body

BODY_BYTES_MAX: Final = 256 * 1024
WAIT_MS_MAX: Final = 60_000
PAGE_ROWS_MAX: Final = 1_000
CONNECTIONS_MAX: Final = 64
IDLE_TIMEOUT_S: Final = 30

_STATUS: Final[dict[type[AnalyticsError], int]] = {
    StatementInvalid: 400,
    StatementRefused: 403,
    QueryNotFound: 404,
    DirectoryUnknown: 404,
    OwnerUnknown: 404,
    EngineAbsent: 400,
    TooManyQueries: 429,
    LiveUnavailable: 503,
    ReplicaNotReady: 503,
    UsageTimedOut: 503,
    CountUndecided: 409,
    CountTimedOut: 503,
}
_QUERY: Final = re.compile(r"/queries/([0-9a-f]{32})(/rows|/file)?")
_FILES: Final[dict[str, Callable[[Path], Iterator[bytes]]]] = {
    "csv": results.csv_chunks,
    "parquet": results.parquet_chunks,
}


class ReplicaServer(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    """Serves one service; the socket is readable by its user alone."""

    daemon_threads = True
    request_queue_size = CONNECTIONS_MAX

    def __init__(self, socket: Path, service: ReplicaService) -> None:
        socket.parent.mkdir(parents=True, exist_ok=True)
        # The folder's lock is held: whoever left it is gone.
        socket.unlink(missing_ok=True)
        self.service = service
        self._connections = threading.BoundedSemaphore(CONNECTIONS_MAX)
        super().__init__(str(socket), _Handler)
        socket.chmod(0o600)

    def process_request(self, request: Any, client_address: Any) -> None:
        if not self._connections.acquire(blocking=False):
            self.shutdown_request(request)
            return
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._connections.release()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = IDLE_TIMEOUT_S
    server: ReplicaServer

    def do_GET(self) -> None:
        self._answer(self._get)

    def do_POST(self) -> None:
        self._answer(self._post)

    def do_PUT(self) -> None:
        self._answer(self._watch)

    def do_DELETE(self) -> None:
        self._answer(self._cancel)

    def address_string(self) -> str:
        """A Unix socket's clients have no address."""
        return "local"

    def log_message(self, *_arguments: object) -> None:
        """Queries are logged by whoever asks in a user's name."""

    def _answer(self, work: Callable[[], dict[str, Any] | None]) -> None:
        try:
            body = work()
        except AnalyticsError as error:
            self._send(_STATUS.get(type(error), 500), error_body(error))
            return
        except (ValueError, KeyError, TypeError):
            self._send(400, error_body(StatementInvalid(reason="the request is malformed")))
            return
        if body is not None:
            self._send(200, body)

    def _get(self) -> dict[str, Any] | None:
        url = urlsplit(self.path)
        asked = {key: values[0] for key, values in parse_qs(url.query).items()}
        answer = self._known.get(url.path)
        if answer is not None:
            return answer(self, asked)
        service = self.server.service
        query_id, part = self._query_of(url.path)
        if part == "/rows":
            offset, limit = int(asked.get("offset", "0")), int(asked.get("limit", "100"))
            file = service.queries.file(query_id)
            return {"rows": results.page(file, max(0, offset), min(limit, PAGE_ROWS_MAX))}
        if part == "/file":
            self._stream(_FILES[asked["format"]](service.queries.file(query_id)))
            return None
        wait_ms = min(int(asked.get("wait_ms", "0")), WAIT_MS_MAX)
        return query_body(service.queries.get(query_id, wait_ms=wait_ms))

    def _status(self, _asked: dict[str, str]) -> dict[str, Any]:
        return status_body(self.server.service.status())

    def _tables(self, asked: dict[str, str]) -> dict[str, Any]:
        tables = self.server.service.tables(asked.get("engine"))
        return {"tables": [asdict(each) for each in tables]}

    def _usage(self, asked: dict[str, str]) -> dict[str, Any]:
        found = self.server.service.usage.directory(
            asked["path"],
            sort=UsageSort(asked["sort"]),
            limit=min(int(asked["limit"]), CHILDREN_MAX),
            after=_after(asked),
            since_ms=int(asked["since_ms"]) if "since_ms" in asked else None,
        )
        return body_of(found)

    def _quotas(self, asked: dict[str, str]) -> dict[str, Any]:
        found = self.server.service.quotas.page(
            prefix=asked.get("prefix", ""),
            sort=QuotaSort(asked["sort"]),
            limit=min(int(asked["limit"]), QUOTAS_MAX),
            after=_after(asked),
            direction=_direction(asked),
            below=json.loads(asked["below"]) if "below" in asked else None,
        )
        return quotas_body(found)

    def _breakdown(self, asked: dict[str, str]) -> dict[str, Any]:
        found = self.server.service.usage.breakdown(
            asked["path"],
            by=UsageBy(asked["by"]),
            sort=UsageSort(asked["sort"]),
            limit=min(int(asked["limit"]), GROUPS_MAX),
        )
        return body_of(found)

    def _history(self, asked: dict[str, str]) -> dict[str, Any]:
        usage = self.server.service.usage
        return body_of(usage.history(asked["path"], from_ms=int(asked["from_ms"])))

    def _growth(self, asked: dict[str, str]) -> dict[str, Any]:
        found = self.server.service.usage.growth(
            asked["path"],
            since_ms=int(asked["since_ms"]),
            sort=UsageSort(asked["sort"]),
            limit=min(int(asked["limit"]), GROWN_MAX),
        )
        return body_of(found)

    def _owners(self, asked: dict[str, str]) -> dict[str, Any]:
        after = OwnerAfter(asked["value"], asked["after_name"]) if "after_name" in asked else None
        found = self.server.service.owners.page(
            OwnedBy(asked["by"]),
            sort=OwnerSort(asked["sort"]),
            limit=min(int(asked["limit"]), OWNERS_MAX),
            after=after,
            direction=_direction(asked),
        )
        return owner_body(found)

    def _owner(self, asked: dict[str, str]) -> dict[str, Any]:
        found = self.server.service.owners.detail(
            OwnedBy(asked["by"]), asked["name"], measure=UsageSort(asked["measure"])
        )
        return owner_body(found)

    def _directories(self, asked: dict[str, str]) -> dict[str, Any]:
        inode_ids = [int(each) for each in asked["inode_ids"].split(",")]
        if len(inode_ids) > WATCHED_MAX:
            raise ValueError("too many directories")
        return body_of(self.server.service.usage.directories(inode_ids))

    def _trash(self, asked: dict[str, str]) -> dict[str, Any]:
        found = self.server.service.trash.page(
            TrashAsked(
                user=asked.get("user"),
                prefix=asked.get("prefix", ""),
                from_ms=int(asked["from_ms"]) if "from_ms" in asked else None,
                before_ms=int(asked["before_ms"]) if "before_ms" in asked else None,
            ),
            sort=TrashSort(asked["sort"]),
            limit=min(int(asked["limit"]), TRASHED_MAX),
            after=_after(asked),
            direction=_direction(asked),
        )
        return trash_body(found)

    _known: Final = {
        "/status": _status,
        "/tables": _tables,
        "/usage": _usage,
        "/usage/breakdown": _breakdown,
        "/usage/history": _history,
        "/usage/growth": _growth,
        "/usage/directories": _directories,
        "/usage/quotas": _quotas,
        "/usage/owners": _owners,
        "/usage/owner": _owner,
        "/trash": _trash,
    }

    def _post(self) -> dict[str, Any]:
        answer = self._posted.get(urlsplit(self.path).path)
        return self._refused() if answer is None else answer(self, self._body())

    def _watch(self) -> dict[str, Any]:
        """Says whose past is kept from now on, in any case."""
        if urlsplit(self.path).path != "/usage/watched":
            return self._refused()
        watched = self.server.service.watched
        watched.replace(map(int, self._body()["inode_ids"]))
        return {"watched": len(watched.ids())}

    def _body(self) -> Any:
        length = int(self.headers.get("Content-Length", "0"))
        return (
            json.loads(self.rfile.read(length)) if 0 < length <= BODY_BYTES_MAX else self._refused()
        )

    def _refused(self) -> NoReturn:
        """What came is left unread, so nothing else may come over this connection."""
        self.close_connection = True
        raise ValueError("unknown request")

    def _count(self, body: dict[str, Any]) -> dict[str, Any]:
        return counts_body(self.server.service.counting.counts(asked_of(body)))

    def _submit(self, body: dict[str, Any]) -> dict[str, Any]:
        queries = self.server.service.queries
        query = queries.submit(
            str(body["statement"]),
            explain=bool(body.get("explain", False)),
            time_limit_ms=body.get("time_limit_ms"),
            engine=body.get("engine"),
        )
        wait_ms = min(int(body.get("wait_ms", 0)), WAIT_MS_MAX)
        return query_body(queries.get(query.query_id, wait_ms=wait_ms))

    _posted: Final = {"/queries": _submit, "/counts": _count}

    def _cancel(self) -> dict[str, Any]:
        query_id, _ = self._query_of(urlsplit(self.path).path)
        return query_body(self.server.service.queries.cancel(query_id))

    def _query_of(self, path: str) -> tuple[str, str | None]:
        match = _QUERY.fullmatch(path)
        if match is None:
            raise QueryNotFound(query_id=path[:64])
        return match[1], match[2]

    def _send(self, status: int, body: dict[str, Any]) -> None:
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def _stream(self, chunks: Iterator[bytes]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/octet-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for chunk in chunks:
            if chunk:
                self.wfile.write(b"%x\r\n%b\r\n" % (len(chunk), chunk))
        self.wfile.write(b"0\r\n\r\n")


def _direction(asked: dict[str, str]) -> Direction | None:
    return Direction(asked["direction"]) if "direction" in asked else None


def _after(asked: dict[str, str]) -> After | None:
    return After(asked["value"], int(asked["after_id"])) if "after_id" in asked else None
