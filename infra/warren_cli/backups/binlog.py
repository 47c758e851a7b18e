"""The SQL node's binlog, of which a backup of the cluster mode has whole files.

NDB's changes are in it by epochs, some ten a second, each as one transaction. Of the format only
the headers of events are read here, as MySQL's source documentation has them under "Binary log";
what is in them, a server applies.
"""

import re
import struct
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from warren_cli import sql_node
from warren_cli.errors import OperatorError
from warren_cli.home import Home
from warren_cli.settings import Settings

MAGIC: Final = b"\xfebin"
# Time, type, server, length, position and flags of an event.
HEADER: Final = struct.Struct("<IBIIIH")
TABLE_MAP: Final = 19
INCIDENT: Final = 26
GTIDS: Final = frozenset({33, 34})
# Behind flags, source, number and two logical times: microseconds in seven bytes, whose highest bit
# says that another time follows.
COMMITTED_AT: Final = HEADER.size + 1 + 16 + 8 + 1 + 8 + 8
COMMITTED_BYTES: Final = 7
OTHER_TIME_FOLLOWS: Final = 1 << 55
# Behind the table's number and flags.
TABLE_NAMES_AT: Final = HEADER.size + 6 + 2
NAME: Final = re.compile(r"binlog\.(\d{6,})")
WAIT_S: Final = 60.0
POLL_S: Final = 0.1
# Every namenode raises its counter there, twice a second.
BEATING_TABLE: Final = "namenodes"
_EPOCHS: Final = re.compile(r"(\w+)=(\d+)")


@dataclass(frozen=True)
class Event:
    """A header. at: where it begins. body: with the header, as far as it was asked for."""

    kind: int
    at: int
    body: bytes


def file_name(number: int) -> str:
    return f"binlog.{number:06}"


def events(file: Path, wanted: frozenset[int]) -> Iterator[Event]:
    """The events of these kinds in a file, the header and the first bytes of each.

    Raises OperatorError for what is no whole binlog.
    """
    size_bytes = file.stat().st_size
    with file.open("rb") as read:
        if read.read(len(MAGIC)) != MAGIC:
            raise _torn(file)
        at = len(MAGIC)
        while at < size_bytes:
            read.seek(at)
            head = read.read(256)
            if len(head) < HEADER.size:
                raise _torn(file)
            _, kind, _, length, _, _ = HEADER.unpack_from(head)
            if length < HEADER.size or at + length > size_bytes:
                raise _torn(file)
            if kind in wanted:
                yield Event(kind, at, head[:length])
            at += length


def has_gap(file: Path) -> bool:
    """Whether the SQL node missed changes before or in it: it was started anew, or cut off."""
    return any(True for _ in events(file, frozenset({INCIDENT})))


def cut_at(file: Path, until_us: int) -> int | None:
    """Where the first epoch begins that was logged later than a moment; None without one."""
    for event in events(file, GTIDS):
        stated = event.body[COMMITTED_AT : COMMITTED_AT + COMMITTED_BYTES]
        if int.from_bytes(stated, "little") & ~OTHER_TIME_FOLLOWS > until_us:
            return event.at
    return None


def names_table(file: Path, database: str, table: str) -> bool:
    """Whether a table's rows are logged in it."""
    names = f"{database}\0{chr(len(table))}{table}\0".encode()
    return any(
        event.body[TABLE_NAMES_AT + 1 :].startswith(names)
        for event in events(file, frozenset({TABLE_MAP}))
    )


def begin(settings: Settings) -> int:
    """Begins a new file; its number, once all rows are seen to be in it. Raises OperatorError."""
    number = _rotated(settings)
    file = Home(settings.home).sql_data / file_name(number)
    if not _comes(lambda: names_table(file, settings.ndb_database, BEATING_TABLE)):
        raise OperatorError(
            "The SQL node does not log the rows of all tables, as WARREN_POINTS_IN_TIME says",
            remedy="The setting counts from a start on: `make stop`, then `make run-cluster`",
            file=file,
        )
    return number


def end(settings: Settings) -> int:
    """The number of the last whole file, with all that was committed before. Raises OperatorError.

    The SQL node writes a row itself: what was committed before is in no later epoch than that row,
    and the epoch is in the binlog when the SQL node says so.
    """
    with sql_node.as_root(Home(settings.home)) as connection:
        sql_node.rows(
            connection,
            f"REPLACE INTO `{settings.ndb_database}`.cluster_variables (name, value) "  # noqa: S608  checked name
            "VALUES ('binlog_mark', %s)",
            str(time.time_ns()),
        )
        status = dict(sql_node.rows(connection, "SHOW STATUS LIKE 'Ndb_last_commit_epoch_session'"))
        epoch = int(status["Ndb_last_commit_epoch_session"])
        if not _comes(lambda: _handled_epoch(connection) >= epoch):
            raise OperatorError(
                "The SQL node's binlog is far behind",
                remedy="See what keeps the SQL node busy, then repeat it",
                waited_s=WAIT_S,
            )
    return _rotated(settings) - 1


def _handled_epoch(connection: sql_node.SqlConnection) -> int:
    for _, name, status in sql_node.rows(connection, "SHOW ENGINE NDB STATUS"):
        if name == "binlog":
            return int(dict(_EPOCHS.findall(status))["latest_handled_binlog_epoch"])
    return 0


def _rotated(settings: Settings) -> int:
    """Ends the file that is written to; the number of the next one."""
    with sql_node.as_root(Home(settings.home)) as connection:
        sql_node.rows(connection, "FLUSH BINARY LOGS")
        files = sql_node.rows(connection, "SHOW BINARY LOGS")
    name = str(files[-1][0])
    found = NAME.fullmatch(name)
    if found is None:
        raise OperatorError("The SQL node's binlog has another name", name=name)
    return int(found.group(1))


def _comes(condition: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + WAIT_S
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(POLL_S)
    return True


def _torn(file: Path) -> OperatorError:
    return OperatorError("A file of the SQL node's binlog is damaged", file=file)
