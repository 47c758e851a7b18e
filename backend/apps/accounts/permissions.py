"""Who may call what, and in whose name."""

from typing import TYPE_CHECKING

from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from apps.accounts.models import Access, ApiToken, User
from apps.common.actor import Actor
from apps.common.problems import Unauthorized
from apps.common.request_id import current_request_id

if TYPE_CHECKING:
    # The REST framework loads this module while it loads its views.
    from rest_framework.views import APIView

__all__ = [
    "Access",
    "AdministratorsOnly",
    "access",
    "access_of",
    "actor_of",
    "user_of",
]


def access_of(request: Request) -> Access | None:
    """What this request may do; None for an anonymous one."""
    if not isinstance(request.user, User):
        return None
    if isinstance(request.auth, ApiToken):
        return request.auth.access
    return request.user.access


def access(least: Access, **by_method: Access) -> type[BasePermission]:
    """Permission class: `least` is needed, or what `by_method` says (`POST=Access.OPERATE`)."""

    class Allowed(BasePermission):
        def has_permission(self, request: Request, view: "APIView") -> bool:
            has = access_of(request)
            return has is not None and has >= by_method.get(request.method or "", least)

    return Allowed


AdministratorsOnly = access(Access.ADMIN)


def user_of(request: Request) -> User:
    """The user who makes this request."""
    if not isinstance(request.user, User):
        raise Unauthorized()
    return request.user


def actor_of(request: Request) -> Actor:
    """The user of this request as the actor of what it does."""
    user = user_of(request)
    return Actor(
        name=user.username,
        user_id=user.pk,
        hdfs_user=user.hdfs_user,
        request_id=current_request_id(),
    )
