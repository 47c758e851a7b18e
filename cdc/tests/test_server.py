"""The indexer's HTTP interface: commands reach the indexer, and nothing without the token."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from warren_analytics.client import ReplicaClient
from warren_cdc.control import Control
from warren_cdc.metrics import metrics_of
from warren_cdc.pipeline import Pipeline
from warren_cdc.server import PipelineServer

TOKEN = "token-of-the-test"


@pytest.fixture
def control() -> Control:
    return Control()


@pytest.fixture
def client(control: Control, tmp_path: Path) -> Iterator[httpx.Client]:
    (tmp_path / "token").write_text(TOKEN + "\n")
    server = PipelineServer(("127.0.0.1", 0), tmp_path / "token", Pipeline(control))
    with httpx.Client(
        base_url=f"http://127.0.0.1:{server.port}",
        headers={"Authorization": f"Bearer {TOKEN}"},
        trust_env=False,
    ) as client:
        yield client
    server.close()


def test_the_pipeline_is_data(client: httpx.Client) -> None:
    view = client.get("/v1/pipeline").json()
    assert [stage["name"] for stage in view["stages"]] == ["store", "indexer"]
    assert (view["paused"], view["dead_letters"], view["proof"]["last"]) == (False, 0, None)


def test_a_replica_that_does_not_answer_is_a_stage(control: Control, tmp_path: Path) -> None:
    replica = ReplicaClient(tmp_path / "nobody.sock")
    view = Pipeline(control, replica=replica).view()
    replica.close()
    assert [(stage["name"], stage["state"]) for stage in view["stages"]][-1] == (
        "replica",
        "unreachable",
    )
    assert view["replica_proof"] is None
    assert "warren_pipeline_replica_proofs_total" not in metrics_of(view)


def test_commands_reach_the_indexer(client: httpx.Client, control: Control) -> None:
    assert client.post("/v1/pipeline/pause").json()["paused"]
    assert control.paused()
    assert not client.post("/v1/pipeline/resume").json()["paused"]
    assert client.post("/v1/pipeline/rebuild").status_code == 202
    assert control.take_rebuild()
    assert not control.take_rebuild()
    assert client.post("/v1/pipeline/repair").status_code == 202
    assert control.take_repair()


def test_metrics_need_no_token(client: httpx.Client) -> None:
    answer = client.get("/metrics", headers={"Authorization": ""})
    assert answer.status_code == 200
    assert 'warren_pipeline_lag{stage="indexer"} 0' in answer.text
    assert "# TYPE warren_pipeline_drift_total counter" in answer.text


@pytest.mark.parametrize("token", ["", "Bearer wrong", f"Basic {TOKEN}", "Bearer"])
def test_without_the_token_nothing_is_told_or_done(
    client: httpx.Client, control: Control, token: str
) -> None:
    for method, path in (("GET", "/v1/pipeline"), ("POST", "/v1/pipeline/pause")):
        answer = client.request(method, path, headers={"Authorization": token})
        assert answer.status_code == 401
    assert not control.paused()


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/v1/nothing", 404),
        ("POST", "/v1/pipeline/explode", 404),
        ("POST", "/v1/dead-letters/x/replay", 404),
        ("POST", "/v1/dead-letters/7/replay", 404),
        ("GET", "/v1/dead-letters?limit=0", 400),
        ("GET", "/v1/dead-letters?limit=9999", 400),
        ("GET", "/v1/dead-letters?before=-1", 400),
        ("GET", "/v1/dead-letters", 200),
    ],
)
def test_calls_that_cannot_be(client: httpx.Client, method: str, path: str, status: int) -> None:
    assert client.request(method, path).status_code == status
