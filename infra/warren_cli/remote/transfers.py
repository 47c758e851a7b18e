"""Bytes of files between this machine and a Warren: in pieces, with progress, whole or not."""

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from warren_cli.errors import OperatorError
from warren_cli.progress import Progress, binary_size
from warren_cli.remote.api import PIECE_BYTES, Api, Json

STANDARD = "-"
TELL_EVERY_S = 2.0
EXIT_BAD_INPUT = 2
CONTENT = "files/content"
_HEX_DIGITS_A_LINE = 64


class Told:
    """Says how far a transfer is, now and then, on standard error."""

    def __init__(self) -> None:
        self._progress = Progress(sys.stderr)
        self._next = time.monotonic() + TELL_EVERY_S

    def __call__(self, done_bytes: int, total_bytes: int) -> None:
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + TELL_EVERY_S
            self._progress.say(f"{binary_size(done_bytes)} of {binary_size(total_bytes)}")


def fetch(warren: Api, path: str, to: str, *, overwrite: bool) -> None:
    """Writes a file of HDFS to a file here, into a folder, or to standard output."""
    if to == STANDARD:
        warren.download(CONTENT, sys.stdout.buffer, Told(), path=path)
        sys.stdout.buffer.flush()
        return
    place = Path(to)
    if place.is_dir():
        place /= path.rstrip("/").rpartition("/")[2]
    if place.is_dir() or (place.exists() and not overwrite):
        raise OperatorError(
            "Something is at this place already",
            remedy="Name another one, or replace a file with --overwrite",
            place=place,
        )
    try:
        _write(warren, path, place, overwrite=overwrite)
    except OSError as error:
        raise OperatorError(
            "The file cannot be written here", place=place, reason=error.strerror
        ) from error


def _write(warren: Api, path: str, place: Path, *, overwrite: bool) -> None:
    with tempfile.TemporaryDirectory(prefix=".warren-", dir=place.parent) as folder:
        part = Path(folder) / "part"
        with part.open("xb") as out:
            warren.download(CONTENT, out, Told(), path=path)
        if overwrite:
            part.replace(place)
        else:
            # Unlike a rename, a link refuses a file that came there in the meantime.
            os.link(part, place)


def send(warren: Api, source: str, path: str, *, overwrite: bool) -> Json:
    """Sends a file of this machine, or what standard input has, and tells what it became."""
    try:
        if source == STANDARD:
            with tempfile.TemporaryFile() as kept:
                # The API wants the length before the bytes.
                while piece := sys.stdin.buffer.read(PIECE_BYTES):
                    kept.write(piece)
                kept.seek(0)
                return _send(warren, kept, path, overwrite=overwrite)
        with Path(source).open("rb") as file:
            return _send(warren, file, path, overwrite=overwrite)
    except OSError as error:
        raise OperatorError(
            "The file cannot be read here",
            exit_code=EXIT_BAD_INPUT,
            place=source,
            reason=error.strerror,
        ) from error


def _send(warren: Api, file: BinaryIO, path: str, *, overwrite: bool) -> Json:
    length = os.fstat(file.fileno()).st_size
    return warren.upload(CONTENT, _pieces(file, length), length, path=path, overwrite=overwrite)


def _pieces(file: BinaryIO, length: int) -> Iterator[bytes]:
    """At most the length that was told: a log may grow while it is sent."""
    told, done = Told(), 0
    while piece := file.read(min(PIECE_BYTES, length - done)):
        yield piece
        done += len(piece)
        told(done, length)


def shown(preview: Json) -> str:
    """The first bytes of a file for a terminal, and whether there are more."""
    text, digits = preview["text"], preview["hex"] or ""
    lines = [
        digits[at : at + _HEX_DIGITS_A_LINE] for at in range(0, len(digits), _HEX_DIGITS_A_LINE)
    ]
    body = "\n".join(lines) if text is None else str(text).rstrip("\n").replace("\r", "")
    if preview["length_bytes"] < preview["size_bytes"]:
        of = f"{binary_size(preview['length_bytes'])} of {binary_size(preview['size_bytes'])}"
        print(f"The first {of}", file=sys.stderr)
    return body
