"""The namespace beside the search index, for what the index has not seen yet."""

from collections.abc import Iterator
from contextlib import contextmanager

from warren_namenode.generated.admin_api import Change, Inode

from apps.common.namenode import namenode
from integrations.namenode import NamenodeProblem, NamenodeUnreachable
from warren_search import Kind as DocumentKind
from warren_search.columns import TOLD
from warren_search.operation import (
    Delete,
    Document,
    IndexOperation,
    Put,
    acl_unread,
    in_database,
)
from warren_search.overlay import StoreChanges, StoreUnavailable
from warren_search.permissions import has_acl
from warren_search.position import FeedPosition

_NOT_FOUND = 404


class NamenodeStore:
    """As ``warren_search.overlay`` asks for it, over the namenodes' admin API."""

    def changes(self, position: FeedPosition, limit: int) -> StoreChanges | None:
        """All changes after a position; null when they are more than ``limit``."""
        with _store_errors():
            page = namenode().feed(after=position.cursor, limit=limit)
        if not page.caught_up:
            return None
        last = page.events[-1].sequence if page.events else page.head_sequence
        directories = [event for event in page.events if event.kind == "directory"]
        operations = {event.operation for event in directories}
        return StoreChanges(
            operations=[_operation(event) for event in page.events],
            reached=FeedPosition(page.next, max(last, position.sequence), page.as_of_ms),
            moved=bool(operations & {"rename", "delete"}),
            regranted="update" in operations,
        )

    def document(self, inode_id: int) -> Document | None:
        """An inode with its ACL; null when there is none."""
        with _store_errors():
            page = namenode().inodes(after_id=inode_id - 1, limit=1)
            found = page.inodes[0] if page.inodes else None
            if found is None or found.inode_id != inode_id:
                return None
            access = namenode().access_acl(inode_id) if has_acl(found.features) else None
        return _document(found, access)

    def directory_at(self, path: str) -> int | None:
        """The id of the directory at a path; null when there is none."""
        try:
            with _store_errors():
                entry = namenode().stat(path=path)
        except NamenodeProblem as problem:
            if problem.status == _NOT_FOUND:
                return None
            raise StoreUnavailable from problem
        return entry.inode_id if entry.kind == "directory" else None


def _document(inode: Inode, access: str | None = None) -> Document:
    values = {name: getattr(inode, name) for name in TOLD}
    values |= {
        "kind": DocumentKind(inode.kind),
        "in_database": in_database(inode.features),
        "acl": access or acl_unread(inode.features),
    }
    return Document(**values)


def _operation(event: Change) -> IndexOperation:
    if event.operation == "delete":
        return Delete(event.inode_id, event.logical_time)
    return Put(_document(event))


@contextmanager
def _store_errors() -> Iterator[None]:
    """What says nothing of the namespace leaves the block as StoreUnavailable; 404 passes."""
    try:
        yield
    except NamenodeUnreachable as error:
        raise StoreUnavailable from error
    except NamenodeProblem as problem:
        if problem.status == _NOT_FOUND:
            raise
        raise StoreUnavailable from problem
