"""A data folder of the embedded mode, and a backup of it."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from warren_namenode.generated.admin_api import Checkpoint

from warren_cli.backups import embedded_making, making
from warren_cli.home import Home, prepare
from warren_cli.progress import Progress
from warren_cli.settings import Settings, load


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """A data folder whose namenodes are asked for copies by nobody but these tests."""
    found = load({"WARREN_HOME": str(tmp_path / "home")})
    home = Home(found.home)
    prepare(home, found, "the console's password")
    (home.conf / "core-site.xml").write_text("<configuration/>")
    (home.root / "warren.toml").write_text("web_workers = 3\n")
    with closing(sqlite3.connect(found.platform_db)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("CREATE TABLE jobs (name TEXT)")
        database.execute("INSERT INTO jobs VALUES ('nightly')")
        database.commit()
    copy = tmp_path / "checkpoint"
    (copy / "rocksdb").mkdir(parents=True)
    (copy / "WARREN-STORE").write_text("kind=warren-metadata-store\nformat=1\nstate=copy\n")
    for number in range(3):
        (copy / "rocksdb" / f"{number:06}.sst").write_bytes(os.urandom(3_000))

    @contextmanager
    def checkpoint(_: Settings) -> Iterator[Checkpoint]:
        yield Checkpoint(
            name="name",
            folder=str(copy),
            feed_sequence=42,
            feed_cursor="abcd-00000001-42",
            version="1.0",
            as_of_ms=1_700_000_000_000,
            log_position=900,
            incarnation=7,
        )

    monkeypatch.setattr(embedded_making, "checkpoint", checkpoint)
    return found


@pytest.fixture
def backup(settings: Settings, tmp_path: Path) -> Path:
    target = tmp_path / "backup"
    making.make(settings, target, Progress())
    return target
