"""Reads the extended attributes that the search index keeps, as the feed does not carry them.

An event tells whether its inode has any: without, nothing is read. What is read may be newer than
the event; then the event of that change is still to come, and they are read again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Protocol

from warren_cdc.admin import AdminClient, AdminRefused
from warren_cdc.generated.feed_api import XattrRow, XattrRowPage

# The bit of `features` that says so.
HAS_XATTRS: Final = 4
# The admin API takes no more of them in one call.
INODES_MAX: Final = 200
PAGE_ROWS: Final = 5_000
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
        for start in range(0, len(inode_ids), INODES_MAX):
            for row in self._rows(inode_ids[start : start + INODES_MAX]):
                terms[row.inode_id] = (*terms.get(row.inode_id, ()), *terms_of(row))
        return terms

    def _rows(self, inode_ids: list[int]) -> list[XattrRow]:
        rows: list[XattrRow] = []
        cursor: str | None = None
        while True:
            page = self._client.rows("xattrs", cursor=cursor, limit=PAGE_ROWS, inode_ids=inode_ids)
            assert isinstance(page, XattrRowPage)
            rows += page.rows
            if page.next_cursor is None:
                return rows
            if page.next_cursor == cursor:
                raise AdminRefused(path="/admin/v1/rows/xattrs", reason="pages do not go forward")
            cursor = page.next_cursor


def terms_of(row: XattrRow) -> tuple[str, ...]:
    """What finds an attribute: its name, and ``name=value`` when all of a value is known.

    Attributes outside of the namespace user are not shown to users.
    """
    if row.namespace != _NAMESPACE or row.part > 0:
        return ()
    is_whole = row.value is not None and len(row.value.encode()) == row.length_bytes
    return (row.name, f"{row.name}={row.value}") if is_whole else (row.name,)
