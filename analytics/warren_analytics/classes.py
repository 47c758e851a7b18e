"""What each inode is counted by, kept with its row: compared once, when the row is stored.

Counting ten million rows, the engine would else spend most of its time on comparing sizes. Search
has its own words for the classes of sizes; a test holds both to the same.
"""

from __future__ import annotations

from typing import Final, NamedTuple

_KIB: Final = 1024
_MIB: Final = 1024 * _KIB
_GIB: Final = 1024 * _MIB
# Where the classes of sizes after the first one begin, in bytes, rising.
SIZE_LOWS: Final = (1, 64 * _KIB, _MIB, 128 * _MIB, _GIB, 16 * _GIB)
# In place of an extension, for what is no file or has none: no name holds it. Not null, as the
# engine groups a column's dictionary, not its rows, only where there are no nulls.
NO_EXTENSION: Final = "/"
_OTHERS: Final = {254: "directory", 255: "symlink"}
DIRECTORY, _SYMLINK = _OTHERS


class Classed(NamedTuple):
    """What a class says of its inodes. size_class: how many of SIZE_LOWS are at or below the size;
    null for what is no file."""

    kind: str
    size_class: int | None
    in_database: bool


def size_class(column: str) -> str:
    """The class of a size, in the engine's words."""
    return at_or_below(column, SIZE_LOWS)


def at_or_below(column: str, lows: tuple[int, ...]) -> str:
    """How many of some rising numbers are at or below a column's. Numbers, never texts."""
    cases = "".join(
        f" WHEN {column} >= {int(low)} THEN {number}"
        for number, low in sorted(enumerate(lows, 1), reverse=True)
    )
    return f"(CASE{cases} ELSE 0 END)::UTINYINT" if cases else "0::UTINYINT"


# Of a row with the columns of ``store.inode``: kind, size and place of the bytes in one number.
CLASS: Final = (
    f"(CASE kind WHEN 'file' THEN 2 * {size_class('size_bytes')} + in_database::UTINYINT"
    f" WHEN 'directory' THEN {DIRECTORY} ELSE {_SYMLINK} END)::UTINYINT"
)
FILE_EXTENSION: Final = (
    f"CASE WHEN kind = 'file' THEN coalesce(extension, '{NO_EXTENSION}') ELSE '{NO_EXTENSION}' END"
)


def classed(number: int) -> Classed:
    """What a class says."""
    kind = _OTHERS.get(number)
    if kind is not None:
        return Classed(kind, None, False)
    return Classed("file", number // 2, bool(number % 2))
