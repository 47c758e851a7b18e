"""The replica's process keeps what the namenodes are heated by."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from warren_analytics.database import Database
from warren_analytics.details import Detail
from warren_analytics.limits import Limits
from warren_analytics.position import Position
from warren_analytics.replica_engine import ReplicaEngine
from warren_cdc.admin import AdminClient, AdminUnauthorized
from warren_cdc.heat import INTERVAL_S, HeatReader
from warren_cdc.testkit.namenodes import TOKEN, NamenodeDouble, StoreDouble


def told(by: str, key: str, of: str | None = None, time_ms: float = 8.0) -> dict[str, Any]:
    times = {"time_ms": time_ms, "time_error_ms": 0.5, "waited_ms": 2.5}
    return {"by": by, "key": key, "of": of, **times, "calls": 40, "rows": 900, "refused": 7}


class Kept:
    """A replica beside two namenodes."""

    def __init__(self, folder: Path, namenodes: list[NamenodeDouble]) -> None:
        (folder / "token").write_text(TOKEN)
        self.token = folder / "token"
        self.namenodes = namenodes
        self.now_s = 0.0
        urls = tuple(each.url for each in namenodes)
        self.client = AdminClient(urls, self.token, timeout_ms=5_000, stop=threading.Event())
        self.database = Database(folder / "replica.duckdb", Limits(memory_mb=256))
        self.database.writer.complete(Position("", 0, 0))
        self.reader = HeatReader(self.client, lambda: self.now_s)

    def step(self) -> bool:
        self.now_s += INTERVAL_S
        return self.reader.step(self.database)

    def rows(self, select: str) -> list[tuple[object, ...]]:
        with self.database.slot() as connection:
            return connection.execute(select).fetchall()


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Kept]:
    with ExitStack() as stack:
        namenodes = [stack.enter_context(NamenodeDouble(StoreDouble())) for _ in range(2)]
        namenodes[1].name = "nn2"
        found = Kept(tmp_path, namenodes)
        yield found
        found.client.close()
        found.database.close()


def test_every_namenode_is_in_the_table_with_every_window(kept: Kept) -> None:
    kept.namenodes[0].heat = [told("user", "ann"), told("directory_user", "/data", "ann")]
    kept.namenodes[1].heat = [told("path", "/data/a")]
    assert kept.step()
    assert kept.rows(
        "SELECT namenode, counted_by, key, of_key, path, waited_ms, calls, rows_touched, refused"
        " FROM heat"
        " WHERE window_s = 60 ORDER BY ALL"
    ) == [
        ("nn1", "directory_user", "/data", "ann", "/data", 2.5, 40, 900, 7),
        ("nn1", "user", "ann", None, None, 2.5, 40, 900, 7),
        ("nn2", "path", "/data/a", None, "/data/a", 2.5, 40, 900, 7),
    ]
    assert kept.rows("SELECT DISTINCT window_s FROM heat ORDER BY 1") == [(60,), (600,), (3600,)]


def test_what_is_told_later_takes_the_place_of_what_was(kept: Kept) -> None:
    kept.namenodes[0].heat = [told("user", "ann")]
    kept.step()
    kept.namenodes[0].heat = [told("user", "bob", time_ms=1.5)]
    assert not kept.reader.step(kept.database), "it is not time yet"
    assert kept.step()
    assert kept.rows("SELECT DISTINCT key, time_ms FROM heat") == [("bob", 1.5)]


def test_a_namenode_that_is_silent_is_left_out_and_all_silent_change_nothing(kept: Kept) -> None:
    for namenode in kept.namenodes:
        namenode.heat = [told("user", "ann")]
    kept.step()
    kept.namenodes[0].failing_status = 503
    assert kept.step()
    assert kept.rows("SELECT DISTINCT namenode FROM heat") == [("nn2",)]
    kept.namenodes[1].kill()
    assert not kept.step()
    assert kept.rows("SELECT DISTINCT namenode FROM heat") == [("nn2",)]


def test_a_token_that_is_refused_is_an_error(kept: Kept) -> None:
    kept.token.write_text("another")
    with pytest.raises(AdminUnauthorized):
        kept.step()


def test_it_says_how_fresh_it_is(kept: Kept) -> None:
    def complete_as_of_ms() -> int | None:
        (table,) = [each for each in engine.tables() if each.name == "heat"]
        return table.complete_as_of_ms

    engine = ReplicaEngine(Limits(memory_mb=256), lambda: kept.database, lambda: None)
    assert complete_as_of_ms() is None
    kept.namenodes[0].heat = [told("user", "ann")]
    kept.step()
    oldest = kept.rows("SELECT epoch_ms(min(as_of)) FROM heat")
    # The second namenode tells of nothing, a moment later.
    assert oldest == [(complete_as_of_ms(),)]
    # Sweeps of other tables do not stumble over it.
    assert len(kept.database.details.sweeps()) == len(Detail)
    engine.close()
