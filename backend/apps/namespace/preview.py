"""The first bytes of a file, as one of its readers."""

import base64
from dataclasses import dataclass
from datetime import datetime

from apps.common.namenode import namenode_problems
from apps.common.values import utc_from_ms
from apps.common.webhdfs import webhdfs_problems

_CUT_MAX = 3
# As much as a namenode tells of a file in the database.
_FIRST_BYTES = 4096


@dataclass(frozen=True, slots=True)
class Preview:
    """The first `length_bytes` of a file as text or, where they are none, as hexadecimal digits.

    in_database: it came from there, and from a datanode otherwise.
    """

    path: str
    size_bytes: int
    in_database: bool
    text: str | None
    hex: str | None
    length_bytes: int
    as_of: datetime


def preview(*, path: str, reader: str) -> Preview:
    """What `reader`, a name in HDFS, may read of it; NotFound, AccessDenied or Unavailable."""
    with namenode_problems() as client:
        told = client.preview(path=path, as_user=reader)
    if told.bytes_base64 is None:
        length = min(told.size_bytes, _FIRST_BYTES)
        with webhdfs_problems() as webhdfs:
            first = webhdfs.read_all(path, user=reader, offset=0, length=length)
    else:
        first = base64.b64decode(told.bytes_base64)
    text = _text(first, cut=len(first) < told.size_bytes)
    return Preview(
        path=told.path,
        size_bytes=told.size_bytes,
        in_database=told.in_database,
        text=text,
        hex=first.hex() if text is None else None,
        length_bytes=len(first),
        as_of=utc_from_ms(told.as_of_ms),
    )


def _text(first: bytes, *, cut: bool) -> str | None:
    """UTF-8 that is fit to be shown; a character that the preview cuts is left out."""
    for left_out in range(_CUT_MAX + 1 if cut else 1):
        try:
            text = first[: len(first) - left_out].decode()
        except UnicodeDecodeError:
            continue
        return text if all(each.isprintable() or each in "\n\r\t" for each in text) else None
    return None
