"""Heads of real files of each form, of damaged ones, and of ones that take too much."""

import os
import signal
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from doubles.tables import as_avro, as_orc, as_parquet
from integrations.tabular import TableKind, TableTooLarge, TableUnreadable, read_head, reading


def source_of(contents: bytes, asked: list[int] | None = None) -> reading.Source:
    def source(offset: int, length: int) -> bytes:
        if asked is not None:
            asked.append(length)
        return contents[offset : offset + length]

    return source


def head(kind: TableKind, contents: bytes) -> Any:
    return read_head(kind, len(contents), source_of(contents))


def mixed() -> pa.Table:
    return pa.table(
        {
            "id": pa.array(range(1, 51), pa.int64()),
            "name": ["gr\u00fc\u00df", None, "x" * 500, *(f"n{n}" for n in range(47))],
            "day": [date(2026, 11, 28)] * 50,
            "tags": [["a", "b"], [], None, *([["c"]] * 47)],
            "paid": [Decimal("1.50")] * 50,
        }
    )


@pytest.mark.parametrize(
    ("kind", "contents"),
    [(TableKind.PARQUET, as_parquet(mixed())), (TableKind.ORC, as_orc(mixed()))],
)
def test_columns_and_first_rows(kind: TableKind, contents: bytes) -> None:
    found = head(kind, contents)
    assert (found.kind, found.row_count, found.columns_left_out) == (kind, 50, 0)
    columns = {each.name: each.type for each in found.columns}
    assert list(columns) == ["id", "name", "day", "tags", "paid"]
    assert (columns["id"], columns["day"]) == ("int64", "date32[day]")
    assert len(found.rows) == 20
    assert found.rows[0] == ["1", "gr\u00fc\u00df", "2026-11-28", '["a", "b"]', "1.50"]
    assert found.rows[1][1] is None
    assert found.rows[2][1] == "x" * 199 + "\u2026"
    assert found.rows[2][3] is None


def test_avro_says_its_schema_and_no_number_of_rows() -> None:
    schema = {
        "type": "record",
        "name": "Order",
        "fields": [
            {"name": "id", "type": "long"},
            {"name": "note", "type": ["null", "string"]},
            {"name": "parts", "type": {"type": "array", "items": "int"}},
            {"name": "at", "type": {"type": "long", "logicalType": "timestamp-millis"}},
            {"name": "seal", "type": {"type": "fixed", "name": "Seal", "size": 2}},
        ],
    }
    at = datetime(2026, 11, 28, 1, 2, 3, tzinfo=UTC)
    record = {"id": 7, "note": None, "parts": [1, 2], "at": at, "seal": b"\x01\xff"}
    found = head(TableKind.AVRO, as_avro(schema, [record] * 30))
    assert [(each.name, each.type) for each in found.columns] == [
        ("id", "long"),
        ("note", "null | string"),
        ("parts", "array<int>"),
        ("at", "timestamp-millis"),
        ("seal", "fixed Seal"),
    ]
    assert found.row_count is None
    assert len(found.rows) == 20
    assert found.rows[0] == ["7", None, "[1, 2]", "2026-11-28 01:02:03+00:00", "0x01ff"]


@pytest.mark.parametrize(
    ("kind", "contents"),
    [(TableKind.PARQUET, as_parquet(mixed()[:0])), (TableKind.ORC, as_orc(mixed()[:0]))],
)
def test_a_table_without_rows(kind: TableKind, contents: bytes) -> None:
    found = head(kind, contents)
    assert (len(found.columns), found.rows, found.row_count) == (5, [], 0)


def test_of_very_many_columns_the_first_are_told() -> None:
    found = head(TableKind.PARQUET, as_parquet(pa.table({f"c{n}": [n] for n in range(250)})))
    assert (len(found.columns), found.columns_left_out) == (200, 50)
    assert len(found.rows[0]) == 200


def test_a_large_file_is_read_in_parts() -> None:
    table = pa.table({"noise": [os.urandom(1_000) for _ in range(20_000)]})
    contents = as_parquet(table, compression="none", use_dictionary=False)
    asked: list[int] = []
    found = read_head(TableKind.PARQUET, len(contents), source_of(contents, asked))
    assert found.row_count == 20_000
    assert found.rows is not None
    assert len(found.rows) == 20
    assert sum(asked) < len(contents) / 5


@pytest.mark.parametrize("kind", list(TableKind))
@pytest.mark.parametrize("contents", [b"", b"PAR1", os.urandom(5_000), b"Obj\x01" + b"\xff" * 90])
def test_what_is_damaged_is_refused_with_a_reason(kind: TableKind, contents: bytes) -> None:
    with pytest.raises(TableUnreadable) as refused:
        head(kind, contents)
    assert refused.value.reason


def test_a_cut_file_is_refused() -> None:
    contents = as_parquet(mixed())
    with pytest.raises(TableUnreadable):
        head(TableKind.PARQUET, contents[: len(contents) // 2])


def test_of_very_wide_rows_all_is_told() -> None:
    row = ["\U0001f407" * 300] * 200
    found = head(TableKind.PARQUET, as_parquet(pa.table({f"c{n}": row for n in range(200)})))
    assert found.rows == [["\U0001f407" * 199 + "\u2026"] * 200] * 20


def test_columns_alone_when_the_rows_take_too_many_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    table = pa.table({"noise": [os.urandom(1_000) for _ in range(3_000)]})
    monkeypatch.setattr(reading, "_READ_BYTES_MAX", 1 << 20)
    found = head(TableKind.ORC, as_orc(table))
    assert ([each.name for each in found.columns], found.rows) == (["noise"], None)
    assert found.row_count == 3_000


@pytest.mark.parametrize(
    "asked",
    [
        "READ -1 5",
        "HEAD {}",
        "HEAD",
        "UNREADABLE 7",
        "READ 1",
        "READ x y",
        "READ 0 99999999999999999999",
    ],
)
def test_a_reader_that_says_what_none_says_is_ended(
    asked: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    odd = tmp_path / "child.py"
    odd.write_text(f"print({asked!r}, flush=True); input()")
    monkeypatch.setattr(reading, "_CHILD", odd)
    with pytest.raises(TableUnreadable):
        head(TableKind.PARQUET, as_parquet(mixed()))


def test_columns_that_take_too_much_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "_READ_BYTES_MAX", 100)
    with pytest.raises(TableTooLarge):
        head(TableKind.PARQUET, as_parquet(mixed()))


def test_who_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "_TIMEOUT_S", 0.05)
    with pytest.raises(TableTooLarge):
        head(TableKind.PARQUET, as_parquet(mixed()))


def test_a_reader_that_crashes_takes_nothing_along(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    crashing = tmp_path / "child.py"
    crashing.write_text(f"import os; os.kill(os.getpid(), {int(signal.SIGSEGV)})")
    monkeypatch.setattr(reading, "_CHILD", crashing)
    with pytest.raises(TableUnreadable):
        head(TableKind.PARQUET, as_parquet(mixed()))


def test_what_the_source_raises_is_raised() -> None:
    def refusing(_offset: int, _length: int) -> bytes:
        raise PermissionError("not yours")

    with pytest.raises(PermissionError):
        read_head(TableKind.PARQUET, 1_000, refusing)
