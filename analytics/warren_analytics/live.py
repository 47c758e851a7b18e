"""Statements over the metadata tables themselves, on the SQL node, as its reader.

An answer is of the moment, but not of one moment: NDB reads what is committed, row by row. What the
node has to read it reads from the live database; so the limits are tight.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pymysql
from pymysql.constants import CR, ER, FIELD_TYPE
from pymysql.cursors import SSCursor

from warren_analytics import live_guard
from warren_analytics.engine import Attach, Outcome
from warren_analytics.errors import (
    AnalyticsError,
    LiveUnavailable,
    QueryFailed,
    QueryTimedOut,
    StatementInvalid,
    StatementRefused,
)
from warren_analytics.limits import Limits
from warren_analytics.live_guard import LiveChecked
from warren_analytics.query import LIVE_ENGINE, Column
from warren_analytics.results import BATCH_ROWS, Stored
from warren_analytics.wire import ColumnInfo, TableInfo

CONNECT_TIMEOUT_S: Final = 5
# The node ends a statement at its limit; this only guards against a node that hangs.
GRACE_S: Final = 10
REASON_LENGTH_MAX: Final = 2_000
_DECIMAL_DIGITS: Final = 38

_INTEGERS: Final = frozenset(
    {
        *(FIELD_TYPE.TINY, FIELD_TYPE.SHORT, FIELD_TYPE.INT24, FIELD_TYPE.LONG),
        *(FIELD_TYPE.LONGLONG, FIELD_TYPE.YEAR),
    }
)
_DECIMALS: Final = frozenset({FIELD_TYPE.DECIMAL, FIELD_TYPE.NEWDECIMAL})
_FLOATS: Final = frozenset({FIELD_TYPE.FLOAT, FIELD_TYPE.DOUBLE})
_TIMES: Final = frozenset({FIELD_TYPE.DATETIME, FIELD_TYPE.TIMESTAMP})
# ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION, which the driver has no name for.
_READ_ONLY_TRANSACTION: Final = 1792
_TIMED_OUT: Final = frozenset({ER.QUERY_TIMEOUT})
_REFUSED: Final = frozenset(
    {
        *(ER.TABLEACCESS_DENIED_ERROR, ER.COLUMNACCESS_DENIED_ERROR, ER.DBACCESS_DENIED_ERROR),
        *(ER.SPECIFIC_ACCESS_DENIED_ERROR, _READ_ONLY_TRANSACTION),
        ER.PROCACCESS_DENIED_ERROR,
    }
)
_INVALID: Final = frozenset(
    {
        *(ER.PARSE_ERROR, ER.BAD_FIELD_ERROR, ER.NO_SUCH_TABLE, ER.NON_UNIQ_ERROR),
        *(ER.WRONG_FIELD_WITH_GROUP, ER.SP_DOES_NOT_EXIST, ER.EMPTY_QUERY, ER.BAD_TABLE_ERROR),
        *(ER.MIX_OF_GROUP_FUNC_AND_FIELDS, ER.INVALID_GROUP_FUNC_USE, ER.DERIVED_MUST_HAVE_ALIAS),
    }
)
_AWAY: Final = frozenset(
    {
        *(CR.CR_CONN_HOST_ERROR, CR.CR_SERVER_GONE_ERROR, CR.CR_SERVER_LOST),
        *(ER.ACCESS_DENIED_ERROR, ER.BAD_DB_ERROR, ER.CON_COUNT_ERROR, ER.SERVER_SHUTDOWN),
        ER.TOO_MANY_USER_CONNECTIONS,
    }
)


@dataclass(frozen=True, slots=True)
class LiveNode:
    """Where the SQL node is, who reads, and the database of the published views."""

    host: str
    port: int
    user: str
    password_file: Path
    database: str


class LiveEngine:
    """A connection for each statement: none outlives it, whatever becomes of it."""

    name = LIVE_ENGINE

    def __init__(self, node: LiveNode, limits: Limits) -> None:
        self._node = node
        self._limits = limits

    def require_ready(self) -> None:
        """Whether the node answers is found out by the statement."""

    def check(self, statement: str, *, explain: bool) -> LiveChecked:
        """The statement, ready to run. Raises StatementInvalid, StatementRefused."""
        return live_guard.check(statement, explain=explain)

    def execute(
        self,
        checked: LiveChecked,
        file: Path,
        time_limit_ms: int,
        attach: Attach,
    ) -> Outcome:
        """Runs the statement in a read-only transaction."""
        with closing(self._connect(time_limit_ms)) as connection:
            number: int = connection.thread_id()  # type: ignore[no-untyped-call]
            with attach(lambda: self._kill(number)), connection.cursor(SSCursor) as cursor:
                for setting in (
                    f"SET SESSION max_execution_time = {time_limit_ms}",
                    f"SET SESSION sql_select_limit = {self._limits.rows_max + 1}",
                    "SET SESSION TRANSACTION READ ONLY",
                    "START TRANSACTION READ ONLY",
                ):
                    cursor.execute(setting)
                cursor.execute(checked.to_run)
                described = cursor.description or ()
                columns = tuple(Column(str(each[0]), _type_name(each)) for each in described)
                stored = _store(cursor, described, file, self._limits)
        return Outcome(
            columns=columns,
            stored=stored,
            as_of=None,
            lag_ms=0,
            swept=(),
            rows_scanned=stored.rows,
            memory_peak_bytes=0,
        )

    def error_of(self, error: Exception) -> AnalyticsError | None:  # noqa: PLR0911
        """What an error means; null when it is not the node's."""
        if isinstance(error, AnalyticsError):
            return error
        if not isinstance(error, pymysql.err.Error):
            return None
        code = error.args[0] if error.args else None
        reason = str(error.args[-1] if error.args else error)[:REASON_LENGTH_MAX]
        if code in _TIMED_OUT:
            return QueryTimedOut()
        if code in _REFUSED:
            return StatementRefused(reason=reason)
        if code in _INVALID:
            return StatementInvalid(reason=reason)
        if code in _AWAY:
            return self._unavailable(reason)
        return QueryFailed(reason=reason)

    def tables(self) -> list[TableInfo]:
        """The published views. Raises LiveUnavailable."""
        try:
            with (
                closing(self._connect(CONNECT_TIMEOUT_S * 1000)) as connection,
                connection.cursor() as cursor,
            ):
                cursor.execute(
                    "SELECT table_name, column_name, data_type FROM information_schema.columns"
                    " WHERE table_schema = %s ORDER BY table_name, ordinal_position",
                    [self._node.database],
                )
                found = list(cursor.fetchall())
        except pymysql.err.Error as error:
            raise self._unavailable(str(error.args[-1])[:REASON_LENGTH_MAX]) from error
        tables: dict[str, list[ColumnInfo]] = {}
        for table, column, kind in found:
            tables.setdefault(str(table), []).append(ColumnInfo(str(column), str(kind), ""))
        now_ms = time.time_ns() // 1_000_000
        return [
            TableInfo(table, "Read from the live metadata.", tuple(columns), "live", now_ms)
            for table, columns in tables.items()
        ]

    def close(self) -> None:
        """Nothing is held."""

    def _connect(self, time_limit_ms: int) -> pymysql.Connection[Any]:
        node = self._node
        try:
            password = node.password_file.read_text(encoding="utf-8").strip()
        except OSError as error:
            raise self._unavailable("the reader's password cannot be read") from error
        return pymysql.connect(
            host=node.host,
            port=node.port,
            user=node.user,
            password=password,
            database=node.database,
            charset="utf8mb4",
            connect_timeout=CONNECT_TIMEOUT_S,
            read_timeout=time_limit_ms // 1000 + GRACE_S,
            write_timeout=CONNECT_TIMEOUT_S,
            local_infile=False,
        )

    def _kill(self, number: int) -> None:
        with (
            suppress(pymysql.err.Error, AnalyticsError),
            closing(self._connect(CONNECT_TIMEOUT_S * 1000)) as connection,
            connection.cursor() as cursor,
        ):
            cursor.execute("KILL QUERY %s", [number])

    def _unavailable(self, reason: str) -> LiveUnavailable:
        return LiveUnavailable(address=f"{self._node.host}:{self._node.port}", reason=reason)


