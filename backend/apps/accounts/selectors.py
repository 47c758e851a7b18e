"""Reads of users and tokens."""

import hashlib
from datetime import timedelta

from django.utils import timezone

from apps.accounts.models import ApiToken, User
from apps.common.paging import Page, newest_first, oldest_first
from apps.common.problems import NotFound


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


def tokens_that_expire(*, within: timedelta) -> int:
    """Valid tokens of active users that won't be valid any more after `within`."""
    now = timezone.now()
    return ApiToken.objects.filter(
        expires_at__gt=now, expires_at__lte=now + within, user__is_active=True
    ).count()


def tokens_of(*, user_id: int, cursor: str | None, limit: int) -> Page[ApiToken]:
    return newest_first(ApiToken.objects.filter(user_id=user_id), cursor=cursor, limit=limit)


def all_tokens(*, username: str | None, cursor: str | None, limit: int) -> Page[ApiToken]:
    """Everybody's tokens, or one user's, newest first."""
    rows = ApiToken.objects.select_related("user")
    if username is not None:
        rows = rows.filter(user__username=username)
    return newest_first(rows, cursor=cursor, limit=limit)


def users(
    *,
    name: str | None = None,
    role: str | None = None,
    is_active: bool | None = None,
    cursor: str | None,
    limit: int,
) -> Page[User]:
    """Users, oldest first: those whose name contains `name` in any case, with role and activity."""
    rows = User.objects.all()
    if name is not None:
        rows = rows.filter(username__icontains=name)
    if role is not None:
        rows = rows.filter(role=role)
    if is_active is not None:
        rows = rows.filter(is_active=is_active)
    return oldest_first(rows, cursor=cursor, limit=limit)


def user_by_id(user_id: int) -> User:
    """The user; NotFound when there is none."""
    user = User.objects.filter(pk=user_id).first()
    if user is None:
        raise NotFound("No such user", facts={"user_id": user_id})
    return user


def active_user(user_id: int | None, *, lock: bool = False) -> User | None:
    """The user with the rights of this moment, on demand locked until the commit; None when there
    is none, or he may not log in any more."""
    if user_id is None:
        return None
    rows = User.objects.select_for_update() if lock else User.objects.all()
    return rows.filter(pk=user_id, is_active=True).first()
