"""Rows of an earlier version in NDB, brought up to date by this one: nothing is lost.

They lie in a database of their own beside the running cluster's, in tables of that version's
schema, and a namenode of their own serves them after the upgrade.
"""

import contextlib
import json
import lzma
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pymysql
import pytest
from warren_cli import abandoned, admin_tokens, ndb_schema, parts, programs, temporary
from warren_cli.home import Home
from warren_cli.modes import Mode
from warren_cli.progress import Progress
from warren_cli.settings import Settings

from . import older_fill as fill
from .conftest import WebHdfs, eventually, warren
from .older_facts import Facts, differences, facts_of
from .test_small_files import OURS

DATA = Path(__file__).parent / "data" / "older"
# Of the version of 24 November 2026.
SCHEMA = 20
DATABASE = "older"
START_S = 90.0


@contextlib.contextmanager
def as_root(settings: Settings) -> Iterator[pymysql.Connection]:
    home = Home(settings.home)
    password = home.sql_root_password_file.read_text(encoding="utf-8").strip()
    with contextlib.closing(
        pymysql.connect(
            unix_socket=str(home.sql_socket), user="root", password=password, autocommit=True
        )
    ) as connection:
        yield connection


@pytest.fixture
def older(settings: Settings) -> Iterator[Settings]:
    """A data folder for a namenode of the older rows, and their database in the same cluster."""
    folder = abandoned.make_folder()
    # Elasticsearch's user, whom a folder is laid out for, too, has to pass through.
    folder.chmod(0o711)
    addresses = temporary.settings(abandoned.home_in(folder), Mode.CLUSTER)
    names = ("home", "nn1_rpc_address", "nn1_http_address", "nn2_rpc_address", "nn2_http_address")
    own = {name: getattr(addresses, name) for name in names}
    changed = settings.model_copy(update={**own, "ndb_database": DATABASE})
    try:
        with as_root(settings) as connection, connection.cursor() as cursor:
            cursor.execute(f"GRANT ALL ON `{DATABASE}`.* TO '{settings.sql_schema_user}'@'%'")
        parts.set_up_alone(changed, "nn1", Home(settings.home).secrets, Progress())
        yield changed
    finally:
        with as_root(settings) as connection, connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE IF EXISTS `{DATABASE}`")
        shutil.rmtree(folder, ignore_errors=True)


def put_rows(settings: Settings) -> None:
    """The rows as the earlier version's tables held them."""
    with lzma.open(DATA / "ndb.sql.xz", "rt", encoding="utf-8") as text:
        statements = [line for line in text if line.strip()]
    with as_root(settings) as connection, connection.cursor() as cursor:
        connection.select_db(DATABASE)
        for statement in statements:
            cursor.execute(statement)


@contextlib.contextmanager
def namenode(settings: Settings) -> Iterator[None]:
    """nn1 of the older rows, until it answers."""
    home = Home(settings.home)
    command = {each.name: each for each in programs.programs(settings, home)}["nn1"].command
    own = admin_tokens.environment(settings.home, "nn1")
    log = home.logs / "nn1.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            command,
            env=programs.environment(settings, os.environ) | own,
            stdout=out,
            stderr=subprocess.STDOUT,
        )

    def serves() -> bool:
        assert process.poll() is None, log.read_text(encoding="utf-8", errors="replace")
        with contextlib.suppress(httpx.HTTPError):
            url = f"http://{settings.nn1_http_address}/webhdfs/v1/?op=GETFILESTATUS"
            return httpx.get(url, trust_env=False).is_success
        return False

    try:
        assert eventually(serves, START_S), log.read_text(encoding="utf-8", errors="replace")
        yield
    finally:
        process.terminate()
        process.wait(30)


@pytest.mark.cluster
def test_rows_of_an_earlier_version_are_the_same_after_the_upgrade(
    settings: Settings, older: Settings, superuser: str
) -> None:
    before: Facts = json.loads((DATA / "ndb.json").read_text(encoding="utf-8"))
    # The datanodes of that version are not there.
    small = f"{fill.DATA}/stored/small.txt"
    del before[small]["blocks"]
    progress = Progress()
    ndb_schema.upgrade(older, progress, through=SCHEMA)
    put_rows(settings)
    ndb_schema.upgrade(older, progress)
    with namenode(older):
        webhdfs = WebHdfs((f"http://{older.nn1_http_address}",), superuser)
        now = facts_of(webhdfs, fill.ROOTS, with_bytes=False)
        assert differences(before, now, without=("sha256",)) == []
        url = f"hdfs://{older.nn1_rpc_address}{small}"
        shown = warren("dfs", *OURS, "-cat", url, HADOOP_USER_NAME=superuser)
        assert shown.stdout.decode() == fill.SMALL
        made = webhdfs.ok("PUT", f"{fill.DATA}/made", "MKDIRS")
        assert made.json() == {"boolean": True}
        status = webhdfs.ok("GET", f"{fill.DATA}/made", "GETFILESTATUS").json()["FileStatus"]
        assert status["fileId"] > max(facts["fileId"] for facts in before.values())
        webhdfs.ok("DELETE", f"{fill.DATA}/many", "DELETE", recursive="true")
        summary = webhdfs.ok("GET", fill.DATA, "GETCONTENTSUMMARY").json()["ContentSummary"]
        before_it = before[fill.DATA]["summary"]
        assert summary["fileCount"] == before_it["fileCount"] - (fill.MANY - 2)
        # `many` has gone, `made` has come.
        assert summary["directoryCount"] == before_it["directoryCount"]
