"""An earlier version's data, opened by this one: nothing is lost, and all goes on.

The data is of the version of 24 November 2026 (1d8e02bf): before totals of directories, undo of
jobs, and the trash's own emptier. data/older/README.md says how it was made.
"""

import json
import shutil
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from warren_cli import abandoned, temporary
from warren_cli.modes import Mode
from warren_cli.settings import Settings

from . import older_fill as fill
from .conftest import WebHdfs, eventually, forget_the_running_system, logged_in
from .older_facts import Facts, differences, facts_of
from .test_backup import started
from .test_platform import finished, found, start

DATA = Path(__file__).parent / "data" / "older"
SEARCHABLE_S = 60.0


def told(name: str) -> Facts:
    """What the earlier version told of its data."""
    facts: Facts = json.loads((DATA / name).read_text(encoding="utf-8"))
    return facts


@contextmanager
def older_home(original: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Settings]:
    """A data folder as the earlier version left it when it was stopped."""
    forget_the_running_system(monkeypatch)
    folder = abandoned.make_folder()
    settings = temporary.settings(
        abandoned.home_in(folder), Mode.EMBEDDED, start_timeout_s=original.start_timeout_s
    )
    try:
        with tarfile.open(DATA / "embedded.tar.xz") as packed:
            packed.extractall(folder, filter="data")
        (folder / "home").rename(settings.home)
        yield settings
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def test_what_an_earlier_version_kept_is_there_and_can_be_worked_with(
    settings: Settings, superuser: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = told("embedded.json")
    with older_home(settings, monkeypatch) as older, started(older):
        webhdfs = WebHdfs(older.admin_urls, superuser)
        now = facts_of(webhdfs, fill.ROOTS, with_bytes=True)
        assert differences(before, now) == []
        with logged_in(older, fill.KEEPER["username"], fill.KEEPER["password"]) as api:
            _work_on(api, webhdfs)
            _find(api)
        _write_on(webhdfs, before)


def _work_on(api: httpx.Client, webhdfs: WebHdfs) -> None:
    """The job that the earlier version did is known. It kept nothing to undo it by, as new ones
    do."""

    def owner() -> str:
        status = webhdfs.ok("GET", f"{fill.DATA}/owned", "GETFILESTATUS").json()["FileStatus"]
        return str(status["owner"])

    jobs = api.get("jobs", params={"kind": fill.OWNED["kind"]}).json()["items"]
    assert [job["state"] for job in jobs] == ["succeeded"]
    refused = api.post(f"jobs/{jobs[0]['id']}/undo", json={})
    assert (refused.status_code, refused.json()["code"]) == (409, "not_undoable")
    job = start(api, **{**fill.OWNED, "parameters": {"owner": "yves"}})
    assert finished(api, job)["state"] == "succeeded"
    assert owner() == "yves"
    undo = api.post(f"jobs/{job['id']}/undo", json={})
    assert undo.status_code == httpx.codes.ACCEPTED, undo.text
    assert finished(api, undo.json())["state"] == "succeeded"
    assert owner() == "zoe"


def _find(api: httpx.Client) -> None:
    wanted = f"{fill.DATA}/deep/renamed"
    assert eventually(
        lambda: [each["path"] for each in found(api, q="renamed")] == [wanted], SEARCHABLE_S
    )


def _write_on(webhdfs: WebHdfs, before: Facts) -> None:
    """New files get ids that no older one has."""
    path = f"{fill.DATA}/new"
    webhdfs.ok("PUT", path, "CREATE", content=b"new")
    status = webhdfs.ok("GET", path, "GETFILESTATUS").json()["FileStatus"]
    assert status["fileId"] > max(facts["fileId"] for facts in before.values())
    located = webhdfs.ok("GET", path, "GET_BLOCK_LOCATIONS").json()["LocatedBlocks"]
    blocks = {block[0] for facts in before.values() for block in facts.get("blocks", [])}
    assert located["locatedBlocks"][0]["block"]["blockId"] not in blocks
    webhdfs.ok("DELETE", f"{fill.DATA}/many", "DELETE", recursive="true")
    summary = webhdfs.ok("GET", fill.DATA, "GETCONTENTSUMMARY").json()["ContentSummary"]
    assert summary["fileCount"] == before[fill.DATA]["summary"]["fileCount"] - (fill.MANY - 2) + 1
