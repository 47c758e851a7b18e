"""A stock HDFS is moved to Warren and back without copying a byte, while a client reads."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from warren_cli import compat, take_over_state
from warren_cli.progress import Progress
from warren_cli.settings import variable

from .conftest import eventually, logged_in
from .own_warren import Warren, own_warren, reading
from .stock_cluster import DATANODES, StockCluster, lines_that_differ

# Five servers beside those of a Warren that starts several times: long on a busy machine.
pytestmark = [pytest.mark.embedded, pytest.mark.timeout(1500)]

FILES = 60
FOLLOW_S = 120


@pytest.fixture
def stock(tmp_path: Path) -> Iterator[StockCluster]:
    compat.ensure_built(Progress())
    with StockCluster(tmp_path / "stock") as cluster:
        cluster.format()
        cluster.start_namenode()
        for number in range(DATANODES):
            cluster.start_datanode(number)
        cluster.await_serving()
        yield cluster


@pytest.fixture
def warren(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Warren]:
    with own_warren(tmp_path, monkeypatch) as one:
        yield one


def test_there_and_back_while_a_client_reads(
    stock: StockCluster, warren: Warren, tmp_path: Path
) -> None:
    stock.done("fill", "/early", str(FILES))
    image = stock.save_image()
    warren.environment[variable("take_over_from")] = str(stock.names)
    warren.run("migrate", "import", str(image))
    warren.run("migrate", "follow", "--edits", str(stock.names))
    stock.done("fill", "/late", str(FILES))
    before = stock.told("before")
    assert len(before) > FILES
    assert eventually(lambda: ", 0 behind" in warren.run("migrate", "status"), FOLLOW_S)
    assert eventually(lambda: warren.rehearsed_clean(stock), FOLLOW_S)

    _asked_for_and_approved(stock, warren)
    # Nothing was written: the old NameNode goes on, and is taken over once more.
    stock.start_namenode()
    stock.await_serving()
    assert lines_that_differ(before, stock.told("back")) == []
    with reading(stock, tmp_path / "end") as read:
        _taken(stock, warren)
        assert lines_that_differ(before, stock.told("taken")) == []
        # One after the other, as for a change of their configuration.
        for number in range(DATANODES):
            stock.stop(f"dn{number}")
            stock.start_datanode(number)
            assert eventually(partial(stock.listens, number), FOLLOW_S)
        _exported(stock, warren, tmp_path, before)
    print(read)
    assert read["wrong"] == 0
    assert read["reads"] > FILES


def _asked_for_and_approved(stock: StockCluster, warren: Warren) -> None:
    """By the platform: one asks, another approves, and the host carries it out by order; undone."""
    password = warren.home.console_password_file.read_text(encoding="utf-8").strip()
    with logged_in(warren.settings, "admin", password) as admin:
        olga = {"username": "olga", "role": "operator", "password": password, "hdfs_user": "olga"}
        _answer(admin.post("users", json=olga))
        with logged_in(warren.settings, "olga", password) as asking:
            told = _migration(asking)
            assert (told["stage"], told["rehearsed"]["verdict"]) == ("following", "clean")
            assert told["objections"] == []
            job = _answer(asking.post("jobs", json={"kind": "take_over", "reason": "tonight"}))
            command = ("migrate", "take-over", "--approved")
            assert "waits for somebody else's approval" in warren.run(*command, code=1)
            seen = {"content_sha256": job["approval"]["content_sha256"], "comment": ""}
            own = asking.post(f"jobs/{job['id']}/approve", json=seen)
            assert own.status_code == httpx.codes.FORBIDDEN
            _answer(admin.post(f"jobs/{job['id']}/approve", json=seen))

        _answer(admin.post("migration/take-over"))
        assert eventually(lambda: _attempt(admin) == "refused", FOLLOW_S)
        said = _migration(admin)["attempt"]["said"]
        assert "The old NameNode runs on this directory" in " ".join(said)
        stock.admin("-safemode", "enter")
        stock.stop("nn")
        _answer(admin.post("migration/take-over"))
        assert eventually(lambda: _migration(admin)["stage"] == "taken_over", 2 * FOLLOW_S)
        told = _migration(admin)["take_over"]
        assert (told["asked_by"], told["approved_by"]) == ("olga", "admin")
        assert (told["job_id"], told["way_back"], told["changes_since"]) == (job["id"], "open", 0)
        print(f"by order: nobody could write for {told['read_only_ms']} ms")
        state = f"jobs/{job['id']}"
        assert eventually(lambda: _answer(admin.get(state))["state"] == "succeeded", FOLLOW_S)
    warren.run("migrate", "take-over", "--back")
    # What was approved once is no leave to do it again.
    assert "Nobody approved this take-over" in warren.run(*command, code=1)


def _answer(response: httpx.Response) -> Any:
    assert response.is_success, response.text
    return response.json()


def _migration(client: httpx.Client) -> Any:
    return _answer(client.get("migration"))


def _attempt(client: httpx.Client) -> str | None:
    attempt = _migration(client)["attempt"]
    state: str | None = attempt and attempt["state"]
    return state


def _taken(stock: StockCluster, warren: Warren) -> None:
    """Refused while the old NameNode runs; killed twice; at the old address in the end."""
    command = ("migrate", "take-over", "--from", str(stock.names), "--namenode", stock.address)
    assert "The old NameNode runs on this directory" in warren.run(*command, code=1)
    warren.run("stop")
    warren.environment[variable("nn1_rpc_address")] = stock.address
    stock.admin("-safemode", "enter")
    stock.stop("nn")
    warren.killed_at(take_over_state.Phase.FENCED, *command)
    assert "Unexpected version of storage directory" in stock.start_fails()
    warren.killed_at(take_over_state.Phase.ENDED, *command)
    warren.run(*command)
    # Warren's own is one more.
    stock.live += 1
    stock.await_serving()
    print(warren.run("migrate", "status"))


def _exported(stock: StockCluster, warren: Warren, tmp_path: Path, before: list[str]) -> None:
    """Once something was written the export leads back, to the same datanodes."""
    stock.done("fill", "/ours", "18")
    ours = stock.told("ours")
    assert len(ours) > len(before)
    assert "Files were changed since the take-over" in warren.run(
        "migrate", "take-over", "--back", code=1
    )
    warren.run("stop")
    names = tmp_path / "exported"
    warren.run("migrate", "export", str(names))
    stock.live = DATANODES
    stock.start_namenode(names)
    stock.await_serving()
    assert lines_that_differ(ours, stock.told("exported")) == []
