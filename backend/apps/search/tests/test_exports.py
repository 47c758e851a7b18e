"""Exports: all matches as a file, whoever dies on the way, and no more than one may see."""

import csv
import io
from datetime import timedelta
from typing import Any

import pyarrow.parquet
import pytest
from django.utils import timezone

from apps.accounts.models import User
from apps.audit.models import AuditEntry
from apps.search import export_files, exporter, keeper, services
from apps.search import index as search_index
from apps.search.models import SearchExport
from apps.search.tests.conftest import BuildIndex
from config.env import env
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, SetEnv
from warren_search.operation import Document
from warren_search.testkit.history import directory, file, root
from warren_search.testkit.under_test import version

EXPORTS = "/api/v1/search/exports"
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("woken")]

ODD = 'odd "name",\n=1+1'
DOCUMENTS: list[Document] = [
    root(),
    directory(2, 1, "data"),
    *[file(10 + at, 2, f"report-{at:04}.csv", at) for at in range(1_200)],
    file(5_000, 2, ODD),
    file(5_001, 2, "=formula"),
    version(directory(3, 1, "closed"), 1, mode=0o700),
    file(6_000, 3, "report-hidden.csv"),
]


@pytest.fixture(autouse=True)
def _index(build_index: BuildIndex) -> None:
    build_index(DOCUMENTS)


@pytest.fixture
def start(
    operator: User,
    client_of: ClientOf,
    django_capture_on_commit_callbacks: Any,
) -> Any:
    def begin(q: str, kind: str = "csv", user: User = operator) -> Any:
        with django_capture_on_commit_callbacks(execute=True):
            body = {"q": q, "kind": kind}
            return client_of(user).post(EXPORTS, body, format="json")

    return begin


def _content(client: Any, export: dict[str, Any]) -> bytes:
    answer = client.get(f"{EXPORTS}/{export['id']}/file")
    assert answer.status_code == 200
    content = b"".join(answer.streaming_content)
    assert len(content) == int(answer["Content-Length"])
    return content


def _advance(woken: list[int]) -> None:
    for _ in range(50):
        if not woken:
            return
        exporter.advance(export_id=woken.pop(0))
    raise AssertionError("the export does not come to an end")


def test_all_matches_become_a_csv_file(
    start: Any, woken: list[int], operator: User, client_of: ClientOf
) -> None:
    begun = start("report path:/data")
    assert (begun.status_code, begun.json()["state"]) == (202, "queued")
    client = client_of(operator)
    address = begun["Location"]
    assert client.get(f"{address}/file").json()["code"] == "search_export_no_file"
    _advance(woken)
    export = client.get(address).json()
    assert (export["state"], export["rows"], export["truncated"]) == ("succeeded", 1_200, False)
    assert export["as_of"]["sequence"] == 9
    rows = list(csv.DictReader(io.StringIO(_content(client, export).decode(), newline="")))
    assert [row["path"] for row in rows] == [f"/data/report-{at:04}.csv" for at in range(1_200)]
    assert (rows[7]["size_bytes"], rows[7]["kind"]) == ("7", "file")
    actions = set(AuditEntry.objects.values_list("action", flat=True))
    assert actions == {"search.export", "search.export.download"}


@pytest.mark.parametrize(("kind", "name"), [("csv", "'=formula"), ("parquet", "=formula")])
def test_a_name_is_no_formula_to_a_spreadsheet(
    start: Any, woken: list[int], operator: User, client_of: ClientOf, kind: str, name: str
) -> None:
    begun = start("formula", kind)
    _advance(woken)
    client = client_of(operator)
    content = _content(client, client.get(begun["Location"]).json())
    if kind == "csv":
        (row,) = csv.DictReader(io.StringIO(content.decode(), newline=""))
    else:
        (row,) = pyarrow.parquet.read_table(io.BytesIO(content)).to_pylist()
    assert (row["name"], row["path"]) == (name, "/data/=formula")


def test_a_parquet_file_keeps_odd_names(
    start: Any, woken: list[int], operator: User, client_of: ClientOf
) -> None:
    begun = start("", "parquet")
    _advance(woken)
    client = client_of(operator)
    export = client.get(begun["Location"]).json()
    table = pyarrow.parquet.read_table(io.BytesIO(_content(client, export)))
    assert table.num_rows == len(DOCUMENTS)
    assert sorted(table["name"].to_pylist()) == sorted(each.name for each in DOCUMENTS)
    assert str(table.schema.field("mtime").type) == "timestamp[ms, tz=UTC]"
    assert table["size_bytes"].to_pylist().count(777) == 1


def test_a_viewer_gets_what_hdfs_shows_them(
    start: Any,
    woken: list[int],
    operator: User,
    viewer: User,
    namenode: NamenodeDouble,
    client_of: ClientOf,
) -> None:
    ours, theirs = start("hidden"), start("hidden", user=viewer)
    _advance(woken)
    assert client_of(operator).get(ours["Location"]).json()["rows"] == 1
    assert client_of(viewer).get(theirs["Location"]).json()["rows"] == 0
    assert client_of(viewer).get(ours["Location"]).status_code == 404
    assert client_of(viewer).get(f"{ours['Location']}/file").status_code == 404
    assert client_of(viewer).delete(ours["Location"]).status_code == 404


