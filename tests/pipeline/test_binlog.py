"""What the SQL node logs of the namespace: the feed, and nothing that nobody reads."""

import os
import time
from pathlib import Path

import httpx
import pymysql
from pymysql.cursors import Cursor

EVENTS_MAX = 200_000
DEADLINE_S = 60


def test_the_binlog_holds_the_feed_alone() -> None:
    made = httpx.put(
        f"http://{os.environ['WARREN_NN1_HTTP_ADDRESS']}/webhdfs/v1/binlog-{os.getpid()}",
        params={"user.name": "root", "op": "MKDIRS"},
        timeout=60,
        trust_env=False,
    )
    assert made.status_code == httpx.codes.OK
    database = os.environ["WARREN_NDB_DATABASE"]
    deadline = time.monotonic() + DEADLINE_S
    logged: set[str] = set()
    seen: set[tuple[str, str]] = set()
    with _capture() as connection, connection.cursor() as cursor:
        while not logged and time.monotonic() < deadline:
            seen = _tables(cursor)
            logged = {table for schema, table in seen if schema == database}
    assert logged == {"metadata_feed"}
    # Nor does it hold sessions and hashes of passwords: whoever reads it reads all of it.
    assert {schema for schema, _ in seen} & {os.environ["WARREN_SQL_PLATFORM_DATABASE"]} == set()


def _capture() -> "pymysql.Connection[Cursor]":
    """A connection of the user who reads the binlog."""
    host, port = os.environ["WARREN_SQL_ADDRESS"].rsplit(":", 1)
    password = Path(os.environ["WARREN_SQL_CAPTURE_PASSWORD_FILE"])
    return pymysql.connect(
        host=host,
        port=int(port),
        user=os.environ["WARREN_SQL_CAPTURE_USER"],
        password=password.read_text(encoding="utf-8").strip(),
        connect_timeout=60,
        read_timeout=60,
    )


def _tables(cursor: Cursor) -> set[tuple[str, str]]:
    """Database and table of each event with rows in all of the binlog."""
    cursor.execute("SHOW BINARY LOGS")
    found: set[tuple[str, str]] = set()
    for name, *_ in cursor.fetchall():
        cursor.execute(f"SHOW BINLOG EVENTS IN '{name}' LIMIT {EVENTS_MAX}")
        for _, _, kind, _, _, text in cursor.fetchall():
            if kind == "Table_map":
                # It names the table last, in brackets, with its database.
                schema, _, table = text.partition("(")[2].rstrip(")").partition(".")
                found.add((schema, table))
    return found