def _arrow_type(described: Any) -> pa.DataType:
    kind = described[1]
    if kind in _INTEGERS:
        return pa.int64()
    if kind in _DECIMALS:
        return pa.decimal128(_DECIMAL_DIGITS, described[5] or 0)
    if kind in _FLOATS:
        return pa.float64()
    if kind in _TIMES:
        return pa.timestamp("us")
    return pa.date32() if kind == FIELD_TYPE.DATE else pa.string()


def _type_name(described: Any) -> str:
    kind = _arrow_type(described)
    if pa.types.is_decimal(kind):
        return f"DECIMAL({kind.precision},{kind.scale})"
    names = {"int64": "BIGINT", "double": "DOUBLE", "string": "VARCHAR", "date32[day]": "DATE"}
    return names.get(str(kind), "TIMESTAMP")


def _value(value: Any, kind: pa.DataType) -> Any:
    if value is None or not pa.types.is_string(kind):
        return _expected(value, kind)
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def _expected(value: Any, kind: pa.DataType) -> Any:
    """Null for a date that the calendar does not have, which comes as text."""
    if pa.types.is_temporal(kind) and not isinstance(value, date | datetime):
        return None
    return Decimal(value) if isinstance(value, int) and pa.types.is_decimal(kind) else value


def _store(cursor: SSCursor, described: Any, file: Path, limits: Limits) -> Stored:
    """Streams the rows into a file, as far as the limits go."""
    names = [str(each[0]) for each in described]
    types = [_arrow_type(each) for each in described]
    schema = pa.schema(list(zip(names, types, strict=True)))
    left_rows, left_bytes = limits.rows_max, limits.result_mb * 1024 * 1024
    truncated = False
    with pq.ParquetWriter(file, schema, compression="zstd") as writer:
        for rows in _batches(cursor):
            kept = rows[:left_rows]
            columns = zip(*kept, strict=True) if kept else ([] for _ in types)
            arrays = [
                pa.array([_value(value, kind) for value in column], kind)
                for column, kind in zip(columns, types, strict=True)
            ]
            table = pa.Table.from_arrays(arrays, schema=schema)
            truncated = len(kept) < len(rows) or table.nbytes > left_bytes
            if table.nbytes > left_bytes:
                break
            writer.write_table(table)
            left_rows -= len(kept)
            left_bytes -= table.nbytes
            if truncated:
                break
    return Stored(limits.rows_max - left_rows, truncated, file.stat().st_size)


def _batches(cursor: SSCursor) -> Iterator[list[tuple[Any, ...]]]:
    while rows := cursor.fetchmany(BATCH_ROWS):
        yield list(rows)
