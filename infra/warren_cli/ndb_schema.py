"""The metadata tables' schema: numbered files of statements, applied in order and recorded.

NDB's DDL is not transactional, so a file's statements can be repeated: one whose object is there
already counts as done, and a file is recorded when all of its statements are done. A run that was
cut short is put right by the next one.
"""

import hashlib
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pymysql

from warren_cli import ndb_disk
from warren_cli.errors import OperatorError
from warren_cli.progress import Progress
from warren_cli.settings import REPOSITORY, Settings
from warren_cli.sql_node import SqlConnection, connected, rows

FOLDER = REPOSITORY / "fs-core" / "store-ndb" / "schema"
FILE_NAME = re.compile(r"V(\d{4})__([a-z0-9_]+)\.sql")
RECORD = "schema_versions"
LOCK_WAIT_S = 5
# A statement is cut off from the next by a semicolon at the end of a line.
STATEMENT_END = re.compile(r";[ \t]*(?:\n|$)")
# Database, table, column, index or tablespace that is there already.
DONE_ALREADY = frozenset({1007, 1050, 1060, 1061, 1813})
FILE_GROUP_FAILED = 1528
NDB_EXISTS = "error 721"
NO_SUCH = frozenset({1049, 1146})


@dataclass(frozen=True)
class Version:
    """One numbered file. The checksum is SHA-256 over its bytes, in hexadecimal."""

    number: int
    name: str
    checksum: str
    statements: tuple[str, ...]


@dataclass(frozen=True)
class Applied:
    """What the database records of a version."""

    number: int
    name: str
    checksum: str


def known(folder: Path = FOLDER) -> list[Version]:
    """The versions that this Warren brings, in order. Raises OperatorError when one is missing."""
    found = []
    for file in sorted(folder.glob("V*.sql")):
        match = FILE_NAME.fullmatch(file.name)
        if match is None:
            raise OperatorError(
                "A schema file has an odd name", remedy="Name it V0001__what_it_does.sql", file=file
            )
        content = file.read_bytes()
        checksum = hashlib.sha256(content).hexdigest()
        parts = tuple(statements(content.decode("utf-8")))
        found.append(Version(int(match.group(1)), match.group(2), checksum, parts))
    if [each.number for each in found] != list(range(1, len(found) + 1)):
        raise OperatorError(
            "The schema files are not numbered from 0001 without a gap",
            folder=folder,
            found=", ".join(f"{each.number:04d}" for each in found) or "none",
        )
    if not found:
        raise OperatorError("There are no schema files", folder=folder)
    return found


def statements(text: str) -> Iterator[str]:
    """The statements of a file without its comment lines."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("--")]
    for part in STATEMENT_END.split("\n".join(lines)):
        if part.strip():
            yield part.strip()


def applied(connection: SqlConnection, database: str) -> list[Applied]:
    """The recorded versions, in order; none when the database or the record is not there yet."""
    statement = f"SELECT version, name, checksum FROM `{database}`.{RECORD} ORDER BY version"  # noqa: S608  checked name
    try:
        found = rows(connection, statement)
    except pymysql.err.MySQLError as error:
        if error.args[0] in NO_SUCH:
            return []
        raise _failed("The record of the schema cannot be read", error) from error
    return [Applied(int(n), _text(name), _text(checksum)) for n, name, checksum in found]


def _text(value: object) -> str:
    return value.decode("utf-8") if isinstance(value, bytes) else str(value)


def compare(versions: Sequence[Version], recorded: Sequence[Applied]) -> list[Version]:
    """What is still to be applied. Raises OperatorError when the two do not fit together."""
    if len(recorded) > len(versions):
        raise OperatorError(
            "The metadata schema was made by a newer Warren",
            remedy="Nothing was touched. Run that version of Warren",
            found=recorded[-1].number,
            known=versions[-1].number,
        )
    for version, record in zip(versions, recorded, strict=False):
        if version.number != record.number or version.checksum != record.checksum:
            raise OperatorError(
                "A schema file differs from the one that was applied",
                remedy="Nothing was touched. Restore the file; a change of the schema is a new "
                "file with the next number",
                version=version.number,
                name=version.name,
                recorded=record.checksum[:12],
                found=version.checksum[:12],
            )
    return list(versions[len(recorded) :])


def init(settings: Settings, progress: Progress) -> None:
    """Makes the database and its tables. Harmless when repeated; an older schema is refused."""
    with _exclusive(settings) as connection:
        recorded = applied(connection, settings.ndb_database)
        missing = compare(known(), recorded)
        if recorded and missing:
            raise OperatorError(
                "The metadata schema is older than this Warren",
                remedy="Stop every namenode, then run `bin/warren ndb upgrade`",
                found=recorded[-1].number,
                needed=missing[-1].number,
            )
        _apply(connection, settings.ndb_database, missing, progress)
        _grow_disk(connection, settings, progress)


def upgrade(settings: Settings, progress: Progress, *, through: int | None = None) -> None:
    """Applies the versions that are missing; on an empty cluster all of them.

    through: the last one that is applied, for rows of an earlier Warren; the others later.
    """
    with _exclusive(settings) as connection:
        missing = compare(known(), applied(connection, settings.ndb_database))
        if through is not None:
            missing = [each for each in missing if each.number <= through]
        _apply(connection, settings.ndb_database, missing, progress)
        _grow_disk(connection, settings, progress)


@contextmanager
def _exclusive(settings: Settings) -> Iterator[SqlConnection]:
    """A connection of the schema's user that no other init or upgrade shares the database with."""
    address = settings.sql_address.reachable
    with connected(
        address, settings.sql_schema_user, settings.sql_schema_password_file
    ) as connection:
        name = f"warren-schema-{settings.ndb_database}"
        if rows(connection, "SELECT GET_LOCK(%s, %s)", name, LOCK_WAIT_S) != [(1,)]:
            raise OperatorError(
                "Another init or upgrade of this database is under way",
                remedy="Wait for it and repeat",
                database=settings.ndb_database,
            )
        # The lock ends with the connection.
        yield connection


