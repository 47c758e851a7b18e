"""Resolves directories to paths at answer time, with scope and permissions.

Nothing of this is stored: a rename or move of a directory changes one document, and every path
below it follows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from warren_search.permissions import EXECUTE, READ, permission_bits
from warren_search.query import DEFAULT_POLICY, Kind, StoragePolicy, Viewer

DEPTH_MAX: Final = 4_096


class DirectoryRow(NamedTuple):
    """What an index keeps of a directory."""

    parent_id: int
    name: str
    owner: str
    group: str
    mode: int
    storage_policy: int = 0
    acl: str = ""

    @property
    def is_sound(self) -> bool:
        """Only the root has no parent, and only the root has no name."""
        return (self.parent_id == 0) == (self.name == "")


# The directory with an id; null when the index has none of that id.
DirectoryOf = Callable[[int], DirectoryRow | None]
# Those directories of some ids that the index has.
DirectoriesOf = Callable[[Collection[int]], Mapping[int, DirectoryRow]]


@dataclass(frozen=True, slots=True)
class Directory:
    """A directory as one query sees it.

    within_scope: it is the scope or below it. traversable: the viewer may execute it and all its
    ancestors. listable: it is traversable and the viewer may read it.
    storage_policy: its own, else that of the nearest directory above that has one, else 0.
    """

    parent: Directory | None
    name: str
    within_scope: bool
    traversable: bool
    listable: bool
    storage_policy: int

    def path(self) -> str:
        """Its path; "/" for the root."""
        names: list[str] = []
        at = self
        while at.parent is not None:
            names.append(at.name)
            at = at.parent
        return "/" + "/".join(reversed(names))


class DirectoryTree:
    """Directories seen so far by one query."""

    def __init__(
        self, directory_of: DirectoryOf, *, viewer: Viewer | None, scope_id: int | None
    ) -> None:
        self._directory_of = directory_of
        self._viewer = viewer
        self._scope_id = scope_id
        self._seen: dict[int, Directory | None] = {}
        self._read: dict[int, DirectoryRow | None] = {}

    def read(self, directories_of: DirectoriesOf, inode_ids: Iterable[int]) -> None:
        """Reads directories and all above them, a level at a time, before they are resolved."""
        wanted = {each for each in inode_ids if each and not self._knows(each)}
        while wanted:
            rows = directories_of(wanted)
            self._read.update((each, rows.get(each)) for each in wanted)
            above = {row.parent_id for row in rows.values()}
            wanted = {each for each in above if each and not self._knows(each)}

    def _knows(self, inode_id: int) -> bool:
        return inode_id in self._read or inode_id in self._seen

    def resolve(self, inode_id: int) -> Directory | None:
        """The directory, or null while one of its ancestors is unknown (or they form a cycle)."""
        below: list[tuple[int, DirectoryRow]] = []
        climbing: set[int] = set()
        at = inode_id
        parent: Directory | None = None
        while at not in self._seen:
            row = self._row(at)
            if row is None or at in climbing or len(below) >= DEPTH_MAX:
                self._give_up(below)
                return None
            below.append((at, row))
            climbing.add(at)
            if row.parent_id == 0:
                break
            at = row.parent_id
        else:
            parent = self._seen[at]
            if parent is None:
                self._give_up(below)
                return None
        for child_id, row in reversed(below):
            parent = self._child(parent, child_id, row)
            self._seen[child_id] = parent
        return parent

    def _give_up(self, below: list[tuple[int, DirectoryRow]]) -> None:
        for child_id, _ in below:
            self._seen[child_id] = None

    def visible(self, parent_id: int) -> Directory | None:
        """The parent of an inode when the inode may be shown, else null."""
        parent = self.resolve(parent_id)
        if parent is None or not parent.within_scope or not parent.listable:
            return None
        return parent

    def _row(self, inode_id: int) -> DirectoryRow | None:
        row = self._read[inode_id] if inode_id in self._read else self._directory_of(inode_id)
        return row if row is not None and row.is_sound else None

    def _child(self, parent: Directory | None, inode_id: int, row: DirectoryRow) -> Directory:
        bits = permission_bits(self._viewer, row.owner, row.group, row.mode, row.acl)
        traversable = bool(bits & EXECUTE) and (parent is None or parent.traversable)
        return Directory(
            parent=parent,
            name=row.name,
            within_scope=self._scope_id in {None, inode_id}
            or (parent is not None and parent.within_scope),
            traversable=traversable,
            listable=traversable and bool(bits & READ),
            storage_policy=row.storage_policy or (0 if parent is None else parent.storage_policy),
        )


def has_policy(
    wanted: Collection[StoragePolicy], kind: Kind, own: int, parent: Directory | None
) -> bool:
    """Whether one of some storage policies holds for an inode of a directory.

    wanted: empty for any. own: what is set at itself.
    """
    if not wanted:
        return True
    return policy_of(kind, own, 0 if parent is None else parent.storage_policy) in wanted


def policy_of(kind: Kind, own: int, inherited: int) -> int | None:
    """The id of the storage policy that holds for an inode; null for a symbolic link.

    own: what is set at itself; inherited: what holds for its directory; 0: nothing.
    """
    return None if kind is Kind.SYMLINK else own or inherited or DEFAULT_POLICY.value
