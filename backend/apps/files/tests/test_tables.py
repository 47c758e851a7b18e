"""Columns and first rows of tables: with the reader's own rights, and within bounds."""

import os

import pyarrow as pa
import pytest

from apps.accounts.models import User
from apps.common.problems import TooManyRequests
from apps.files.slots import Slot, take_slot_for_table
from doubles.namenode import NamenodeDouble
from doubles.tables import as_avro, as_orc, as_parquet
from doubles.world import ClientOf

pytestmark = pytest.mark.django_db
URL = "/api/v1/files/table?path="


def people() -> pa.Table:
    return pa.table({"id": [1, 2], "name": ["ann", None]})


def put(namenode: NamenodeDouble, path: str, contents: bytes, **facts: int) -> None:
    node = namenode.tree.add_file(path, size_bytes=len(contents), **facts)
    namenode.webhdfs.blocks[node.inode_id] = contents


def all_places() -> list[Slot]:
    held = []
    while True:
        try:
            held.append(take_slot_for_table())
        except TooManyRequests:
            return held


def people_in_avro() -> bytes:
    fields = [{"name": "id", "type": "long"}, {"name": "name", "type": ["null", "string"]}]
    schema = {"type": "record", "name": "Person", "fields": fields}
    return as_avro(schema, people().to_pylist())


@pytest.mark.parametrize(
    ("kind", "contents", "types", "row_count"),
    [
        ("parquet", as_parquet(people()), ["int64", "string"], 2),
        ("orc", as_orc(people()), ["int64", "string"], 2),
        ("avro", people_in_avro(), ["long", "null | string"], None),
    ],
)
def test_each_form_is_known_by_its_first_bytes(
    kind: str,
    contents: bytes,
    types: list[str],
    row_count: int | None,
    namenode: NamenodeDouble,
    viewer: User,
    client_of: ClientOf,
) -> None:
    put(namenode, "/data/people", contents)
    told = client_of(viewer).get(f"{URL}/data/people").json()
    assert (told["kind"], told["size_bytes"]) == (kind, len(contents))
    assert told["columns"] == [
        {"name": "id", "type": types[0]},
        {"name": "name", "type": types[1]},
    ]
    assert told["rows"] == [["1", "ann"], ["2", None]]
    assert (told["row_count"], told["columns_left_out"]) == (row_count, 0)
    users = {user for op, _, user, _ in namenode.webhdfs.calls if op == "OPEN"}
    assert users == {viewer.hdfs_user}


def test_a_role_of_the_platform_grants_no_rows(
    namenode: NamenodeDouble, viewer: User, admin: User, client_of: ClientOf
) -> None:
    put(namenode, "/data/closed", as_parquet(people()), mode=0o600)
    namenode.webhdfs.superusers = {"hdfs"}
    for user in (viewer, admin):
        answer = client_of(user).get(f"{URL}/data/closed")
        assert answer.status_code == 403
        assert answer.json()["code"] == "access_denied"


@pytest.mark.parametrize(
    ("contents", "code"),
    [
        (b"", "not_a_table"),
        (b"id,name\n1,ann\n", "not_a_table"),
        (b"PARE" + os.urandom(90), "not_a_table"),
        (as_parquet(people())[:-9], "table_unreadable"),
        (b"Obj\x01" + b"\xff" * 90, "table_unreadable"),
    ],
)
def test_what_is_no_sound_table_is_refused(
    contents: bytes, code: str, namenode: NamenodeDouble, viewer: User, client_of: ClientOf
) -> None:
    put(namenode, "/data/odd", contents)
    answer = client_of(viewer).get(f"{URL}/data/odd")
    assert (answer.status_code, answer.json()["code"]) == (409, code)
    assert answer.json()["detail"]


def test_a_directory_and_nothing_are_no_tables(
    namenode: NamenodeDouble, viewer: User, client_of: ClientOf
) -> None:
    assert client_of(viewer).get(f"{URL}/").json()["code"] == "not_a_file"
    assert client_of(viewer).get(f"{URL}/nothing").status_code == 404


def test_few_are_read_at_once(namenode: NamenodeDouble, viewer: User, client_of: ClientOf) -> None:
    put(namenode, "/data/people", as_parquet(people()))
    held = all_places()
    try:
        answer = client_of(viewer).get(f"{URL}/data/people")
        assert (answer.status_code, answer.json()["code"]) == (429, "too_many_transfers")
    finally:
        for slot in held:
            slot.release()
    assert client_of(viewer).get(f"{URL}/data/people").status_code == 200
