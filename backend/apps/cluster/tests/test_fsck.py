"""A check of the blocks below a path, over the API."""

import pytest

from apps.accounts.models import User
from doubles.blocks import BLOCK_ID, PATH
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf

pytestmark = pytest.mark.django_db
CHECK = "/api/v1/blocks/fsck"


def test_parts_follow_on_each_other(
    namenode: NamenodeDouble, operator: User, client_of: ClientOf
) -> None:
    client = client_of(operator)
    first = client.get(CHECK, {"path": "/data", "limit": "3"}).json()
    assert (first["files"], first["missing"], first["corrupt_files"]) == (3, 1, 1)
    assert first["found"] == [
        {
            "path": PATH,
            "block_id": str(BLOCK_ID),
            "trouble": "missing",
            "live_replicas": 0,
            "expected_replicas": 3,
        }
    ]
    last = client.get(CHECK, {"path": "/data", "cursor": first["next_cursor"]}).json()
    assert (last["missing"], last["next_cursor"]) == (0, None)


def test_what_hdfs_does_not_let_a_viewer_list_is_not_checked(
    namenode: NamenodeDouble, viewer: User, client_of: ClientOf
) -> None:
    client = client_of(viewer)
    assert client.get(CHECK, {"path": "/data"}).status_code == 403
    assert client.get(CHECK, {"path": "/nowhere"}).status_code == 404
    mistakes: list[dict[str, str]] = [{}, {"path": "data"}, {"path": "/data", "limit": "0"}]
    for wrong in mistakes:
        assert client.get(CHECK, wrong).status_code == 400
