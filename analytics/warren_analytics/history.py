"""Daily totals outlive the generation that took them, also one of another version."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

_FILE: Final = "history.parquet"
# Beyond that it is not read: a row a day never becomes so many.
_ROWS_MAX: Final = 100_000


class KeptHistory:
    """The daily totals of a generation that was given up, until another one has taken them."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / _FILE

    def save_from(self, generation: Path) -> None:
        """Keeps what a generation's file says, if it can be read at all."""
        found = _totals(generation)
        if found is None or found.num_rows == 0:
            return
        temporary = self._file.with_suffix(".new")
        pq.write_table(found, temporary)
        temporary.replace(self._file)

    def read(self) -> pa.Table | None:
        """What was kept; null when nothing was."""
        try:
            return pq.read_table(self._file)
        except (OSError, pa.ArrowException):
            return None

    def forget(self) -> None:
        """It is in a generation again."""
        self._file.unlink(missing_ok=True)


def _totals(generation: Path) -> pa.Table | None:
    """The columns may be those of another version."""
    with suppress(duckdb.Error):
        settings: dict[str, str | bool | int | float | list[str]] = {
            "enable_external_access": "false",
            "python_enable_replacements": "false",
        }
        connection = duckdb.connect(str(generation), read_only=True, config=settings)
        try:
            return connection.execute(
                "FROM store.usage_day ORDER BY day DESC LIMIT ?", [_ROWS_MAX]
            ).to_arrow_table()
        finally:
            connection.close()
    return None
