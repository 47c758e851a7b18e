"""Bringing a restored NDB to a later moment: the SQL node applies the binlog of its backup.

The files are given to it as those that it would have fetched from another server: its relay log. So
MySQL's own replication applies them, epoch by epoch, and an epoch wholly or not at all.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import pymysql.cursors

from warren_cli import cluster, sql_node
from warren_cli.backups import binlog, files
from warren_cli.backups.binlog_parts import BinlogPart
from warren_cli.backups.rolling import Rolled
from warren_cli.cluster_programs import SQL
from warren_cli.errors import OperatorError
from warren_cli.home import Home
from warren_cli.progress import Progress
from warren_cli.settings import Settings
from warren_cli.supervision import Supervisor

RELAY: Final = "roll"
POLL_S: Final = 0.5
SAID_EVERY_S: Final = 10.0
STALLED_S: Final = 600.0
# The log is of a server with the same number. It may begin before the backup was whole: rows that
# are there already, or not there any more, are no fault then, as the log has whole rows.
OPTIONS: Final = f"""
relay-log={RELAY}
relay-log-index={RELAY}.index
replicate-same-server-id=ON
log-replica-updates=OFF
skip-replica-start=ON
replica-exec-mode=IDEMPOTENT
"""


@dataclass(frozen=True)
class Roll:
    """How far a restored backup is brought. since_sequence: the last change that the backup has."""

    parts: Sequence[BinlogPart]
    until: datetime
    since_sequence: int


def forward(
    settings: Settings, supervisor: Supervisor, source: Path, roll: Roll, progress: Progress
) -> Rolled:
    """Adds the epochs up to a moment to a restored store that runs. Raises OperatorError."""
    progress.say(f"rolling the metadata store forward to {roll.until.isoformat()}")
    home = Home(settings.home)
    supervisor.stop(SQL)
    count, end = _placed(home, source, roll)
    with home.sql_config.open("a", encoding="utf-8") as out:
        out.write(OPTIONS)
    cluster.start_sql(settings, supervisor, progress)
    with sql_node.as_root(home) as connection:
        sql_node.rows(
            connection,
            "CHANGE REPLICATION SOURCE TO SOURCE_HOST = 'nowhere.invalid', "
            f"RELAY_LOG_FILE = '{_relay(1)}', RELAY_LOG_POS = {len(binlog.MAGIC)}",
        )
        sql_node.rows(connection, "START REPLICA SQL_THREAD")
        _await_end(connection, count, end, progress)
        sql_node.rows(connection, "STOP REPLICA")
        sql_node.rows(connection, "RESET REPLICA ALL")
        return _rolled(settings, connection, roll.since_sequence)


def _placed(home: Home, source: Path, roll: Roll) -> tuple[int, int]:
    """Places the files up to a moment; how many there are, and where the last one ends."""
    # At the last moment that is known all of it is wanted: what was acknowledged before may have
    # been logged a little later.
    all_of_it = roll.until >= datetime.fromisoformat(roll.parts[-1].as_of)
    until_us = int(roll.until.timestamp() * 1_000_000)
    names: list[str] = []
    cut: int | None = None
    for path in (entry.path for part in roll.parts for entry in part.files):
        placed = home.sql_data / _relay(len(names) + 1)
        files.copied(source / path, placed)
        names.append(placed.name)
        cut = None if all_of_it else binlog.cut_at(placed, until_us)
        if cut is not None:
            with placed.open("r+b") as out:
                out.truncate(cut)
            break
    index = "".join(f"./{name}\n" for name in names)
    (home.sql_data / f"{RELAY}.index").write_text(index, encoding="ascii")
    return len(names), (home.sql_data / names[-1]).stat().st_size


def _relay(number: int) -> str:
    return f"{RELAY}.{number:06}"


def _await_end(
    connection: sql_node.SqlConnection, count: int, end: int, progress: Progress
) -> None:
    """Returns when all is applied. Raises OperatorError when it stops before, or stalls."""
    last, moved_at, said_at = (0, 0), time.monotonic(), time.monotonic()
    while True:
        status = _status(connection)
        name = str(status["Relay_Log_File"])
        at = (int(name.rpartition(".")[2]), int(status["Relay_Log_Pos"]))
        if at >= (count, end):
            return
        now = time.monotonic()
        if at != last:
            last, moved_at = at, now
        if status["Replica_SQL_Running"] != "Yes" or now - moved_at > STALLED_S:
            raise OperatorError(
                "The SQL node did not apply the log",
                remedy="Empty the data folder, and restore the backup without --until, or another "
                "one",
                file=name,
                position=at[1],
                reason=str(status["Last_SQL_Error"])[-400:],
            )
        if now - said_at > SAID_EVERY_S:
            said_at = now
            progress.say(f"  file {at[0]} of {count}")
        time.sleep(POLL_S)


def _status(connection: sql_node.SqlConnection) -> dict[str, Any]:
    with connection.cursor(pymysql.cursors.DictCursor) as cursor:
        cursor.execute("SHOW REPLICA STATUS")
        return dict(cursor.fetchone() or {})


def _rolled(settings: Settings, connection: sql_node.SqlConnection, since: int) -> Rolled:
    ((changes, last_ms),) = sql_node.rows(
        connection,
        f"SELECT COUNT(*), MAX(committed_at_ms) FROM `{settings.ndb_database}`.metadata_feed "  # noqa: S608  checked name
        "WHERE sequence > %s",
        since,
    )
    if not changes:
        return Rolled(0, None)
    last = datetime.fromtimestamp(int(last_ms) / 1000, UTC).isoformat(timespec="milliseconds")
    return Rolled(int(changes), last)
