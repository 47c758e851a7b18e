"""From a stock client's write to search, a dry run and a job, and back to the stock client."""

from pathlib import Path
from typing import Any

import httpx
import pytest
from warren_cli.settings import Settings

from .conftest import Shell, eventually, logged_in

SEARCHABLE_S = 15.0
JOB_S = 60.0
ENDED = frozenset({"cancelled", "succeeded", "failed", "succeeded_with_errors"})


def found(api: httpx.Client, **query: str) -> list[dict[str, Any]]:
    answer = api.get("search", params=query)
    assert answer.status_code == 200, answer.text
    items: list[dict[str, Any]] = answer.json()["items"]
    return items


def finished(api: httpx.Client, job: dict[str, Any]) -> dict[str, Any]:
    latest = job

    def ended() -> bool:
        nonlocal latest
        latest = api.get(f"jobs/{job['id']}").json()
        return latest["state"] in ENDED

    assert eventually(ended, JOB_S), latest
    return latest


def start(api: httpx.Client, **body: Any) -> dict[str, Any]:
    answer = api.post("jobs", json=body)
    assert answer.status_code == 202, answer.text
    job: dict[str, Any] = answer.json()
    return job


def test_a_written_file_is_found_and_its_owner_changed_by_a_job(
    api: httpx.Client, shell: Shell, area: str, tmp_path: Path
) -> None:
    token = f"carrot{area.replace('/', '').replace('-', '')}"
    (tmp_path / "data").write_text("12345")
    shell.ok("-mkdir", f"{area}/tree")
    wanted = f"{area}/tree/{token}.txt"
    shell.ok("-put", str(tmp_path / "data"), wanted)
    # The client writes under another name first, which may be what is found for a moment.
    assert eventually(lambda: [i["path"] for i in found(api, q=token)] == [wanted], SEARCHABLE_S)
    assert found(api, q=token)[0]["size_bytes"] == 5

    change = {"kind": "set_owner", "path": f"{area}/tree", "parameters": {"owner": "alice"}}
    dry = finished(api, start(api, **change, dry_run=True))
    assert dry["state"] == "succeeded", dry
    assert (dry["progress"]["files"], dry["progress"]["directories"]) == (1, 1)
    assert shell.ok("-stat", "%u", f"{area}/tree").strip() == shell.user

    promoted = api.post(f"jobs/{dry['id']}/promote")
    assert promoted.status_code == 202, promoted.text
    real = finished(api, promoted.json())
    assert real["state"] == "succeeded", real
    assert shell.ok("-stat", "%u", f"{area}/tree/{token}.txt").strip() == "alice"
    assert eventually(lambda: bool(found(api, q=token, owner="alice")), SEARCHABLE_S)
    audited = api.get("audit", params={"path": f"{area}/tree"}).json()["items"]
    assert any(entry["job_id"] == real["id"] for entry in audited)


def test_a_renamed_folder_is_found_under_its_new_path(
    api: httpx.Client, shell: Shell, area: str
) -> None:
    token = f"burrow{area.replace('/', '').replace('-', '')}"
    shell.ok("-mkdir", "-p", f"{area}/old/deep")
    shell.ok("-touchz", f"{area}/old/deep/{token}")
    assert eventually(lambda: bool(found(api, q=token)), SEARCHABLE_S)
    shell.ok("-mv", f"{area}/old", f"{area}/new")
    wanted = f"{area}/new/deep/{token}"
    assert eventually(lambda: [i["path"] for i in found(api, q=token)] == [wanted], SEARCHABLE_S)


def test_attributes_are_searchable_and_typos_forgiven(
    api: httpx.Client, shell: Shell, area: str
) -> None:
    name = f"harvest-{area.replace('/', '').replace('-', '')}"
    marked = {"q": f"xattr:season=autumn path:{area}"}
    shell.ok("-touchz", f"{area}/{name}")
    shell.ok("-setfattr", "-n", "user.season", "-v", "autumn", f"{area}/{name}")
    assert eventually(lambda: [i["name"] for i in found(api, **marked)] == [name], SEARCHABLE_S)
    shell.ok("-setfattr", "-n", "user.season", "-v", "spring", f"{area}/{name}")
    assert eventually(lambda: found(api, **marked) == [], SEARCHABLE_S)
    assert [i["name"] for i in found(api, q=f"xattr:user.season path:{area}")] == [name]
    shell.ok("-setfattr", "-x", "user.season", f"{area}/{name}")
    assert eventually(lambda: found(api, q=f"xattr:season path:{area}") == [], SEARCHABLE_S)

    assert found(api, q=f"havrest path:{area}") == []
    (like,) = found(api, q=f"havrest typos:yes path:{area}")
    assert (like["name"], like["fuzzy"]) == (name, True)


