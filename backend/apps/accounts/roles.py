"""Making, changing and deleting roles, and which groups of the organisation give them."""

from collections.abc import Collection, Sequence
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from apps.accounts.assignments import (
    GROUP_ASSIGNMENTS_MAX,
    WantedRole,
    check_length,
    described,
)
from apps.accounts.models import Assignment, CustomRole, GroupAssignment, Origin, Role, User
from apps.accounts.selectors import no_such_group_assignment
from apps.accounts.services import end_what_was_begun
from apps.audit.services import Outcome, audit_record
from apps.common.actor import Actor
from apps.common.names import is_taken
from apps.common.problems import Conflict, InvalidInput, NotFound
from apps.common.rights import NOT_FOR_CUSTOM_ROLES, Permission, require
from apps.common.tags import WHICHEVER, Seen

ROLES_MAX: Final = 100


def role_create(
    *, actor: Actor, name: str, description: str, permissions: Sequence[str]
) -> CustomRole:
    """A new role; Conflict when the name is taken."""
    require(actor, Permission.MANAGE_USERS)
    held = _checked(permissions)
    if name.lower() in Role.values:
        raise _taken(name)
    role = CustomRole(name=name, description=description, permissions=held)
    with transaction.atomic():
        if CustomRole.objects.count() >= ROLES_MAX:
            raise Conflict(
                "There are as many roles as can be",
                detail="Delete one first.",
                facts={"roles_max": ROLES_MAX},
            )
        if is_taken(CustomRole.objects.all(), "name", name):
            raise _taken(name)
        try:
            with transaction.atomic():
                role.save(force_insert=True)
        except IntegrityError as error:
            raise _taken(name) from error
        _record(actor, "role.create", after=_role(role))
    return role


@transaction.atomic
def role_update(
    *,
    actor: Actor,
    role_id: int,
    description: str,
    permissions: Sequence[str],
    seen: Seen = WHICHEVER,
) -> CustomRole:
    """What a role holds from now on. What its users began with the former rights ends."""
    require(actor, Permission.MANAGE_USERS)
    role = role_by_id(role_id, lock=True)
    seen.require(role)
    before = _role(role)
    role.description, role.permissions = description, _checked(permissions)
    role.save()
    users = 0
    if role.permissions != before["permissions"]:
        for user in _users_of(role).select_for_update():
            end_what_was_begun(user, former_hdfs_user=user.hdfs_user)
            user.save(update_fields=["rights_epoch"])
            users += 1
    _record(actor, "role.update", before=before, after={**_role(role), "users": users})
    return role


@transaction.atomic
def role_delete(*, actor: Actor, role_id: int, seen: Seen = WHICHEVER) -> None:
    """Delete a role that nobody has. Conflict for others."""
    require(actor, Permission.MANAGE_USERS)
    role = role_by_id(role_id, lock=True)
    seen.require(role)
    users = _users_of(role).count()
    groups = GroupAssignment.objects.filter(custom=role).count()
    if users or groups:
        raise Conflict(
            "The role is given to somebody",
            code="role_in_use",
            detail="Take it from the users and groups that have it first.",
            facts={"role": role.name, "users": users, "groups": groups},
        )
    _record(actor, "role.delete", before=_role(role))
    role.delete()


@transaction.atomic
def group_assignment_create(
    *, actor: Actor, origin: Origin, group: str, wanted: WantedRole
) -> GroupAssignment:
    """Have a group of the organisation give a role at each login from now on."""
    require(actor, Permission.MANAGE_USERS)
    row = GroupAssignment(origin=origin, group=group, **wanted.values())
    others = list(GroupAssignment.objects.all())
    if len(others) >= GROUP_ASSIGNMENTS_MAX:
        raise Conflict(
            "As many groups give roles as can be",
            detail="Delete one of them first.",
            facts={"group_assignments_max": GROUP_ASSIGNMENTS_MAX},
        )
    check_length([*others, row])
    row.save(force_insert=True)
    _record(actor, "role.group_add", after=_group(row))
    return row


@transaction.atomic
def group_assignment_delete(*, actor: Actor, assignment_id: int, seen: Seen = WHICHEVER) -> None:
    """Have a group give that role no more. Who got it loses it now, not at the next login."""
    require(actor, Permission.MANAGE_USERS)
    row = GroupAssignment.objects.select_for_update().filter(pk=assignment_id).first()
    if row is None:
        raise no_such_group_assignment(assignment_id)
    seen.require(row)
    before = _group(row)
    given = Assignment.objects.filter(
        group=row.group, built_in=row.built_in, custom=row.custom, user__origin=row.origin
    )
    ids = {each.pk for each in given if (each.group, each.paths) == (row.group, row.paths)}
    holders = {each.user_id for each in given if each.pk in ids}
    users = list(User.objects.select_for_update().filter(pk__in=holders).order_by("pk"))
    Assignment.objects.filter(pk__in=ids).delete()
    for user in users:
        end_what_was_begun(user, former_hdfs_user=user.hdfs_user)
        user.save(update_fields=["rights_epoch"])
    row.delete()
    _record(actor, "role.group_remove", before=before, after={"users": len(users)})


def role_by_id(role_id: int, *, lock: bool = False) -> CustomRole:
    """The role, on demand locked until the commit; NotFound when there is none."""
    rows = CustomRole.objects.select_for_update() if lock else CustomRole.objects.all()
    role = rows.filter(pk=role_id).first()
    if role is None:
        raise NotFound("No such role", facts={"role_id": role_id})
    return role


def _users_of(role: CustomRole) -> QuerySet[User]:
    return User.objects.filter(
        pk__in=Assignment.objects.filter(custom=role).values("user_id")
    ).order_by("pk")


def _checked(permissions: Collection[str]) -> list[str]:
    held = {Permission(each) for each in permissions}
    if held & NOT_FOR_CUSTOM_ROLES:
        raise InvalidInput(
            fields={
                "permissions": [
                    "Who manages users or the guard, or approves as an administrator, is one: that "
                    "is administrators' alone."
                ]
            }
        )
    return sorted(each.value for each in held)


def _taken(name: str) -> Conflict:
    return Conflict("There is a role of that name", code="already_exists", facts={"name": name})


def _role(role: CustomRole) -> dict[str, Any]:
    return {
        "name": role.name,
        "description": role.description,
        "permissions": list(role.permissions),
    }


def _group(row: GroupAssignment) -> dict[str, Any]:
    return {"origin": row.origin, "group": row.group, **described(row)}


def _record(
    actor: Actor,
    action: str,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
) -> None:
    audit_record(actor=actor, action=action, outcome=Outcome.SUCCEEDED, before=before, after=after)
