"""The first bytes of small files: with the reader's own rights, whatever his role."""

import pytest

from apps.accounts.models import User
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf

pytestmark = pytest.mark.django_db
URL = "/api/v1/namespace/preview?path="


def test_text_is_shown_as_text(namenode: NamenodeDouble, viewer: User, client_of: ClientOf) -> None:
    namenode.tree.add_file("/data/a.txt", size_bytes=11, contents="grüß\tdich\n".encode())
    told = client_of(viewer).get(f"{URL}/data/a.txt").json()
    assert (told["text"], told["hex"], told["in_database"]) == ("grüß\tdich\n", None, True)
    entry = client_of(viewer).get("/api/v1/namespace/entry?path=/data/a.txt").json()
    assert entry["in_database"] is True


def test_a_character_that_the_preview_cuts_is_left_out(
    namenode: NamenodeDouble, viewer: User, client_of: ClientOf
) -> None:
    contents = b"x" * 4095 + "ü".encode()
    namenode.tree.add_file("/data/long", size_bytes=len(contents), contents=contents)
    told = client_of(viewer).get(f"{URL}/data/long").json()
    assert (told["text"], told["length_bytes"]) == ("x" * 4095, 4096)
    # At the end of a whole file it is no text.
    namenode.tree.add_file("/data/broken", size_bytes=2, contents=b"x\xc3")
    assert client_of(viewer).get(f"{URL}/data/broken").json()["hex"] == "78c3"


def test_bytes_in_blocks_come_from_a_datanode(
    namenode: NamenodeDouble, viewer: User, client_of: ClientOf
) -> None:
    node = namenode.tree.add_file("/data/large", size_bytes=1_000_000)
    namenode.webhdfs.blocks[node.inode_id] = b"y" * 1_000_000
    told = client_of(viewer).get(f"{URL}/data/large").json()
    assert (told["in_database"], told["text"]) == (False, "y" * 4096)
    asked = [
        (user, query["length"]) for op, _, user, query in namenode.webhdfs.calls if op == "OPEN"
    ]
    assert asked[0] == (viewer.hdfs_user, "4096")


def test_a_role_of_the_platform_grants_no_bytes(
    namenode: NamenodeDouble, viewer: User, admin: User, client_of: ClientOf
) -> None:
    namenode.tree.add_file("/data/closed", mode=0o600, contents=b"secret")
    for user in (viewer, admin):
        answer = client_of(user).get(f"{URL}/data/closed")
        assert answer.status_code == 403
        assert b"secret" not in answer.content
    asked = [each[2].get("as_user") for each in namenode.requests if "preview" in each[1]]
    assert asked == [viewer.hdfs_user, admin.hdfs_user]
