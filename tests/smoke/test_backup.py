"""A backup under load, restored into an empty data folder that then serves."""

import hashlib
import json
import os
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from warren_cli import abandoned, hdfs_only, temporary
from warren_cli.admin_tokens import Holder, token_file
from warren_cli.backups import manifest
from warren_cli.errors import OperatorError
from warren_cli.home import Home
from warren_cli.modes import Mode
from warren_cli.progress import Progress
from warren_cli.settings import Settings

from .conftest import (
    WARREN,
    Shell,
    WebHdfs,
    eventually,
    forget_the_running_system,
    logged_in,
    warren,
)
from .test_duplicates import answer
from .test_small_files import put_into_the_database

WRITERS = 3
# Each is read twice after a restore: as many as are under way while a backup is made will do.
WRITES_PER_WRITER_MAX = 300
WRITE_PAUSE_S = 0.1
ACKNOWLEDGED_BEFORE_BACKUP = 30
BUILT_S = 120.0
LOAD_S = 60.0
BLOCKS_BYTES = 3 * 1024 * 1024 + 17


def checksum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


class Load:
    """Writers of small files of blocks, and what was acknowledged to them."""

    def __init__(self, webhdfs: WebHdfs, area: str) -> None:
        self._webhdfs = webhdfs
        self._area = area
        self._done = threading.Event()
        self._lock = threading.Lock()
        self._acknowledged: dict[str, str] = {}

    def acknowledged(self) -> dict[str, str]:
        with self._lock:
            return dict(self._acknowledged)

    def _write(self, writer: int) -> None:
        for number in range(WRITES_PER_WRITER_MAX):
            if self._done.is_set():
                return
            path = f"{self._area}/load/w{writer}/f{number}"
            content = f"{writer} {number} ".encode() * (1 + number % 50)
            self._webhdfs.ok("PUT", path, "CREATE", content=content)
            with self._lock:
                self._acknowledged[path] = checksum(content)
            time.sleep(WRITE_PAUSE_S)

    @contextmanager
    def running(self) -> Iterator[None]:
        with ThreadPoolExecutor(WRITERS) as pool:
            writers = [pool.submit(self._write, each) for each in range(WRITERS)]
            try:
                yield
            finally:
                self._done.set()
            for each in writers:
                each.result()


def walked(webhdfs: WebHdfs, path: str) -> dict[str, str]:
    """Each file below a path with the checksum of its bytes, as a client reads them."""
    files: dict[str, str] = {}
    statuses = webhdfs.ok("GET", path, "LISTSTATUS").json()["FileStatuses"]["FileStatus"]
    for status in statuses:
        below = f"{path}/{status['pathSuffix']}"
        if status["type"] == "DIRECTORY":
            files |= walked(webhdfs, below)
        elif webhdfs.ok("GET", below, "GETFILESTATUS").json()["FileStatus"]["length"]:
            files[below] = checksum(webhdfs.ok("GET", below, "OPEN").content)
        else:
            files[below] = checksum(b"")
    return files


def listed(webhdfs: WebHdfs, path: str) -> dict[str, tuple[Any, ...]]:
    """What a listing tells of each entry of a folder, but when it was read."""
    statuses = webhdfs.ok("GET", path, "LISTSTATUS").json()["FileStatuses"]["FileStatus"]
    told = ("type", "length", "owner", "group", "permission", "modificationTime", "fileId")
    return {each["pathSuffix"]: tuple(each[name] for name in told) for each in statuses}


def newest_block(webhdfs: WebHdfs, path: str) -> int:
    located = webhdfs.ok("GET", path, "GET_BLOCK_LOCATIONS").json()["LocatedBlocks"]
    return int(located["lastLocatedBlock"]["block"]["blockId"])


@contextmanager
def restored_elsewhere(
    backup: Path, original: Settings, monkeypatch: pytest.MonkeyPatch, *options: str
) -> Iterator[Settings]:
    """A data folder that the backup was restored into, and this machine's blocks put there."""
    forget_the_running_system(monkeypatch)
    folder = abandoned.make_folder()
    # What a slow machine is given is given to this one, too.
    settings = temporary.settings(
        abandoned.home_in(folder), Mode.EMBEDDED, start_timeout_s=original.start_timeout_s
    )
    environment = settings.environment()
    try:
        done = warren("restore", str(backup), *options, **environment)
        assert done.returncode == 0, done.stderr
        assert b"Blocks on datanodes are not in a backup" in done.stdout
        # What an operator does who still has the datanode's disk.
        no_lock = shutil.ignore_patterns("in_use.lock")
        shutil.copytree(Home(original.home).blocks, settings.home / "blocks", ignore=no_lock)
        refused = warren("restore", str(backup), **environment)
        assert refused.returncode == 2
        assert b"into an empty data folder only" in refused.stderr
        yield settings
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def started(settings: Settings) -> Iterator[None]:
    """The whole of Warren."""
    environment = settings.environment()
    try:
        done = warren("run", **environment)
        assert done.returncode == 0, done.stdout + done.stderr
        yield
    finally:
        warren("stop", **environment)


def feed(settings: Settings, after: str | None) -> httpx.Response:
    parameters = {"limit": "1"} | ({} if after is None else {"after": after})
    token = token_file(settings.home, Holder.OPERATOR).read_text(encoding="ascii")
    return httpx.get(
        f"{settings.admin_urls[0]}/admin/v1/feed",
        params=parameters,
        headers={"Authorization": f"Bearer {token}"},
        trust_env=False,
    )


