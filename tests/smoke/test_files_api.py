"""Files over the REST API, as the platform does it with the namenodes' and datanodes' WebHDFS."""

import io
import os

import httpx
import pyarrow as pa
import pytest
from pyarrow import parquet
from warren_cli.settings import Settings

from .conftest import Shell, WebHdfs, logged_in

MIB = 1024 * 1024
BYTES = {"Content-Type": "application/octet-stream"}
CONTENT = b"".join(number.to_bytes(4, "big") for number in range(5 * MIB // 8))


@pytest.fixture
def ours(api: httpx.Client, webhdfs: WebHdfs, area: str) -> str:
    """A directory of the administrator's own user of HDFS, who is no superuser."""
    webhdfs.ok("PUT", area, "SETPERMISSION", permission="777")
    path = f"{area}/yield & more"
    made = api.post("files/directories", json={"path": path, "mode": "0755"})
    assert made.status_code == 201, made.text
    assert (made.json()["mode"], made.json()["owner"]) == ("0755", "admin")
    return path


def upload(
    api: httpx.Client, path: str, content: bytes, *, overwrite: bool = False, **headers: str
) -> httpx.Response:
    query: dict[str, str | bool] = {"path": path, "overwrite": overwrite}
    more = {name.replace("_", "-"): value for name, value in headers.items()}
    return api.put("files/content", params=query, content=content, headers=BYTES | more)


def download(api: httpx.Client, path: str, **headers: str) -> httpx.Response:
    more = {name.replace("_", "-"): value for name, value in headers.items()}
    return api.get("files/content", params={"path": path}, headers=more)


def test_files_are_written_whole_and_read_in_parts(
    api: httpx.Client, webhdfs: WebHdfs, ours: str
) -> None:
    assert api.post("files/directories", json={"path": ours}).status_code == 409
    file = f"{ours}/100 % wurzeln äöü.bin"
    first = upload(api, file, b"few\n")
    assert first.status_code == 201, first.text
    # Each of these is refused before the server has read what is still being sent.
    for _ in range(5):
        assert upload(api, file, CONTENT).json()["code"] == "already_exists"
    tag = first.json()["etag"]
    written = upload(api, file, CONTENT, overwrite=True, If_Match=tag)
    assert (written.status_code, written.json()["size_bytes"]) == (201, len(CONTENT)), written.text
    assert upload(api, file, b"", overwrite=True, If_Match=tag).status_code == 412
    assert webhdfs.names(ours) == {"100 % wurzeln äöü.bin"}
    assert upload(api, f"{ours}/empty", b"").status_code == 201

    # Blocks of 1 MiB: what is asked for begins in one and ends in another.
    blocks = f"{ours}/blocks"
    webhdfs.ok("PUT", blocks, "CREATE", content=CONTENT, blocksize=str(MIB))
    whole = download(api, blocks)
    assert (whole.status_code, whole.content) == (200, CONTENT)
    for asked, wanted in (
        (f"bytes={MIB - 5}-{2 * MIB + 6}", slice(MIB - 5, 2 * MIB + 7)),
        (f"bytes={2 * MIB}-", slice(2 * MIB, None)),
        ("bytes=-9", slice(-9, None)),
    ):
        part = download(api, blocks, Range=asked, If_Range=whole.headers["ETag"])
        assert (part.status_code, part.content) == (206, CONTENT[wanted]), asked
    assert download(api, blocks, Range=f"bytes={len(CONTENT)}-").status_code == 416
    assert download(api, blocks, Range="bytes=1-2", If_Range=tag).status_code == 200
    assert download(api, f"{ours}/empty").content == b""
    assert download(api, f"{ours}/none").status_code == 404


def test_names_and_permissions_are_changed_as_the_user_himself(
    api: httpx.Client, settings: Settings, shell: Shell, webhdfs: WebHdfs, ours: str
) -> None:
    old, new = f"{ours}/old", f"{ours}/new"
    assert upload(api, old, b"deep\n").status_code == 201
    moved = api.post("files/moves", json={"path": old, "to": new})
    assert (moved.status_code, moved.json()["path"]) == (200, new), moved.text
    assert webhdfs.names(ours) == {"new"}
    query = {"path": new}
    seen = api.get("files/permissions", params=query)
    wanted = {"mode": "0640", "acl": ["user:eve:r--"]}
    headers = {"If-Match": seen.headers["ETag"]}
    given = api.put("files/permissions", params=query, json=wanted, headers=headers)
    assert given.status_code == 200, given.text
    assert given.json()["mode"] == "0640"
    assert set(given.json()["acl"]) == {"user:eve:r--", "group::r--"}
    again = api.put("files/permissions", params=query, json=wanted, headers=headers)
    assert again.status_code == 412
    given_away = api.put("files/permissions", params=query, json={"owner": "ana"})
    assert (given_away.status_code, given_away.json()["code"]) == (403, "access_denied")
    told = shell.ok("-getfacl", new).split()
    assert {"user::rw-", "user:eve:r--", "mask::r--", "other::---"} <= set(told)
    name = f"eve-{ours.split('/')[1]}"
    account = {"username": name, "password": "seven hills of carrots", "role": "operator"}
    assert api.post("users", json={**account, "hdfs_user": "eve"}).status_code == 201
    with logged_in(settings, name, account["password"]) as eve:
        assert download(eve, new).content == b"deep\n"
        refused = upload(eve, f"{ours}/hers", b"")
        assert (refused.status_code, refused.json()["code"]) == (403, "access_denied")
        taken = api.put("files/permissions", params=query, json={"acl": []})
        assert taken.json()["acl"] == []
        assert download(eve, new).status_code == 403


def test_a_table_tells_its_columns_and_first_rows(api: httpx.Client, ours: str) -> None:
    # Two blocks: what tells the columns of a Parquet file is at its end.
    numbers = pa.table({"n": range(300_000), "noise": [os.urandom(4) for _ in range(300_000)]})
    made = io.BytesIO()
    parquet.write_table(numbers, made, compression="none", use_dictionary=False)
    assert upload(api, f"{ours}/numbers", made.getvalue()).status_code == 201
    told = api.get("files/table", params={"path": f"{ours}/numbers"}).json()
    assert [each["type"] for each in told["columns"]] == ["int64", "binary"]
    assert (told["kind"], told["row_count"], len(told["rows"])) == ("parquet", 300_000, 20)
    assert [row[0] for row in told["rows"]] == [str(n) for n in range(20)]

    assert upload(api, f"{ours}/cut", made.getvalue()[:-1]).status_code == 201
    refused = api.get("files/table", params={"path": f"{ours}/cut"})
    assert (refused.status_code, refused.json()["code"]) == (409, "table_unreadable")
