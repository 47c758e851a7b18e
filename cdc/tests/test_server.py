"""The indexer's HTTP interface: commands reach the indexer, and nothing without the token."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from warren_analytics.client import ReplicaClient
from warren_cdc.build_meter import BuildProgress
from warren_cdc.control import Control, Work
from warren_cdc.errands import ERRANDS_KEPT, ErrandState
from warren_cdc.metrics import metrics_of
from warren_cdc.pipeline import Pipeline
from warren_cdc.proof import Proof
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


@pytest.mark.parametrize("work", list(Work))
def test_work_is_done_once_for_each_key(client: httpx.Client, control: Control, work: Work) -> None:
    take = control.take_rebuild if work is Work.REBUILD else control.take_repair
    states = [client.put(f"/v1/work/{work}/one").json()["state"]]
    assert take()
    states += [client.put(f"/v1/work/{work}/{key}").json()["state"] for key in ("one", "two")]
    assert states == ["waiting", "running", "waiting"]
    control.rebuilt(7)
    control.repaired(Proof(1, 2, 41, 7, 1, "00", drift=3, repaired=2))
    done = client.put(f"/v1/work/{work}/one").json()
    assert (done["state"], done["inodes"], done["inodes_total"]) == ("done", 7, 7)
    assert (done["drift"], done["repaired"]) == ((None, None) if work is Work.REBUILD else (3, 2))
    assert client.put(f"/v1/work/{work}/two").json()["state"] == "waiting"
    assert take()
    assert not take()


def test_withdrawn_work_is_not_begun_even_if_it_is_asked_for_later(
    client: httpx.Client, control: Control
) -> None:
    client.put("/v1/work/rebuild/one")
    assert client.delete("/v1/work/rebuild/one").status_code == 200
    assert client.delete("/v1/work/rebuild/two").status_code == 200
    assert client.put("/v1/work/rebuild/two").json()["state"] == "withdrawn"
    assert not control.wants_rebuild()


def test_how_far_a_build_is_is_told(client: httpx.Client, control: Control) -> None:
    client.put("/v1/work/rebuild/one")
    control.take_rebuild()
    control.building(BuildProgress(documents=30, percent=40, left_ms=9))
    told = client.put("/v1/work/rebuild/one").json()
    assert (told["state"], told["inodes"], told["inodes_total"]) == ("running", 30, 75)


def test_no_more_keys_are_kept_than_fit(control: Control) -> None:
    for number in range(ERRANDS_KEPT + 1):
        control.ask(Work.REPAIR, str(number))
    control.take_repair()
    control.repaired(None)
    assert control.ask(Work.REPAIR, "1").state is ErrandState.DONE
    assert control.ask(Work.REPAIR, "0").state is ErrandState.WAITING


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
        ("PUT", "/v1/work/explode/one", 404),
        ("PUT", "/v1/work/rebuild/" + "k" * 101, 404),
        ("PUT", "/v1/work/rebuild", 404),
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
