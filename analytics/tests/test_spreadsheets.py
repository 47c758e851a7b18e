"""Cells of CSV files that spreadsheets would run."""

import csv
import io
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from warren_analytics.results import csv_chunks
from warren_analytics.spreadsheets import FORMULA_STARTS, plain_batch, plain_cell


@pytest.mark.parametrize("start", sorted(FORMULA_STARTS))
def test_a_cell_that_begins_like_a_formula_is_text(start: str) -> None:
    text = f"{start}HYPERLINK(1)"
    assert plain_cell(text) == f"'{text}"
    for kind in (pa.string(), pa.large_string()):
        batch = pa.RecordBatch.from_arrays([pa.array([text, None, ""], kind)], names=["a"])
        assert plain_batch(batch).column(0).to_pylist() == [f"'{text}", None, ""]


@pytest.mark.parametrize("text", ["", "a=1", "/data/-x", " =1", "'=1", "1"])
def test_other_cells_stay(text: str) -> None:
    assert plain_cell(text) == text
    batch = pa.RecordBatch.from_arrays([pa.array([text])], names=["a"])
    assert plain_batch(batch).column(0).to_pylist() == [text]


@pytest.mark.parametrize("rows", [0, 2])
def test_results_as_csv(rows: int, tmp_path: Path) -> None:
    file = tmp_path / "result.parquet"
    texts = ["=cmd|' /C calc'!A0", "plain"][:rows]
    table = pa.table({"@name": pa.array(texts, pa.string()), "n": pa.array([-5, 6][:rows])})
    pq.write_table(table, file)
    content = b"".join(csv_chunks(file)).decode()
    told = list(csv.reader(io.StringIO(content)))
    wanted = [["'=cmd|' /C calc'!A0", "-5"], ["plain", "6"]]
    assert told == [["'@name", "n"], *wanted[:rows]]
