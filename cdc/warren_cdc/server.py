"""The indexer's HTTP interface: the pipeline's state, an operator's commands, and metrics.

    GET  /v1/pipeline                          POST /v1/pipeline/{pause,resume}
    PUT, DELETE /v1/work/{rebuild,repair}/KEY  (asks for work, once for each key; withdraws that)
    GET  /v1/dead-letters?before=&limit=       POST /v1/dead-letters/OFFSET/replay
    GET  /metrics (needs no token)

Every other call needs `Authorization: Bearer TOKEN`, the admin API's.
"""

from __future__ import annotations

import hmac
import json
import threading
from collections.abc import Callable
from dataclasses import asdict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

from warren_cdc.control import Work
from warren_cdc.dead_letters import LIMIT_MAX, DeadLettersUnavailable
from warren_cdc.metrics import metrics_of
from warren_cdc.pipeline import Pipeline

REQUEST_TIMEOUT_S: Final = 30
LIMIT: Final = 50
KEY_LENGTH_MAX: Final = 100

Answer = tuple[int, Any]


class PipelineServer:
    """Serves until closed, each request in a thread of its own."""

    def __init__(self, address: tuple[str, int], token_file: Path, pipeline: Pipeline) -> None:
        self._server = _Server(address, token_file, pipeline)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.2,), daemon=True)
        self._thread.start()

    @property
    def port(self) -> int:
        return int(self._server.server_address[1])

    def close(self) -> None:
        """Ends; requests under way are cut."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, address: tuple[str, int], token_file: Path, pipeline: Pipeline) -> None:
        super().__init__(address, _Handler)
        self.token_file = token_file
        self.pipeline = pipeline


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = REQUEST_TIMEOUT_S
    server: _Server

    def do_GET(self) -> None:
        url = urlsplit(self.path)
        if url.path == "/metrics":
            self._send(200, metrics_of(self.server.pipeline.view()).encode(), "text/plain")
            return
        query = {key: values[0] for key, values in parse_qs(url.query).items()}
        routes: dict[str, Callable[[], Answer]] = {
            "/v1/pipeline": lambda: (200, self.server.pipeline.view()),
            "/v1/dead-letters": lambda: self._letters(query),
        }
        self._answer(routes.get(url.path))

    def do_POST(self) -> None:
        # A body is of no use here; it is read so that the connection can be used again.
        self.rfile.read(min(int(self.headers.get("Content-Length") or 0), 1 << 16))
        path, control = urlsplit(self.path).path, self.server.pipeline.control
        commands: dict[str, Callable[[], None]] = {
            "/v1/pipeline/pause": lambda: control.pause(True),
            "/v1/pipeline/resume": lambda: control.pause(False),
        }
        command = commands.get(path)
        if command is not None:
            self._answer(lambda: self._done(command))
            return
        parts = path.strip("/").split("/")
        if len(parts) == 4 and parts[:2] == ["v1", "dead-letters"] and parts[3] == "replay":
            self._answer(lambda: self._replay(parts[2]))
            return
        self._answer(None)

    def do_PUT(self) -> None:
        self._answer(self._of_work(self._ask))

    def do_DELETE(self) -> None:
        self._answer(self._of_work(self._withdraw))

    def _of_work(self, call: Callable[[Work, str], Answer]) -> Callable[[], Answer] | None:
        """A call about a piece of work that has a key; None where the path names none."""
        self.rfile.read(min(int(self.headers.get("Content-Length") or 0), 1 << 16))
        match urlsplit(self.path).path.strip("/").split("/"):
            case ["v1", "work", name, key] if name in set(Work) and 0 < len(key) <= KEY_LENGTH_MAX:
                return lambda: call(Work(name), key)
        return None

    def _ask(self, work: Work, key: str) -> Answer:
        return 202, asdict(self.server.pipeline.control.ask(work, key))

    def _withdraw(self, work: Work, key: str) -> Answer:
        self.server.pipeline.control.withdraw(work, key)
        return 200, {}

    def _done(self, command: Callable[[], None]) -> Answer:
        command()
        return 202, self.server.pipeline.view()

    def _letters(self, query: dict[str, str]) -> Answer:
        letters = self.server.pipeline.dead_letters
        before, limit = query.get("before"), query.get("limit", str(LIMIT))
        if not limit.isdigit() or not 1 <= int(limit) <= LIMIT_MAX:
            return _problem(400, f"limit must be 1 to {LIMIT_MAX}")
        if before is not None and not before.isdigit():
            return _problem(400, "before must be an offset")
        if letters is None:
            return 200, {"items": []}
        found = letters.read(before=None if before is None else int(before), limit=int(limit))
        return 200, {"items": [asdict(letter) for letter in found]}

    def _replay(self, offset: str) -> Answer:
        letters = self.server.pipeline.dead_letters
        if not offset.isdigit() or letters is None or not letters.replay(int(offset)):
            return _problem(404, "there is no such dead letter")
        return 202, {"offset": int(offset)}

    def _answer(self, route: Callable[[], Answer] | None) -> None:
        if not self._authorized():
            status, body = _problem(401, "the token is missing or not accepted")
        elif route is None:
            status, body = _problem(404, "there is no such call")
        else:
            try:
                status, body = route()
            except DeadLettersUnavailable as error:
                status, body = _problem(503, str(error))
        self._send(status, json.dumps(body).encode(), "application/json")

    def _authorized(self) -> bool:
        try:
            token = self.server.token_file.read_text(encoding="ascii").strip()
        except (OSError, UnicodeDecodeError):
            return False
        given = self.headers.get("Authorization", "")
        return bool(token) and hmac.compare_digest(given.encode(), f"Bearer {token}".encode())

    def _send(self, status: int, body: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_arguments: object) -> None:
        """Requests are not worth a line."""


def _problem(status: int, title: str) -> Answer:
    return status, {"title": title, "status": status}
