"""Accounts of programs: no password and no login, tokens that administrators make and revoke."""

from collections.abc import Sequence
from datetime import datetime

from django.db import IntegrityError, transaction

from apps.accounts.assignments import WantedRole, assignments_set
from apps.accounts.models import ApiToken, Origin, Role, User
from apps.accounts.selectors import owner_named, user_by_id
from apps.accounts.services import token_insert, user_described
from apps.audit.services import Outcome, audit_record
from apps.common.actor import Actor
from apps.common.names import is_taken
from apps.common.problems import Conflict
from apps.common.rights import Permission, require


def service_create(
    *,
    actor: Actor,
    username: str,
    hdfs_user: str,
    owner: str,
    assignments: Sequence[WantedRole],
) -> User:
    """A new service account: a viewer with the roles that it is assigned.

    Conflict when the name is taken, in any case of its letters: nobody shall log in beside it.
    """
    require(actor, Permission.MANAGE_USERS)
    user = User(
        username=username,
        role=Role.VIEWER,
        hdfs_user=hdfs_user,
        origin=Origin.LOCAL,
        is_service=True,
        owner=owner_named(owner),
    )
    user.set_unusable_password()
    try:
        with transaction.atomic():
            if is_taken(User.objects.all(), "username", username):
                raise _taken(username)
            user.save(force_insert=True)
            assignments_set(user, assignments)
            audit_record(
                actor=actor,
                action="user.create_service",
                outcome=Outcome.SUCCEEDED,
                after=user_described(user),
            )
    except IntegrityError as error:
        raise _taken(username) from error
    return user


def service_token_create(
    *, actor: Actor, user_id: int, name: str, scopes: list[str], expires_at: datetime
) -> tuple[ApiToken, str]:
    """A new token of a service account, and its secret, which is stored nowhere.

    Conflict for a person, who makes his own, and for an account that is deactivated.
    """
    require(actor, Permission.MANAGE_USERS)
    user = user_by_id(user_id)
    if not user.is_service or not user.is_active:
        raise Conflict(
            "Only active service accounts get tokens from administrators",
            code="not_a_service",
            detail="People make their own on the page Tokens.",
            facts={"user_id": user.pk},
        )
    return token_insert(
        actor=actor,
        user=user,
        access=user.rights().level,
        name=name,
        scopes=scopes,
        expires_at=expires_at,
    )


def _taken(username: str) -> Conflict:
    return Conflict("The user name is taken", code="already_exists", facts={"username": username})
