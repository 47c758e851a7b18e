"""From change events to operations on the index: pure, and the same for every backend."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, Protocol, assert_never

from warren_search.permissions import UNKNOWN_ACL, has_acl
from warren_search.query import Kind

KindName = Literal["file", "directory", "symlink"]
OperationName = Literal["create", "update", "rename", "delete"]

# The bit of an inode's features that says that the file's bytes are rows of the database.
IN_DATABASE: Final = 1 << 9


class InodeRow(Protocol):
    """An inode as the namenode tells it; sizes in bytes, times in ms since the epoch."""

    @property
    def inode_id(self) -> int: ...
    @property
    def logical_time(self) -> int: ...
    @property
    def parent_id(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> KindName: ...
    @property
    def size_bytes(self) -> int: ...
    @property
    def owner(self) -> str: ...
    @property
    def group(self) -> str: ...
    @property
    def mode(self) -> int: ...
    @property
    def mtime_ms(self) -> int: ...
    @property
    def atime_ms(self) -> int: ...
    @property
    def replication(self) -> int: ...
    @property
    def block_size_bytes(self) -> int: ...
    @property
    def storage_policy(self) -> int | None: ...
    @property
    def features(self) -> int | None: ...


class ChangeEvent(InodeRow, Protocol):
    """An event of the feed (warren.change.v2, or v1)."""

    @property
    def sequence(self) -> int: ...
    @property
    def committed_at_ms(self) -> int: ...
    @property
    def operation(self) -> OperationName: ...


@dataclass(frozen=True, slots=True)
class Document:
    """What the index keeps of an inode. The path is not part of it: see the readers.

    storage_policy: id of the one that is set at the inode itself; 0 for none.
    in_database: whether it is a file whose bytes are rows of the database, not blocks.
    acl: entries of the access ACL beside the owner's, as ``setfacl`` writes them; empty for none.
    xattrs: as in SearchQuery, a value's term beside its name's. They come from another read than
    the rest, so that they do not count when two documents are compared.
    """

    inode_id: int
    logical_time: int
    parent_id: int
    name: str
    kind: Kind
    size_bytes: int
    owner: str
    group: str
    mode: int
    mtime_ms: int
    atime_ms: int
    replication: int
    block_size_bytes: int
    storage_policy: int = 0
    in_database: bool = False
    acl: str = ""
    xattrs: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Examined:
    """Documents in id order, as one read found them.

    broken: the ids of those from which something was derived wrong that answers rely on.
    """

    documents: Sequence[Document]
    broken: frozenset[int]


@dataclass(frozen=True, slots=True)
class Put:
    """Store the document unless the index knows the same or a later version of the inode."""

    document: Document

    @property
    def inode_id(self) -> int:
        return self.document.inode_id

    @property
    def logical_time(self) -> int:
        return self.document.logical_time


@dataclass(frozen=True, slots=True)
class Delete:
    """Remove the document unless the index knows the same or a later version; keep a tombstone."""

    inode_id: int
    logical_time: int


IndexOperation = Put | Delete


def document_of(inode: InodeRow, xattrs: tuple[str, ...] = (), acl: str | None = None) -> Document:
    """The document of an inode. acl: null when it was not read: then unknown, if there is one.

    What was read may be of an earlier or a later version of the inode: whether it has an ACL is
    for its own features to say.
    """
    if acl is None or not has_acl(inode.features):
        acl = acl_unread(inode.features)
    return Document(
        inode_id=inode.inode_id,
        logical_time=inode.logical_time,
        parent_id=inode.parent_id,
        name=inode.name,
        kind=Kind(inode.kind),
        size_bytes=inode.size_bytes,
        owner=inode.owner,
        group=inode.group,
        mode=inode.mode,
        mtime_ms=inode.mtime_ms,
        atime_ms=inode.atime_ms,
        replication=inode.replication,
        block_size_bytes=inode.block_size_bytes,
        # Null: told by a namenode of a version before policies.
        storage_policy=inode.storage_policy or 0,
        in_database=in_database(inode.features),
        acl=acl,
        xattrs=xattrs,
    )


def in_database(features: int | None) -> bool:
    """Whether a file's bytes are rows. Null: told by a namenode of a version without them."""
    return bool((features or 0) & IN_DATABASE)


def acl_unread(features: int | None) -> str:
    """What is known of the ACL of an inode by its features alone: empty when it has none."""
    return UNKNOWN_ACL if has_acl(features) else ""


def operation_of(
    event: ChangeEvent, xattrs: tuple[str, ...] = (), acl: str | None = None
) -> IndexOperation:
    """What an event does to the index. xattrs, acl: what the inode has of them now."""
    match event.operation:
        case "create" | "update" | "rename":
            return Put(document_of(event, xattrs, acl))
        case "delete":
            return Delete(event.inode_id, event.logical_time)
        case _ as unknown:
            assert_never(unknown)


def newest_per_inode(operations: Iterable[IndexOperation]) -> dict[int, IndexOperation]:
    """The operation with the highest logical time of each inode."""
    newest: dict[int, IndexOperation] = {}
    for operation in operations:
        other = newest.get(operation.inode_id)
        if other is None or operation.logical_time > other.logical_time:
            newest[operation.inode_id] = operation
    return newest
