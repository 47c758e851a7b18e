"""The process that reads a table: it is given no secrets, and has bounds of its own.

A damaged or hostile file may make a library take all memory or crash: that ends this process alone.
Over its standard output it asks for bytes, `READ offset length`, which come over its standard input
after their number; the last line there is `HEAD`, `UNREADABLE` or `LARGE` with JSON behind it.
"""

import io
import json
import resource
import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any, BinaryIO

MEMORY_BYTES_MAX = 3 << 29
PROCESSOR_S_MAX = 20
ROWS_MAX = 20
COLUMNS_MAX = 200
CELL_CHARS_MAX = 200
NAME_CHARS_MAX = 200
REASON_CHARS_MAX = 300
BUFFER_BYTES = 1 << 18
THRIFT_BYTES_MAX = 16 << 20


# Names and types of the columns, the rows in order, and their number where the form says it.
Table = tuple[list[tuple[str, str]], Iterator[list[Any]], int | None]


class TooMuch(Exception):
    """No more bytes are given."""


class Asked(io.RawIOBase):
    """A file whose bytes the parent process reads."""

    def __init__(self, size_bytes: int, questions: BinaryIO, answers: BinaryIO) -> None:
        self._size_bytes = size_bytes
        self._questions = questions
        self._answers = answers
        self._at = 0
        self._is_refused = False

    def was_too_much(self, error: Exception) -> bool:
        """Whether a bound was the cause of an error: Arrow makes one of its own of a refusal."""
        return self._is_refused or isinstance(error, MemoryError)

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        base = {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._size_bytes}[whence]
        self._at = max(0, base + offset)
        return self._at

    def readinto(self, buffer: Any) -> int:
        length = min(len(buffer), self._size_bytes - self._at)
        if length <= 0:
            return 0
        self._questions.write(b"READ %d %d\n" % (self._at, length))
        self._questions.flush()
        told = self._answers.readline().strip()
        if told == b"LARGE":
            self._is_refused = True
            raise TooMuch
        given = self._answers.read(int(told))
        buffer[: len(given)] = given
        self._at += len(given)
        return len(given)


def main() -> None:
    kind, size_bytes = sys.argv[1], int(sys.argv[2])
    questions, answers = sys.stdout.buffer, sys.stdin.buffer
    # Nothing that a library prints may look like a question.
    sys.stdout = sys.stderr
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES_MAX, MEMORY_BYTES_MAX))
    resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_S_MAX, PROCESSOR_S_MAX))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    asked = Asked(size_bytes, questions, answers)
    source = io.BufferedReader(asked, BUFFER_BYTES)
    try:
        told: dict[str, Any]
        columns, rows, row_count = _READERS[kind](source)
        word, told = "HEAD", {"kind": kind, **_head(columns, row_count)}
        told["rows"] = _first(rows, asked)
    except Exception as error:  # noqa: BLE001  libraries raise whatever they like for a damaged file
        if asked.was_too_much(error):
            word, told = "LARGE", {}
        else:
            word, told = "UNREADABLE", {"reason": _line(error)}
    questions.write(f"{word} {json.dumps(told)}\n".encode())
    questions.flush()


def _parquet(source: BinaryIO) -> Table:
    from pyarrow import parquet  # noqa: PLC0415  each form needs one library alone

    file = parquet.ParquetFile(
        source,
        buffer_size=BUFFER_BYTES,
        pre_buffer=False,
        thrift_string_size_limit=THRIFT_BYTES_MAX,
        thrift_container_size_limit=THRIFT_BYTES_MAX // 16,
    )
    names = file.schema_arrow.names[:COLUMNS_MAX]

    def rows() -> Iterator[list[Any]]:
        for batch in file.iter_batches(batch_size=ROWS_MAX, columns=names, use_threads=False):
            yield from _rows_of(batch)

    return _arrow_columns(file.schema_arrow), rows(), file.metadata.num_rows


