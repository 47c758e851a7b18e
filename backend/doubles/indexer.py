"""An indexer that answers over real HTTP, and keeps the commands it got."""

import copy
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

VIEW: dict[str, Any] = {
    "as_of_ms": 1_700_000_000_000,
    "source": "kafka",
    "paused": False,
    "lag_ms": 120,
    "stages": [
        {
            "name": "indexer",
            "state": "following",
            "position": 41,
            "lag": 2,
            "rate_per_s": 1.5,
            "errors": 0,
            "restarts": 0,
            "last_error": None,
            "build_percent": None,
            "build_left_ms": None,
        }
    ],
    "events_applied": 9,
    "filled_from_store": 1,
    "repeated": 2,
    "waiting": 0,
    "pending_moves": 0,
    "dead_letters": 1,
    "replica_proof": {
        "finished_at_ms": 1_700_000_001_000,
        "sequence": 41,
        "inodes": 5,
        "checksum": "00ff00ff00ff00ff",
        "passes": 1,
        "drift_found": 0,
    },
    "proof": {
        "checked_inodes": 5,
        "suspects": 0,
        "drift_found": 1,
        "repaired": 1,
        "passes": 1,
        "last": {
            "started_at_ms": 1_700_000_000_000,
            "finished_at_ms": 1_700_000_001_000,
            "sequence": 41,
            "inodes": 5,
            "ranges": 1,
            "checksum": "00ff00ff00ff00ff",
            "drift": 1,
            "repaired": 1,
        },
    },
}
ASKED: dict[str, Any] = {
    "state": "waiting",
    "inodes": 0,
    "inodes_total": None,
    "drift": None,
    "repaired": None,
}
LETTER = {"offset": 3, "at_ms": 1_700_000_000_000, "source": "t-0-9", "reason": "bad", "value": "{"}


class IndexerDouble:
    """One server on a free port."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, str, str]] = []
        self.view = copy.deepcopy(VIEW)
        # By name and key: what was asked for, and how far it is.
        self.work: dict[str, dict[str, Any]] = {}
        double = self

        class Handler(BaseHTTPRequestHandler):
            def _answer(self) -> None:
                double.calls.append(
                    (self.command, self.path, self.headers.get("Authorization", ""))
                )
                status, body = double.answer(self.command, self.path.partition("?")[0])
                content = json.dumps(body).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            do_GET = do_POST = do_PUT = do_DELETE = _answer  # noqa: N815  the names that http.server calls

            def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
                """Says nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def answer(self, method: str, path: str) -> tuple[int, Any]:
        if path.startswith("/v1/work/"):
            return self._of_work(method, path.removeprefix("/v1/work/"))
        if path == "/v1/dead-letters":
            return 200, {"items": [LETTER]}
        if path.endswith("/replay"):
            known = path == f"/v1/dead-letters/{LETTER['offset']}/replay"
            return (202, {}) if known else (404, {"title": "there is no such dead letter"})
        paused = path == "/v1/pipeline/pause"
        return (202 if path.count("/") > 2 else 200), {**self.view, "paused": paused}

    def _of_work(self, method: str, name: str) -> tuple[int, Any]:
        asked = self.work.setdefault(name, dict(ASKED))
        if method == "DELETE":
            asked["state"] = "withdrawn"
            return 200, {}
        return 202, asked

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
