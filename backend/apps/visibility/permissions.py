"""Whose sight a request has."""

from typing import TYPE_CHECKING

from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from apps.accounts.permissions import user_of, user_rights_of
from apps.common.rights import Permission
from apps.visibility.sight import Sight

if TYPE_CHECKING:
    # The REST framework loads permissions while it loads its views.
    from rest_framework.views import APIView


def sight_of(request: Request) -> Sight:
    """What the user of this request may see; a token's scopes limit what it does, not this."""
    user = user_of(request)
    reach = user_rights_of(request).reach(Permission.SEE_ALL)
    return Sight(as_user=None) if reach is None else Sight(user.hdfs_user, opened=reach)


class SeesEverything(BasePermission):
    """Permission class for what can't be limited to a viewer's HDFS permissions."""

    message = "Viewers see what HDFS permissions allow; this shows the whole namespace."

    def has_permission(self, request: Request, view: "APIView") -> bool:
        return request.user.is_authenticated and sight_of(request).sees_all
