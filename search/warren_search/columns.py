"""Many documents as columns: what a bulk load takes instead of an object for each inode."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final, Protocol, Self

from warren_search.operation import Document, KindName, in_database
from warren_search.query import Kind


class InodeLists(Protocol):
    """Inodes as the namenode tells them: lists of one length, in the order of the ids."""

    @property
    def inode_id(self) -> list[int]: ...
    @property
    def logical_time(self) -> list[int]: ...
    @property
    def parent_id(self) -> list[int]: ...
    @property
    def name(self) -> list[str]: ...
    @property
    def kind(self) -> list[KindName]: ...
    @property
    def size_bytes(self) -> list[int]: ...
    @property
    def owner(self) -> list[str]: ...
    @property
    def group(self) -> list[str]: ...
    @property
    def mode(self) -> list[int]: ...
    @property
    def mtime_ms(self) -> list[int]: ...
    @property
    def atime_ms(self) -> list[int]: ...
    @property
    def replication(self) -> list[int]: ...
    @property
    def block_size_bytes(self) -> list[int]: ...
    @property
    def storage_policy(self) -> list[int]: ...
    @property
    def features(self) -> list[int]: ...


@dataclass(frozen=True, slots=True)
class DocumentColumns:
    """Members as of Document, a list each; all lists are of one length, and no inode is twice.

    xattrs, acls: of those inodes that have any.
    """

    inode_id: Sequence[int]
    logical_time: Sequence[int]
    parent_id: Sequence[int]
    name: Sequence[str]
    kind: Sequence[str]
    size_bytes: Sequence[int]
    owner: Sequence[str]
    group: Sequence[str]
    mode: Sequence[int]
    mtime_ms: Sequence[int]
    atime_ms: Sequence[int]
    replication: Sequence[int]
    block_size_bytes: Sequence[int]
    storage_policy: Sequence[int]
    in_database: Sequence[bool]
    xattrs: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    acls: Mapping[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, documents: Sequence[Document]) -> Self:
        """The columns of documents."""
        lists = {name: [getattr(each, name) for each in documents] for name in MEMBERS}
        return cls(
            **lists,
            xattrs={each.inode_id: each.xattrs for each in documents},
            acls={each.inode_id: each.acl for each in documents if each.acl},
        )

    @classmethod
    def of_inodes(
        cls,
        inodes: InodeLists,
        xattrs: Mapping[int, tuple[str, ...]],
        acls: Mapping[int, str],
    ) -> Self:
        """The columns of a page of inodes. acls: of each inode that has one."""
        lists = {name: getattr(inodes, name) for name in TOLD}
        stored = [in_database(features) for features in inodes.features]
        return cls(**lists, in_database=stored, xattrs=xattrs, acls=acls)

    def __len__(self) -> int:
        return len(self.inode_id)

    def documents(self) -> Iterator[Document]:
        """One by one."""
        for values in zip(*(getattr(self, name) for name in MEMBERS), strict=True):
            members: dict[str, Any] = dict(zip(MEMBERS, values, strict=True))
            inode_id = members["inode_id"]
            yield Document(
                kind=Kind(members.pop("kind")),
                acl=self.acls.get(inode_id, ""),
                xattrs=self.xattrs.get(inode_id, ()),
                **members,
            )


MEMBERS: Final = tuple(each.name for each in fields(Document) if each.name not in {"acl", "xattrs"})
# Those that the namenode tells as they are; the other one is a bit of its features.
TOLD: Final = tuple(name for name in MEMBERS if name != "in_database")
