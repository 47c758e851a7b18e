"""What a job worker tells Prometheus, and that it works without."""

import socket

import httpx

from apps.health.worker_metrics import MetricsServer
from doubles.world import SetEnv


def test_a_worker_tells_and_a_second_one_works_without(set_env: SetEnv) -> None:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{held.getsockname()[1]}"
    set_env(worker_metrics_address=address)
    first, second = MetricsServer(None), MetricsServer(None)
    first.start(None)
    second.start(None)
    assert "warren_jobs_ended_total" in httpx.get(f"http://{address}/metrics").text
    second.stop(None)
    assert httpx.get(f"http://{address}/metrics").status_code == 200
    first.stop(None)
