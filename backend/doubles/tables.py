"""Files of tables, as other programs write them."""

import io
from typing import Any

import fastavro
import pyarrow as pa
from pyarrow import orc, parquet


def as_parquet(table: pa.Table, **options: Any) -> bytes:
    out = io.BytesIO()
    parquet.write_table(table, out, **options)
    return out.getvalue()


def as_orc(table: pa.Table) -> bytes:
    out = io.BytesIO()
    orc.write_table(table, out)
    return out.getvalue()


def as_avro(schema: dict[str, Any], records: list[Any]) -> bytes:
    out = io.BytesIO()
    fastavro.writer(out, fastavro.parse_schema(schema), records)
    return out.getvalue()
