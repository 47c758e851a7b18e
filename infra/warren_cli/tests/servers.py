"""A small HTTP server that answers as the parts of a running Warren would."""

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answers = Mapping[tuple[str, str], tuple[int, Any]]


@dataclass
class Server:
    """Its address, and the calls it got: method, path and authorization."""

    address: str
    calls: list[tuple[str, str, str | None]] = field(default_factory=list)


@contextmanager
def serving(answers: Answers) -> Iterator[Server]:
    """Answers each (method, path) with a status and a JSON body, anything else with 404."""

    class Handler(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            path = self.path.partition("?")[0]
            server.calls.append((self.command, path, self.headers.get("Authorization")))
            status, body = answers.get((self.command, path), (404, {}))
            content = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = do_PUT = do_DELETE = _answer  # noqa: N815  the names that http.server calls

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            """Says nothing."""

    httpd = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server = Server(f"127.0.0.1:{httpd.server_port}")
    thread = threading.Thread(target=httpd.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        httpd.shutdown()
        httpd.server_close()
        thread.join()
