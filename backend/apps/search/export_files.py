"""Files of exports: rows are appended to a CSV file, from which a Parquet file is made at the end.

A file is good up to the length that its row in the database says; what a dead worker wrote behind
that is cut off by the next one.
"""

import csv
import io
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

from apps.search.answers import Hit
from apps.search.values import ExportKind
from config.env import env

CHUNK_BYTES: Final = 256 * 1024
_BLOCK_BYTES: Final = 4 * 1024 * 1024
_COLUMNS: Final = {
    "path": pa.string(),
    "name": pa.string(),
    "kind": pa.string(),
    "size_bytes": pa.int64(),
    "owner": pa.string(),
    "group": pa.string(),
    "mode": pa.string(),
    "mtime": pa.timestamp("ms", "UTC"),
    "replication": pa.int32(),
    "inode_id": pa.int64(),
}


def _folder() -> Path:
    folder = env().export_path
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder


def _rows_path(export_id: int) -> Path:
    return _folder() / f"{export_id}.csv"


def path_of(export_id: int, kind: ExportKind) -> Path:
    """The finished file."""
    return _folder() / f"{export_id}.{kind.value}"


def append(export_id: int, hits: Sequence[Hit], good_bytes: int) -> int:
    """Writes rows behind the good part, durably; the new length of the good part.

    A file's first part is the line of column names.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    if good_bytes == 0:
        writer.writerow(_COLUMNS)
    for hit in hits:
        writer.writerow(
            hit.mtime.isoformat(timespec="milliseconds").replace("+00:00", "Z")
            if name == "mtime"
            else getattr(hit, name)
            for name in _COLUMNS
        )
    content = text.getvalue().encode()
    handle = os.open(_rows_path(export_id), os.O_RDWR | os.O_CREAT, 0o600)
    with os.fdopen(handle, "r+b") as file:
        file.truncate(good_bytes)
        file.seek(good_bytes)
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    return good_bytes + len(content)


def finish(export_id: int, kind: ExportKind, good_bytes: int) -> int:
    """Makes the file of the wanted kind; its length."""
    rows = _rows_path(export_id)
    os.truncate(rows, good_bytes)
    if kind == ExportKind.PARQUET:
        done = path_of(export_id, kind)
        draft = done.with_suffix(".draft")
        _convert(rows, draft)
        draft.replace(done)
        rows.unlink()
    return path_of(export_id, kind).stat().st_size


def chunks(export_id: int, kind: ExportKind) -> Iterator[bytes]:
    """The finished file. Raises FileNotFoundError before the first chunk."""
    file = path_of(export_id, kind).open("rb")

    def read() -> Iterator[bytes]:
        with file:
            while chunk := file.read(CHUNK_BYTES):
                yield chunk

    return read()


def remove(export_id: int) -> None:
    """Deletes whatever there is of an export."""
    for file in _folder().glob(f"{export_id}.*"):
        file.unlink(missing_ok=True)


def _convert(rows: Path, parquet: Path) -> None:
    reader = pyarrow.csv.open_csv(
        rows,
        read_options=pyarrow.csv.ReadOptions(block_size=_BLOCK_BYTES),
        parse_options=pyarrow.csv.ParseOptions(newlines_in_values=True),
        # A name may be any text, also one that looks like "no value".
        convert_options=pyarrow.csv.ConvertOptions(
            column_types=_COLUMNS, null_values=[], strings_can_be_null=False
        ),
    )
    with reader, pyarrow.parquet.ParquetWriter(parquet, pa.schema(list(_COLUMNS.items()))) as out:
        for batch in reader:
            out.write_batch(batch)
