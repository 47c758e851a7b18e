"""Reads the extended attributes that the search index keeps, as the feed does not carry them.

An event tells whether its inode has any: without, nothing is read. What is read may be newer than
the event; then the event of that change is still to come, and they are read again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Protocol

from warren_cdc.admin import PAGE_ROWS, ROW_INODES_MAX, AdminClient
from warren_cdc.generated.feed_api import InodeColumns, XattrRow, XattrRowPage

# The bit of `features` that says so.
HAS_XATTRS: Final = 4
_NAMESPACE: Final = "user"


class Featured(Protocol):
    """An inode or an event."""

    @property
    def inode_id(self) -> int: ...
    @property
    def features(self) -> int | None: ...


class AttributeReader:
    """Not thread safe: the thread that follows the feed uses it."""

    def __init__(self, client: AdminClient) -> None:
        self._client = client

    def of(self, inodes: Iterable[Featured]) -> dict[int, tuple[str, ...]]:
        """The terms of those inodes that have attributes. Raises AdminError."""
        wanted = sorted(
            {
                each.inode_id
                for each in inodes
                if each.features is None or each.features & HAS_XATTRS
            }
        )
        return self.of_ids(wanted)

    def of_ids(self, inode_ids: list[int]) -> dict[int, tuple[str, ...]]:
        """The terms of the inodes' attributes. Raises AdminError."""
        terms: dict[int, tuple[str, ...]] = {}
        for start in range(0, len(inode_ids), ROW_INODES_MAX):
            some = inode_ids[start : start + ROW_INODES_MAX]
            for page in self._client.row_pages("xattrs", some, limit=PAGE_ROWS):
                assert isinstance(page, XattrRowPage)
                for row in page.rows:
                    terms[row.inode_id] = (*terms.get(row.inode_id, ()), *terms_of(row))
        return terms


def marked_ids(inodes: InodeColumns) -> list[int]:
    """Those of a page that have attributes."""
    marked = zip(inodes.inode_id, inodes.features, strict=True)
    return [inode_id for inode_id, features in marked if features & HAS_XATTRS]


def terms_of(row: XattrRow) -> tuple[str, ...]:
    """What finds an attribute: its name, and ``name=value`` when all of a value is known.

    Attributes outside of the namespace user are not shown to users.
    """
    if row.namespace != _NAMESPACE or row.part > 0:
        return ()
    is_whole = row.value is not None and len(row.value.encode()) == row.length_bytes
    return (row.name, f"{row.name}={row.value}") if is_whole else (row.name,)
