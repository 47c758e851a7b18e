"""Who may see all below a directory sees it there, and elsewhere what HDFS lets him."""

import pytest

from apps.accounts.models import Role
from apps.common.rights import Permission
from apps.visibility.sight import Sight
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, give, make_user

pytestmark = pytest.mark.django_db
NAMESPACE = "/api/v1/namespace"


@pytest.fixture
def tree(namenode: NamenodeDouble) -> NamenodeDouble:
    """/secret is mallory's alone, and /secrets beside it, too."""
    for path in ("/secret", "/secrets"):
        namenode.tree.mkdirs(path, owner="mallory", mode=0o700)
        namenode.tree.add_file(f"{path}/sub/file", owner="mallory")
        namenode.tree.find(f"{path}/sub").mode = 0o700
    return namenode


def test_names_are_shown_below(tree: NamenodeDouble) -> None:
    sight = Sight("ann", opened=("/secret/sub",))
    paths = ["/secret", "/secret/sub", "/secret/sub/file", "/secrets/sub/file", "/secret/subs", ""]
    assert sight.shown(paths, str) == ["/secret", "/secret/sub", "/secret/sub/file", ""]
    assert [sight.lists(each) for each in ("/", "/secret", "/secret/sub")] == [True, False, True]
    assert not sight.sees_all


def test_live_reads(tree: NamenodeDouble, client_of: ClientOf) -> None:
    user = make_user("ann", Role.VIEWER)
    give(user, {Permission.SEE_ALL}, paths=["/secret"])
    client = client_of(user)
    for what in ("entry", "children", "details", "usage"):
        asked = f"{NAMESPACE}/{what}"
        assert client.get(asked, {"path": "/secret/sub"}).status_code == 200, what
        assert client.get(asked, {"path": "/secrets/sub"}).status_code == 403, what
        assert client.get(asked, {"path": "/secret/../secrets"}).status_code == 400, what
    assert client.get(f"{NAMESPACE}/entry?path=/secret/sub").json()["children_count"] == 1


def test_a_files_bytes_take_hdfs_s_rights_as_ever(
    tree: NamenodeDouble, client_of: ClientOf
) -> None:
    user = make_user("ann", Role.VIEWER)
    give(user, Permission, paths=["/secret"])
    answer = client_of(user).get(f"{NAMESPACE}/preview?path=/secret/sub/file")
    assert answer.status_code == 403
