"""A backup of the cluster mode, restored into an NDB of its own."""

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from warren_cli import abandoned, cluster, lifecycle, sql_node, temporary
from warren_cli.backups import manifest
from warren_cli.backups.manifest import NdbCopy
from warren_cli.home import Home
from warren_cli.modes import Mode
from warren_cli.progress import Progress
from warren_cli.settings import Settings
from warren_cli.supervision import Supervisor

from .conftest import (
    RECOVERY_S,
    Shell,
    WebHdfs,
    eventually,
    forget_the_running_system,
    healthy,
    warren,
)
from .test_backup import (
    ACKNOWLEDGED_BEFORE_BACKUP,
    BUILT_S,
    LOAD_S,
    WRITERS,
    Load,
    checksum,
    feed,
    fixed_files,
    listed,
    newest_block,
    walked,
)
from .test_small_files import put_into_the_database


@contextmanager
def restored_elsewhere(
    backup: Path, original: Settings, monkeypatch: pytest.MonkeyPatch, *options: str
) -> Iterator[Settings]:
    """The metadata store of a restored backup with what serves files, and no platform."""
    forget_the_running_system(monkeypatch)
    folder = abandoned.make_folder()
    folder.chmod(0o711)
    settings = temporary.settings(
        abandoned.home_in(folder), Mode.CLUSTER, start_timeout_s=original.start_timeout_s
    )
    progress = Progress()
    try:
        done = warren("restore", str(backup), *options, **settings.environment())
        assert done.returncode == 0, done.stdout + done.stderr
        assert b"make run-cluster" in done.stdout
        # What an operator does who still has the datanodes' disks.
        no_lock = shutil.ignore_patterns("in_use.lock")
        before, now = Home(original.home), Home(settings.home)
        for source, target in ((before.blocks, now.blocks), (before.blocks2, now.blocks2)):
            shutil.copytree(source, target, ignore=no_lock, dirs_exist_ok=True)
        lifecycle.run(settings, progress, store_only=True)
        cluster.start_namenodes(settings, Supervisor(now), progress, datanodes=True)
        yield settings
    finally:
        lifecycle.stop(settings, progress)
        shutil.rmtree(folder, ignore_errors=True)


def accounts(settings: Settings) -> set[tuple[Any, ...]]:
    """What the platform's database knows of its accounts, as its own user reads it."""
    with sql_node.connected(
        settings.sql_address.reachable,
        settings.sql_platform_user,
        settings.sql_platform_password_file,
    ) as connection:
        statement = (
            f"SELECT id, username, password FROM `{settings.sql_platform_database}`.accounts_user"
        )
        return set(sql_node.rows(connection, statement))


