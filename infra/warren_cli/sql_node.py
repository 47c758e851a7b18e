"""Connections to the SQL node, and its first start."""

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import pymysql
from pymysql.connections import Connection
from pymysql.constants import ER

from warren_cli import build
from warren_cli.cluster_conf import ndb_home
from warren_cli.errors import OperatorError
from warren_cli.fields import Address
from warren_cli.home import Home
from warren_cli.rights import MYSQL_ENVIRONMENT
from warren_cli.settings import Settings

CONNECT_TIMEOUT_S = 5
# DDL on NDB waits for every node; a small machine under load needs its time.
STATEMENT_TIMEOUT_S = 300
INITIALISE_TIMEOUT_S = 600

# Where the SQL node looks up, by database and table with wildcards, how it logs changes.
BINLOG_TYPES = """
CREATE TABLE IF NOT EXISTS mysql.ndb_replication (
  db VARBINARY(63), table_name VARBINARY(63), server_id INT UNSIGNED, binlog_type INT UNSIGNED,
  conflict_fn VARBINARY(128), PRIMARY KEY USING HASH (db, table_name, server_id)
) ENGINE=NDBCLUSTER PARTITION BY KEY(db, table_name)
"""
BINLOG_AS_CONFIGURED = 0
BINLOG_NOTHING = 1

# A string: only the type stubs know the parameter.
SqlConnection: TypeAlias = "Connection[Any]"


@contextmanager
def connected(address: Address, user: str, password_file: Path) -> Iterator[SqlConnection]:
    """A connection that commits each statement. Raises OperatorError saying where it looked."""
    try:
        password = password_file.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise OperatorError(
            "The password of the SQL node's user cannot be read",
            remedy="`make run-cluster` makes it; for another SQL node set its file",
            user=user,
            file=password_file,
            reason=error.strerror,
        ) from error
    try:
        connection = pymysql.connect(
            host=address.host,
            port=address.port,
            user=user,
            password=password,
            connect_timeout=CONNECT_TIMEOUT_S,
            read_timeout=STATEMENT_TIMEOUT_S,
            write_timeout=STATEMENT_TIMEOUT_S,
            autocommit=True,
        )
    except pymysql.err.OperationalError as error:
        if error.args[0] == ER.ACCESS_DENIED_ERROR:
            raise OperatorError(
                "The SQL node refused the user",
                remedy="Check the user's name and the password file",
                address=address,
                user=user,
                file=password_file,
            ) from error
        raise OperatorError(
            "The SQL node cannot be reached",
            remedy="Start it (`make run-cluster`), or point WARREN_SQL_ADDRESS at another one",
            address=address,
            reason=error.args[-1],
        ) from error
    try:
        yield connection
    finally:
        connection.close()


def rows(connection: SqlConnection, statement: str, *values: object) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values or None)
        return list(cursor.fetchall())


def problem(settings: Settings) -> str | None:
    """Why the SQL node does not serve yet; None when it serves and sees NDB."""
    try:
        with connected(
            settings.sql_address.reachable,
            settings.sql_schema_user,
            settings.sql_schema_password_file,
        ) as connection:
            found = rows(connection, "SHOW STATUS LIKE 'Ndb_number_of_ready_data_nodes'")
    except OperatorError as error:
        return f"{error.message.lower()} at {settings.sql_address}"
    except pymysql.err.MySQLError as error:
        return f"answers with an error: {error.args[-1]}"
    ready = int(found[0][1]) if found else 0
    return None if ready > 0 else "serves, but sees no NDB data node"


def initialise(home: Home, settings: Settings) -> bool:
    """Makes the SQL node's data folder unless it is there; whether it was made.

    It is made under another name and renamed when it is whole: a start that was cut short is
    simply repeated.
    """
    if home.sql_data.exists():
        return False
    draft = home.root / "sql.new"
    shutil.rmtree(draft, ignore_errors=True)
    log = home.logs / "sql-initialise.log"
    with log.open("wb") as out:
        done = subprocess.run(  # noqa: S603
            [
                str(ndb_home(settings) / "bin" / "mysqld"),
                f"--defaults-file={home.sql_config}",
                f"--datadir={draft}",
                "--initialize-insecure",
            ],
            env={**os.environ, **MYSQL_ENVIRONMENT},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            timeout=INITIALISE_TIMEOUT_S,
            check=False,
        )
    if done.returncode != 0:
        raise OperatorError(
            "The SQL node's data folder could not be made",
            remedy=f"It says:\n{build.tail(log, 20)}",
            folder=home.sql_data,
        )
    draft.rename(home.sql_data)
    return True


def make_database(home: Home, database: str) -> None:
    """Makes a database as the SQL node's root, over its Unix socket. Harmless when repeated."""
    with as_root(home) as connection, connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE IF NOT EXISTS `{database}`")


def log_tables(home: Home, database: str, table: str, *, others: bool) -> bool:
    """Has the binlog hold one table of an NDB database, and all others or none.

    It counts for tables that are made afterwards; for others from the SQL node's next start on.
    Returns whether it was otherwise before. Harmless when repeated.
    """
    wanted = {
        "%": BINLOG_AS_CONFIGURED if others else BINLOG_NOTHING,
        table: BINLOG_AS_CONFIGURED,
    }
    with as_root(home) as connection, connection.cursor() as cursor:
        cursor.execute(BINLOG_TYPES)
        cursor.execute(
            "SELECT table_name, binlog_type FROM mysql.ndb_replication WHERE db = %s", (database,)
        )
        before = {bytes(name).decode(): int(kind) for name, kind in cursor.fetchall()}
        for pattern, binlog_type in wanted.items():
            cursor.execute(
                "REPLACE INTO mysql.ndb_replication (db, table_name, server_id, binlog_type) "
                "VALUES (%s, %s, 0, %s)",
                (database, pattern, binlog_type),
            )
    return bool(before) and before != wanted


def grant_select(home: Home, user: str, database: str, table: str) -> None:
    """Lets a user read a table that is there. Harmless when repeated."""
    with as_root(home) as connection, connection.cursor() as cursor:
        cursor.execute(f"GRANT SELECT ON `{database}`.`{table}` TO '{user}'@'%'")


@contextmanager
def as_root(home: Home) -> Iterator[SqlConnection]:
    """A connection over the SQL node's Unix socket, as its root; commits each statement."""
    password = home.sql_root_password_file.read_text(encoding="utf-8").strip()
    connection = pymysql.connect(
        unix_socket=str(home.sql_socket),
        user="root",
        password=password,
        connect_timeout=CONNECT_TIMEOUT_S,
        read_timeout=STATEMENT_TIMEOUT_S,
        autocommit=True,
    )
    with contextlib.closing(connection):
        yield connection
