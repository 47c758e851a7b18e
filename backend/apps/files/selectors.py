"""Reads of permissions."""

from apps.common.values import is_reserved
from apps.common.webhdfs import superuser, webhdfs_problems
from apps.files.looking import nothing_at, status_of
from apps.files.values import Permissions
from apps.visibility.sight import Sight
from integrations.webhdfs.answers import AclAnswer, read


def permissions(*, path: str, sight: Sight) -> Permissions:
    """Who may do what with a path, for who may see it."""
    return permissions_read(path=path, user=sight.user_at(path) or superuser())


def permissions_read(*, path: str, user: str) -> Permissions:
    """The same, as a user of HDFS."""
    if is_reserved(path):
        raise nothing_at(path)
    with webhdfs_problems() as client:
        status = status_of(client, path, user)
        if status is None:
            raise nothing_at(path)
        acl = read(AclAnswer, client.get(path, "GETACLSTATUS", user=user)).status
    return Permissions(
        path=path,
        kind=status.type.lower(),
        owner=acl.owner,
        group=acl.group,
        mode=f"{'1' if acl.sticky_bit else '0'}{acl.permission[-3:].zfill(3)}",
        acl=acl.entries,
    )
