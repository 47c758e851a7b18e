"""Keeps the change capture at work: Kafka Connect does not start a failed task again by itself."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from typing import Any, Final

import httpx
import structlog

CHECK_INTERVAL_S: Final = 5.0
TIMEOUT_S: Final = 10.0
# After so many restarts in a row without success the next waits longer, up to this many checks.
BACKOFF_CHECKS_MAX: Final = 12
ERROR_LENGTH_MAX: Final = 500
# What a connector says when the place it would go on from is gone: purged, or of another SQL node.
_LOST_PLACES: Final = (
    "no longer available on the server",
    "Could not find first log file name",
    "position > file size",
    "Client requested master to start replication from impossible position",
)

_log = structlog.get_logger("warren.cdc")


@dataclass(frozen=True, slots=True)
class CaptureView:
    """The capture at a moment. state: running, paused, failed, absent, or unreachable."""

    state: str = "unreachable"
    restarts: int = 0
    resets: int = 0
    last_error: str | None = None


class CaptureKeeper:
    """Restarts failed tasks; moves a connector that lost its place to the binlog's present end.

    What it skips by that has sequences, which the indexer then finds missing and reads elsewhere.
    """

    def __init__(
        self,
        connect_url: str,
        connector: str,
        stop: threading.Event,
        *,
        login: tuple[str, str] | None = None,
    ) -> None:
        """login: user and password of the REST API, where it asks for them."""
        self._url = f"{connect_url}/connectors/{connector}"
        self._stop = stop
        self._lock = threading.Lock()
        self._view = CaptureView()
        self._wait_checks = 0
        self._failures = 0
        self._http = httpx.Client(auth=login, timeout=TIMEOUT_S, trust_env=False)
        self._thread = threading.Thread(target=self._keep, name="capture-keeper", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Ends after the check that runs; ``stop`` has to be set."""
        self._thread.join(TIMEOUT_S)
        self._http.close()

    def view(self) -> CaptureView:
        with self._lock:
            return self._view

    def _keep(self) -> None:
        while not self._stop.is_set():
            try:
                self._check()
            except (httpx.HTTPError, ValueError, KeyError) as error:
                self._show(state="unreachable", last_error=f"{type(error).__name__}: {error}")
            self._stop.wait(CHECK_INTERVAL_S)

    def _check(self) -> None:
        answer = self._http.get(f"{self._url}/status")
        if answer.status_code == httpx.codes.NOT_FOUND:
            self._show(state="absent", last_error="The connector is not registered")
            return
        status: dict[str, Any] = answer.raise_for_status().json()
        parts = [status["connector"], *status["tasks"]]
        failed = [part for part in parts if part["state"] == "FAILED"]
        if failed:
            self._revive(str(failed[0].get("trace", "")))
            return
        states = {part["state"] for part in parts}
        self._failures = 0
        state = "running" if states == {"RUNNING"} and status["tasks"] else "starting"
        self._show(state="paused" if "PAUSED" in states else state, last_error=None)

    def _revive(self, trace: str) -> None:
        cause = _cause(trace)
        self._show(state="failed", last_error=cause)
        if self._wait_checks > 0:
            self._wait_checks -= 1
            return
        self._failures += 1
        self._wait_checks = min(2**self._failures - 2, BACKOFF_CHECKS_MAX)
        if any(words in trace for words in _LOST_PLACES):
            self._reset()
        _log.warning("restarting the capture", reason=cause)
        self._http.post(
            f"{self._url}/restart", params={"includeTasks": "true", "onlyFailed": "true"}
        ).raise_for_status()
        self._show(restarts=self.view().restarts + 1)

    def _reset(self) -> None:
        """Forgets the place in the binlog. Connect allows that only while the connector stands."""
        _log.warning("the capture lost its place in the binlog and goes on at its end")
        self._http.put(f"{self._url}/stop").raise_for_status()
        self._http.delete(f"{self._url}/offsets").raise_for_status()
        self._http.put(f"{self._url}/resume").raise_for_status()
        self._show(resets=self.view().resets + 1)

    def _show(self, **changes: Any) -> None:
        with self._lock:
            self._view = replace(self._view, **changes)


def _cause(trace: str) -> str:
    """The last cause that a stack trace names."""
    causes = [line for line in trace.splitlines() if line.startswith("Caused by:")]
    line = causes[-1] if causes else trace.partition("\n")[0]
    return line.removeprefix("Caused by: ")[:ERROR_LENGTH_MAX]