def _apply(
    connection: SqlConnection, database: str, missing: Sequence[Version], progress: Progress
) -> None:
    if not missing:
        progress.say("the metadata schema is up to date")
        return
    _execute(connection, f"CREATE DATABASE IF NOT EXISTS `{database}`", "database")
    connection.select_db(database)
    for version in missing:
        done, there = 0, 0
        for number, statement in enumerate(version.statements, 1):
            what = f"version {version.number}, statement {number}"
            if _execute(connection, statement, what):
                done += 1
            else:
                there += 1
        _record(connection, database, version)
        again = f", {there} were done before" if there else ""
        progress.say(
            f"metadata schema version {version.number} ({version.name}): {done} statements{again}"
        )


def _grow_disk(connection: SqlConnection, settings: Settings, progress: Progress) -> None:
    """Gives small files' bytes the disk space that the settings say."""
    for grown, wanted_mb in (
        (ndb_disk.DATA, settings.ndb_small_file_disk_mb),
        (ndb_disk.UNDO, settings.ndb_small_file_undo_mb),
    ):
        files = ndb_disk.files(connection, grown)
        statement = ndb_disk.growth(grown, files, wanted_mb)
        if statement is not None and _execute(connection, statement, grown.what):
            progress.say(f"{grown.what}: {wanted_mb} MiB in each data node")


def _execute(connection: SqlConnection, statement: str, what: str) -> bool:
    """Whether the statement did something; False when its object was there already."""
    with connection.cursor() as cursor:
        try:
            cursor.execute(statement)
        except pymysql.err.MySQLError as error:
            if error.args[0] in DONE_ALREADY or _is_there(connection, error):
                return False
            raise _failed(
                "A statement of the metadata schema failed",
                error,
                what=what,
                statement=" ".join(statement.split())[:120],
            ) from error
    return True


def _is_there(connection: SqlConnection, error: pymysql.err.MySQLError) -> bool:
    """Whether a log-file group could not be made because there is one: only a warning tells."""
    if error.args[0] != FILE_GROUP_FAILED:
        return False
    return any(NDB_EXISTS in str(row[2]) for row in rows(connection, "SHOW WARNINGS"))


def _record(connection: SqlConnection, database: str, version: Version) -> None:
    statement = (
        f"INSERT INTO `{database}`.{RECORD} (version, name, checksum, applied_at_ms) "  # noqa: S608
        "VALUES (%s, %s, %s, %s)"
    )
    now_ms = time.time_ns() // 1_000_000
    with connection.cursor() as cursor:
        cursor.execute(statement, (version.number, version.name, version.checksum, now_ms))


def _failed(
    message: str, error: pymysql.err.MySQLError, *, what: str = "", statement: str = ""
) -> OperatorError:
    return OperatorError(
        message,
        remedy="What was done stays; put the cause right and repeat the command",
        code=error.args[0],
        reason=error.args[-1],
        what=what,
        statement=statement,
    )
