"""Roles that users, and groups of the organisation, are given besides what every user has."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

from apps.accounts.models import (
    PERMISSIONS_OF_ROLE,
    Assignment,
    CustomRole,
    Given,
    GroupAssignment,
    Origin,
    Role,
    User,
)
from apps.common.problems import InvalidInput
from apps.common.rights import ABOUT_PATHS, ROOT, is_below

ASSIGNMENTS_MAX: Final = 20
GROUP_ASSIGNMENTS_MAX: Final = 200
PATHS_MAX: Final = 20
# Of all paths of a user's assignments, and of all groups': what is sent to the replica is bounded.
PATHS_BYTES_MAX: Final = 8_000
_RESERVED: Final = "/.reserved"


@dataclass(frozen=True, slots=True)
class WantedRole:
    """A role by its name, and at and below which canonical paths; None for everywhere."""

    role: str
    paths: Sequence[str] | None

    def values(self) -> dict[str, Any]:
        """As a row keeps it. InvalidInput for a role that can't be given, or not so."""
        custom = CustomRole.objects.filter(name=self.role).first()
        if custom is None and self.role != Role.OPERATOR:
            raise _refused(
                "role",
                "Everybody is a viewer."
                if self.role == Role.VIEWER
                else "An administrator is one everywhere: that is a role of the user."
                if self.role == Role.ADMIN
                else "There is no such role.",
            )
        permissions = (
            PERMISSIONS_OF_ROLE[Role.OPERATOR] if custom is None else set(custom.permissions)
        )
        if self.paths is not None and not permissions & ABOUT_PATHS:
            raise _refused("paths", "Nothing that this role holds is about paths.")
        return {
            "built_in": Role.OPERATOR if custom is None else None,
            "custom": custom,
            "paths": None if self.paths is None else _canonical(self.paths),
        }


def _canonical(paths: Sequence[str]) -> list[str]:
    """In order, each once, without those below others."""
    if not 1 <= len(paths) <= PATHS_MAX:
        raise _refused("paths", f"Give 1 to {PATHS_MAX} paths, or leave them out for everywhere.")
    if ROOT in paths:
        raise _refused("paths", "Leave the paths out for everywhere.")
    if any(is_below(each, (_RESERVED,)) for each in paths):
        raise _refused("paths", "Nothing is kept below /.reserved: give the paths themselves.")
    distinct = sorted(set(paths))
    return [
        each
        for each in distinct
        if not is_below(each, [other for other in distinct if other != each])
    ]


def _refused(field: str, message: str) -> InvalidInput:
    return InvalidInput("This role can't be given so", fields={field: [message]})


def check_length(given: Collection[Given | dict[str, Any]]) -> None:
    """InvalidInput when all their paths together are too long."""
    paths = [
        path
        for each in given
        for path in (each["paths"] if isinstance(each, dict) else each.paths) or ()
    ]
    if sum(len(path.encode()) for path in paths) > PATHS_BYTES_MAX:
        raise InvalidInput(
            "The paths are too long together",
            detail="Name directories above them.",
            facts={"paths_bytes_max": PATHS_BYTES_MAX},
        )


def described(given: Given) -> dict[str, Any]:
    """As the audit log shows it."""
    return {"role": given.role, "paths": given.paths}


def assignments_of(user: User) -> list[dict[str, Any]]:
    """All of a user's, as the audit log shows them."""
    if user.pk is None:
        return []
    rows = user.assignments.select_related("custom").order_by("pk")
    return [{**described(each), "group": each.group} for each in rows]


def assignments_set(user: User, wanted: Sequence[WantedRole]) -> None:
    """What administrators give a user from now on; what groups give stays."""
    if len(wanted) > ASSIGNMENTS_MAX:
        raise _refused("assignments", f"A user has at most {ASSIGNMENTS_MAX} further roles.")
    rows = [each.values() for each in wanted]
    check_length(rows)
    user.assignments.filter(group=None).delete()
    Assignment.objects.bulk_create(Assignment(user=user, **each) for each in rows)


def group_names(origin: Origin) -> set[str]:
    """Groups elsewhere that give a role."""
    return set(GroupAssignment.objects.filter(origin=origin).values_list("group", flat=True))


def given_by_groups(origin: Origin, groups: Collection[str]) -> list[GroupAssignment]:
    """What some groups give, in a steady order."""
    rows = GroupAssignment.objects.select_related("custom").filter(origin=origin).order_by("pk")
    # Compared here: a database's collation may take one name for another.
    return [each for each in rows if each.group in groups]


def assignments_follow_groups(user: User, given: Sequence[GroupAssignment]) -> bool:
    """Gives a user what his groups give today, and no more of what they gave; whether it differs.

    The first ones count, of more than a user can have.
    """
    wanted = [
        {"built_in": g.built_in, "custom_id": g.custom_id, "paths": g.paths, "group": g.group}
        for g in given[:ASSIGNMENTS_MAX]
    ]
    rows = user.assignments.exclude(group=None).order_by("pk")
    if list(rows.values("built_in", "custom_id", "paths", "group")) == wanted:
        return False
    rows.delete()
    Assignment.objects.bulk_create(Assignment(user=user, **each) for each in wanted)
    return True
