"""The checksum of a file, for those who may read it in HDFS."""

import pytest

from apps.accounts.models import User
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf

pytestmark = pytest.mark.django_db
URL = "/api/v1/namespace/checksum?path="


def test_a_reader_is_told_it(namenode: NamenodeDouble, viewer: User, client_of: ClientOf) -> None:
    namenode.tree.add_file("/data/a.txt", size_bytes=11)
    told = client_of(viewer).get(f"{URL}/data/a.txt").json()
    assert (told["algorithm"], told["checksum"]) == ("MD5-of-0MD5-of-512CRC32C", "00ff")
    assert (told["path"], told["length_bytes"]) == ("/data/a.txt", 11)


def test_a_role_of_the_platform_grants_none(
    namenode: NamenodeDouble, viewer: User, admin: User, client_of: ClientOf
) -> None:
    namenode.tree.add_file("/data/closed", mode=0o600)
    for user in (viewer, admin):
        assert client_of(user).get(f"{URL}/data/closed").status_code == 403
        assert client_of(user).get(f"{URL}/nowhere").status_code == 404


@pytest.mark.parametrize(
    ("reason", "status", "code"),
    [
        ("gone", 404, "not_found"),
        ("open_for_write", 409, "open_for_write"),
        ("too_many_blocks", 409, "too_many_blocks"),
        ("unavailable", 503, "checksum_unavailable"),
        ("not_reached", 503, "checksum_unavailable"),
    ],
)
def test_why_there_is_none(
    namenode: NamenodeDouble,
    viewer: User,
    client_of: ClientOf,
    reason: str,
    status: int,
    code: str,
) -> None:
    node = namenode.tree.add_file("/data/a.txt", size_bytes=11)
    namenode.no_checksums[node.inode_id] = reason
    answer = client_of(viewer).get(f"{URL}/data/a.txt")
    assert (answer.status_code, answer.json()["code"]) == (status, code)
