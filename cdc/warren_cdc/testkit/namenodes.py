"""A test double of the namenodes' admin API: several HTTP servers over one store in memory."""

from __future__ import annotations

import json
import threading
import time
import zlib
from collections.abc import Iterable
from dataclasses import asdict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Final, Self
from urllib.parse import parse_qs, urlsplit

from warren_search.columns import TOLD
from warren_search.operation import (
    IN_DATABASE,
    Delete,
    Document,
    IndexOperation,
    Put,
    in_database,
)
from warren_search.permissions import HAS_ACL
from warren_search.query import Kind
from warren_search.testkit.history import file

from warren_cdc.attributes import HAS_XATTRS
from warren_cdc.cursors import FeedHistory, cursor_of
from warren_cdc.testkit.rows import RowsDouble, acl

TOKEN: Final = "token-of-the-test"  # noqa: S105 - opens nothing
_PAGE_MAX: Final = 5_000
_ROWS: Final = "/admin/v1/rows/"
_CHECKSUMS: Final = "/admin/v1/files/checksums"
_HEAT: Final = "/admin/v1/rows/heat"
_COLUMNS: Final = "/admin/v1/inodes/columns"
_INODE: Final = {"erasure_coding_policy": 0, "features": 0}
_MEMBERS: Final = (*TOLD, *_INODE)


class Trimmed(Exception):  # noqa: N818 - named for what happened
    """The cursor is older than the oldest event kept."""


class UnknownCursor(Exception):  # noqa: N818
    """The cursor is not of this store."""


class SetBack(Exception):  # noqa: N818
    """The store lost what the cursor names."""


def mark_of(name: str) -> str:
    """What the cursors of a store begin with."""
    return f"{zlib.crc32(name.encode()):08x}"


