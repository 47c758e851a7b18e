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


def backed_up_under_load(
    webhdfs: WebHdfs, settings: Settings, area: str, backup: Path
) -> dict[str, str]:
    """What was acknowledged to writers while the backup was made."""
    load = Load(webhdfs, area)
    with load.running():
        assert eventually(lambda: len(load.acknowledged()) > ACKNOWLEDGED_BEFORE_BACKUP, LOAD_S)
        begun = len(load.acknowledged())
        made = warren("backup", str(backup), WARREN_POINTS_IN_TIME="1")
        assert made.returncode == 0, made.stderr
        assert len(load.acknowledged()) > begun, "the load went on meanwhile"
    assert list((settings.home / "ndb" / "data" / "BACKUP").glob("*")) == []
    early = warren("restore", str(backup), "--until", "2020-01-01T00:00:00", WARREN_HOME="/x")
    assert (early.returncode, b"of a later moment" in early.stderr) == (2, True)
    return load.acknowledged()


def continued(backup: Path) -> None:
    done = warren("backup", "--continue", str(backup))
    assert done.returncode == 0, done.stderr


def is_another_store(now: Settings, backup: Path, lost_cursor: str) -> None:
    """Its feed says that it was set back, from the backup's own place on it goes on; the log of
    the first one does not."""
    gone = feed(now, lost_cursor)
    assert (gone.status_code, gone.json()["code"]) == (410, "feed_set_back")
    stated = manifest.read(backup)
    assert isinstance(stated.store, NdbCopy)
    assert feed(now, stated.store.feed_cursor).status_code == 200
    goes_on = warren("backup", "--continue", str(backup), **now.environment())
    assert goes_on.returncode == 1
    assert b"of another store" in goes_on.stderr


# All that is proven of a restore, by one: another NDB and its namenodes start for it.
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
    known_accounts = accounts(settings)
    assert known_accounts
    # What the backup itself lacks of it the log has.
    wanted |= backed_up_under_load(webhdfs, settings, f"{area}/meanwhile", backup)

    load = Load(webhdfs, area)
    with load.running():
        webhdfs.ok("PUT", f"{area}/one", "CREATE", content=b"one")
        webhdfs.ok("PUT", f"{area}/big", "SETPERMISSION", permission="700")
        continued(backup)
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
        lost_cursor = feed(settings, None).json()["head"]
        continued(backup)
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
        assert eventually(lambda: writes(elsewhere, f"{area}/new"), BUILT_S)
        assert newest_block(elsewhere, f"{area}/new") > lost_block
        assert accounts(now) == known_accounts
        is_another_store(now, backup, lost_cursor)


def writes(webhdfs: WebHdfs, path: str) -> bool:
    return webhdfs.call("PUT", path, "CREATE", content=b"new").is_success
