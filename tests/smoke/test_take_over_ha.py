"""A stock HDFS of two NameNodes over JournalNodes is taken over, and given back."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from warren_cli import compat
from warren_cli.progress import Progress
from warren_cli.settings import variable

from .conftest import eventually, pid_of
from .own_warren import Warren, own_warren, reading
from .stock_cluster import lines_that_differ
from .stock_ha_cluster import NAMENODES, StockHaCluster

# Eight servers beside those of a Warren: long on a busy machine.
pytestmark = [pytest.mark.embedded, pytest.mark.timeout(1500)]

FILES = 30
FOLLOW_S = 120


@pytest.fixture
def stock(tmp_path: Path) -> Iterator[StockHaCluster]:
    compat.ensure_built(Progress())
    with StockHaCluster(tmp_path / "stock") as cluster:
        cluster.start_all()
        yield cluster


@pytest.fixture
def warren(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Warren]:
    with own_warren(tmp_path, monkeypatch) as one:
        yield one


def test_both_namenodes_make_way_and_come_back(
    stock: StockHaCluster, warren: Warren, tmp_path: Path
) -> None:
    stock.done("fill", "/early", str(FILES))
    warren.run("migrate", "import", str(stock.save_standby_image()))
    warren.run("migrate", "follow", "--edits", stock.journal)
    stock.done("fill", "/late", str(FILES))
    with _writing(stock, tmp_path / "written"):
        stock.fail_over()
        stock.kill("jn0")
        os.kill(pid_of(warren.settings, "namenodes"), signal.SIGKILL)
        assert eventually(lambda: _caught_up(warren), FOLLOW_S)
    assert eventually(lambda: _caught_up(warren), FOLLOW_S)
    assert eventually(lambda: warren.rehearsed_clean(stock), FOLLOW_S)

    with reading(stock, tmp_path / "end") as read:
        before, orphans = _stopped(stock, warren)
        _taken(stock, warren)
        assert lines_that_differ(before, stock.told("taken")) == []
        # Datanodes that nobody restarted obey whoever leads now.
        assert eventually(lambda: not orphans & stock.replicas(), FOLLOW_S)
        for name in NAMENODES:
            assert "Unexpected version of storage directory" in stock.start_fails(name)
        warren.run("migrate", "take-over", "--back")
        stock.live -= 1
        stock.start_namenodes()
        stock.await_serving()
        assert lines_that_differ(before, stock.told("back")) == []
    stock.done("fill", "/again", "9")
    print(read)
    assert read["wrong"] == 0
    assert read["reads"] > FILES


@contextmanager
def _writing(stock: StockHaCluster, end: Path) -> Iterator[None]:
    """A client that writes files on and on, none of which fails."""
    with stock.writer(end, "/stream") as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "writing\n"
        try:
            yield
        finally:
            end.touch()
        written = int(writer.stdout.readline())
    print(f"{written} files written meanwhile")
    assert written > 1


def _caught_up(warren: Warren) -> bool:
    """Whether a namenode tells so; none does right after it was killed."""
    with warren.command("migrate", "status") as asking:
        said, _ = asking.communicate()
    return ", 0 behind" in said


def _stopped(stock: StockHaCluster, warren: Warren) -> tuple[list[str], set[str]]:
    """Stops both; refused until then. All there is, and replicas of what is deleted last."""
    warren.run("stop")
    both = _take_over(stock)
    assert "The old NameNode runs on this directory" in warren.run(*both, code=1)
    stock.stop("nn1")
    # Nothing tells of the other one but what it wrote.
    alone = warren.run("migrate", "take-over", "--from", str(stock.name_dirs[0]), code=1)
    assert "None of the name directories is of the namenode that wrote last" in alone
    known = stock.replicas()
    stock.done("fill", "/last", "9")
    before = stock.told("before")
    kept = stock.replicas()
    assert kept > known
    stock.done("fill", "/gone", "4")
    orphans = stock.replicas() - kept
    assert orphans
    stock.done("delete", "/gone")
    stock.admin_of(1, "-safemode", "enter")
    stock.stop("nn2")
    return before, orphans


def _take_over(stock: StockHaCluster) -> tuple[str, ...]:
    return (
        *("migrate", "take-over"),
        *(word for names in stock.name_dirs for word in ("--from", str(names))),
        *(word for address in stock.addresses for word in ("--namenode", address)),
    )


def _taken(stock: StockHaCluster, warren: Warren) -> None:
    """At the addresses of both."""
    for number, address in enumerate(stock.addresses, 1):
        warren.environment[variable(f"nn{number}_rpc_address")] = address
    warren.run(*_take_over(stock))
    # Warren's own datanode is one more.
    stock.live += 1
    stock.await_serving()
    print(warren.run("migrate", "status"))
