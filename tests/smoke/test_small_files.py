"""Who is told where a small file's bytes are: search, SQL, the API's counts and its preview."""

from pathlib import Path
from typing import Any

import httpx
import pytest
from warren_cli.settings import Settings

from .conftest import Shell, eventually, logged_in, warren
from .test_duplicates import answer

FOLLOWED_S = 30.0
# The counts are kept for a while.
COUNTED_S = 90.0
OURS = ("-D", "fs.hdfs.impl=io.warren.client.WarrenFileSystem")
POLICIES = "org.apache.hadoop.hdfs.tools.StoragePolicyAdmin"


def in_database(api: httpx.Client) -> dict[str, int]:
    """Files and bytes of all lengths."""
    counts = api.get("smallfiles").json()["counts"]
    classes: list[dict[str, Any]] = [] if counts is None else counts["classes"]
    return {
        name: sum(each[f"{name}_in_database"] for each in classes) for name in ("files", "bytes")
    }


def put_into_the_database(shell: Shell, directory: str, file: Path) -> None:
    policy = ("-setStoragePolicy", "-path", directory, "-policy", "DB")
    chosen = warren("hdfs-class", POLICIES, *policy)
    assert chosen.returncode == 0, chosen.stdout
    shell.ok(*OURS, "-put", str(file), directory)


def test_a_small_file_is_found_counted_and_shown_to_its_readers(
    api: httpx.Client, settings: Settings, shell: Shell, area: str, tmp_path: Path
) -> None:
    before = in_database(api)
    (tmp_path / "burrow.txt").write_text("deep\n")
    stored, plain = f"{area}/stored", f"{area}/plain"
    shell.ok("-mkdir", stored, plain)
    put_into_the_database(shell, stored, tmp_path / "burrow.txt")
    shell.ok("-put", str(tmp_path / "burrow.txt"), plain)

    def found(place: str) -> list[str]:
        query = {"q": f"in:{place} path:{area}"}
        return [each["path"] for each in api.get("search", params=query).json()["items"]]

    assert eventually(lambda: found("database") == [f"{stored}/burrow.txt"], FOLLOWED_S)
    assert eventually(lambda: found("blocks") == [f"{plain}/burrow.txt"], FOLLOWED_S)

    def told() -> list[dict[str, Any]]:
        where = f"kind = 'file' AND path LIKE '{area}/%' ORDER BY path"
        return answer(api, f"SELECT path, storage_policy, in_database FROM inodes WHERE {where}")

    wanted = [
        {"path": f"{plain}/burrow.txt", "storage_policy": "HOT", "in_database": False},
        {"path": f"{stored}/burrow.txt", "storage_policy": "DB", "in_database": True},
    ]
    assert eventually(lambda: told() == wanted, FOLLOWED_S)
    assert eventually(lambda: in_database(api)["files"] > before["files"], COUNTED_S)
    assert in_database(api)["bytes"] >= before["bytes"] + 5
    room = api.get("smallfiles").json()["room"]
    assert 0 <= room["used_bytes"] < room["size_bytes"]

    def shown(client: httpx.Client, path: str) -> httpx.Response:
        return client.get("namespace/preview", params={"path": path})

    for directory in (stored, plain):
        first = shown(api, f"{directory}/burrow.txt").json()
        assert (first["text"], first["in_database"]) == ("deep\n", directory == stored)
    tag = area.replace("/", "")
    account = {"username": f"eve-{tag}", "password": "seven hills of carrots", "role": "viewer"}
    assert (
        api.post("users", json={**account, "hdfs_user": "eve"}).status_code == httpx.codes.CREATED
    )
    with logged_in(settings, account["username"], account["password"]) as eve:
        assert shown(eve, f"{stored}/burrow.txt").json()["text"] == "deep\n"
        shell.ok("-chmod", "600", f"{stored}/burrow.txt")
        refused = shown(eve, f"{stored}/burrow.txt")
    assert refused.status_code == httpx.codes.FORBIDDEN
    assert "deep" not in refused.text


@pytest.mark.cluster
def test_live_sql_knows_the_place(
    api: httpx.Client, shell: Shell, area: str, tmp_path: Path
) -> None:
    name = f"burrow-{area.strip('/')}.txt"
    (tmp_path / name).write_text("deep\n")
    put_into_the_database(shell, area, tmp_path / name)
    statement = f"SELECT own_storage_policy, in_database FROM inodes WHERE name = '{name}'"
    (file,) = answer(api, statement, engine="ndb")
    assert file == {"own_storage_policy": None, "in_database": 1}
    statement = f"SELECT own_storage_policy, in_database FROM inodes WHERE name = '{area[1:]}'"
    (above,) = answer(api, statement, engine="ndb")
    assert above == {"own_storage_policy": "DB", "in_database": 0}
