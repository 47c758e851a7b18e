"""Receivers of alerts: a real HTTP server and a real SMTP server on this machine."""

import threading
from email import message_from_bytes
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from aiosmtpd.controller import Controller

from integrations.webhook.signing import signature


class Received:
    """One request: its headers in small letters, and its body."""

    def __init__(self, path: str, headers: dict[str, str], body: bytes) -> None:
        self.path = path
        self.headers = headers
        self.body = body

    def signed_with(self, secret: str) -> bool:
        expected = signature(
            secret=secret,
            message_id=self.headers["webhook-id"],
            at_s=int(self.headers["webhook-timestamp"]),
            body=self.body,
        )
        return expected == self.headers["webhook-signature"]


class WebhookReceiver:
    """Answers what `status` says, or holds the answer back until `hold` is set."""

    def __init__(self) -> None:
        self.got: list[Received] = []
        self.status = 200
        self.answer = b"thanks"
        self.headers: dict[str, str] = {}
        self.hold: threading.Event | None = None
        double = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                double.got.append(Received(self.path, headers, body))
                if double.hold is not None:
                    double.hold.wait(30)
                self.send_response(double.status)
                for name, value in double.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(double.answer)))
                self.end_headers()
                self.wfile.write(double.answer)

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.port = self._server.server_port
        self.url = f"http://127.0.0.1:{self.port}/hook?key=hidden"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class MailReceiver:
    """Keeps every mail; refuses with `refusal` when that is set."""

    def __init__(self) -> None:
        self.got: list[Message] = []
        self.recipients: list[list[str]] = []
        self.refusal: str | None = None
        # Port 0 is not understood by the controller's own check of its start.
        self._controller = Controller(self, hostname="127.0.0.1", port=_free_port())
        self._controller.start()
        self.address = f"127.0.0.1:{self._controller.port}"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        if self.refusal is not None:
            return self.refusal
        self.got.append(message_from_bytes(envelope.content))
        self.recipients.append(list(envelope.rcpt_tos))
        return "250 kept"

    def close(self) -> None:
        self._controller.stop()


def _free_port() -> int:
    with ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as server:
        return server.server_port
