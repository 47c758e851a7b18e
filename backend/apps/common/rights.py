"""What somebody may do, and below which paths: one function decides it for every action."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Final

from django.db import models

from apps.common.problems import AccessDenied
from apps.common.values import normal_path, path_error

if TYPE_CHECKING:
    from apps.common.actor import Actor

ROOT: Final = "/"


class Access(IntEnum):
    """What a token may be used for; each level includes those below it."""

    READ = 1
    OPERATE = 2
    ADMIN = 3


class Permission(models.TextChoices):
    """What a role can hold. Those of `ABOUT_PATHS` may be limited to directories."""

    SEE_ALL = "see_all"
    SEE_USAGE = "see_usage"
    SET_QUOTAS = "set_quotas"
    CHANGE_OWNERS = "change_owners"
    CHANGE_STORAGE = "change_storage"
    DELETE = "delete"
    DELETE_FOR_GOOD = "delete_for_good"
    RESTORE = "restore"
    MOVE = "move"
    WRITE_FILES = "write_files"
    SNAPSHOTS = "snapshots"
    APPROVE = "approve"
    RULES = "rules"
    WATCH = "watch"
    SPREAD = "spread"
    SQL = "sql"
    HEAT = "heat"
    LIMITS = "limits"
    MANAGE_DATANODES = "manage_datanodes"
    MANAGE_NAMENODES = "manage_namenodes"
    ALERTS = "alerts"
    SEE_GUARD = "see_guard"
    SEE_AUDIT = "see_audit"
    MANAGE_ALERTS = "manage_alerts"
    MANAGE_PIPELINE = "manage_pipeline"
    APPROVE_AS_ADMIN = "approve_as_admin"
    MANAGE_GUARD = "manage_guard"
    MANAGE_USERS = "manage_users"


MEANINGS: Final[dict[Permission, str]] = {
    Permission.SEE_ALL: "See names and jobs whatever HDFS lets the user list.",
    Permission.SEE_USAGE: "See what directories hold, their growth and their quotas.",
    Permission.SET_QUOTAS: "Set and clear quotas.",
    Permission.CHANGE_OWNERS: "Change owner, group, mode, ACL and extended attributes.",
    Permission.CHANGE_STORAGE: "Change replication, storage policies and erasure coding.",
    Permission.DELETE: "Move to the trash.",
    Permission.DELETE_FOR_GOOD: "Delete without the trash.",
    Permission.RESTORE: "Restore from the trash.",
    Permission.MOVE: "Move files and directories elsewhere, whatever HDFS lets the user.",
    Permission.WRITE_FILES: "Make directories, move and upload, as far as HDFS lets the user.",
    Permission.SNAPSHOTS: "Allow, take, rename and delete snapshots.",
    Permission.APPROVE: "Approve or refuse jobs of others that wait for a second person.",
    Permission.RULES: "Have lifecycle rules, which do what their owner may do himself.",
    Permission.WATCH: "Have the past of directories kept.",
    Permission.SPREAD: "Spread the children of directories over shards.",
    Permission.SQL: "Ask by SQL, and run reports.",
    Permission.HEAT: "See who and what costs the namenodes most, and the shards' load.",
    Permission.LIMITS: "Limit the calls of users, addresses and applications.",
    Permission.MANAGE_DATANODES: "Take datanodes out of service and back.",
    Permission.MANAGE_NAMENODES: "Drain namenodes, have them serve again, and take an HDFS over.",
    Permission.ALERTS: "See where alerts go, test that, and mute checks.",
    Permission.SEE_GUARD: "See the rules, freeze windows and limits that jobs go by.",
    Permission.SEE_AUDIT: "See what everybody did.",
    Permission.MANAGE_ALERTS: "Decide where alerts go.",
    Permission.MANAGE_PIPELINE: "Pause and rebuild the index, and replay refused changes.",
    Permission.APPROVE_AS_ADMIN: "Approve or refuse jobs for which a rule asks an administrator.",
    Permission.MANAGE_GUARD: "Change what jobs go by, and stop the lifecycle rules of others.",
    Permission.MANAGE_USERS: "Manage users, roles and tokens.",
}
_OF_JOBS: Final = (
    Permission.SET_QUOTAS,
    Permission.CHANGE_OWNERS,
    Permission.CHANGE_STORAGE,
    Permission.DELETE,
    Permission.DELETE_FOR_GOOD,
    Permission.RESTORE,
    Permission.MOVE,
)
# Each is enough to begin some kind of job somewhere.
JOB_PERMISSIONS: Final = (
    *_OF_JOBS,
    Permission.SPREAD,
    Permission.MANAGE_NAMENODES,
    Permission.MANAGE_PIPELINE,
)
# The second is enough wherever the first is.
APPROVAL_PERMISSIONS: Final = (Permission.APPROVE, Permission.APPROVE_AS_ADMIN)
ABOUT_PATHS: Final = frozenset(
    {
        Permission.SEE_ALL,
        Permission.SEE_USAGE,
        *_OF_JOBS,
        Permission.WRITE_FILES,
        Permission.SNAPSHOTS,
        Permission.APPROVE,
        Permission.RULES,
        Permission.WATCH,
        Permission.SPREAD,
    }
)
# Administrators alone: with these somebody could give himself all others, or release himself from
# the guard; and a rule that asks for an administrator means one.
NOT_FOR_CUSTOM_ROLES: Final = frozenset(
    {Permission.MANAGE_USERS, Permission.MANAGE_GUARD, Permission.APPROVE_AS_ADMIN}
)
# The least scope of a token by which each is used.
_LEVELS: Final[dict[Permission, Access]] = {
    **dict.fromkeys((Permission.SEE_ALL, Permission.SEE_USAGE, Permission.SQL), Access.READ),
    **dict.fromkeys(
        (
            Permission.SEE_AUDIT,
            Permission.MANAGE_ALERTS,
            Permission.MANAGE_PIPELINE,
            Permission.APPROVE_AS_ADMIN,
            Permission.MANAGE_GUARD,
            Permission.MANAGE_USERS,
        ),
        Access.ADMIN,
    ),
}


def level_of(permission: Permission) -> Access:
    """The least scope of a token that can use it."""
    return _LEVELS.get(permission, Access.OPERATE)


OPERATORS: Final = frozenset(each for each in Permission if level_of(each) < Access.ADMIN)
ADMINISTRATORS: Final = frozenset(Permission)

# Paths at and below which something holds; None for everywhere, none at all for nowhere.
Reach = tuple[str, ...] | None


def is_below(path: str, directories: Iterable[str]) -> bool:
    """Whether a path is one of the directories or below one, by whole names.

    What is not in its one canonical form is below nothing.
    """
    if path_error(path) is not None or path != normal_path(path):
        return False
    return any(each in (ROOT, path) or path.startswith(f"{each}/") for each in directories if each)


def within(path: str, reach: Reach) -> bool:
    """Whether something that reaches so far holds at a path."""
    return reach is None or is_below(path, reach)


def both(one: Reach, other: Reach) -> Reach:
    """Where two things hold that reach so far each."""
    if one is None or other is None:
        return other if one is None else one
    return tuple(
        dict.fromkeys(
            [*(each for each in one if is_below(each, other))]
            + [each for each in other if is_below(each, one)]
        )
    )


@dataclass(frozen=True, slots=True)
class Grant:
    """Permissions, and where they hold; those that are about no path only from everywhere."""

    permissions: frozenset[Permission]
    reach: Reach = None


@dataclass(frozen=True, slots=True)
class Rights:
    """All that somebody was granted. Without grants nothing is allowed."""

    grants: tuple[Grant, ...] = ()

    def reach(self, permission: Permission) -> Reach:
        """Where a permission holds."""
        found: list[str] = []
        for grant in self.grants:
            if permission not in grant.permissions:
                continue
            if grant.reach is None:
                return None
            if permission in ABOUT_PATHS:
                found += grant.reach
        return tuple(dict.fromkeys(found))

    def holds(self, permission: Permission) -> bool:
        """Whether it holds anywhere: what an action then asks for may still be elsewhere."""
        return self.reach(permission) != ()

    def allows(self, permission: Permission, path: str | None = None) -> bool:
        """Whether it holds at a path; without one, everywhere."""
        reach = self.reach(permission)
        return reach is None or (path is not None and is_below(path, reach))

    def reaches(self) -> dict[Permission, Reach]:
        """Every permission that holds somewhere, and where."""
        return {each: self.reach(each) for each in Permission if self.holds(each)}

    @property
    def level(self) -> Access:
        """The strongest scope that a token could use."""
        return max(
            (level_of(each) for grant in self.grants for each in grant.permissions),
            default=Access.READ,
        )

    def limited_to(self, level: Access) -> "Rights":
        """What is left of it for a token of such a scope."""
        return Rights(
            tuple(
                Grant(frozenset(p for p in each.permissions if level_of(p) <= level), each.reach)
                for each in self.grants
            )
        )


NOTHING: Final = Rights()
EVERYTHING: Final = Rights((Grant(ADMINISTRATORS),))


def require(actor: "Actor", permission: Permission, path: str | None = None) -> None:
    """AccessDenied unless the actor has the permission at a path; without one, everywhere."""
    if actor.rights.allows(permission, path):
        return
    facts: dict[str, object] = {"permission": permission.value}
    if path is not None:
        facts["path"] = path
    reach = actor.rights.reach(permission)
    raise AccessDenied(
        "Your roles do not allow this" if not reach else "Your roles do not allow this here",
        code="not_permitted",
        detail="An administrator can give you a role that does."
        if not reach
        else "You may do it only at and below the paths that your role names.",
        facts=facts | ({"allowed_below": list(reach)} if reach else {}),
    )


def require_somewhere(actor: "Actor", permission: Permission) -> None:
    """AccessDenied unless the actor has the permission anywhere."""
    if not actor.rights.holds(permission):
        require(actor, permission)


def require_all(actor: "Actor", permission: Permission, paths: Sequence[str]) -> None:
    """The same for each of several paths."""
    for path in paths:
        require(actor, permission, path)
