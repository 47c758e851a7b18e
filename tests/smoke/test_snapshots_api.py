"""Snapshots over the REST API: taken, compared, and what they hold copied back."""

from collections.abc import Iterator

import httpx
import pytest

from .conftest import WebHdfs, eventually

RESTORED_S = 30.0
MIB = 1024 * 1024
CONTENT = bytes(range(256)) * (MIB // 100)


@pytest.fixture
def root(webhdfs: WebHdfs, area: str) -> Iterator[str]:
    """A directory whose snapshots are gone afterwards, so that it can be deleted."""
    path = f"{area}/root"
    webhdfs.ok("PUT", path, "MKDIRS")
    yield path
    listed = webhdfs.call("GET", path, "GETSNAPSHOTLIST")
    for each in (listed.json()["SnapshotList"] or ()) if listed.is_success else ():
        name = each["dirStatus"]["pathSuffix"]
        webhdfs.ok("DELETE", path, "DELETESNAPSHOT", snapshotname=name)


def taken(api: httpx.Client, path: str, name: str) -> None:
    made = api.post("snapshots", json={"path": path, "name": name})
    assert made.status_code == 201, made.text
    assert made.json()["path"] == f"{path}/.snapshot/{name}"


def differences(api: httpx.Client, path: str, **query: str) -> set[tuple[str, str, str | None]]:
    """Over pages of two: what happened, to which path below, and where that is now."""
    found, cursor = set(), None
    while True:
        asked: dict[str, str | int] = {"path": path, "limit": 2, **query}
        if cursor is not None:
            asked["cursor"] = cursor
        page = api.get("snapshots/differences", params=asked)
        assert page.status_code == 200, page.text
        for each in page.json()["items"]:
            to_path = each["to_path"] and each["to_path"].removeprefix(path)
            found.add((each["kind"], each["path"].removeprefix(path), to_path))
        cursor = page.json()["next_cursor"]
        if cursor is None:
            return found


def restored(api: httpx.Client, source: str, **more: str | bool) -> dict[str, int | str]:
    asked = api.post("snapshots/restores", json={"path": source, **more})
    assert asked.status_code == 202, asked.text
    place = f"snapshots/restores/{asked.json()['id']}"
    assert eventually(lambda: api.get(place).json()["done_at"] is not None, RESTORED_S)
    told: dict[str, int | str] = api.get(place).json()
    return told


def test_what_changed_is_told_and_what_is_lost_comes_back(
    api: httpx.Client, webhdfs: WebHdfs, root: str
) -> None:
    webhdfs.ok("PUT", f"{root}/sub", "MKDIRS", permission="750")
    lost = f"{root}/sub/lost"
    webhdfs.ok("PUT", lost, "CREATE", content=CONTENT, blocksize=str(MIB), permission="640")
    webhdfs.ok("PUT", lost, "SETOWNER", owner="ana", group="research")
    webhdfs.ok("PUT", f"{root}/named", "CREATE", content=b"same")
    as_it_was = webhdfs.ok("GET", lost, "GETFILESTATUS").json()["FileStatus"]

    assert api.post("snapshots", json={"path": root, "name": "one"}).status_code == 404
    allowed = api.post("snapshots/directories", json={"path": root})
    assert (allowed.status_code, allowed.json()["snapshots"]) == (201, 0), allowed.text
    taken(api, root, "one")
    webhdfs.ok("DELETE", lost, "DELETE")
    webhdfs.ok("PUT", f"{root}/named", "RENAME", destination=f"{root}/renamed")
    webhdfs.ok("PUT", f"{root}/added", "CREATE", content=b"new")
    taken(api, root, "two")
    webhdfs.ok("PUT", f"{root}/later", "CREATE", content=b"later")

    wanted = {
        ("modified", "", None),
        ("modified", "/sub", None),
        ("deleted", "/sub/lost", None),
        ("renamed", "/named", "/renamed"),
        ("created", "/added", None),
    }
    assert differences(api, root, earlier="one", later="two") == wanted
    assert differences(api, root, earlier="two", kind="created") == {("created", "/later", None)}

    done = restored(api, f"{root}/.snapshot/one/sub/lost")
    assert (done["state"], done["files_done"], done["left"]) == ("done", 1, 0), done
    assert webhdfs.ok("GET", lost, "OPEN").content == CONTENT
    as_it_is = webhdfs.ok("GET", lost, "GETFILESTATUS").json()["FileStatus"]
    kept = ("owner", "group", "permission", "modificationTime", "length", "blockSize")
    assert {name: as_it_is[name] for name in kept} == {name: as_it_was[name] for name in kept}
    whole = restored(api, f"{root}/.snapshot/one", to=f"{root}/copy")
    assert (whole["state"], whole["files_done"], whole["directories_done"]) == ("done", 2, 2), whole
    assert webhdfs.names(f"{root}/copy") == {"sub", "named"}
    assert webhdfs.ok("GET", f"{root}/copy/sub/lost", "OPEN").content == CONTENT

    renamed = api.patch(
        "snapshots/one", params={"path": root, "name": "two"}, json={"name": "second"}
    )
    assert renamed.json()["path"] == f"{root}/.snapshot/second", renamed.text
    listed = api.get("snapshots", params={"path": root}).json()["items"]
    assert [each["name"] for each in listed] == ["second", "one"]
    held = api.delete("snapshots/directories", params={"path": root})
    assert held.json()["code"] == "has_snapshots"
    for each in listed:
        query = {"path": root, "name": each["name"]}
        gone = api.delete("snapshots/one", params=query, headers={"If-Match": each["etag"]})
        assert gone.status_code == 204, gone.text
    assert api.delete("snapshots/directories", params={"path": root}).status_code == 204
