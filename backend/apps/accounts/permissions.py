"""Who may call what, and in whose name."""

from typing import TYPE_CHECKING

from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from apps.accounts.models import ApiToken, User
from apps.common.actor import Actor
from apps.common.problems import Unauthorized
from apps.common.request_id import current_request_id
from apps.common.rights import NOTHING, Access, Permission, Rights

if TYPE_CHECKING:
    # The REST framework loads this module while it loads its views.
    from rest_framework.views import APIView

__all__ = [
    "Access",
    "AdministratorsOnly",
    "LoggedIn",
    "actor_of",
    "everywhere",
    "level_of_request",
    "needs",
    "rights_of",
    "token_id_of",
    "token_scope",
    "user_of",
    "user_rights_of",
]


def user_rights_of(request: Request) -> Rights:
    """What the user of this request may do, whatever a token limits it to."""
    if not isinstance(request.user, User):
        return NOTHING
    # Once for each request, which may ask at several places.
    kept = getattr(request.user, "_rights", None)
    if isinstance(kept, Rights):
        return kept
    rights = request.user.rights()
    request.user._rights = rights  # type: ignore[attr-defined]
    return rights


def rights_of(request: Request) -> Rights:
    """What this request may do: a token's scopes limit what its user may."""
    return user_rights_of(request).limited_to(_scope_of(request))


def level_of_request(request: Request) -> Access:
    """The strongest scope that a token made by this request may have."""
    return min(user_rights_of(request).level, _scope_of(request))


def _scope_of(request: Request) -> Access:
    return request.auth.scope_access if isinstance(request.auth, ApiToken) else Access.ADMIN


class LoggedIn(BasePermission):
    """Permission class for what is open to every user."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        return isinstance(request.user, User)


def needs(*any_of: Permission, **by_method: tuple[Permission, ...]) -> type[BasePermission]:
    """Permission class: one of them is needed, or one of what `by_method` says for a method.

    It turns away who can't do it at all; where he may is for the action to decide. Without
    permissions it is open to every user.
    """

    class Allowed(LoggedIn):
        def has_permission(self, request: Request, view: "APIView") -> bool:
            if not super().has_permission(request, view):
                return False
            method = request.method or ""
            wanted = by_method.get(method, any_of)
            rights = rights_of(request)
            return not wanted or any(rights.holds(each) for each in wanted)

    return Allowed


def everywhere(permission: Permission) -> type[BasePermission]:
    """Permission class: one that is limited to directories is not enough."""

    class Everywhere(LoggedIn):
        def has_permission(self, request: Request, view: "APIView") -> bool:
            return super().has_permission(request, view) and rights_of(request).allows(permission)

    return Everywhere


def token_scope(least: Access, *methods: str) -> type[BasePermission]:
    """Permission class: an API token must have this scope for the methods, or for all."""

    class Scoped(BasePermission):
        def has_permission(self, request: Request, view: "APIView") -> bool:
            asked = not methods or request.method in methods
            return not asked or _scope_of(request) >= least

    return Scoped


AdministratorsOnly = needs(Permission.MANAGE_USERS)


def user_of(request: Request) -> User:
    """The user who makes this request."""
    if not isinstance(request.user, User):
        raise Unauthorized()
    return request.user


def token_id_of(request: Request) -> int | None:
    """The API token that a request came with; None for a browser's session."""
    return request.auth.pk if isinstance(request.auth, ApiToken) else None


def actor_of(request: Request) -> Actor:
    """The user of this request as the actor of what it does."""
    user = user_of(request)
    return Actor(
        name=user.username,
        user_id=user.pk,
        hdfs_user=user.hdfs_user,
        request_id=current_request_id(),
        rights=rights_of(request),
    )
