"""Text that spreadsheets would run: cells of CSV files are made plain before people open them."""

from typing import Final

import pyarrow as pa
import pyarrow.compute as pc

# What spreadsheets take for the beginning of a formula, or skip before one; the wide forms, too.
FORMULA_STARTS: Final = frozenset("=+-@\t\r\n＝＋－＠")  # noqa: RUF001 - the wide forms are meant
# In front of a cell it says "text", and is not shown.
_PLAIN: Final = "'"
_BEGINS: Final = "^[" + "".join(sorted(FORMULA_STARTS)).replace("-", r"\-") + "]"


def plain_cell(text: str) -> str:
    """`text` such that no spreadsheet runs it."""
    return _PLAIN + text if text and text[0] in FORMULA_STARTS else text


def plain_batch(batch: pa.RecordBatch) -> pa.RecordBatch:
    """The batch with its texts and names of columns made plain; other values stay."""
    columns = [_plain_column(column) for column in batch.columns]
    names = [plain_cell(name) for name in batch.schema.names]
    return pa.RecordBatch.from_arrays(columns, names=names)


def _plain_column(column: pa.Array) -> pa.Array:
    if not (pa.types.is_string(column.type) or pa.types.is_large_string(column.type)):
        return column
    plain = pc.binary_join_element_wise(
        pa.scalar(_PLAIN, column.type), column, pa.scalar("", column.type)
    )
    return pc.if_else(pc.match_substring_regex(column, _BEGINS), plain, column)