@pytest.mark.cluster
def test_what_was_acknowledged_before_a_backup_is_there_after_its_restore(
    *,
    webhdfs: WebHdfs,
    shell: Shell,
    area: str,
    superuser: str,
    settings: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    backup = tmp_path / "backup"
    fixed = fixed_files(shell, area, tmp_path)
    listing = {path: listed(webhdfs, path) for path in (f"{area}/rows", f"{area}/big")}
    known_accounts = accounts(settings)
    assert known_accounts
    load = Load(webhdfs, area)
    with load.running():
        assert eventually(lambda: len(load.acknowledged()) > ACKNOWLEDGED_BEFORE_BACKUP, LOAD_S)
        before = load.acknowledged()
        made = warren("backup", str(backup))
        assert made.returncode == 0, made.stderr
        after = load.acknowledged()
    assert len(after) > len(before), "the load went on meanwhile"
    verified = warren("backup", "--verify", str(backup))
    assert verified.returncode == 0, verified.stderr
    assert list((settings.home / "ndb" / "data" / "BACKUP").glob("*")) == []
    # All this is lost with the restore.
    webhdfs.ok("DELETE", f"{area}/rows/carrot.txt", "DELETE")
    webhdfs.ok("PUT", f"{area}/later", "CREATE", content=b"later")
    lost_block = newest_block(webhdfs, f"{area}/later")
    lost_cursor = feed(settings, None).json()["head"]
    stated = manifest.read(backup)
    assert isinstance(stated.store, NdbCopy)

    with restored_elsewhere(backup, settings, monkeypatch) as now:
        elsewhere = WebHdfs(now.admin_urls, superuser)
        assert {path: listed(elsewhere, path) for path in listing} == listing
        found = walked(elsewhere, area)
        wanted = {**before, **fixed}
        assert {path: found.get(path) for path in wanted} == wanted
        begun = {path: each for path, each in found.items() if path not in wanted}
        assert f"{area}/later" not in begun
        known = load.acknowledged()
        torn = {p for p, each in begun.items() if each not in {known.get(p), checksum(b"")}}
        assert torn == set()

        def writes() -> bool:
            return elsewhere.call("PUT", f"{area}/new", "CREATE", content=b"new").is_success

        assert eventually(writes, BUILT_S)
        assert newest_block(elsewhere, f"{area}/new") > lost_block
        gone = feed(now, lost_cursor)
        assert (gone.status_code, gone.json()["code"]) == (410, "feed_set_back")
        assert feed(now, stated.store.feed_cursor).status_code == 200
        assert accounts(now) == known_accounts


@pytest.fixture
def all_rows_logged(settings: Settings) -> Iterator[None]:
    """The SQL node's binlog has the rows of all tables, and afterwards the feed alone again."""
    supervisor, progress = Supervisor(Home(settings.home)), Progress()
    for points_in_time in (True, False):
        asked = settings.model_copy(update={"points_in_time": points_in_time})
        cluster.log_as_set(asked, supervisor, progress)
        assert eventually(lambda: healthy(settings), RECOVERY_S)
        if points_in_time:
            yield


def moment() -> str:
    """A moment, with nothing begun or ended within a second of it: an epoch takes a part of one."""
    time.sleep(1.0)
    found = datetime.now(UTC).isoformat(timespec="milliseconds")
    time.sleep(1.0)
    return found


@pytest.mark.cluster
def test_a_backup_that_is_continued_is_restored_as_of_the_moment_before_a_mistake(
    *,
    webhdfs: WebHdfs,
    shell: Shell,
    area: str,
    superuser: str,
    settings: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    all_rows_logged: None,
) -> None:
    backup = tmp_path / "backup"
    wanted = fixed_files(shell, area, tmp_path)
    made = warren("backup", str(backup), WARREN_POINTS_IN_TIME="1")
    assert made.returncode == 0, made.stderr
    early = warren("restore", str(backup), "--until", "2020-01-01T00:00:00", WARREN_HOME="/x")
    assert (early.returncode, b"of a later moment" in early.stderr) == (2, True)

    load = Load(webhdfs, area)
    with load.running():
        webhdfs.ok("PUT", f"{area}/one", "CREATE", content=b"one")
        webhdfs.ok("PUT", f"{area}/big", "SETPERMISSION", permission="700")
        first = warren("backup", "--continue", str(backup))
        assert first.returncode == 0, first.stderr

        # In rows: blocks of files that were deleted since are gone from the datanodes.
        (tmp_path / "two").write_bytes(b"two")
        put_into_the_database(shell, f"{area}/rows", tmp_path / "two")
        webhdfs.ok("PUT", f"{area}/one", "RENAME", destination=f"{area}/uno")
        wanted |= {f"{area}/uno": checksum(b"one"), f"{area}/rows/two": checksum(b"two")}
        listing = {path: listed(webhdfs, path) for path in (f"{area}/rows", f"{area}/big")}
        before = load.acknowledged()
        until = moment()
        after = load.acknowledged()
        webhdfs.ok("DELETE", f"{area}/rows", "DELETE", recursive="true")
        webhdfs.ok("PUT", f"{area}/later", "CREATE", content=b"later")
        lost_block = newest_block(webhdfs, f"{area}/later")
        second = warren("backup", "--continue", str(backup))
        assert second.returncode == 0, second.stderr
    assert len(load.acknowledged()) > len(after) > len(before) > 0, "writers wrote all the time"
    verified = warren("backup", "--verify", str(backup))
    assert verified.returncode == 0, verified.stderr
    assert b"its log reaches to" in verified.stdout

    with restored_elsewhere(backup, settings, monkeypatch, "--until", until) as now:
        elsewhere = WebHdfs(now.admin_urls, superuser)
        assert {path: listed(elsewhere, path) for path in listing} == listing
        found = walked(elsewhere, area)
        assert {path: found.get(path) for path in (*wanted, *before)} == {**wanted, **before}
        # Besides those only what was under way at the moment, a file for each writer at most.
        others = found.keys() - wanted.keys() - after.keys()
        assert len(others) <= WRITERS
        assert all(path.startswith(f"{area}/load/") for path in others)

        def writes() -> bool:
            return elsewhere.call("PUT", f"{area}/new", "CREATE", content=b"new").is_success

        assert eventually(writes, BUILT_S)
        assert newest_block(elsewhere, f"{area}/new") > lost_block
        # The log that is there is another store's.
        goes_on = warren("backup", "--continue", str(backup), **now.environment())
        assert goes_on.returncode == 1
        assert b"of another store" in goes_on.stderr
