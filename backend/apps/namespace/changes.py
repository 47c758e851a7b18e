"""What was changed of a file or directory, as far as the change feed is kept."""

from dataclasses import dataclass
from datetime import datetime

from warren_namenode.generated import admin_api

from apps.common.namenode import namenode_problems
from apps.common.paging import decode_cursor, encode_cursor
from apps.common.values import utc_from_ms, utc_or_none
from apps.visibility.sight import Sight
from warren_search.facets import policy_name


@dataclass(frozen=True, slots=True)
class InodeChange:
    """A change, with what the inode was after it.

    name_before: of what was renamed; moved: it came from another directory.
    """

    sequence: int
    at: datetime
    operation: str
    name: str
    name_before: str | None
    moved: bool
    size_bytes: int
    owner: str
    group: str
    mode: str
    replication: int
    storage_policy: str | None


@dataclass(frozen=True, slots=True)
class InodeChangePage:
    """Newest first. looked_since: when the oldest change was made that was looked at."""

    items: list[InodeChange]
    next_cursor: str | None
    looked_since: datetime | None
    as_of: datetime


def changes(*, path: str, sight: Sight, cursor: str | None) -> InodeChangePage:
    """The part of a path's changes behind a cursor; as many changes as a call may look at."""
    before = None if cursor is None else max(1, decode_cursor(cursor))
    with namenode_problems() as client:
        told = client.changes(path=path, before=before, as_user=sight.user_at(path))
    return InodeChangePage(
        items=[_change(each) for each in told.changes],
        next_cursor=None if told.next_before is None else encode_cursor(told.next_before),
        looked_since=utc_or_none(told.looked_since_ms),
        as_of=utc_from_ms(told.as_of_ms),
    )


def _change(told: admin_api.InodeChange) -> InodeChange:
    return InodeChange(
        sequence=told.sequence,
        at=utc_from_ms(told.committed_at_ms),
        operation=told.operation,
        name=told.name,
        name_before=told.name_before,
        moved=told.moved,
        size_bytes=told.size_bytes,
        owner=told.owner,
        group=told.group,
        mode=told.mode,
        replication=told.replication,
        storage_policy=policy_name(told.storage_policy),
    )
