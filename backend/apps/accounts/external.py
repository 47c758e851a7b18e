"""Logins of users whom another system knows: their accounts here, and the roles its groups give."""

import hashlib
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from django.db import IntegrityError, transaction

from apps.accounts.assignments import assignments_follow_groups, given_by_groups
from apps.accounts.models import (
    NAME_PATTERN,
    ROLES_BY_STRENGTH,
    ApiToken,
    GroupAssignment,
    Origin,
    Role,
    User,
)
from apps.accounts.services import end_what_was_begun, user_described
from apps.audit.services import Outcome, audit_record
from apps.common.actor import SYSTEM, Actor
from apps.common.names import is_taken
from apps.common.problems import AccessDenied, Conflict, Problem

_NAME_SHOWN_MAX: Final = 64


@dataclass(frozen=True, slots=True)
class ExternalUser:
    """Who proved himself elsewhere. `identity` is his own there for ever, unlike the name."""

    origin: Origin
    identity: bytes
    username: str
    groups: frozenset[str]

    @property
    def identity_sha256(self) -> str:
        """What the account is found by: no two origins share one, and case counts anywhere."""
        return hashlib.sha256(self.origin.encode() + b"\0" + self.identity).hexdigest()


def role_of_groups(groups: Collection[str], roles: Sequence[tuple[str, str]]) -> Role | None:
    """The strongest role that one of the groups gives; None when none does.

    roles: pairs of a role and a group.
    """
    given = [Role(role) for role, group in roles if group in groups]
    return max(given, key=ROLES_BY_STRENGTH.index, default=None)


def external_login(
    *, external: ExternalUser, role: Role | None, address: str, request_id: str
) -> User:
    """The account of a user who proved himself elsewhere, with the role that he has today.

    The first login makes it. Another role ends what was begun with the former one; none ends
    sessions and tokens. Raises AccessDenied for a user without a role, whose account was
    deactivated, or whose name no account can have, and Conflict when the name is another's.
    """
    name = external.username[:_NAME_SHOWN_MAX]
    actor = Actor(name=name, user_id=None, hdfs_user="", request_id=request_id)
    try:
        with transaction.atomic():
            settled = _settled(external, role)
            # What a refusal took from an account stays taken: it is raised after the commit.
            audit_record(
                actor=actor,
                action="auth.login",
                outcome=Outcome.SUCCEEDED if isinstance(settled, User) else Outcome.DENIED,
                after={
                    "address": address,
                    "origin": external.origin,
                    **({} if isinstance(settled, User) else {"reason": settled.code}),
                },
            )
    except IntegrityError as error:
        raise Conflict("Somebody else logged in for the first time", detail="Try again.") from error
    if isinstance(settled, Problem):
        raise settled
    return settled


def _settled(external: ExternalUser, role: Role | None) -> User | Problem:
    rows = User.objects.select_for_update()
    user = rows.filter(identity_sha256=external.identity_sha256).first()
    if user is not None and not user.is_active:
        return AccessDenied(
            "Your account is deactivated",
            code="deactivated",
            detail="An administrator can reactivate it.",
        )
    given = given_by_groups(external.origin, external.groups)
    if role is None and given:
        # Every user is a viewer at least.
        role = Role.VIEWER
    if role is None:
        if user is not None:
            _take_access(user)
        return AccessDenied(
            "You have no role in Warren",
            code="no_role",
            detail="You are in none of the groups that give one; an administrator can say which "
            "those are.",
        )
    if user is None:
        return _created(external, role, given)
    _follow(user, role, given)
    return user


def _created(
    external: ExternalUser, role: Role, given: Sequence[GroupAssignment]
) -> User | Problem:
    username = external.username
    if not re.fullmatch(NAME_PATTERN, username):
        return AccessDenied(
            "No user can have your name",
            code="name_refused",
            detail="A name has up to 64 letters, digits and _ . @ - and begins with a letter or _.",
        )
    # In any case: a look-alike of an account is as bad as a second one of its name.
    if is_taken(User.objects.all(), "username", username):
        return Conflict(
            "Another account has your name",
            code="name_taken",
            detail="It is not yours because it has your name. An administrator must rename you "
            "where you come from, or you log in with that account's own password.",
            facts={"username": username},
        )
    user = User(
        username=username,
        role=role,
        hdfs_user=username,
        origin=external.origin,
        identity_sha256=external.identity_sha256,
    )
    user.set_unusable_password()
    user.save(force_insert=True)
    assignments_follow_groups(user, given)
    audit_record(
        actor=SYSTEM, action="user.create", outcome=Outcome.SUCCEEDED, after=user_described(user)
    )
    return user


def _follow(user: User, role: Role, given: Sequence[GroupAssignment]) -> None:
    """Gives a user the roles that his groups give today."""
    before = user_described(user)
    differs = assignments_follow_groups(user, given) or user.role != role
    if not differs:
        return
    user.role = role
    ended = end_what_was_begun(user, former_hdfs_user=user.hdfs_user)
    user.save()
    _record(user, before, ended)


def _take_access(user: User) -> None:
    """The account stays, with no way in: groups that come back give access again."""
    before = user_described(user)
    loses = assignments_follow_groups(user, ())
    tokens = ApiToken.objects.filter(user=user)
    has_begun = tokens.exists() or user.sessions.exists()
    if user.role == Role.VIEWER and not loses and not has_begun:
        return
    user.role = Role.VIEWER
    revoked, _ = tokens.delete()
    ended = end_what_was_begun(user, former_hdfs_user=user.hdfs_user)
    user.save()
    _record(user, before, ended | {"tokens_revoked": revoked})


def _record(user: User, before: dict[str, object], ended: dict[str, int]) -> None:
    audit_record(
        actor=SYSTEM,
        action="user.role_by_groups",
        outcome=Outcome.SUCCEEDED,
        before=before,
        after={**user_described(user), **ended},
    )