def _orc(source: BinaryIO) -> Table:
    from pyarrow import orc  # noqa: PLC0415  each form needs one library alone

    file = orc.ORCFile(source)
    names = file.schema.names[:COLUMNS_MAX]

    def rows() -> Iterator[list[Any]]:
        for number in range(file.nstripes):
            yield from _rows_of(file.read_stripe(number, columns=names))

    return _arrow_columns(file.schema), rows(), file.nrows


def _avro(source: BinaryIO) -> Table:
    import fastavro  # noqa: PLC0415  each form needs one library alone

    reader = fastavro.reader(source)
    schema = reader.writer_schema
    if isinstance(schema, dict) and schema.get("type") == "record":
        fields = [(each["name"], _avro_type(each["type"])) for each in schema["fields"]]
        names = [name for name, _ in fields[:COLUMNS_MAX]]
        rows = ([record[name] for name in names] for record in reader)  # type: ignore[index]
        return fields, rows, None
    return [("value", _avro_type(schema))], ([value] for value in reader), None


_READERS = {"parquet": _parquet, "orc": _orc, "avro": _avro}


def _arrow_columns(schema: Any) -> list[tuple[str, str]]:
    return [(field.name, str(field.type)) for field in schema]


def _rows_of(batch: Any) -> Iterator[list[Any]]:
    """The first of a batch, by position: two columns may have one name."""
    columns = [column.to_pylist() for column in batch.slice(0, ROWS_MAX).columns]
    yield from (list(row) for row in zip(*columns, strict=True))


def _avro_type(schema: Any) -> str:
    """A type as short as it can be said: `long`, `null | string`, `array<int>`."""
    match schema:
        case str():
            said = schema
        case list():
            said = " | ".join(map(_avro_type, schema))
        case {"logicalType": logical}:
            said = str(logical)
        case {"type": "array", "items": items}:
            said = f"array<{_avro_type(items)}>"
        case {"type": "map", "values": values}:
            said = f"map<{_avro_type(values)}>"
        case {"type": "record" | "error" | "enum" | "fixed" as kind, "name": name}:
            said = f"{kind} {name}"
        case _:
            said = _avro_type(schema["type"])
    return said


def _head(columns: list[tuple[str, str]], row_count: int | None) -> dict[str, Any]:
    return {
        "columns": [
            {"name": _cut(name, NAME_CHARS_MAX), "type": _cut(type_, NAME_CHARS_MAX)}
            for name, type_ in columns[:COLUMNS_MAX]
        ],
        "columns_left_out": max(0, len(columns) - COLUMNS_MAX),
        "row_count": row_count,
    }


def _first(rows: Iterator[list[Any]], asked: Asked) -> list[list[str | None]] | None:
    """The first rows; None when they take more than is given."""
    try:
        return [[_text(value) for value in row] for row in islice(rows, ROWS_MAX)]
    except Exception as error:
        if asked.was_too_much(error):
            return None
        raise


def _text(value: Any) -> str | None:
    if value is None:
        return None
    if isinstance(value, str):
        return _cut(value, CELL_CHARS_MAX)
    if isinstance(value, bytes):
        return _cut(f"0x{value[:CELL_CHARS_MAX].hex()}", CELL_CHARS_MAX)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | dict | tuple):
        return _cut(json.dumps(value, default=_plain, ensure_ascii=False), CELL_CHARS_MAX)
    return _cut(str(value), CELL_CHARS_MAX)


def _plain(value: Any) -> str:
    """What JSON has no word for."""
    return _text(value) or ""


def _cut(text: str, chars_max: int) -> str:
    """Without what is no character by itself, and no longer than this."""
    sound = text.encode("utf-8", "replace").decode("utf-8")
    return sound if len(sound) <= chars_max else sound[: chars_max - 1] + "\u2026"


def _line(error: Exception) -> str:
    text = " ".join(str(error).split()) or type(error).__name__
    return _cut(text, REASON_CHARS_MAX)


if __name__ == "__main__":
    main()
