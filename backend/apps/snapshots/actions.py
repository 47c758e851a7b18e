"""Changes of snapshots: who may, what the guard says, and the audit; then HDFS does it.

Whether somebody may is for his roles to say, as with quotas: HDFS would let its superusers allow
snapshots, and owners take them. So the platform asks as a superuser.
"""

from typing import Final

from apps.audit.direct import audited
from apps.common.actor import Actor
from apps.common.problems import Conflict, InvalidInput
from apps.common.rights import Permission, require
from apps.common.tags import WHICHEVER, Seen
from apps.common.values import in_snapshot, is_reserved
from apps.common.webhdfs import superuser, webhdfs_problems
from apps.guard.direct import require_unguarded
from apps.guard.values import Act
from apps.snapshots import selectors
from apps.snapshots.values import Snapshot, SnapshottableDirectory
from apps.visibility.sight import Sight

_ALL: Final = Sight(as_user=None)
# What takes something away for good is a delete to those who wrote rules about deletes.
_DELETE: Final = "delete"


def directory_allow(*, actor: Actor, path: str) -> SnapshottableDirectory:
    """Let snapshots of a directory be taken; Conflict when they may be already."""
    _permitted(actor, path)
    if any(each.path == path for each in _shown(path)):
        raise Conflict(
            "Snapshots of this directory may be taken already",
            code="already_so",
            facts={"path": path},
        )
    require_unguarded(actor=actor, act=_act(path))
    with audited(actor=actor, action="snapshots.allow", path=path), webhdfs_problems() as client:
        client.put(path, "ALLOWSNAPSHOT", user=superuser())
    return selectors.directory(path=path, sight=_ALL)


def directory_disallow(*, actor: Actor, path: str, seen: Seen = WHICHEVER) -> None:
    """Let no snapshots of it be taken any more; Conflict while it has some."""
    _permitted(actor, path)
    found = selectors.directory(path=path, sight=_ALL)
    seen.require(found)
    if found.snapshots:
        raise Conflict(
            "The directory has snapshots",
            code="has_snapshots",
            detail="Delete them first.",
            facts={"path": path, "snapshots": found.snapshots},
        )
    require_unguarded(actor=actor, act=_act(path))
    with audited(actor=actor, action="snapshots.disallow", path=path), webhdfs_problems() as client:
        client.put(path, "DISALLOWSNAPSHOT", user=superuser())


def snapshot_create(*, actor: Actor, path: str, name: str) -> Snapshot:
    """Take a snapshot; Conflict when there is one with the name."""
    _permitted(actor, path)
    selectors.directory(path=path, sight=_ALL)
    require_unguarded(actor=actor, act=_act(path))
    after = {"name": name}
    with (
        audited(actor=actor, action="snapshot.create", path=path, after=after),
        webhdfs_problems() as client,
    ):
        client.put(path, "CREATESNAPSHOT", user=superuser(), snapshotname=name)
    return selectors.snapshot(path=path, name=name, sight=_ALL)


def snapshot_rename(
    *, actor: Actor, path: str, name: str, new_name: str, seen: Seen = WHICHEVER
) -> Snapshot:
    """Give a snapshot another name: paths into it change."""
    _permitted(actor, path)
    seen.require(selectors.snapshot(path=path, name=name, sight=_ALL))
    require_unguarded(actor=actor, act=_act(path))
    with (
        audited(
            actor=actor,
            action="snapshot.rename",
            path=path,
            before={"name": name},
            after={"name": new_name},
        ),
        webhdfs_problems() as client,
    ):
        client.put(
            path, "RENAMESNAPSHOT", user=superuser(), oldsnapshotname=name, snapshotname=new_name
        )
    return selectors.snapshot(path=path, name=new_name, sight=_ALL)


def snapshot_delete(*, actor: Actor, path: str, name: str, seen: Seen = WHICHEVER) -> None:
    """Delete a snapshot. What only it holds is gone for good, so it takes that right, too."""
    _permitted(actor, path)
    require(actor, Permission.DELETE_FOR_GOOD, path)
    found = selectors.snapshot(path=path, name=name, sight=_ALL)
    seen.require(found)
    act = Act(kinds=frozenset({_DELETE}), paths=(path,), chosen=True, inodes=None, size_bytes=None)
    require_unguarded(actor=actor, act=act)
    before = {"name": name, "created_at": found.created_at.isoformat()}
    with (
        audited(actor=actor, action="snapshot.delete", path=path, before=before),
        webhdfs_problems() as client,
    ):
        client.delete(path, "DELETESNAPSHOT", user=superuser(), snapshotname=name)


def _permitted(actor: Actor, path: str) -> None:
    """The platform goes by the path, so that it must be one that says where it leads."""
    require(actor, Permission.SNAPSHOTS, path)
    if is_reserved(path) or in_snapshot(path):
        raise InvalidInput(
            "This path is none of a directory in the tree",
            fields={"path": ["Give the directory itself."]},
        )


def _shown(path: str) -> list[SnapshottableDirectory]:
    page = selectors.directories(sight=_ALL, prefix=path, cursor=None, limit=1)
    return list(page.items)


def _act(path: str) -> Act:
    return Act(kinds=frozenset(), paths=(path,), chosen=True, inodes=1, size_bytes=0)
