"""What the feed tells, as columns: inodes and changes on their way into the replica."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, Protocol

import pyarrow as pa

from warren_analytics.names import extension_of, fold

KindName = Literal["file", "directory", "symlink"]
OperationName = Literal["create", "update", "rename", "delete"]


class Place(Protocol):
    """Where an inode was."""

    @property
    def parent_id(self) -> int: ...
    @property
    def name(self) -> str: ...


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


class InodeLists(Protocol):
    """Inodes as columns: a list of one length for each member of InodeRow."""

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


class ChangeEvent(InodeRow, Protocol):
    """An event of the feed (warren.change.v2, or v1)."""

    @property
    def sequence(self) -> int: ...
    @property
    def committed_at_ms(self) -> int: ...
    @property
    def operation(self) -> OperationName: ...
    @property
    def before(self) -> Place | None: ...


_POLICY: Final = "storage_policy"
_INODE_TYPES: Final = {
    "inode_id": pa.int64(),
    "logical_time": pa.int64(),
    "parent_id": pa.int64(),
    "name": pa.string(),
    "kind": pa.string(),
    "size_bytes": pa.int64(),
    "owner": pa.string(),
    "group": pa.string(),
    "mode": pa.int32(),
    "mtime_ms": pa.int64(),
    "atime_ms": pa.int64(),
    "replication": pa.int32(),
    "block_size_bytes": pa.int64(),
    _POLICY: pa.int32(),
}
# Bits of an inode's features: it has an access ACL; its bytes are rows of the database.
_HAS_ACL: Final = 1
_IN_DATABASE: Final = 1 << 9


def inode_table(inodes: Sequence[InodeRow]) -> pa.Table:
    """Columns in the order of ``store.inode``."""
    lists = {name: [getattr(inode, name) for inode in inodes] for name in _INODE_TYPES}
    # A namenode of a version before policies tells null.
    lists[_POLICY] = [policy or 0 for policy in lists[_POLICY]]
    table = pa.table({name: pa.array(lists[name], kind) for name, kind in _INODE_TYPES.items()})
    return _with_derived(table, lists["name"], [inode.features for inode in inodes])


def columns_table(columns: InodeLists) -> pa.Table:
    """The same of inodes that come as columns."""
    table = pa.table(
        {name: pa.array(getattr(columns, name), kind) for name, kind in _INODE_TYPES.items()}
    )
    return _with_derived(table, columns.name, columns.features)


def _with_derived(
    table: pa.Table, names: Sequence[str], features: Sequence[int | None]
) -> pa.Table:
    """With what follows from names and features. Null: a namenode of a version without features."""
    folded = [fold(name) for name in names]
    bits = [each or 0 for each in features]
    derived = {
        "in_database": pa.array([bool(each & _IN_DATABASE) for each in bits], pa.bool_()),
        "folded": pa.array(folded, pa.string()),
        "extension": pa.array([extension_of(each) for each in folded], pa.string()),
        "guarded": pa.array([bool(each & _HAS_ACL) for each in bits], pa.bool_()),
    }
    for name, column in derived.items():
        table = table.append_column(name, column)
    return table


def event_table(events: Sequence[ChangeEvent]) -> pa.Table:
    """The inodes of the events, and after them whether each is deleted."""
    deleted = [event.operation == "delete" for event in events]
    return inode_table(events).append_column("deleted", pa.array(deleted, pa.bool_()))


def change_table(events: Sequence[ChangeEvent]) -> pa.Table:
    """Columns in the order of ``store.change``."""
    before = [event.before for event in events]
    table = inode_table(events)
    return pa.table(
        {
            "sequence": pa.array([event.sequence for event in events], pa.int64()),
            "committed_at_ms": pa.array([event.committed_at_ms for event in events], pa.int64()),
            "operation": pa.array([event.operation for event in events], pa.string()),
            "inode_id": table["inode_id"],
            "logical_time": table["logical_time"],
            "parent_id": table["parent_id"],
            "name": table["name"],
            "before_parent_id": pa.array([b and b.parent_id for b in before], pa.int64()),
            "before_name": pa.array([b and b.name for b in before], pa.string()),
            "kind": table["kind"],
            "size_bytes": table["size_bytes"],
            "owner": table["owner"],
            "group": table["group"],
            "mode": table["mode"],
            "replication": table["replication"],
        }
    )


def newest_per_inode(events: Sequence[ChangeEvent]) -> list[ChangeEvent]:
    """The latest version of each inode among the events."""
    newest: dict[int, ChangeEvent] = {}
    for event in events:
        other = newest.get(event.inode_id)
        if other is None or event.logical_time > other.logical_time:
            newest[event.inode_id] = event
    return list(newest.values())
