"""Generations of the replica: what is kept, replaced, and refused."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path

import duckdb
import pytest
from warren_analytics.database import Database
from warren_analytics.errors import ReplicaCorrupt, ReplicaLocked, ReplicaNotReady
from warren_analytics.position import Position
from warren_analytics.store import ReplicaStore
from warren_analytics.testkit.replica import LIMITS, ROOT, Row


def _build(store: ReplicaStore, *rows: Row) -> None:
    built = store.start_build()
    built.writer.load([ROOT, *rows])
    built.writer.finish_load()
    built.writer.complete(Position("c", len(rows), 1))
    store.activate(built)


def _files(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir() if file.suffix in {".duckdb", ".wal"}}


def test_a_new_generation_replaces_the_old_one(tmp_path: Path) -> None:
    with ReplicaStore(tmp_path, LIMITS) as store:
        with pytest.raises(ReplicaNotReady):
            store.current()
        _build(store)
        first = store.current()
        _build(store, Row(2, 1, "a"))
        with store.current().slot() as connection:
            assert connection.execute("SELECT count(*) FROM inodes").fetchone() == (2,)
        with pytest.raises(ReplicaNotReady), first.slot():
            pass
    assert _files(tmp_path) == {"replica.g2.duckdb"}


def test_the_current_generation_survives_under_another_path(tmp_path: Path) -> None:
    folder = tmp_path / "real"
    link = tmp_path / "link"
    link.symlink_to(folder)
    with ReplicaStore(folder, LIMITS) as store:
        _build(store)
        built = store.start_build()
        built.writer.load([ROOT])
        built.close()
    with ReplicaStore(link, LIMITS) as store:
        assert store.open_current() == Position("c", 0, 1)
        assert store.followed() == Position("c", 0, 1)
        # What was loaded without a position cannot be resumed.
        assert store.resume_build() is None
        store.remove_others()
    assert _files(folder) == {"replica.g1.duckdb"}
    with ReplicaStore(folder, LIMITS) as store:
        assert store.open_current() == Position("c", 0, 1)


def test_a_broken_current_generation_is_told_and_replaced(tmp_path: Path) -> None:
    with ReplicaStore(tmp_path, LIMITS) as store:
        _build(store)
    (tmp_path / "replica.g1.duckdb").write_bytes(b"damaged" * 1000)
    with ReplicaStore(tmp_path, LIMITS) as store:
        with pytest.raises(ReplicaCorrupt):
            store.open_current()
        _build(store, Row(2, 1, "a"))
        assert store.current().writer.position() == Position("c", 1, 1)


def _usage(store: ReplicaStore) -> list[tuple[object, ...]]:
    with store.current().slot() as connection:
        return connection.execute("FROM usage_history ORDER BY day").fetchall()


@pytest.mark.parametrize("interrupted", [False, True])
def test_growth_is_kept_by_a_version_with_other_tables(tmp_path: Path, interrupted: bool) -> None:
    with ReplicaStore(tmp_path, LIMITS) as store:
        _build(store)
    with duckdb.connect(str(tmp_path / "replica.g1.duckdb")) as older:
        older.execute("UPDATE store.position SET version = version - 1")
        older.execute("INSERT INTO store.usage_day VALUES ('2026-01-02', 3, 2, 10, 30)")
        older.execute("ALTER TABLE store.usage_day ADD COLUMN forgotten INTEGER")
    if interrupted:
        with ReplicaStore(tmp_path, LIMITS) as store:
            with pytest.raises(ReplicaCorrupt):
                store.open_current()
            store.start_build().close()
    with ReplicaStore(tmp_path, LIMITS) as store:
        if not interrupted:
            with pytest.raises(ReplicaCorrupt):
                store.open_current()
        built = store.start_build()
        built.writer.load([ROOT])
        built.writer.finish_load()
        built.writer.complete(Position("c", 0, 1), store.history())
        store.activate(built)
        assert _usage(store) == [(date(2026, 1, 2), 3, 2, 10, 30)]
    assert not (tmp_path / "history.parquet").exists()


def test_what_replaces_a_generation_is_on_disk_before_it_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = _Disk(tmp_path)
    monkeypatch.setattr(os, "fsync", disk.fsync)
    monkeypatch.setattr(Path, "unlink", disk.unlinker())
    with ReplicaStore(tmp_path, LIMITS) as store:
        _build(store)
        _build(store, Row(2, 1, "a"))
    assert disk.linked_when_removed == {"replica.g1.duckdb": "replica.g2.duckdb"}
    assert {"replica.g1.duckdb", "replica.g2.duckdb"} <= disk.synced


def test_growth_is_on_disk_before_the_generation_that_knew_it_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ReplicaStore(tmp_path, LIMITS) as store:
        _build(store)
    with duckdb.connect(str(tmp_path / "replica.g1.duckdb")) as older:
        older.execute("UPDATE store.position SET version = version - 1")
        older.execute("INSERT INTO store.usage_day VALUES ('2026-01-02', 3, 2, 10, 30)")
    disk = _Disk(tmp_path)
    monkeypatch.setattr(os, "fsync", disk.fsync)
    monkeypatch.setattr(Path, "unlink", disk.unlinker())
    with ReplicaStore(tmp_path, LIMITS) as store:
        store.start_build().close()
    assert "history.new" in disk.synced
    assert "history.parquet" in disk.names_when_removed["replica.g1.duckdb"]


class _Disk:
    """What would be left of a folder after a loss of power, as a removal begins."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._fsync = os.fsync
        self._unlink = Path.unlink
        self._names: set[str] = set()
        self._linked: str | None = None
        self.synced: set[str] = set()
        self.linked_when_removed: dict[str, str | None] = {}
        self.names_when_removed: dict[str, set[str]] = {}

    def fsync(self, descriptor: int) -> None:
        self._fsync(descriptor)
        path = Path(f"/proc/self/fd/{descriptor}").resolve()
        if path != self._folder:
            self.synced.add(path.name)
            return
        self._names = {file.name for file in path.iterdir()}
        link = path / "current"
        self._linked = link.readlink().name if link.is_symlink() else None

    def unlinker(self) -> Callable[..., None]:
        """In the place of Path.unlink, which gets the path as its self."""

        def unlink(path: Path, missing_ok: bool = False) -> None:
            if path.suffix == ".duckdb" and path.exists():
                self.linked_when_removed[path.name] = self._linked
                self.names_when_removed[path.name] = self._names
            self._unlink(path, missing_ok=missing_ok)

        return unlink


