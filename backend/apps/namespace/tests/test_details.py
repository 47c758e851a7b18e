"""What HDFS tells about one path, with the rights of who asks."""

import pytest

from apps.accounts.models import User
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf

pytestmark = pytest.mark.django_db
DETAILS = "/api/v1/namespace/details"


@pytest.fixture
def tree(namenode: NamenodeDouble) -> NamenodeDouble:
    namenode.tree.add_file("/data/report", size_bytes=100).mode = 0o640
    return namenode


def test_a_file(tree: NamenodeDouble, operator: User, client_of: ClientOf) -> None:
    found = client_of(operator).get(DETAILS, {"path": "/data/report"}).json()
    assert found["acl"] == ["user:ann:r--"]
    assert found["xattrs"] == [
        {"name": "user.team", "value": "blue", "encoding": "text"},
        {"name": "user.key", "value": "0x00ff", "encoding": "hex"},
    ]
    assert found["storage_policy"] == {"name": "COLD", "set_at": "/"}
    (block,) = found["blocks"]["items"]
    assert (block["block_id"], block["length_bytes"]) == ("1073741825", 100)
    assert (block["replicas"][0]["rack"], block["replicas"][0]["state"]) == ("/rack-1", "finalized")


def test_what_a_viewer_may_not_read(
    tree: NamenodeDouble, viewer: User, client_of: ClientOf
) -> None:
    found = client_of(viewer).get(DETAILS, {"path": "/data/report"}).json()
    assert [found[part] for part in ("xattrs", "storage_policy", "blocks")] == [None] * 3
    tree.tree.find("/data").mode = 0o700
    assert client_of(viewer).get(DETAILS, {"path": "/data/report"}).status_code == 403
    assert client_of(viewer).get(DETAILS, {"path": "/none"}).status_code == 404
