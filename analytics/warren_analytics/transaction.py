"""Transactions of the writer, and tables in memory for its statements."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress

import duckdb
import pyarrow as pa


@contextmanager
def given(connection: duckdb.DuckDBPyConnection, **tables: pa.Table | None) -> Iterator[None]:
    """Makes tables in memory known to statements by their names."""
    names = [name for name, table in tables.items() if table is not None]
    for name in names:
        connection.register(name, tables[name])
    try:
        yield
    finally:
        for name in names:
            with suppress(duckdb.Error):
                connection.unregister(name)


@contextmanager
def transaction(connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """Commits at the end of the block, or rolls back."""
    connection.execute("BEGIN TRANSACTION")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(duckdb.Error):
            connection.execute("ROLLBACK")
        raise