def fixed_files(shell: Shell, area: str, tmp_path: Path) -> dict[str, str]:
    """Files of blocks and of rows that nobody changes, with their checksums."""
    (tmp_path / "blocks").write_bytes(os.urandom(BLOCKS_BYTES))
    (tmp_path / "carrot.txt").write_bytes(b"kept in rows\n" * 300)
    shell.ok("-mkdir", f"{area}/rows", f"{area}/big")
    shell.ok("-chmod", "750", f"{area}/big")
    shell.ok("-D", "dfs.blocksize=1048576", "-put", str(tmp_path / "blocks"), f"{area}/big")
    put_into_the_database(shell, f"{area}/rows", tmp_path / "carrot.txt")
    return {
        f"{area}/big/blocks": checksum((tmp_path / "blocks").read_bytes()),
        f"{area}/rows/carrot.txt": checksum((tmp_path / "carrot.txt").read_bytes()),
    }


# It starts two more file systems, one of them whole, on a machine that has much else to do.
@pytest.mark.timeout(1_200)
@pytest.mark.embedded
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
    again = warren("backup", str(backup))
    assert again.returncode == 2
    assert b"has a backup already" in again.stderr
    assert list((settings.home / "store" / "checkpoints").glob("*")) == []
    whole = {**load.acknowledged(), **fixed}
    until = datetime.now(UTC).isoformat()
    # All this is lost with the restore.
    webhdfs.ok("DELETE", f"{area}/rows/carrot.txt", "DELETE")
    webhdfs.ok("PUT", f"{area}/later", "CREATE", content=b"later")
    lost_block = newest_block(webhdfs, f"{area}/later")
    lost_cursor = feed(settings, None).json()["head"]
    added = warren("backup", "--continue", str(backup))
    assert added.returncode == 0, added.stderr

    with restored_elsewhere(backup, settings, monkeypatch) as now, started(now):
        elsewhere = WebHdfs(now.admin_urls, superuser)
        assert {path: listed(elsewhere, path) for path in listing} == listing
        found = walked(elsewhere, area)
        wanted = {**before, **fixed}
        assert {path: found.get(path) for path in wanted} == wanted
        # What was written meanwhile is there whole, or not at all, or still open and empty.
        begun = {path: each for path, each in found.items() if path not in wanted}
        assert f"{area}/later" not in begun
        known = load.acknowledged()
        torn = {p for p, each in begun.items() if each not in {known.get(p), checksum(b"")}}
        assert torn == set()

        elsewhere.ok("PUT", f"{area}/new", "CREATE", content=b"new")
        assert newest_block(elsewhere, f"{area}/new") > lost_block
        gone = feed(now, lost_cursor)
        assert (gone.status_code, gone.json()["code"]) == (410, "feed_set_back")
        assert feed(now, manifest.read(backup).store.feed_cursor).status_code == 200

        password = Home(settings.home).console_password_file.read_text().strip()
        with logged_in(now, "admin", password) as api:
            # And the new file.
            answers_are_built(api, area, len(found) + 1)
    with (
        restored_elsewhere(backup, settings, monkeypatch, "--until", until) as then,
        hdfs_only.serving(then, Progress()),
    ):
        is_as_of_the_moment(then, backup, WebHdfs(then.admin_urls, superuser), listing)
        assert walked(WebHdfs(then.admin_urls, superuser), area) == whole


def is_as_of_the_moment(
    then: Settings, backup: Path, webhdfs: WebHdfs, listing: dict[str, dict[str, tuple[Any, ...]]]
) -> None:
    assert {path: listed(webhdfs, path) for path in listing} == listing
    # A backup goes on with the log of the store alone that it is of.
    refused = warren("backup", "--continue", str(backup), **then.environment())
    assert refused.returncode == 1
    assert b"restored from a backup since" in refused.stderr or b"set back" in refused.stderr


def answers_are_built(api: httpx.Client, area: str, files: int) -> None:
    """Search and SQL answer of the restored store, though neither is in a backup."""
    query = {"q": f"carrot path:{area}"}

    def hits() -> list[str]:
        answered = api.get("search", params=query)
        items = answered.json()["items"] if answered.is_success else []
        return [each["path"] for each in items]

    assert eventually(lambda: hits() == [f"{area}/rows/carrot.txt"], BUILT_S)
    of_area = f"FROM inodes WHERE path LIKE '{area}/%' AND kind = 'file'"

    def in_sql() -> int:
        return int(answer(api, f"SELECT count(*) AS n {of_area}")[0]["n"])

    assert eventually(lambda: in_sql() == files, BUILT_S), (in_sql(), files)


@pytest.mark.embedded
def test_a_backup_that_is_killed_is_none(settings: Settings, tmp_path: Path) -> None:
    for number, begun in enumerate((".", "secrets", "store")):
        target = tmp_path / f"killed-{number}"
        # Of the command's own process: bin/warren hands over to it.
        process = subprocess.Popen(
            [WARREN, "backup", str(target)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        deadline = time.monotonic() + LOAD_S
        while not (target / begun).exists() and time.monotonic() < deadline:
            time.sleep(0.001)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert (target / begun).exists()
        if not (target / manifest.NAME).exists():
            with pytest.raises(OperatorError, match="did not end"):
                manifest.verify(target)
    assert not (tmp_path / "killed-0" / manifest.NAME).exists()
    made = warren("backup", str(tmp_path / "whole"))
    assert made.returncode == 0, made.stderr
    assert manifest.verify(tmp_path / "whole").files
    # What the killed ones left in the store is gone.
    assert list((settings.home / "store" / "checkpoints").glob("*")) == []
    remembered = json.loads((settings.home / "last-backup.json").read_text())
    assert remembered["folder"] == str(tmp_path / "whole")
