"""Reads the extended attributes and ACLs that the search index keeps: the feed has neither.

An event tells whether its inode has any: without, nothing is read. What is read may be newer than
the event; then the event of that change is still to come, and they are read again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from warren_namenode.generated.admin_api import AclRowPage, InodeColumns, XattrRow, XattrRowPage
from warren_search.permissions import UNKNOWN_ACL, has_acl

from warren_cdc.admin import PAGE_ROWS, ROW_INODES_MAX, AdminClient, RowPage

# The bit of `features` that says so.
HAS_XATTRS: Final = 4
_NAMESPACE: Final = "user"


class Featured(Protocol):
    """An inode or an event."""

    @property
    def inode_id(self) -> int: ...
    @property
    def features(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Attributes:
    """By inode id, of those that have any. acls: as in Document."""

    xattrs: Mapping[int, tuple[str, ...]]
    acls: Mapping[int, str]


class AttributeReader:
    """Not thread safe: the thread that follows the feed uses it."""

    def __init__(self, client: AdminClient) -> None:
        self._client = client

    def of(self, inodes: Iterable[Featured]) -> Attributes:
        """Of those inodes that have attributes or ACLs. Raises AdminError.

        Several events may be of one inode, in any order: it is read when one of them says so.
        """
        return self._of([(each.inode_id, each.features) for each in inodes])

    def of_page(self, inodes: InodeColumns) -> Attributes:
        """Of those inodes of a page that have attributes or ACLs. Raises AdminError."""
        return self._of(list(zip(inodes.inode_id, inodes.features, strict=True)))

    def xattrs(self, inode_ids: Iterable[int]) -> dict[int, tuple[str, ...]]:
        """The terms of the inodes' attributes. Raises AdminError."""
        terms: dict[int, tuple[str, ...]] = {}
        for page in self._pages("xattrs", inode_ids):
            assert isinstance(page, XattrRowPage)
            for row in page.rows:
                terms[row.inode_id] = (*terms.get(row.inode_id, ()), *terms_of(row))
        return terms

    def acls(self, inodes: Iterable[Featured]) -> dict[int, str]:
        """The access ACLs of those inodes that have one. Raises AdminError.

        One that is gone by now is unknown, and not none: the mode that goes with none is not known
        either, before the event of that change.
        """
        return self._acls((each.inode_id, each.features) for each in inodes)

    def _acls(self, features: Iterable[tuple[int, int | None]]) -> dict[int, str]:
        guarded = {inode_id for inode_id, bits in features if has_acl(bits)}
        found = dict.fromkeys(guarded, UNKNOWN_ACL)
        for page in self._pages("acls", guarded):
            assert isinstance(page, AclRowPage)
            found |= {row.inode_id: row.access for row in page.rows if row.access}
        return found

    def _of(self, features: Sequence[tuple[int, int | None]]) -> Attributes:
        # Null: told by a namenode of a version before features, which had attributes.
        marked = {inode_id for inode_id, bits in features if bits is None or bits & HAS_XATTRS}
        return Attributes(xattrs=self.xattrs(marked), acls=self._acls(features))

    def _pages(self, table: str, inode_ids: Iterable[int]) -> Iterator[RowPage]:
        wanted = sorted(inode_ids)
        for start in range(0, len(wanted), ROW_INODES_MAX):
            some = wanted[start : start + ROW_INODES_MAX]
            yield from self._client.row_pages(table, some, limit=PAGE_ROWS)


def terms_of(row: XattrRow) -> tuple[str, ...]:
    """What finds an attribute: its name, and ``name=value`` when all of a value is known.

    Attributes outside of the namespace user are not shown to users.
    """
    if row.namespace != _NAMESPACE or row.part > 0:
        return ()
    is_whole = row.value is not None and len(row.value.encode()) == row.length_bytes
    return (row.name, f"{row.name}={row.value}") if is_whole else (row.name,)
