"""Reads of users and tokens."""

import hashlib
from datetime import timedelta
from typing import Any

from django.db.models import Count, Max, Prefetch, Q, QuerySet
from django.utils import timezone

from apps.accounts.models import (
    MEANING_OF_ROLE,
    PERMISSIONS_OF_ROLE,
    ROLES_BY_STRENGTH,
    ApiToken,
    Assignment,
    CustomRole,
    GroupAssignment,
    User,
    UserKind,
)
from apps.common.names import holding
from apps.common.paging import (
    NEWEST_FIRST,
    OLDEST_FIRST,
    Order,
    Page,
    narrowed,
    ordered,
)
from apps.common.problems import InvalidInput, NotFound
from apps.common.rights import ABOUT_PATHS, MEANINGS, NOT_FOR_CUSTOM_ROLES, Permission


def secret_digest(secret: str) -> str:
    """How a token's secret is stored. The secret has 256 random bits, so no salt is needed."""
    return hashlib.sha256(secret.encode()).hexdigest()


def token_of_secret(secret: str) -> ApiToken | None:
    """The valid token of an active user that has this secret."""
    return (
        ApiToken.objects.select_related("user")
        .filter(
            secret_sha256=secret_digest(secret),
            expires_at__gt=timezone.now(),
            user__is_active=True,
        )
        .first()
    )


def token_by_id(token_id: int) -> ApiToken | None:
    """The same, of a token that was known by its secret before."""
    return (
        ApiToken.objects.select_related("user")
        .filter(pk=token_id, expires_at__gt=timezone.now(), user__is_active=True)
        .first()
    )


def tokens_that_expire(*, within: timedelta) -> int:
    """Valid tokens of active users that won't be valid any more after `within`."""
    now = timezone.now()
    return ApiToken.objects.filter(
        expires_at__gt=now, expires_at__lte=now + within, user__is_active=True
    ).count()


def tokens_of(
    *,
    user_id: int,
    name: str | None = None,
    cursor: str | None,
    limit: int,
    order: Order = NEWEST_FIRST,
) -> Page[ApiToken]:
    """A user's tokens with part of a name, in an order."""
    rows = _tokens_named(name).filter(user_id=user_id)
    return ordered(rows, order=order, cursor=cursor, limit=limit)


def all_tokens(
    *,
    username: str | None,
    name: str | None = None,
    cursor: str | None,
    limit: int,
    order: Order = NEWEST_FIRST,
) -> Page[ApiToken]:
    """Everybody's tokens, or one user's, with part of a name, in an order."""
    rows = narrowed(_tokens_named(name).select_related("user"), user__username=username)
    return ordered(rows, order=order, cursor=cursor, limit=limit)


def _tokens_named(part: str | None) -> QuerySet[ApiToken]:
    rows = ApiToken.objects.all()
    return rows if part is None else holding(rows, "name", part)


def users(
    *,
    name: str | None = None,
    role: str | None = None,
    is_active: bool | None = None,
    kind: str | None = None,
    cursor: str | None,
    limit: int,
    order: Order = OLDEST_FIRST,
) -> Page[User]:
    """Users, in an order: those whose name contains `name` in any case, with role and activity."""
    rows = _told_users()
    if kind is not None:
        rows = rows.filter(is_service=kind == UserKind.SERVICE)
    if name is not None:
        rows = holding(rows, "username", name)
    rows = narrowed(rows, role=role, is_active=is_active)
    return ordered(rows, order=order, cursor=cursor, limit=limit)


def user_by_id(user_id: int) -> User:
    """The user; NotFound when there is none."""
    user = User.objects.select_related("owner").filter(pk=user_id).first()
    if user is None:
        raise no_such_user(user_id)
    return user


def no_such_user(user_id: int) -> NotFound:
    """What is answered for a user that there is not."""
    return NotFound("No such user", facts={"user_id": user_id})


def active_user(user_id: int | None, *, lock: bool = False) -> User | None:
    """The user with the rights of this moment, on demand locked until the commit; None when there
    is none, or he may not log in any more."""
    if user_id is None:
        return None
    rows = User.objects.select_for_update() if lock else User.objects.all()
    return rows.filter(pk=user_id, is_active=True).first()


def identities(user: User | None) -> dict[int, str]:
    """All accounts that answer to the same person as this one, with their names: his own and the
    service accounts that he owns. Nobody is a second person beside himself."""
    if user is None:
        return {}
    person = user.owner_id if user.is_service and user.owner_id is not None else user.pk
    rows = User.objects.filter(Q(pk__in=(user.pk, person)) | Q(owner_id=person, is_service=True))
    return dict(rows.values_list("pk", "username"))


def user_told(user_id: int) -> User:
    """The user with all that is told of one; NotFound when there is none."""
    user = _told_users().filter(pk=user_id).first()
    if user is None:
        raise no_such_user(user_id)
    return user


def _told_users() -> QuerySet[User]:
    return (
        User.objects.select_related("owner")
        .prefetch_related(Prefetch("assignments", Assignment.objects.select_related("custom")))
        .annotate(token_used_at=Max("tokens__last_used_at"))
    )


def all_roles() -> dict[str, list[dict[str, Any]]]:
    """Every role, and what a role can hold."""
    built_in = [
        {
            "id": None,
            "name": role.value,
            "description": MEANING_OF_ROLE[role],
            "permissions": sorted(PERMISSIONS_OF_ROLE[role]),
            "users": None,
            "groups": None,
            "updated_at": None,
            "etag": None,
        }
        for role in ROLES_BY_STRENGTH
    ]
    return {
        "items": [*built_in, *map(_role_told, _custom_roles().order_by("name"))],
        "permissions": [
            {
                "permission": each.value,
                "meaning": MEANINGS[each],
                "about_paths": each in ABOUT_PATHS,
                "for_custom_roles": each not in NOT_FOR_CUSTOM_ROLES,
            }
            for each in Permission
        ],
    }


def role_told(role_id: int) -> dict[str, Any]:
    """One role of administrators' making; NotFound when there is none."""
    role = _custom_roles().filter(pk=role_id).first()
    if role is None:
        raise NotFound("No such role", facts={"role_id": role_id})
    return _role_told(role)


def _role_told(role: Any) -> dict[str, Any]:
    return {
        "id": role.pk,
        "name": role.name,
        "description": role.description,
        "permissions": role.permissions,
        "users": role.users,
        "groups": role.groups,
        "updated_at": role.updated_at,
        "etag": role.etag,
    }


def _custom_roles() -> QuerySet[Any]:
    return CustomRole.objects.annotate(
        users=Count("assignment__user", distinct=True),
        groups=Count("groupassignment", distinct=True),
    )


def group_assignments() -> list[GroupAssignment]:
    """Which groups of the organisation give which roles, in order of their names."""
    return list(GroupAssignment.objects.select_related("custom").order_by("origin", "group", "pk"))


def group_assignment(assignment_id: int) -> GroupAssignment:
    """One of them; NotFound when there is none."""
    rows = GroupAssignment.objects.select_related("custom")
    row = rows.filter(pk=assignment_id).first()
    if row is None:
        raise no_such_group_assignment(assignment_id)
    return row


def no_such_group_assignment(assignment_id: int) -> NotFound:
    """What is answered for one that there is not."""
    return NotFound("No such role of a group", facts={"assignment_id": assignment_id})


def owner_named(username: str) -> User:
    """The active person of that name, who answers for a service account. InvalidInput."""
    owner = User.objects.filter(username=username, is_active=True, is_service=False).first()
    if owner is None:
        raise InvalidInput(fields={"owner": ["Choose an active user who is a person."]})
    return owner
