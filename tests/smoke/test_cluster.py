"""What only the cluster mode can lose, one part at a time: the file system goes on."""

import os
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from warren_cli import cluster_health, ndb_mgm, sql_node
from warren_cli.cluster_conf import DATA_NODE_IDS
from warren_cli.home import Home
from warren_cli.settings import Settings
from warren_cli.supervision import Supervisor, orphans

from .conftest import RECOVERY_S, Shell, WebHdfs, eventually, pid_of, warren

pytestmark = pytest.mark.cluster
FILES = 400
FILES_BEFORE_KILL = 40


def round_trip(shell: Shell, area: str, tmp_path: Path, name: str) -> None:
    """A file goes in and comes back, whatever is down."""
    (tmp_path / name).write_bytes(os.urandom(100_000))
    shell.ok("-put", str(tmp_path / name), f"{area}/{name}")
    shell.ok("-get", f"{area}/{name}", str(tmp_path / f"{name}.copy"))
    assert (tmp_path / f"{name}.copy").read_bytes() == (tmp_path / name).read_bytes()


def test_what_one_namenode_writes_the_other_reads_at_once(
    settings: Settings, superuser: str, area: str
) -> None:
    first, second = (WebHdfs((url,), superuser) for url in settings.admin_urls)
    for number in range(20):
        writer, reader = (first, second) if number % 2 else (second, first)
        writer.ok("PUT", f"{area}/d{number}", "MKDIRS")
        assert f"d{number}" in reader.names(area)
        writer.ok("PUT", f"{area}/d{number}", "RENAME", destination=f"{area}/r{number}")
        assert f"r{number}" in reader.names(area)
        assert f"d{number}" not in reader.names(area)


@pytest.mark.usefixtures("restored")
def test_a_namenode_is_killed_while_a_client_writes(
    settings: Settings, shell: Shell, webhdfs: WebHdfs, area: str, tmp_path: Path
) -> None:
    source = tmp_path / "many"
    source.mkdir()
    for number in range(FILES):
        (source / f"f{number:04d}").write_text(f"{number}\n")
    before = pid_of(settings, "nn1")
    with ThreadPoolExecutor(1) as pool:
        put = pool.submit(shell.ok, "-put", "-t", "4", str(source), area)
        begun = eventually(lambda: _listed(webhdfs, f"{area}/many") >= FILES_BEFORE_KILL, 120)
        os.kill(before, signal.SIGKILL)
        put.result()
    assert begun, "the client had not begun"
    names = webhdfs.names(f"{area}/many")
    assert names == {f"f{number:04d}" for number in range(FILES)}
    assert shell.ok("-cat", f"{area}/many/f{FILES - 1:04d}") == f"{FILES - 1}\n"
    assert eventually(lambda: pid_of(settings, "nn1") not in {0, before}, RECOVERY_S)


def _listed(webhdfs: WebHdfs, path: str) -> int:
    answer = webhdfs.call("GET", path, "LISTSTATUS")
    return len(answer.json()["FileStatuses"]["FileStatus"]) if answer.is_success else 0


@pytest.mark.usefixtures("restored")
def test_the_file_system_does_without_the_sql_node(
    settings: Settings, shell: Shell, area: str, tmp_path: Path
) -> None:
    Supervisor(Home(settings.home)).stop("sql")
    assert sql_node.problem(settings) is not None
    round_trip(shell, area, tmp_path, "without-sql")
    status = warren("ndb", "status")
    assert status.returncode == 1
    assert b"cannot be reached" in status.stdout
    assert warren("status").returncode == 1


@pytest.mark.usefixtures("restored")
def test_the_file_system_does_without_one_data_node(
    settings: Settings, shell: Shell, area: str, tmp_path: Path
) -> None:
    supervisor = Supervisor(Home(settings.home))
    os.kill(pid_of(settings, "ndb-data2"), signal.SIGKILL)
    supervisor.stop("ndb-data2")
    assert eventually(lambda: _started(settings) == {DATA_NODE_IDS[0]}, RECOVERY_S)
    round_trip(shell, area, tmp_path, "one-data-node")
    supervisor.start("ndb-data2")
    assert eventually(lambda: _started(settings) == set(DATA_NODE_IDS), RECOVERY_S)
    round_trip(shell, area, tmp_path, "both-data-nodes")