def test_the_engines_lock_outlives_the_switch(tmp_path: Path) -> None:
    """The switch reads the file, too: closing it would give the engine's lock on it back."""
    intrude = "import duckdb, sys; duckdb.connect(sys.argv[1])"
    with ReplicaStore(tmp_path, LIMITS) as store:
        _build(store)
        _build(store, Row(2, 1, "a"))
        command = [sys.executable, "-c", intrude, str(store.current().file)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "Conflicting lock" in done.stderr


def test_a_foreign_file_in_the_way_is_told_and_not_touched(tmp_path: Path) -> None:
    foreign = tmp_path / "current"
    foreign.write_text("mine")
    (tmp_path / "replica.g1.duckdb").write_text("left")
    with ReplicaStore(tmp_path, LIMITS) as store:
        for act in (store.open_current, store.resume_build, store.start_build, store.remove_others):
            with pytest.raises(ReplicaCorrupt, match="is not a link"):
                act()
        assert foreign.read_text() == "mine"
        assert _files(tmp_path) == {"replica.g1.duckdb"}
        foreign.unlink()
        _build(store)
    assert _files(tmp_path) == {"replica.g1.duckdb"}


def test_a_build_under_the_current_name_is_gone_on_with(tmp_path: Path) -> None:
    """Where what was current could not be read, its name was given to the next build before."""
    with ReplicaStore(tmp_path, LIMITS) as store:
        store.start_build().close()
    with duckdb.connect(str(tmp_path / "replica.g1.duckdb")) as unfinished:
        unfinished.execute("INSERT INTO store.build VALUES ('c', 0, 1, 1, 1, false)")
    (tmp_path / "current").symlink_to("replica.g1.duckdb")
    with ReplicaStore(tmp_path, LIMITS) as store:
        with pytest.raises(ReplicaCorrupt, match="never complete"):
            store.open_current()
        resumed = store.resume_build()
        assert resumed is not None
        assert resumed.file.name == "replica.g1.duckdb"
        resumed.close()


def test_one_process_at_a_time(tmp_path: Path) -> None:
    with ReplicaStore(tmp_path, LIMITS), pytest.raises(ReplicaLocked):
        ReplicaStore(tmp_path, LIMITS)


def test_what_statements_see_is_of_the_version_that_opens_the_file(tmp_path: Path) -> None:
    file = tmp_path / "replica.duckdb"
    Database(file, LIMITS).close()
    with duckdb.connect(str(file)) as other:
        other.execute("CREATE OR REPLACE VIEW main.inodes AS SELECT 'of another version' AS told")
    database = Database(file, LIMITS)
    with database.slot() as connection:
        described = connection.execute("DESCRIBE main.inodes").fetchall()
    assert [row[0] for row in described][:3] == ["inode_id", "parent_id", "name"]
    database.close()
