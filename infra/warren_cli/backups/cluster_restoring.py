"""Bringing a backup of the cluster mode into a new, empty NDB."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from warren_cli import cluster, ndb_schema, ports, programs, sql_node
from warren_cli.backups import binlog_rolling, ndb_backup, platform_sql
from warren_cli.backups.binlog_rolling import Roll
from warren_cli.backups.manifest import NdbCopy
from warren_cli.backups.platform_sql import PLATFORM_SQL
from warren_cli.backups.rolling import Rolled
from warren_cli.errors import OperatorError
from warren_cli.home import Home
from warren_cli.progress import Progress
from warren_cli.settings import Settings
from warren_cli.sql_node import connected, rows
from warren_cli.supervision import Supervisor

TIMEOUT_S: Final = 24 * 3600
STOP_TIMEOUT_S: Final = 120.0
# First number of each kind that datanodes and clients know, and how many are left out behind a
# backup: more than any cluster takes until it is restored. As io.warren.namespace.IdKind has them.
AHEAD: Final = {
    "inode": (16_386, 1 << 34),
    "block": (1_073_741_825, 1 << 40),
    "block_group": (1, 1 << 40),
    "generation_stamp": (1_001, 1 << 40),
}


def refuse_unreadable(settings: Settings, store: NdbCopy) -> None:
    """Raises OperatorError for what this Warren, or its NDB, can't read; touches nothing."""
    here = ndb_backup.version(settings)
    if _numbers(here) < _numbers(store.ndb_version):
        raise OperatorError(
            "The backup was made by a newer NDB",
            remedy="Nothing was touched. Install that version, or a newer one",
            its_version=store.ndb_version,
            this_version=here,
            exit_code=2,
        )
    known = len(ndb_schema.known())
    if store.schema_version > known:
        raise OperatorError(
            "The backup was made by a newer Warren",
            remedy="Nothing was touched. Restore it with that version",
            its_schema=store.schema_version,
            this_schema=known,
            exit_code=2,
        )


def load(
    settings: Settings,
    source: Path,
    store: NdbCopy,
    roll: Roll | None,
    progress: Progress,
) -> Rolled | None:
    """Fills the data folder's NDB and SQL node from a backup, and stops them again.

    The folder has the backup's configuration and secrets, and nothing of NDB's. roll: how far it
    is brought; the answer says what that came to. Raises OperatorError; nothing runs then either.
    """
    home = Home(settings.home)
    rolled = None
    with _running_store(settings, home, store.schema_version, progress) as supervisor:
        for node_id in store.data_nodes:
            progress.say(f"restoring what data node {node_id} had")
            _restore_rows(settings, source, store, node_id)
        if roll is not None and roll.parts:
            rolled = binlog_rolling.forward(settings, supervisor, source, roll, progress)
        _leave_out_numbers(settings)
        progress.say("restoring the platform's database")
        sql_node.make_database(home, settings.sql_platform_database)
        platform_sql.load(settings, source / PLATFORM_SQL)
        progress.say("stopping what the restore needed")
    return rolled


@contextmanager
def _running_store(
    settings: Settings, home: Home, schema_version: int, progress: Progress
) -> Iterator[Supervisor]:
    """NDB and its SQL node with empty tables as they were when the backup was made.

    All data nodes end with the block, so that the first start of Warren begins another incarnation
    of the store.
    """
    ports.refuse_busy(settings)
    for folder in (home.logs, home.run, home.scratch):
        folder.mkdir(exist_ok=True)
    cluster.write_configuration(home, settings, store_only=True)
    supervisor = Supervisor(home)
    supervisor.launch(settings, programs.environment(settings, os.environ))
    try:
        cluster.start_servers(settings, supervisor, progress)
        ndb_schema.upgrade(settings, progress, through=schema_version)
        yield supervisor
    finally:
        cluster.stop(settings, supervisor, progress)
        supervisor.shut_down(STOP_TIMEOUT_S)


def _restore_rows(settings: Settings, source: Path, store: NdbCopy, node_id: int) -> None:
    """The rows alone: the tables are there already, with their indexes."""
    log = Home(settings.home).logs / f"ndb-restore-{node_id}.log"
    command = [
        str(ndb_backup.program(settings, "ndb_restore")),
        f"--ndb-connectstring={settings.ndb_mgm_address.reachable}",
        f"--backupid={store.backup_id}",
        f"--nodeid={node_id}",
        "--restore-data",
        # Who reads the changes begins anew.
        "--no-binlog",
        f"--include-databases={settings.ndb_database}",
        f"--backup-path={source / store.folder}",
    ]
    try:
        with log.open("wb") as out:
            done = subprocess.run(  # noqa: S603
                command,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                timeout=TIMEOUT_S,
                check=False,
            )
    except subprocess.TimeoutExpired as error:
        raise OperatorError(
            "NDB did not restore a data node's part of the backup in time",
            remedy="Look at the end of its log, empty the data folder and repeat it",
            data_node=node_id,
            log=log,
            timeout_s=TIMEOUT_S,
        ) from error
    if done.returncode != 0:
        lines = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
        raise OperatorError(
            "NDB could not restore a data node's part of the backup",
            remedy="Put right what it says, empty the data folder and repeat it. More memory for "
            "the data nodes is WARREN_NDB_DATA_MEMORY_MB",
            data_node=node_id,
            log=log,
            reason=" | ".join(lines[-3:]),
        )


def _leave_out_numbers(settings: Settings) -> None:
    """What was given out after the backup was made is on datanodes: it is not given again."""
    statement = (
        f"INSERT INTO `{settings.ndb_database}`.id_ranges (kind, next_id) VALUES (%s, %s) "  # noqa: S608  checked name
        "ON DUPLICATE KEY UPDATE next_id = next_id + %s"
    )
    with connected(
        settings.sql_address.reachable,
        settings.sql_schema_user,
        settings.sql_schema_password_file,
    ) as connection:
        for kind, (first, ahead) in AHEAD.items():
            rows(connection, statement, kind, first + ahead, ahead)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))
