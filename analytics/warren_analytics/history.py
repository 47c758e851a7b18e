"""Totals of the past outlive the generation that took them, also one of another version."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
from warren_generations import durable

# By table. Rows that are beyond the bound, the oldest, are not read.
_FILES: Final = {
    "usage_day": "history.parquet",
    "usage_sample": "samples.parquet",
    "type_sample": "type_samples.parquet",
}
_ORDERS: Final = {"usage_day": "day", "usage_sample": "taken_ms", "type_sample": "taken_ms"}
# What samples of the directories of eight days of hours and three years of days come to.
_ROWS_MAX: Final = 4_200_000

TABLES: Final = tuple(_FILES)


class KeptHistory:
    """What a generation that was given up knew of the past, until another one has taken it."""

    def __init__(self, folder: Path) -> None:
        self._files = {table: folder / name for table, name in _FILES.items()}

    def save_from(self, generation: Path) -> None:
        """Keeps what a generation's file says, as far as it can be read."""
        for table, file in self._files.items():
            found = _rows(generation, table)
            if found is None or found.num_rows == 0:
                continue
            temporary = file.with_suffix(".new")
            pq.write_table(found, temporary)
            # The generation that it is from may be removed next.
            durable.replace(temporary, file)

    def read(self) -> dict[str, pa.Table]:
        """What was kept, by table."""
        kept: dict[str, pa.Table] = {}
        for table, file in self._files.items():
            with suppress(OSError, pa.ArrowException):
                kept[table] = pq.read_table(file)
        return kept

    def forget(self) -> None:
        """It is in a generation again."""
        for file in self._files.values():
            file.unlink(missing_ok=True)


def _rows(generation: Path, table: str) -> pa.Table | None:
    """The columns may be those of another version, which may not have the table either."""
    with suppress(duckdb.Error):
        settings: dict[str, str | bool | int | float | list[str]] = {
            "enable_external_access": "false",
            "python_enable_replacements": "false",
        }
        connection = duckdb.connect(str(generation), read_only=True, config=settings)
        try:
            return connection.execute(
                f"FROM store.{table} ORDER BY {_ORDERS[table]} DESC LIMIT ?",
                [_ROWS_MAX],
            ).to_arrow_table()
        finally:
            connection.close()
    return None
