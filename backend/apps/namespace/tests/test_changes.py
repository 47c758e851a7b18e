"""What was changed of a file, over the API."""

import pytest

from apps.accounts.models import User
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf

pytestmark = pytest.mark.django_db
URL = "/api/v1/namespace/changes"


def test_parts_follow_on_each_other(
    namenode: NamenodeDouble, viewer: User, client_of: ClientOf
) -> None:
    namenode.tree.add_file("/data/a")
    client = client_of(viewer)
    first = client.get(URL, {"path": "/data/a"}).json()
    (change,) = first["items"]
    assert (change["operation"], change["name_before"]) == ("rename", "a.part")
    assert (change["storage_policy"], change["mode"]) == ("COLD", "0644")
    last = client.get(URL, {"path": "/data/a", "cursor": first["next_cursor"]}).json()
    assert [each["operation"] for each in last["items"]] == ["create"]
    assert (last["items"][0]["storage_policy"], last["next_cursor"]) == (None, None)


def test_what_hdfs_hides_is_hidden(
    namenode: NamenodeDouble, viewer: User, client_of: ClientOf
) -> None:
    client = client_of(viewer)
    assert client.get(URL, {"path": "/nowhere"}).status_code == 404
    for wrong in ({"path": "x"}, {"path": "/data", "cursor": "x"}):
        assert client.get(URL, wrong).status_code == 400