def test_the_next_worker_goes_on_where_a_dead_one_was(
    start: Any,
    woken: list[int],
    operator: User,
    client_of: ClientOf,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun = start("report path:/data")
    export_id = woken.pop()
    append, pages = export_files.append, []

    def dies_at_the_second_page(*arguments: Any) -> int:
        pages.append(append(*arguments))
        if len(pages) == 2:
            raise SystemExit
        return pages[-1]

    monkeypatch.setattr(export_files, "append", dies_at_the_second_page)
    with pytest.raises(SystemExit):
        exporter.advance(export_id=export_id)
    monkeypatch.setattr(export_files, "append", append)
    exporter.advance(export_id=export_id)
    client = client_of(operator)
    assert client.get(begun["Location"]).json()["rows"] == 500
    SearchExport.objects.update(lease_expires_at=timezone.now() - timedelta(seconds=1))
    keeper.keep()
    assert woken == [export_id]
    _advance(woken)
    export = client.get(begun["Location"]).json()
    assert export["rows"] == 1_200
    rows = list(csv.DictReader(io.StringIO(_content(client, export).decode(), newline="")))
    assert len({row["path"] for row in rows}) == len(rows) == 1_200


def test_a_file_ends_at_the_limit_and_says_so(
    start: Any, woken: list[int], operator: User, client_of: ClientOf, set_env: SetEnv
) -> None:
    set_env(export_rows_max=700)
    begun = start("report")
    _advance(woken)
    export = client_of(operator).get(begun["Location"]).json()
    assert (export["rows"], export["truncated"]) == (700, True)


def test_an_export_waits_for_the_index(
    start: Any, woken: list[int], operator: User, client_of: ClientOf
) -> None:
    begun = start("report")
    search_index.index_reader().close()
    search_index.index_reader.cache_clear()
    path = env().search_index_path
    path.rename(path.with_name("away"))
    _advance(woken)
    client = client_of(operator)
    assert client.get(begun["Location"]).json()["state"] == "running"
    keeper.keep()
    assert woken == []
    SearchExport.objects.update(created_at=timezone.now() - timedelta(hours=2))
    SearchExport.objects.update(lease_expires_at=None)
    keeper.keep()
    _advance(woken)
    failed = client.get(begun["Location"]).json()
    assert (failed["state"], failed["error"]["code"]) == ("failed", "index_not_ready")
    path.with_name("away").rename(path)


def test_only_so_many_at_once_and_old_ones_go(
    start: Any, woken: list[int], operator: User, client_of: ClientOf
) -> None:
    for _ in range(services.UNFINISHED_MAX):
        assert start("report-001").status_code == 202
    refused = start("report-001")
    assert (refused.status_code, "Retry-After" in refused) == (429, True)
    _advance(woken)
    files = {path.name for path in env().export_path.iterdir()}
    assert len(files) == services.UNFINISHED_MAX
    SearchExport.objects.update(created_at=timezone.now() - timedelta(days=2))
    keeper.keep()
    assert list(env().export_path.iterdir()) == []
    assert client_of(operator).get(EXPORTS).json()["items"] == []


def test_a_deleted_export_leaves_no_file(
    start: Any,
    woken: list[int],
    operator: User,
    client_of: ClientOf,
    django_capture_on_commit_callbacks: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun = start("report")
    append = export_files.append

    def deleted_meanwhile(*arguments: Any) -> int:
        with django_capture_on_commit_callbacks(execute=True):
            assert client_of(operator).delete(begun["Location"]).status_code == 204
        return append(*arguments)

    monkeypatch.setattr(export_files, "append", deleted_meanwhile)
    _advance(woken)
    assert list(env().export_path.iterdir()) == []
    assert client_of(operator).get(begun["Location"]).status_code == 404


@pytest.mark.parametrize("change", [{"role": "viewer"}, {"hdfs_user": "eve"}, {"is_active": False}])
def test_exports_end_with_the_rights_that_they_were_made_with(
    start: Any,
    woken: list[int],
    operator: User,
    admin: User,
    client_of: ClientOf,
    change: dict[str, Any],
    django_capture_on_commit_callbacks: Any,
) -> None:
    done, running = start("hidden"), start("report")
    exporter.advance(export_id=done.json()["id"])
    assert list(env().export_path.glob("*")) != []
    with django_capture_on_commit_callbacks(execute=True):
        address = f"/api/v1/users/{operator.pk}"
        assert client_of(admin).patch(address, change, format="json").status_code == 200
    assert SearchExport.objects.count() == 0
    assert list(env().export_path.glob("*")) == []
    exporter.advance(export_id=running.json()["id"])
    assert list(env().export_path.glob("*")) == []
