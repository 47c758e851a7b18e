"""Changes that are made at once: a new directory, another name, other permissions.

A role of Warren's says where somebody may do this at all, the guard whether it may be done now, and
HDFS, which is asked as the user himself, whether he may do it there.
"""

from apps.audit.direct import audited
from apps.common.actor import Actor
from apps.common.namenode import namenode_problems
from apps.common.problems import Conflict, InvalidInput
from apps.common.rights import Permission, is_below, require
from apps.common.tags import WHICHEVER, Seen
from apps.common.webhdfs import webhdfs_problems
from apps.files.looking import require_changeable, require_free, require_parent, status_of
from apps.files.selectors import permissions_read
from apps.files.values import Permissions
from apps.guard.direct import require_unguarded
from apps.guard.values import Act
from integrations.webhdfs import WebHdfs

# To those who wrote rules about jobs that do the same.
_SET_PERMISSION = "set_permission"
_SET_OWNER = "set_owner"


def directory_make(*, actor: Actor, path: str, mode: str) -> Permissions:
    """Make one directory. Conflict when its name is taken, or what holds it is not there."""
    require(actor, Permission.WRITE_FILES, path)
    require_changeable(path)
    act = Act(kinds=frozenset(), paths=(path,), chosen=True, inodes=1, size_bytes=0)
    require_unguarded(actor=actor, act=act)
    user = actor.hdfs_user
    with webhdfs_problems() as client:
        require_parent(client, path, user)
        require_free(status_of(client, path, user), path)
    after = {"mode": mode, "hdfs_user": user}
    with (
        audited(actor=actor, action="directory.make", path=path, after=after),
        webhdfs_problems() as client,
    ):
        client.put(path, "MKDIRS", user=user, permission=mode)
    return permissions_read(path=path, user=user)


def entry_move(*, actor: Actor, path: str, to: str) -> Permissions:
    """Give something another name or place. Conflict when the name is taken there."""
    require(actor, Permission.WRITE_FILES, path)
    require(actor, Permission.WRITE_FILES, to)
    require_changeable(path)
    require_changeable(to, field="to")
    if is_below(to, (path,)):
        raise InvalidInput(fields={"to": ["Nothing can be moved to where it is, or into itself."]})
    user = actor.hdfs_user
    require_unguarded(actor=actor, act=_act_of_move(path, to, user))
    with webhdfs_problems() as client:
        require_parent(client, to, user)
        require_free(status_of(client, to, user), to)
    with (
        audited(
            actor=actor,
            action="entry.move",
            path=path,
            before={"path": path},
            after={"path": to, "hdfs_user": user},
        ),
        webhdfs_problems() as client,
    ):
        client.put(path, "RENAME", user=user, destination=to, renameoptions="NONE")
    return permissions_read(path=to, user=user)


def _act_of_move(path: str, to: str, user: str) -> Act:
    with namenode_problems() as namenode:
        found = namenode.stat(path=path, as_user=user, totals=True)
    inodes: int | None = 1
    size_bytes: int | None = found.size_bytes
    if found.kind == "directory":
        content = found.content
        inodes = None if content is None else content.files + content.directories + 1
        size_bytes = None if content is None else content.length_bytes
    return Act(
        kinds=frozenset(), paths=(path, to), chosen=True, inodes=inodes, size_bytes=size_bytes
    )


def permissions_set(
    *,
    actor: Actor,
    path: str,
    mode: str | None,
    owner: str | None,
    group: str | None,
    acl: list[str] | None,
    seen: Seen = WHICHEVER,
) -> Permissions:
    """Change what is given of it; PreconditionFailed when it is in another state than was seen.

    HDFS makes one change after the other: when one is refused, those before it are made. HDFS does
    not compare the state, so that two changes within the same moment may pass.
    """
    require(actor, Permission.CHANGE_OWNERS, path)
    if path != "/":
        require_changeable(path)
    user = actor.hdfs_user
    before = permissions_read(path=path, user=user)
    seen.require(before)
    kinds = {_SET_PERMISSION} if mode is not None or acl is not None else set()
    kinds |= {_SET_OWNER} if owner is not None or group is not None else set()
    act = Act(kinds=frozenset(kinds), paths=(path,), chosen=True, inodes=1, size_bytes=0)
    require_unguarded(actor=actor, act=act)
    wanted = {"mode": mode, "owner": owner, "group": group, "acl": acl}
    with (
        audited(
            actor=actor,
            action="permissions.set",
            path=path,
            before={"mode": before.mode, "owner": before.owner, "group": before.group}
            | {"acl": before.acl},
            after={name: value for name, value in wanted.items() if value is not None}
            | {"hdfs_user": user},
        ),
        webhdfs_problems() as client,
    ):
        if acl is not None and acl != before.acl:
            _set_acl(client, path, user, mode or before.mode, acl)
        if mode is not None:
            client.put(path, "SETPERMISSION", user=user, permission=mode)
        # The last: who gives a file away may not change it any more.
        given = {"owner": owner, "group": group}
        asked = {name: value for name, value in given.items() if value is not None}
        if asked:
            client.put(path, "SETOWNER", user=user, **asked)
    return permissions_read(path=path, user=user)


def _set_acl(client: WebHdfs, path: str, user: str, mode: str, acl: list[str]) -> None:
    """HDFS wants all entries at once, those of the mode too."""
    if not acl:
        client.put(path, "REMOVEACL", user=user)
        return
    of_user, of_group, of_others = (_letters(digit) for digit in mode[-3:])
    plain = [f"user::{of_user}", f"other::{of_others}"]
    if not any(each.startswith("group::") for each in acl):
        plain.append(f"group::{of_group}")
    if len(set(acl)) != len(acl):
        raise Conflict("An entry is given twice", code="repeated_entry", facts={"path": path})
    client.put(path, "SETACL", user=user, aclspec=",".join(plain + acl))


def _letters(digit: str) -> str:
    bits = int(digit, 8)
    return "".join(
        letter if bits & bit else "-" for letter, bit in zip("rwx", (4, 2, 1), strict=True)
    )
