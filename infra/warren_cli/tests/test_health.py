"""Health: what each part answers, and what a silent or odd one is called."""

from pathlib import Path
from typing import Any

from warren_cli import health
from warren_cli.admin_tokens import Holder, token_file
from warren_cli.settings import load
from warren_cli.supervision import FATAL, RUNNING, ProcessState

from .answers import cluster, datanode
from .servers import Answers, serving

NAMES = ("namenodes", "datanode", "indexer", "replica", "web", "worker")
OK = {"status": "ok", "detail": ""}
CLUSTER = cluster(
    datanodes=[datanode("dead", 9866), datanode("live", 9866), datanode("live", 9876)]
)


def process(name: str, state: str = RUNNING) -> ProcessState:
    return ProcessState(name, state, 17, 100, 160, "")


def answers(**changes: tuple[int, Any]) -> Answers:
    checks = {"database": OK, "namenode": OK, "search_index": OK, "replica": OK, "worker": OK}
    parts = {
        "namenode": (200, {"name": "nn", "state": "serving"}),
        "cluster": (200, CLUSTER),
        "platform": (200, {"status": "ok", "checks": checks}),
        **changes,
    }
    return {
        ("GET", "/admin/v1/health"): parts["namenode"],
        ("GET", "/admin/v1/cluster"): parts["cluster"],
        ("GET", "/api/v1/health"): parts["platform"],
    }


def checked(home: Path, answers: Answers, processes: list[ProcessState]) -> dict[str, str]:
    with serving(answers) as server, serving(answers) as other, serving(answers) as platform:
        settings = load(
            {
                "WARREN_HOME": str(home),
                "WARREN_NN1_HTTP_ADDRESS": server.address,
                "WARREN_NN2_HTTP_ADDRESS": other.address,
                "WARREN_HTTP_ADDRESS": platform.address,
            }
        )
        token = token_file(settings.home, Holder.HEALTH)
        token.parent.mkdir(exist_ok=True)
        token.write_text("secret")
        rows = health.check(settings, processes)
        assert all(
            authorization == "Bearer secret"
            for _, path, authorization in server.calls
            if path.endswith("/cluster")
        )
    return {row.part: row.health for row in rows}


def test_everything_healthy(tmp_path: Path) -> None:
    found = checked(tmp_path, answers(), [process(name) for name in NAMES])
    assert found == dict.fromkeys(
        ("nn1", "nn2", "datanode", "indexer", "replica", "web", "worker"), health.HEALTHY
    )


def test_a_part_that_is_not_ok_says_so(tmp_path: Path) -> None:
    checks = {
        "database": OK,
        "namenode": OK,
        "search_index": {"status": "degraded", "detail": "40 s behind"},
        "worker": {"status": "down", "detail": "no heartbeat"},
    }
    found = checked(
        tmp_path,
        answers(
            namenode=(503, {"name": "nn1", "state": "starting"}),
            cluster=(200, cluster()),
            platform=(503, {"status": "down", "checks": checks}),
        ),
        [process(name) for name in NAMES],
    )
    assert found["nn1"] == "starting"
    assert found["datanode"] == "not registered yet"
    assert found["indexer"] == "degraded: 40 s behind"
    assert found["worker"] == "down: no heartbeat"
    assert found["web"] == health.HEALTHY


def test_a_part_that_builds_is_not_taken_for_one_that_fails(tmp_path: Path) -> None:
    checks = {
        "database": OK,
        "namenode": OK,
        "search_index": {"status": "building", "detail": "42 %, about 3 min left"},
        "replica": {"status": "building", "detail": "it has just begun"},
        "worker": OK,
    }
    found = checked(
        tmp_path,
        answers(platform=(200, {"status": "building", "checks": checks})),
        [process(name) for name in NAMES],
    )
    assert found["indexer"] == "building: 42 %, about 3 min left"
    rows = {name: health.PartHealth(name, process(name), told) for name, told in found.items()}
    building = {name for name, row in rows.items() if row.is_building}
    assert building == {"indexer", "replica"}
    assert {name for name, row in rows.items() if row.is_healthy} == rows.keys() - building


def test_a_strange_server_on_the_port_is_not_taken_for_warren(tmp_path: Path) -> None:
    found = checked(
        tmp_path,
        answers(namenode=(404, {}), cluster=(200, []), platform=(200, {"hello": "world"})),
        [process(name) for name in NAMES],
    )
    assert found["nn1"] == "answers, but not as a Warren namenode"
    assert found["datanode"] == "unknown while no namenode tells"
    assert health.HEALTHY not in found.values()


def test_a_process_that_gave_up_is_not_asked(tmp_path: Path) -> None:
    found = checked(tmp_path, answers(), [process("namenodes", FATAL)])
    assert found == {"nn1": "fatal", "nn2": "fatal"}
