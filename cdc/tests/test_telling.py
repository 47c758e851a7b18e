"""Metrics over HTTP of a process that serves nothing else."""

from __future__ import annotations

import socket

import httpx
from warren_cdc.telling import telling


def free_address() -> str:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{held.getsockname()[1]}"


def test_metrics_are_told_while_it_runs() -> None:
    address = free_address()
    with telling(address):
        answer = httpx.get(f"http://{address}/metrics", trust_env=False)
        assert answer.headers["Content-Type"].startswith("text/plain")
        assert "process_resident_memory_bytes" in answer.text
        # Taken: the second one works without.
        with telling(address):
            assert httpx.get(f"http://{address}/metrics", trust_env=False).status_code == 200
    with telling(address):
        assert httpx.get(f"http://{address}/metrics", trust_env=False).status_code == 200