def _started(settings: Settings) -> set[int]:
    return {
        node.node_id
        for node in ndb_mgm.nodes(settings.ndb_mgm_address.reachable)
        if node.kind == ndb_mgm.DATA and node.status == ndb_mgm.STARTED
    }


@pytest.mark.usefixtures("restored")
def test_the_data_nodes_tell_how_full_they_are(api: httpx.Client, settings: Settings) -> None:
    def verdict() -> str:
        answer = api.get("health/checks").json()
        found = {each["key"]: each["verdict"] for each in answer["items"]}
        return str(found["ndb_memory"])

    assert eventually(lambda: verdict() == "ok", RECOVERY_S)
    metrics = httpx.get(f"{settings.console_url}/metrics").text
    told = {
        line.split()[0]: float(line.split()[1])
        for line in metrics.splitlines()
        if line.startswith("warren_small_file_store_")
    }
    size_bytes = told["warren_small_file_store_size_bytes"]
    assert size_bytes > 0
    assert 0 <= told["warren_small_file_store_used_bytes"] < size_bytes


def test_the_data_nodes_tell_what_goes_over_their_links(api: httpx.Client) -> None:
    def traffic() -> dict[int, dict[str, float]]:
        nodes = api.get("heat/shards", params={"range": "10m"}).json()["nodes"]
        return {each["node_id"]: each["traffic"] for each in nodes if each["traffic"] is not None}

    def all_tell() -> bool:
        told = traffic()
        return set(told) == set(DATA_NODE_IDS) and all(
            each["sent_bytes_per_s"] > 0 and each["received_bytes_per_s"] > 0
            for each in told.values()
        )

    # Heartbeats and checkpoints go by all the time.
    assert eventually(all_tell, RECOVERY_S), traffic()
    # With each other, the SQL node and the namenodes.
    assert all(each["connections"] >= 3 for each in traffic().values())


def test_a_file_has_a_replica_on_each_datanode(
    settings: Settings, shell: Shell, area: str, tmp_path: Path
) -> None:
    (tmp_path / "data").write_bytes(os.urandom(300_000))
    shell.ok("-put", str(tmp_path / "data"), f"{area}/data")
    # Both replicas have been reported when -setrep -w returns.
    shell.ok("-setrep", "-w", "2", f"{area}/data")
    for name in ("datanode1", "datanode2"):
        supervisor = Supervisor(Home(settings.home))
        supervisor.stop(name)
        copy = tmp_path / f"without-{name}"
        shell.ok("-get", f"{area}/data", str(copy))
        assert copy.read_bytes() == (tmp_path / "data").read_bytes()
        supervisor.start(name)


@pytest.mark.usefixtures("restored")
def test_redis_comes_back_after_a_stop(settings: Settings) -> None:
    supervisor = Supervisor(Home(settings.home))
    supervisor.stop("redis")
    assert cluster_health.redis_problem(settings) is not None
    supervisor.start("redis")
    assert eventually(lambda: cluster_health.redis_problem(settings) is None, RECOVERY_S)


def test_every_part_is_found_by_its_mark_without_the_supervisor(settings: Settings) -> None:
    home = Home(settings.home)
    parts = {part.name: part.pid for part in Supervisor(home).processes()}
    marked = set(orphans(home))
    assert {name for name, pid in parts.items() if pid not in marked} == set()


def test_the_schema_is_recorded_and_applied_once() -> None:
    status = warren("ndb", "status")
    assert status.returncode == 0, status.stdout + status.stderr
    assert b"started" in status.stdout
    for command in ("init", "upgrade"):
        again = warren("ndb", command)
        assert again.returncode == 0, again.stderr
        assert b"up to date" in again.stdout


def test_the_embedded_mode_refuses_the_folder(settings: Settings) -> None:
    refused = warren("run", WARREN_MODE="embedded")
    assert refused.returncode == 2
    assert b"belongs to the other way to run" in refused.stderr
    assert settings.is_cluster
