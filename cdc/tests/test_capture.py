"""The capture's keeper against a double of Kafka Connect."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from warren_cdc import capture
from warren_cdc.capture import CaptureKeeper

DEADLINE_S = 20
RUNNING: dict[str, Any] = {"connector": {"state": "RUNNING"}, "tasks": [{"state": "RUNNING"}]}


class ConnectDouble:
    """Answers with a status that tests set; a restart makes it run."""

    def __init__(self) -> None:
        self.status: dict[str, Any] | None = RUNNING
        self.calls: list[str] = []
        double = self

        class Handler(BaseHTTPRequestHandler):
            def _answer(self) -> None:
                call = f"{self.command} {self.path.partition('?')[0]}"
                if not call.endswith("/status"):
                    double.calls.append(call)
                if call.endswith("/restart"):
                    double.status = RUNNING
                body = json.dumps(double.status or {}).encode()
                self.send_response(200 if double.status else 404)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_GET = do_POST = do_PUT = do_DELETE = _answer  # noqa: N815  http.server calls them

            def log_message(self, *_arguments: object) -> None:
                """Tests stay quiet."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def fail(self, trace: str) -> None:
        failed = {"state": "FAILED", "trace": trace}
        self.status = {"connector": {"state": "RUNNING"}, "tasks": [failed]}

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def connect() -> Iterator[ConnectDouble]:
    double = ConnectDouble()
    yield double
    double.close()


@pytest.fixture
def keeper(connect: ConnectDouble, monkeypatch: pytest.MonkeyPatch) -> Iterator[CaptureKeeper]:
    monkeypatch.setattr(capture, "CHECK_INTERVAL_S", 0.02)
    stop = threading.Event()
    keeper = CaptureKeeper(connect.url, "c", stop)
    keeper.start()
    yield keeper
    stop.set()
    keeper.close()


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < deadline, "the condition did not come true in time"
        time.sleep(0.01)


def test_a_running_capture_is_left_alone(connect: ConnectDouble, keeper: CaptureKeeper) -> None:
    until(lambda: keeper.view().state == "running")
    assert connect.calls == []


def test_a_failed_task_is_restarted_and_its_cause_is_told(
    connect: ConnectDouble, keeper: CaptureKeeper
) -> None:
    connect.fail("org.ConnectException: outer\n\tat a\nCaused by: java.Broken: the pipe\n\tat b")
    until(lambda: keeper.view().restarts == 1)
    until(lambda: keeper.view().state == "running")
    assert connect.calls == ["POST /connectors/c/restart"]


def test_a_capture_that_lost_its_place_goes_on_at_the_end(
    connect: ConnectDouble, keeper: CaptureKeeper
) -> None:
    connect.fail("org.DebeziumException: binlog.000003 is no longer available on the server")
    until(lambda: keeper.view().restarts == 1)
    assert connect.calls == [
        "PUT /connectors/c/stop",
        "DELETE /connectors/c/offsets",
        "PUT /connectors/c/resume",
        "POST /connectors/c/restart",
    ]
    assert keeper.view().resets == 1


def test_a_missing_connector_is_told(connect: ConnectDouble, keeper: CaptureKeeper) -> None:
    connect.status = None
    until(lambda: keeper.view().state == "absent")
    connect.status = RUNNING
    until(lambda: keeper.view().state == "running")
    assert keeper.view().last_error is None
