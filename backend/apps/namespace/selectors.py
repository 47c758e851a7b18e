"""Reads of the namespace, in the platform's terms."""

from dataclasses import dataclass, replace
from datetime import datetime

from warren_namenode.generated import admin_api

from apps.common.namenode import namenode_problems
from apps.common.values import octal, utc_from_ms
from apps.visibility.sight import Sight

# The bit of an inode's features.
IN_DATABASE = 1 << 9


@dataclass(frozen=True, slots=True)
class Content:
    """What is in a directory, at any depth, without the directory itself."""

    files: int
    directories: int
    length_bytes: int
    space_consumed_bytes: int


@dataclass(frozen=True, slots=True)
class Entry:
    """A file, directory or symbolic link at a path."""

    inode_id: int
    path: str
    name: str
    kind: str
    size_bytes: int
    owner: str
    group: str
    mode: str
    mtime: datetime
    atime: datetime
    replication: int
    block_size_bytes: int
    children_count: int | None
    open_for_write: bool
    symlink_target: str | None
    in_database: bool
    content: Content | None


@dataclass(frozen=True, slots=True)
class EntryPage:
    items: list[Entry]
    next_cursor: str | None
    as_of: datetime


@dataclass(frozen=True, slots=True)
class Usage:
    """Exact totals of a subtree; sizes in bytes."""

    path: str
    files: int
    directories: int
    length_bytes: int
    space_consumed_bytes: int
    namespace_quota: int | None
    space_quota_bytes: int | None
    as_of: datetime


def _entry(source: admin_api.Entry) -> Entry:
    return Entry(
        inode_id=source.inode_id,
        path=source.path,
        name=source.name,
        kind=source.kind,
        size_bytes=source.size_bytes,
        owner=source.owner,
        group=source.group,
        mode=octal(source.mode),
        mtime=utc_from_ms(source.mtime_ms),
        atime=utc_from_ms(source.atime_ms),
        replication=source.replication,
        block_size_bytes=source.block_size_bytes,
        children_count=source.children_count,
        open_for_write=source.open_for_write,
        symlink_target=source.symlink_target,
        in_database=bool(source.features & IN_DATABASE),
        content=None if source.content is None else _content(source.content),
    )


def _content(source: admin_api.TotalsAmounts) -> Content:
    return Content(
        files=source.files,
        directories=source.directories,
        length_bytes=source.length_bytes,
        space_consumed_bytes=source.space_bytes,
    )


def entry(*, path: str, sight: Sight) -> Entry:
    """The entry at `path`; NotFound, AccessDenied or Unavailable."""
    with namenode_problems() as client:
        found = _entry(client.stat(path=path, as_user=sight.user_at(path), totals=True))
    # Who may pass through a directory and not list it is not told how many names it has either.
    if found.children_count is None or sight.lists(path):
        return found
    return replace(found, children_count=None)


def children(*, path: str, cursor: str | None, limit: int, sight: Sight) -> EntryPage:
    """One page of a directory's children in name order."""
    with namenode_problems() as client:
        page = client.children(path=path, cursor=cursor, limit=limit, as_user=sight.user_at(path))
    return EntryPage(
        items=[_entry(each) for each in page.entries],
        next_cursor=page.next_cursor,
        as_of=utc_from_ms(page.as_of_ms),
    )


def usage(*, path: str, sight: Sight) -> Usage:
    """Totals of the subtree at `path`, counted now."""
    with namenode_problems() as client:
        source = client.summary(path=path, as_user=sight.user_at(path))
    return Usage(
        path=source.path,
        files=source.files,
        directories=source.directories,
        length_bytes=source.length_bytes,
        space_consumed_bytes=source.space_consumed_bytes,
        namespace_quota=source.namespace_quota,
        space_quota_bytes=source.space_quota_bytes,
        as_of=utc_from_ms(source.as_of_ms),
    )
