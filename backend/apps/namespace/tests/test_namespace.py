"""The namespace over the API, read through a namenode that keeps the contract."""

from pathlib import Path

import pytest

from apps.accounts.models import User
from doubles.checked_client import CheckedClient
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, SetEnv

pytestmark = pytest.mark.django_db
BASE = "/api/v1/namespace"


@pytest.fixture
def tree(namenode: NamenodeDouble) -> NamenodeDouble:
    namenode.tree.add_file("/data/report_2026.pdf", size_bytes=100, replication=3)
    namenode.tree.add_file("/data/ünïcode\n name", size_bytes=1)
    namenode.tree.mkdirs("/data/private").mode = 0o700
    namenode.tree.add_file("/data/private/secret")
    return namenode


def test_entry(tree: NamenodeDouble, operator: User, client_of: ClientOf) -> None:
    entry = client_of(operator).get(f"{BASE}/entry", {"path": "//data/report_2026.pdf/"}).json()
    assert entry["path"] == "/data/report_2026.pdf"
    assert (entry["mode"], entry["mtime"]) == ("0644", "2023-11-14T22:13:20.123Z")
    assert (entry["size_bytes"], entry["replication"], entry["kind"]) == (100, 3, "file")


def test_times_beyond_the_calendar(
    tree: NamenodeDouble, operator: User, client_of: ClientOf
) -> None:
    tree.tree.find("/data").mtime_ms = 2**62
    entry = client_of(operator).get(f"{BASE}/entry", {"path": "/data"}).json()
    assert entry["mtime"] == "9999-12-31T23:59:59.999Z"


def test_children_page_by_page(tree: NamenodeDouble, operator: User, client_of: ClientOf) -> None:
    client = client_of(operator)
    names: list[str] = []
    query = {"path": "/data", "limit": "2"}
    while True:
        page = client.get(f"{BASE}/children", query).json()
        names += [entry["name"] for entry in page["items"]]
        if page["next_cursor"] is None:
            break
        query["cursor"] = page["next_cursor"]
    assert names == ["private", "report_2026.pdf", "ünïcode\n name"]


def test_directories_tell_what_is_in_them(
    tree: NamenodeDouble, operator: User, client_of: ClientOf
) -> None:
    client = client_of(operator)
    entry = client.get(f"{BASE}/entry", {"path": "/data"}).json()
    assert entry["content"] == {
        "files": 3,
        "directories": 1,
        "length_bytes": 111,
        "space_consumed_bytes": 311,
    }
    listed = client.get(f"{BASE}/children", {"path": "/"}).json()["items"]
    by_name = {each["name"]: each["content"] for each in listed}
    assert by_name["data"] == entry["content"]
    file = client.get(f"{BASE}/entry", {"path": "/data/report_2026.pdf"}).json()
    assert file["content"] is None


def test_usage(tree: NamenodeDouble, operator: User, client_of: ClientOf) -> None:
    usage = client_of(operator).get(f"{BASE}/usage", {"path": "/data"}).json()
    assert (usage["files"], usage["directories"]) == (3, 2)
    assert (usage["length_bytes"], usage["space_consumed_bytes"]) == (111, 311)


def test_viewers_see_with_their_own_permissions(
    tree: NamenodeDouble, operator: User, viewer: User, client_of: ClientOf
) -> None:
    secret = {"path": "/data/private/secret"}
    assert client_of(operator).get(f"{BASE}/entry", secret).status_code == 200
    response = client_of(viewer).get(f"{BASE}/entry", secret)
    assert (response.status_code, response.json()["code"]) == (403, "access_denied")
    assert response.json()["detail"].startswith("Its mode and ACL in HDFS do not let you.")
    listing = client_of(viewer).get(f"{BASE}/children", {"path": "/data/private"})
    assert listing.status_code == 403
    usage = client_of(viewer).get(f"{BASE}/usage", {"path": "/data/private/secret"})
    assert usage.status_code == 403
    assert [query.get("as_user") for query in tree.calls("namespace/stat")] == [None, "ann"]


def test_anonymous_requests_learn_nothing(tree: NamenodeDouble, client_of: ClientOf) -> None:
    for resource in ("entry", "children", "usage"):
        assert CheckedClient().get(f"{BASE}/{resource}", {"path": "/"}).status_code == 401
    assert tree.requests == []


@pytest.mark.parametrize("path", ["", "data", "/a/../b", "/" + "x" * 256, "/x\0y"])
def test_paths_that_no_entry_can_have(
    tree: NamenodeDouble, operator: User, client_of: ClientOf, path: str
) -> None:
    response = client_of(operator).get(f"{BASE}/entry", {"path": path})
    assert (response.status_code, list(response.json()["fields"])) == (400, ["path"])
    assert tree.requests == []


def test_what_is_not_there_is_404(
    tree: NamenodeDouble, operator: User, client_of: ClientOf
) -> None:
    for resource in ("entry", "children", "usage"):
        response = client_of(operator).get(f"{BASE}/{resource}", {"path": "/nothing"})
        assert (response.status_code, response.json()["code"]) == (404, "not_found")


def test_without_a_namenode_the_answer_is_503(
    operator: User, client_of: ClientOf, set_env: SetEnv
) -> None:
    set_env(admin_urls="http://127.0.0.1:1", admin_attempts_max=1)
    response = client_of(operator).get(f"{BASE}/entry", {"path": "/"})
    assert (response.status_code, response.json()["code"]) == (503, "namenode_unavailable")


def test_a_namenode_that_fails_is_503(
    tree: NamenodeDouble, operator: User, client_of: ClientOf
) -> None:
    tree.refuse = [500]
    response = client_of(operator).get(f"{BASE}/entry", {"path": "/"})
    assert (response.status_code, response.json()["code"]) == (503, "namenode_unavailable")


def test_a_wrong_token_is_the_platforms_problem(
    tree: NamenodeDouble,
    operator: User,
    client_of: ClientOf,
    set_env: SetEnv,
    tmp_path: Path,
) -> None:
    other = tmp_path / "other-token"
    other.write_text("not the token", encoding="utf-8")
    set_env(admin_token_file=other)
    response = client_of(operator).get(f"{BASE}/entry", {"path": "/"})
    assert (response.status_code, response.json()["code"]) == (503, "namenode_unauthorized")


def test_a_token_for_other_calls_is_the_platforms_problem(
    tree: NamenodeDouble, operator: User, client_of: ClientOf
) -> None:
    tree.missing_scope = "read"
    response = client_of(operator).get(f"{BASE}/entry", {"path": "/"})
    assert (response.status_code, response.json()["code"]) == (503, "namenode_unauthorized")
    assert response.json()["facts"]["scope_needed"] == "read"


def test_the_namenode_learns_who_asks(
    tree: NamenodeDouble, operator: User, client_of: ClientOf
) -> None:
    operator.username = "jürgen o'neil"
    operator.save()
    client = client_of(operator)
    client.get(f"{BASE}/entry", {"path": "/"})
    client.get("/api/v1/health")
    assert tree.actors[0] == "j%C3%BCrgen%20o%27neil"
    assert set(tree.actors[1:]) <= {tree.actors[0], None}