def test_acls_decide_what_a_viewer_finds(
    api: httpx.Client, shell: Shell, area: str, settings: Settings
) -> None:
    tag = area.strip("/")
    account = {"username": f"eve-{tag}", "password": "seven hills of carrots", "role": "viewer"}
    # A user and a group of every Unix system: the namenodes know the groups.
    created = api.post("users", json={**account, "hdfs_user": "daemon"})
    assert created.status_code == 201, created.text
    shell.ok("-mkdir", f"{area}/guarded")
    shell.ok("-touchz", f"{area}/guarded/secret-{tag}")
    shell.ok("-chmod", "755", area)
    shell.ok("-chmod", "700", f"{area}/guarded")
    with logged_in(settings, account["username"], account["password"]) as eve:

        def sees(*names: str) -> bool:
            hits = found(eve, q=f"secret-{tag}")
            return [each["name"] for each in hits] == list(names)

        assert eventually(lambda: len(found(api, q=f"secret-{tag}")) == 1, SEARCHABLE_S)
        assert sees()
        shell.ok("-setfacl", "-m", "user:daemon:r-x", f"{area}/guarded")
        assert eventually(lambda: sees(f"secret-{tag}"), SEARCHABLE_S)
        # The entries change, the mode stays.
        shell.ok(
            "-setfacl", "--set", "user::rwx,group::---,user:bob:r-x,other::---", f"{area}/guarded"
        )
        assert eventually(sees, SEARCHABLE_S)
        shell.ok("-setfacl", "-m", "group:daemon:r-x", f"{area}/guarded")
        assert eventually(lambda: sees(f"secret-{tag}"), SEARCHABLE_S)
        shell.ok("-setfacl", "-b", f"{area}/guarded")
        assert eventually(sees, SEARCHABLE_S)


@pytest.mark.parametrize(
    "body",
    [
        {"kind": "set_quota", "path": "/", "parameters": {"namespace_quota": -1}},
        {"kind": "set_quota", "path": "/", "parameters": {"namespace_quota": "many"}},
        {"kind": "levitate", "path": "/", "parameters": {}},
        {"kind": "set_permission", "path": "/", "parameters": {"mode": "0999"}},
        {"kind": "delete", "path": "relative", "parameters": {}},
    ],
    ids=["negative", "text", "kind", "mode", "path"],
)
def test_a_bad_job_is_refused_with_the_field(api: httpx.Client, body: dict[str, Any]) -> None:
    answer = api.post("jobs", json=body)
    assert answer.status_code in {400, 422}, answer.text
    problem = answer.json()
    assert answer.headers["content-type"].startswith("application/problem+json")
    assert problem["code"]
    assert problem.get("fields") or problem.get("detail")


def test_an_unknown_job_is_a_problem(api: httpx.Client) -> None:
    answer = api.get("jobs/999999999")
    assert answer.status_code == 404
    assert answer.json()["code"] == "not_found"


def test_without_login_nothing_is_told(settings: Any) -> None:
    for path in ("namespace/children?path=/", "search?q=a", "jobs", "audit", "cluster"):
        answer = httpx.get(f"{settings.console_url}/api/v1/{path}", trust_env=False)
        assert answer.status_code in {401, 403}, path
        assert answer.json()["code"]


def test_the_console_is_served_for_every_route(settings: Any) -> None:
    for path in ("/", "/search?q=a", "/jobs/1"):
        page = httpx.get(f"{settings.console_url}{path}", trust_env=False)
        assert page.status_code == 200
        assert "text/html" in page.headers["content-type"]
        assert "<script" in page.text
