"""Results of queries: kept as Parquet files for a while, read in pages, handed out as files."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import duckdb
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq

from warren_analytics.limits import Limits
from warren_analytics.spreadsheets import plain_batch, plain_cell

BATCH_ROWS: Final = 8_192
CHUNK_BYTES: Final = 256 * 1024
_JSON_INTEGER_MAX: Final = 2**53


@dataclass(frozen=True, slots=True)
class Stored:
    """What was written. truncated: the result was cut at one of its limits."""

    rows: int
    truncated: bool
    size_bytes: int


def store(connection: duckdb.DuckDBPyConnection, file: Path, limits: Limits) -> Stored:
    """Streams the pending result of the connection into a file, as far as the limits go."""
    reader = connection.to_arrow_reader(BATCH_ROWS)
    schema = _storable(reader.schema)
    left_rows = limits.rows_max
    left_bytes = limits.result_mb * 1024 * 1024
    truncated = False
    with pq.ParquetWriter(file, schema, compression="zstd") as writer:
        for batch in reader:
            kept = batch.slice(0, left_rows)
            truncated = kept.num_rows < batch.num_rows or kept.nbytes > left_bytes
            if kept.nbytes > left_bytes:
                break
            writer.write_table(_as_storable(kept, schema))
            left_rows -= kept.num_rows
            left_bytes -= kept.nbytes
            if truncated:
                break
    return Stored(limits.rows_max - left_rows, truncated, file.stat().st_size)


def page(file: Path, offset: int, limit: int) -> list[list[Any]]:
    """Rows as JSON values, from a 0-based offset."""
    rows: list[list[Any]] = []
    with pq.ParquetFile(file) as parquet:
        start = 0
        for group in range(parquet.num_row_groups):
            count = parquet.metadata.row_group(group).num_rows
            if start + count > offset and len(rows) < limit:
                table = parquet.read_row_group(group).slice(max(0, offset - start))
                rows.extend(_rows(table.slice(0, limit - len(rows))))
            start += count
    return rows


def csv_chunks(file: Path) -> Iterator[bytes]:
    """The file as CSV with a header, batch by batch; nested values as JSON-like text.

    No cell is one that a spreadsheet would run.
    """
    with pq.ParquetFile(file) as parquet:
        header = True
        for batch in parquet.iter_batches(BATCH_ROWS):
            buffer = io.BytesIO()
            options = pyarrow.csv.WriteOptions(include_header=header)
            pyarrow.csv.write_csv(plain_batch(_flat(batch)), buffer, options)
            header = False
            yield buffer.getvalue()
        if header:
            empty = io.BytesIO()
            schema = _flat_schema(parquet.schema_arrow)
            names = [plain_cell(name) for name in schema.names]
            pyarrow.csv.write_csv(schema.empty_table().rename_columns(names), empty)
            yield empty.getvalue()


def parquet_chunks(file: Path) -> Iterator[bytes]:
    """The file as it is."""
    with file.open("rb") as opened:
        while chunk := opened.read(CHUNK_BYTES):
            yield chunk


def _storable(schema: pa.Schema) -> pa.Schema:
    """The schema with the types that Parquet has no form for as text."""
    fields = [
        field.with_type(pa.string())
        if pa.types.is_interval(field.type) or pa.types.is_null(field.type)
        else field
        for field in schema
    ]
    return pa.schema(fields)


def _as_storable(batch: pa.RecordBatch, schema: pa.Schema) -> pa.Table:
    columns = [
        column
        if column.type == kind.type
        else pa.array([None if v is None else _interval(v) for v in column.to_pylist()], kind.type)
        for column, kind in zip(batch.columns, schema, strict=True)
    ]
    return pa.Table.from_arrays(columns, schema=schema)


def _interval(value: tuple[int, int, int]) -> str:
    months, days, nanoseconds = value
    return f"{months} months {days} days {nanoseconds / 1e9:g} seconds"


def _rows(table: pa.Table) -> Iterator[list[Any]]:
    columns = [column.to_pylist() for column in table.columns]
    for row in zip(*columns, strict=True):
        yield [_json(value) for value in row]


def _json(value: Any) -> Any:  # noqa: PLR0911 - one line a type
    match value:
        case None | bool() | str():
            return value
        case int():
            # Browsers read numbers as doubles: a longer one would change its value.
            return value if -_JSON_INTEGER_MAX <= value <= _JSON_INTEGER_MAX else str(value)
        case float():
            return value if math.isfinite(value) else str(value)
        case Decimal():
            return _json(int(value)) if value == value.to_integral_value() else float(value)
        case datetime() | date() | time():
            return value.isoformat()
        case timedelta() | UUID():
            return str(value)
        case bytes():
            return value.hex()
        case list() | tuple():
            return [_json(each) for each in value]
        case dict():
            return {str(key): _json(each) for key, each in value.items()}
        case _:
            return str(value)


def _is_nested(kind: pa.DataType) -> bool:
    return bool(pa.types.is_nested(kind))


def _flat_schema(schema: pa.Schema) -> pa.Schema:
    return pa.schema([f.with_type(pa.string()) if _is_nested(f.type) else f for f in schema])


def _flat(batch: pa.RecordBatch) -> pa.RecordBatch:
    columns = [
        pa.array([None if v is None else str(_json(v)) for v in column.to_pylist()], pa.string())
        if _is_nested(column.type)
        else column
        for column in batch.columns
    ]
    return pa.RecordBatch.from_arrays(columns, schema=_flat_schema(batch.schema))
