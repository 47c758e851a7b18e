"""Random but reproducible histories of a namespace, and the ways a feed may deliver them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from warren_search.operation import Delete, Document, IndexOperation, Put
from warren_search.query import Kind

ROOT_ID: Final = 1
_OWNERS: Final = ("alice", "bob", "carol")
_GROUPS: Final = ("staff", "science")
_MODES: Final = (0o755, 0o750, 0o700, 0o711, 0o744, 0o070, 0o007)
_STEMS: Final = ("report", "Report", "daten", "straße", "größe", "日報", "x", "ab", "part-0", "log")
_XATTRS: Final = ((), (), ("team",), ("team", "team=blue"), ("flag", "team", "team=red"))
_ACLS: Final = (
    "user:alice:rwx,group::r-x,mask::r-x,other::---",
    "user:carol:--x,group::---,group:science:r-x,mask::rwx,other::r-x",
    "group::r-x,group:staff:--x,group:science:r--,mask::rwx,other::r--",
    "user:bob:rwx,group::rwx,mask::---,other::--x",
)
_POLICIES: Final = (0, 0, 0, 0, 2, 5, 7)
_ENDINGS: Final = ("", ".csv", ".PARQUET", "_2026", " copy", '"', "*", "-é")


@dataclass(frozen=True, slots=True)
class History:
    """Operations in commit order, and the inodes that are left at the end."""

    operations: list[IndexOperation]
    left: dict[int, Document]


def root() -> Document:
    """The root directory."""
    return directory(ROOT_ID, 0, "")


def directory(inode_id: int, parent_id: int, name: str) -> Document:
    """A directory that everyone may list."""
    return Document(
        inode_id=inode_id,
        logical_time=1,
        parent_id=parent_id,
        name=name,
        kind=Kind.DIRECTORY,
        size_bytes=0,
        owner="hdfs",
        group="supergroup",
        mode=0o755,
        mtime_ms=1_700_000_000_000,
        atime_ms=0,
        replication=0,
        block_size_bytes=0,
    )


def file(inode_id: int, parent_id: int, name: str, size_bytes: int = 10) -> Document:
    """A file that everyone may read."""
    return replace(
        directory(inode_id, parent_id, name),
        kind=Kind.FILE,
        size_bytes=size_bytes,
        mode=0o644,
        replication=3,
        block_size_bytes=134_217_728,
    )


class _Namespace:
    """A namespace under random change."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._next_id = ROOT_ID + 1
        self.inodes = {ROOT_ID: root()}
        self.operations: list[IndexOperation] = [Put(self.inodes[ROOT_ID])]

    def step(self) -> None:
        others = [inode_id for inode_id in self.inodes if inode_id != ROOT_ID]
        choice = self._random.random()
        if choice < 0.5 or not others:
            self._create()
        elif choice < 0.65:
            self._update(self._random.choice(others))
        elif choice < 0.9:
            self._rename(self._random.choice(others))
        else:
            self._delete(self._random.choice(others))

    def _create(self) -> None:
        random = self._random
        kind = random.choice((Kind.FILE, Kind.FILE, Kind.DIRECTORY, Kind.SYMLINK))
        size_bytes = random.randrange(5) * 100 if kind is Kind.FILE else 0
        document = replace(
            file(self._next_id, self._any_directory(), self._name(), size_bytes),
            kind=kind,
            owner=random.choice(_OWNERS),
            group=random.choice(_GROUPS),
            mode=random.choice(_MODES),
            mtime_ms=random.randrange(6) * 1000,
            storage_policy=0 if kind is Kind.SYMLINK else _POLICIES[self._next_id % len(_POLICIES)],
            in_database=kind is Kind.FILE and self._next_id % 3 == 0,
            xattrs=random.choice(_XATTRS),
            acl=self._acl(),
        )
        self._next_id += 1
        self._put(document)

    def _update(self, inode_id: int) -> None:
        known = self.inodes[inode_id]
        changed = replace(
            known,
            in_database=known.kind is Kind.FILE and not known.in_database,
            owner=self._random.choice(_OWNERS),
            mode=self._random.choice(_MODES),
            mtime_ms=self._random.randrange(6) * 1000,
            xattrs=self._random.choice(_XATTRS),
            acl=self._acl(),
        )
        self._put(_next_version(changed))

    def _rename(self, inode_id: int) -> None:
        parent_id = self._any_directory()
        if inode_id not in self._upwards(parent_id):
            moved = replace(self.inodes[inode_id], parent_id=parent_id, name=self._name())
            self._put(_next_version(moved))

    def _delete(self, inode_id: int) -> None:
        """Deletes a subtree, deepest first."""
        for child in [each for each in self.inodes.values() if each.parent_id == inode_id]:
            self._delete(child.inode_id)
        document = self.inodes.pop(inode_id)
        self.operations.append(Delete(inode_id, document.logical_time + 1))

    def _put(self, document: Document) -> None:
        self.inodes[document.inode_id] = document
        self.operations.append(Put(document))

    def _upwards(self, inode_id: int) -> Iterator[int]:
        while inode_id != 0:
            yield inode_id
            inode_id = self.inodes[inode_id].parent_id

    def _any_directory(self) -> int:
        kinds = self.inodes.values()
        return self._random.choice([each.inode_id for each in kinds if each.kind is Kind.DIRECTORY])

    def _acl(self) -> str:
        """None for three of four."""
        return self._random.choice(_ACLS) if self._random.random() < 0.25 else ""

    def _name(self) -> str:
        return self._random.choice(_STEMS) + self._random.choice(_ENDINGS)


def _next_version(document: Document) -> Document:
    return replace(document, logical_time=document.logical_time + 1)


def random_history(random: Random, steps: int) -> History:
    """A history of about so many operations; names may repeat within a directory."""
    namespace = _Namespace(random)
    for _ in range(steps):
        namespace.step()
    return History(namespace.operations, namespace.inodes)


def disturbed(random: Random, operations: Sequence[IndexOperation]) -> list[IndexOperation]:
    """The operations as a feed may deliver them: reordered, repeated, and replayed in runs."""
    delivered: list[IndexOperation] = []
    keyed = [
        (index + random.uniform(0, 12), operation) for index, operation in enumerate(operations)
    ]
    for index, (_, operation) in enumerate(sorted(keyed, key=lambda pair: pair[0])):
        delivered.append(operation)
        if random.random() < 0.2:
            delivered.append(operation)
        if random.random() < 0.05:
            delivered.extend(operations[max(0, index - 20) : index])
    return delivered


def batches(
    random: Random, operations: Sequence[IndexOperation]
) -> Iterator[Sequence[IndexOperation]]:
    """Cuts into batches of 1 to 40."""
    start = 0
    while start < len(operations):
        size = random.randint(1, 40)
        yield operations[start : start + size]
        start += size
