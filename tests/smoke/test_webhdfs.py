"""The same work over WebHDFS, data through the datanode."""

import os

import httpx
import pytest

from .conftest import WebHdfs

DATA = os.urandom(300_000)


def test_create_append_open(webhdfs: WebHdfs, area: str) -> None:
    created = webhdfs.call("PUT", f"{area}/f", "CREATE", content=DATA)
    assert created.status_code == httpx.codes.CREATED, created.text
    webhdfs.ok("POST", f"{area}/f", "APPEND", content=b"tail")
    assert webhdfs.ok("GET", f"{area}/f", "OPEN").content == DATA + b"tail"
    part = webhdfs.ok("GET", f"{area}/f", "OPEN", offset="100", length="50")
    assert part.content == DATA[100:150]


def test_names_modes_owners_and_times(webhdfs: WebHdfs, area: str) -> None:
    webhdfs.ok("PUT", f"{area}/a/b", "MKDIRS", permission="750")
    webhdfs.ok("PUT", f"{area}/a/b", "SETOWNER", owner="alice", group="staff")
    webhdfs.ok("PUT", f"{area}/a/b", "SETPERMISSION", permission="711")
    webhdfs.ok("PUT", f"{area}/a/b", "SETTIMES", modificationtime="1700000000123")
    status = webhdfs.ok("GET", f"{area}/a/b", "GETFILESTATUS").json()["FileStatus"]
    assert status["type"] == "DIRECTORY"
    assert (status["owner"], status["group"], status["permission"]) == ("alice", "staff", "711")
    assert status["modificationTime"] == 1_700_000_000_123


def test_rename_delete_and_summary(webhdfs: WebHdfs, area: str) -> None:
    webhdfs.ok("PUT", f"{area}/a", "MKDIRS")
    webhdfs.ok("PUT", f"{area}/a/f", "CREATE", content=b"12345")
    webhdfs.ok("PUT", f"{area}/a", "RENAME", destination=f"{area}/b")
    assert webhdfs.names(area) == {"b"}
    summary = webhdfs.ok("GET", area, "GETCONTENTSUMMARY").json()["ContentSummary"]
    assert (summary["fileCount"], summary["directoryCount"], summary["length"]) == (1, 2, 5)
    assert webhdfs.ok("DELETE", f"{area}/b", "DELETE", recursive="true").json()["boolean"] is True
    assert webhdfs.names(area) == set()


@pytest.mark.parametrize(
    ("method", "path", "operation", "status", "exception"),
    [
        ("GET", "/missing", "GETFILESTATUS", 404, "FileNotFoundException"),
        ("GET", "/", "NOSUCHOPERATION", 400, ""),
        ("PUT", "/x:y", "MKDIRS", 400, ""),
        ("PUT", "/%FF%FE", "MKDIRS", 400, ""),
    ],
)
def test_a_refusal_is_a_remote_exception(
    *, webhdfs: WebHdfs, method: str, path: str, operation: str, status: int, exception: str
) -> None:
    answer = webhdfs.call(method, path, operation)
    assert answer.status_code == status, answer.text
    refusal = answer.json()["RemoteException"]
    assert refusal["exception"].endswith(exception)
    assert refusal["message"]