class StoreDouble:
    """Inodes and their change feed, as every namenode sees them."""

    def __init__(self, name: str = "store") -> None:
        self._mark = mark_of(name)
        self._incarnations = [(1, 1)]
        self._changed = threading.Condition()
        self._events: list[dict[str, Any]] = []
        self._trimmed = 0
        self._documents: dict[int, Document] = {}
        self._versions: dict[int, int] = {}
        self.rows = RowsDouble()
        # Of files by inode id: a checksum, or after "!" the reason why there is none.
        self.contents: dict[int, str] = {}
        self.asked: list[int] = []
        self.checksums_allowed = threading.Event()
        self.checksums_allowed.set()

    def commit(self, operations: Iterable[IndexOperation]) -> int:
        """Appends an event for each operation; returns the head's sequence."""
        with self._changed:
            for operation in operations:
                self._events.append(self._event(operation))
                self._store(operation)
            self._changed.notify_all()
            return len(self._events)

    def trim(self, kept: int) -> None:
        """Forgets all but the newest events."""
        with self._changed:
            self._trimmed = max(self._trimmed, len(self._events) - kept)

    def set_back(self, sequence: int, incarnation: int | None = None) -> None:
        """Loses all changes above a sequence; the next ones are of another incarnation.

        incarnation: null when the store does not notice, as those that keep none.
        """
        with self._changed:
            events, self._events = self._events[:sequence], []
            self._documents.clear()
            self._versions.clear()
            for event in events:
                self._events.append(event)
                self._replay(event)
            if incarnation is not None:
                self._incarnations.append((sequence + 1, incarnation))
            self._changed.notify_all()

    def _replay(self, event: dict[str, Any]) -> None:
        if event["operation"] == "delete":
            self._documents.pop(event["inode_id"], None)
        else:
            row = {name: event[name] for name in TOLD}
            row |= {"kind": Kind(row["kind"]), "in_database": in_database(event["features"])}
            self._documents[event["inode_id"]] = Document(**row)
        self._versions[event["inode_id"]] = event["logical_time"]

    def feed(self, after: str | None, limit: int, wait_ms: int) -> dict[str, Any]:
        """A page of the feed. Raises Trimmed, UnknownCursor."""
        with self._changed:
            start = self._trimmed if after is None else self._number(after)
            if start < self._trimmed:
                raise Trimmed
            self._changed.wait_for(lambda: len(self._events) > start, wait_ms / 1000)
            events = self._events[start : start + limit]
            end = start + len(events)
            return {
                "events": events,
                "next": self._cursor(end),
                "head": self._cursor(len(self._events)),
                "head_sequence": len(self._events),
                "cursor_mark": self._mark,
                "incarnations": [
                    {"id": each, "first_sequence": first} for first, each in self._incarnations
                ],
                "as_of_ms": _now_ms(),
                "caught_up": end == len(self._events),
            }

    def inodes(self, after_id: int, limit: int) -> dict[str, Any]:
        """A page of the inodes."""
        with self._changed:
            ids = sorted(inode_id for inode_id in self._documents if inode_id > after_id)
            page = [_inode(self._documents[inode_id]) for inode_id in ids[:limit]]
            ids_below = max(self._documents, default=0) + 1
        return {
            "inodes": page,
            "next_after_id": ids[limit - 1] if len(ids) > limit else None,
            "ids_below": ids_below,
            "as_of_ms": _now_ms(),
        }

    def checksums(self, inode_ids: list[int]) -> dict[str, Any]:
        """Checksums of files, which all have one unless ``contents`` says otherwise."""
        self.asked += inode_ids
        self.checksums_allowed.wait(30)
        with self._changed:
            told = [self._checksum(inode_id) for inode_id in inode_ids]
        return {"checksums": told, "as_of_ms": _now_ms()}

    def _checksum(self, inode_id: int) -> dict[str, Any]:
        document = self._documents.get(inode_id)
        content = self.contents.get(inode_id, "aa") if document else "!gone"
        has_one = not content.startswith("!")
        return {
            "inode_id": inode_id,
            "length_bytes": document.size_bytes if document else None,
            "mtime_ms": document.mtime_ms if document else None,
            "algorithm": "MD5-of-0MD5-of-512CRC32C" if has_one else None,
            "checksum": content if has_one else None,
            "reason": None if has_one else content.removeprefix("!"),
        }

    def _store(self, operation: IndexOperation) -> None:
        # The feed may repeat events; the store itself keeps the newest.
        if operation.logical_time <= self._versions.get(operation.inode_id, 0):
            return
        self._versions[operation.inode_id] = operation.logical_time
        self.rows.remove("acls", operation.inode_id)
        if isinstance(operation, Put):
            if operation.document.acl:
                self.rows.put("acls", acl(operation.inode_id, operation.document.acl))
            self._documents[operation.inode_id] = operation.document
        else:
            self._documents.pop(operation.inode_id, None)

    def _event(self, operation: IndexOperation) -> dict[str, Any]:
        known = self._documents.get(operation.inode_id)
        match operation:
            case Put():
                row, name = operation.document, "create" if known is None else "update"
            case Delete():
                row, name = known or _unknown(operation), "delete"
        before = None
        if known is not None and name == "update":
            place = {"parent_id": known.parent_id, "name": known.name}
            if place != {"parent_id": row.parent_id, "name": row.name}:
                name, before = "rename", place
        sequence = len(self._events) + 1
        return {
            **_inode(row),
            "logical_time": operation.logical_time,
            "schema": "warren.change.v2",
            "cursor": self._cursor(sequence),
            "sequence": sequence,
            "committed_at_ms": _now_ms(),
            "operation": name,
            "before": before,
            "erasure_coding_policy": 0,
        }

    def _cursor(self, number: int) -> str:
        return cursor_of(self._mark, self._history().incarnation_of(number), number)

    def _history(self) -> FeedHistory:
        return FeedHistory(self._mark, self._incarnations)

    def _number(self, cursor: str) -> int:
        mark, incarnation, digits = cursor.split("-")
        number = int(digits)
        if mark != self._mark:
            raise UnknownCursor
        given_by = f"{self._history().incarnation_of(number):08x}"
        if incarnation != given_by or number > len(self._events):
            raise SetBack
        return number


