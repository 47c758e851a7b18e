"""Everything that HDFS tells a user about one path."""

import base64
from dataclasses import dataclass
from datetime import datetime

from warren_namenode.generated import admin_api

from apps.common.namenode import namenode_problems
from apps.common.values import utc_from_ms
from apps.visibility.sight import Sight


@dataclass(frozen=True, slots=True)
class Policy:
    """A policy that holds at a path, and the path that it was set for; None for the default."""

    name: str
    set_at: str | None


@dataclass(frozen=True, slots=True)
class Xattr:
    """An extended attribute; what is no printable text is hexadecimal, as `getfattr` writes it."""

    name: str
    value: str
    encoding: str


@dataclass(frozen=True, slots=True)
class PlacedReplica:
    unit: int | None
    datanode_uuid: str
    datanode_address: str | None
    hostname: str | None
    rack: str | None
    storage_uuid: str
    storage_type: str
    state: str


@dataclass(frozen=True, slots=True)
class PlacedBlock:
    block_id: int
    index: int
    offset_bytes: int
    length_bytes: int
    generation_stamp: int
    replicas: list[PlacedReplica]


@dataclass(frozen=True, slots=True)
class BlockList:
    """The first blocks of a file; `more`: others follow."""

    items: list[PlacedBlock]
    more: bool


@dataclass(frozen=True, slots=True)
class SnapshotHold:
    """The inode as a snapshot has it; `changed`: its length or time were others then."""

    name: str
    directory: str
    path: str
    created_at: datetime
    size_bytes: int
    mtime: datetime
    changed: bool


@dataclass(frozen=True, slots=True)
class EntryDetails:
    """None is what the user may not read, or what there is none of."""

    inode_id: int
    path: str
    acl: list[str]
    xattrs: list[Xattr] | None
    storage_policy: Policy | None
    erasure_coding: Policy | None
    blocks: BlockList | None
    snapshots: list[SnapshotHold] | None
    as_of: datetime


def details(*, path: str, sight: Sight) -> EntryDetails:
    """What is known of `path`, with the user's rights; NotFound, AccessDenied or Unavailable."""
    with namenode_problems() as client:
        source = client.details(path=path, as_user=sight.user_at(path))
    return EntryDetails(
        inode_id=source.inode_id,
        path=source.path,
        acl=source.acl,
        xattrs=None if source.xattrs is None else [_xattr(each) for each in source.xattrs],
        storage_policy=_policy(source.storage_policy),
        erasure_coding=_policy(source.erasure_coding),
        blocks=_blocks(source.blocks),
        snapshots=None if source.snapshots is None else [_hold(each) for each in source.snapshots],
        as_of=utc_from_ms(source.as_of_ms),
    )


def _policy(source: admin_api.PolicyAtPath | None) -> Policy | None:
    return None if source is None else Policy(source.name, source.set_at)


def _xattr(source: admin_api.XattrValue) -> Xattr:
    value = base64.b64decode(source.value_base64)
    try:
        text = value.decode()
    except UnicodeDecodeError:
        text = None
    if text is not None and text.isprintable():
        return Xattr(source.name, text, "text")
    return Xattr(source.name, f"0x{value.hex()}", "hex")


def _blocks(source: admin_api.PlacedBlocks | None) -> BlockList | None:
    if source is None:
        return None
    return BlockList([_block(each) for each in source.items], source.more)


def _block(source: admin_api.PlacedBlock) -> PlacedBlock:
    return PlacedBlock(
        block_id=source.block_id,
        index=source.index,
        offset_bytes=source.offset_bytes,
        length_bytes=source.length_bytes,
        generation_stamp=source.generation_stamp,
        replicas=[
            PlacedReplica(
                unit=each.unit,
                datanode_uuid=each.datanode_uuid,
                datanode_address=each.datanode_address,
                hostname=each.hostname,
                rack=each.rack,
                storage_uuid=each.storage_uuid,
                storage_type=each.storage_type,
                state=each.state,
            )
            for each in source.replicas
        ],
    )


def _hold(source: admin_api.SnapshotHold) -> SnapshotHold:
    return SnapshotHold(
        name=source.name,
        directory=source.directory,
        path=source.path,
        created_at=utc_from_ms(source.created_at_ms),
        size_bytes=source.size_bytes,
        mtime=utc_from_ms(source.mtime_ms),
        changed=source.changed,
    )
