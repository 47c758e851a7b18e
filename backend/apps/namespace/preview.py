"""The first bytes of a small file, as one of its readers."""

import base64
from dataclasses import dataclass
from datetime import datetime

from apps.common.namenode import namenode_problems
from apps.common.values import utc_from_ms

_CUT_MAX = 3


@dataclass(frozen=True, slots=True)
class Preview:
    """The first `length_bytes` of a file as text or, where they are none, as hexadecimal digits.

    Both are None where the bytes are in blocks: datanodes have them.
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
    first = None if told.bytes_base64 is None else base64.b64decode(told.bytes_base64)
    text = None if first is None else _text(first, cut=len(first) < told.size_bytes)
    return Preview(
        path=told.path,
        size_bytes=told.size_bytes,
        in_database=told.in_database,
        text=text,
        hex=first.hex() if first is not None and text is None else None,
        length_bytes=0 if first is None else len(first),
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