class NamenodeDouble:
    """One HTTP server over a store. Faults can be switched on while it runs."""

    def __init__(self, store: StoreDouble) -> None:
        self.store = store
        self.paths: list[str] = []
        self.failing_status: int | None = None
        self.broken_answer: bytes | None = None
        self.has_rows = True
        # What it is heated by, in every window: the rows of an answer.
        self.name = "nn1"
        self.heat: list[dict[str, Any]] = []
        self.inodes_allowed = threading.Event()
        self.inodes_allowed.set()
        self._server = _Server(self)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()

    def kill(self) -> None:
        """Stops serving; the port is refused afterwards, open connections are cut."""
        self.inodes_allowed.set()
        self._server.dead = True
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def answer(self, path: str, query: dict[str, str], token: str) -> tuple[int, bytes]:
        """Status and body."""
        self.paths.append(path)
        if self.failing_status is not None:
            return _problem(self.failing_status, "unavailable")
        if token != f"Bearer {TOKEN}":
            return _problem(401, "unauthorized")
        if self.broken_answer is not None:
            return 200, self.broken_answer
        if path == _HEAT:
            page = {"namenode": self.name, "window": query["window"], "rows": self.heat}
            return _json({**page, "as_of_ms": _now_ms()})
        if not 1 <= int(query.get("limit", "1000")) <= _PAGE_MAX:
            return _problem(400, "invalid_argument")
        return self._page(path, query, int(query.get("limit", "1000")))

    def _page(self, path: str, query: dict[str, str], limit: int) -> tuple[int, bytes]:
        if path == "/admin/v1/feed":
            return self._feed(query, limit)
        if path.startswith(_ROWS) and self.has_rows:
            try:
                return _json(self.store.rows.page(path.removeprefix(_ROWS), query, limit))
            except KeyError:
                return _problem(404, "not_found")
        if path == _CHECKSUMS:
            return _json(
                self.store.checksums([int(each) for each in query["inode_ids"].split(",")])
            )
        if path not in {"/admin/v1/inodes", _COLUMNS}:
            return _problem(404, "not_found")
        self.inodes_allowed.wait(30)
        page = self.store.inodes(int(query.get("after_id", "0")), limit)
        return _json(columns_of(page) if path == _COLUMNS else page)

    def _feed(self, query: dict[str, str], limit: int) -> tuple[int, bytes]:
        try:
            page = self.store.feed(query.get("after"), limit, int(query.get("wait_ms", "0")))
        except Trimmed:
            return _problem(410, "feed_trimmed")
        except SetBack:
            return _problem(410, "feed_set_back")
        except UnknownCursor:
            return _problem(400, "invalid_argument")
        return _json(page)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, namenode: NamenodeDouble) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.namenode = namenode
        self.dead = False


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_GET(self) -> None:
        url = urlsplit(self.path)
        query = {key: values[0] for key, values in parse_qs(url.query).items()}
        token = self.headers.get("Authorization", "")
        status, body = self.server.namenode.answer(url.path, query, token)
        if self.server.dead:
            self.close_connection = True
            return
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_arguments: object) -> None:
        """Tests stay quiet."""


def columns_of(page: dict[str, Any]) -> dict[str, Any]:
    """A page of inodes as the admin API tells it in columns."""
    inodes = page["inodes"]
    lists = {name: [{**_INODE, **each}[name] for each in inodes] for name in _MEMBERS}
    rest = {name: page[name] for name in ("next_after_id", "ids_below", "as_of_ms")}
    return {**lists, **rest}


def _inode(document: Document) -> dict[str, Any]:
    """As the admin API tells it: not the attributes and the ACL, but whether there are any."""
    told = asdict(document)
    features = HAS_XATTRS if told.pop("xattrs") else 0
    features |= HAS_ACL if told.pop("acl") else 0
    features |= IN_DATABASE if told.pop("in_database") else 0
    return {**told, "features": features}


def _unknown(operation: Delete) -> Document:
    return file(operation.inode_id, 1, "gone")


def _json(body: dict[str, Any]) -> tuple[int, bytes]:
    return 200, json.dumps(body).encode()


def _problem(status: int, code: str) -> tuple[int, bytes]:
    body = {"type": f"urn:warren:problem:{code}", "title": code, "status": status, "code": code}
    return status, json.dumps(body).encode()


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
