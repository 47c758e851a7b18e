"""Files of exports: rows are appended to a CSV file, from which a Parquet file is made at the end.

Each epoch of an export has files of its own, which only the worker of that epoch changes: one that
was paused writes into a file that nobody reads any more. A file is good up to the length that the
export's row in the database says; who takes over copies that much.
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
from warren_analytics.spreadsheets import plain_cell

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


class RowsLost(Exception):
    """The file does not hold what the database says that it does: begin anew."""


def _folder() -> Path:
    folder = env().export_path
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder


def path_of(export_id: int, epoch: int, kind: ExportKind) -> Path:
    """The finished file; the rows of an unfinished one are in that of kind CSV."""
    return _folder() / f"{export_id}.{epoch}.{kind.value}"


def begin(export_id: int, epoch: int) -> None:
    """Makes the empty file of an epoch, which lasts when this returns."""
    path = path_of(export_id, epoch, ExportKind.CSV)
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
    _sync_folder()


def adopt(export_id: int, before: int, epoch: int, good_bytes: int) -> None:
    """Makes the file of an epoch from the good part of an earlier one.

    Raises RowsLost when the earlier file is shorter than that.
    """
    target = path_of(export_id, epoch, ExportKind.CSV)
    try:
        source = path_of(export_id, before, ExportKind.CSV).open("rb")
    except FileNotFoundError as error:
        raise RowsLost from error
    handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with source, os.fdopen(handle, "wb") as file:
        if os.fstat(source.fileno()).st_size < good_bytes:
            raise RowsLost
        # No more than that: its owner may be writing behind the good part still.
        for start in range(0, good_bytes, CHUNK_BYTES):
            file.write(source.read(min(CHUNK_BYTES, good_bytes - start)))
        file.flush()
        os.fsync(file.fileno())
    _sync_folder()


def append(
    export_id: int, epoch: int, kind: ExportKind, hits: Sequence[Hit], good_bytes: int
) -> int:
    """Writes rows behind the good part, durably; the new length of the good part.

    A file's first part is the line of column names. Raises RowsLost when the file is shorter than
    its good part, or gone.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    if good_bytes == 0:
        writer.writerow(_COLUMNS)
    for hit in hits:
        # Rows that become a Parquet file stay as they are: no spreadsheet opens them as text.
        writer.writerow(_cells(hit, plain=kind == ExportKind.CSV))
    content = text.getvalue().encode()
    with _good(export_id, epoch, good_bytes) as file:
        file.seek(good_bytes)
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    return good_bytes + len(content)


def _cells(hit: Hit, *, plain: bool) -> Iterator[object]:
    """A hit's values in the order of the columns; plain: none that a spreadsheet would run."""
    for name in _COLUMNS:
        value = getattr(hit, name)
        if name == "mtime":
            yield hit.mtime.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        else:
            yield plain_cell(value) if plain and isinstance(value, str) else value


def finish(export_id: int, epoch: int, kind: ExportKind, good_bytes: int) -> int:
    """Makes the file of the wanted kind; its length. May be done again. Raises RowsLost."""
    with _good(export_id, epoch, good_bytes):
        pass
    done = path_of(export_id, epoch, kind)
    if kind == ExportKind.PARQUET:
        draft = done.with_suffix(".draft")
        _convert(path_of(export_id, epoch, ExportKind.CSV), draft)
        draft.replace(done)
        _sync_folder()
    return done.stat().st_size


def chunks(export_id: int, epoch: int, kind: ExportKind) -> Iterator[bytes]:
    """The finished file. Raises FileNotFoundError before the first chunk."""
    file = path_of(export_id, epoch, kind).open("rb")

    def read() -> Iterator[bytes]:
        with file:
            while chunk := file.read(CHUNK_BYTES):
                yield chunk

    return read()


def keep_only(export_id: int, epoch: int, kind: ExportKind) -> None:
    """Deletes what there is of an export besides its finished file."""
    _remove(export_id, path_of(export_id, epoch, kind))


def exports() -> set[int]:
    """Those of which there is a file."""
    return {int(file.name.split(".")[0]) for file in _folder().glob("[0-9]*.*")}


def remove(export_id: int) -> None:
    """Deletes whatever there is of an export."""
    _remove(export_id, None)


def _remove(export_id: int, kept: Path | None) -> None:
    for file in _folder().glob(f"{export_id}.*"):
        if file != kept:
            file.unlink(missing_ok=True)


def _good(export_id: int, epoch: int, good_bytes: int) -> io.BufferedRandom:
    """The file of an epoch, cut to its good part. For the worker of that epoch alone."""
    try:
        file = path_of(export_id, epoch, ExportKind.CSV).open("r+b")
    except FileNotFoundError as error:
        raise RowsLost from error
    if os.fstat(file.fileno()).st_size < good_bytes:
        file.close()
        raise RowsLost
    file.truncate(good_bytes)
    return file


def _sync_folder() -> None:
    handle = os.open(_folder(), os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


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
    with parquet.open("rb") as written:
        os.fsync(written.fileno())
