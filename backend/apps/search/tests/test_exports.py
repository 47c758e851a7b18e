"""Exports: all matches as a file, whoever dies on the way, and no more than one may see."""

import csv
import io
from datetime import timedelta
from typing import Any

import pyarrow.parquet
import pytest
from django.utils import timezone

from apps.accounts.models import Role, User
from apps.audit.models import AuditEntry
from apps.guard.models import FreezeWindow, GuardRule
from apps.jobs import export as export_job
from apps.jobs.keeper import wake_idle
from apps.jobs.models import Job
from apps.search import export_files, exports, services
from apps.search import index as search_index
from apps.search.models import SearchExport
from apps.search.tests.conftest import BuildIndex
from config.env import env
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, SetEnv, Worker, make_user
from warren_search.operation import Document
from warren_search.testkit.history import directory, file, root
from warren_search.testkit.under_test import version

EXPORTS = "/api/v1/search/exports"
pytestmark = pytest.mark.django_db(transaction=True)

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
def start(operator: User, client_of: ClientOf, worker: Worker) -> Any:
    def begin(q: str, kind: str = "csv", user: User = operator) -> Any:
        return client_of(user).post(EXPORTS, {"q": q, "kind": kind}, format="json")

    return begin


def _content(client: Any, export: dict[str, Any]) -> bytes:
    answer = client.get(f"{EXPORTS}/{export['id']}/file")
    assert answer.status_code == 200
    content = b"".join(answer.streaming_content)
    assert len(content) == int(answer["Content-Length"])
    return content


def test_all_matches_become_a_csv_file(
    start: Any, worker: Worker, operator: User, client_of: ClientOf
) -> None:
    begun = start("report path:/data")
    assert (begun.status_code, begun.json()["state"]) == (202, "queued")
    client = client_of(operator)
    address = begun["Location"]
    assert client.get(f"{address}/file").json()["code"] == "search_export_no_file"
    worker.run()
    export = client.get(address).json()
    assert (export["state"], export["rows"], export["truncated"]) == ("succeeded", 1_200, False)
    assert export["as_of"]["sequence"] == 9
    rows = list(csv.DictReader(io.StringIO(_content(client, export).decode(), newline="")))
    assert [row["path"] for row in rows] == [f"/data/report-{at:04}.csv" for at in range(1_200)]
    assert (rows[7]["size_bytes"], rows[7]["kind"]) == ("7", "file")
    actions = set(AuditEntry.objects.values_list("action", flat=True))
    assert actions == {"job.create", "job.export", "search.export", "search.export.download"}
    job = client.get(f"/api/v1/jobs/{export['job_id']}").json()
    assert (job["kind"], job["state"], job["path"]) == ("export", "succeeded", "/")
    assert (job["progress"]["files"], job["progress"]["total"]) == (1_200, 1_200)
    assert (job["parameters"], job["result"]) == ({"format": "csv"}, {"truncated": False})
    assert "report" not in str(job), "what somebody searches for is his own"


@pytest.mark.parametrize(("kind", "name"), [("csv", "'=formula"), ("parquet", "=formula")])
def test_a_name_is_no_formula_to_a_spreadsheet(
    start: Any, worker: Worker, operator: User, client_of: ClientOf, kind: str, name: str
) -> None:
    begun = start("formula", kind)
    worker.run()
    client = client_of(operator)
    content = _content(client, client.get(begun["Location"]).json())
    if kind == "csv":
        (row,) = csv.DictReader(io.StringIO(content.decode(), newline=""))
    else:
        (row,) = pyarrow.parquet.read_table(io.BytesIO(content)).to_pylist()
    assert (row["name"], row["path"]) == (name, "/data/=formula")


def test_a_parquet_file_keeps_odd_names(
    start: Any, worker: Worker, operator: User, client_of: ClientOf
) -> None:
    begun = start("", "parquet")
    worker.run()
    client = client_of(operator)
    export = client.get(begun["Location"]).json()
    table = pyarrow.parquet.read_table(io.BytesIO(_content(client, export)))
    assert table.num_rows == len(DOCUMENTS)
    assert sorted(table["name"].to_pylist()) == sorted(each.name for each in DOCUMENTS)
    assert str(table.schema.field("mtime").type) == "timestamp[ms, tz=UTC]"
    assert table["size_bytes"].to_pylist().count(777) == 1


def test_a_viewer_gets_what_hdfs_shows_them(
    start: Any,
    worker: Worker,
    operator: User,
    viewer: User,
    namenode: NamenodeDouble,
    client_of: ClientOf,
) -> None:
    ours, theirs = start("hidden"), start("hidden", user=viewer)
    worker.run()
    assert client_of(operator).get(ours["Location"]).json()["rows"] == 1
    assert client_of(viewer).get(theirs["Location"]).json()["rows"] == 0
    assert client_of(viewer).get(ours["Location"]).status_code == 404
    assert client_of(viewer).get(f"{ours['Location']}/file").status_code == 404
    assert client_of(viewer).delete(ours["Location"]).status_code == 404


def test_the_next_worker_goes_on_where_a_dead_one_was(
    start: Any,
    worker: Worker,
    operator: User,
    client_of: ClientOf,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun = start("report path:/data")
    append, pages = export_files.append, []

    def dies_at_the_second_page(*arguments: Any) -> int:
        pages.append(append(*arguments))
        if len(pages) == 2:
            raise SystemExit
        return pages[-1]

    monkeypatch.setattr(export_files, "append", dies_at_the_second_page)
    with pytest.raises(SystemExit):
        worker.run()
    monkeypatch.setattr(export_files, "append", append)
    client = client_of(operator)
    assert client.get(begun["Location"]).json()["rows"] == 500
    Job.objects.update(lease_expires_at=timezone.now() - timedelta(seconds=1))
    wake_idle(at_start=True)
    worker.run()
    export = client.get(begun["Location"]).json()
    assert export["rows"] == 1_200
    rows = list(csv.DictReader(io.StringIO(_content(client, export).decode(), newline="")))
    assert len({row["path"] for row in rows}) == len(rows) == 1_200


def test_a_file_ends_at_the_limit_and_says_so(
    start: Any, worker: Worker, operator: User, client_of: ClientOf, set_env: SetEnv
) -> None:
    set_env(export_rows_max=700)
    begun = start("report")
    worker.run()
    export = client_of(operator).get(begun["Location"]).json()
    assert (export["rows"], export["truncated"]) == (700, True)


def test_an_export_waits_for_the_index(
    start: Any, worker: Worker, operator: User, client_of: ClientOf, set_env: SetEnv
) -> None:
    begun = start("report")
    search_index.index_reader().close()
    search_index.index_reader.cache_clear()
    path = env().search_index_path
    path.rename(path.with_name("away"))
    worker.run()
    client = client_of(operator)
    assert client.get(begun["Location"]).json()["state"] == "running"
    job = Job.objects.get()
    assert (job.retries, job.not_before is None) == (0, False)
    set_env(job_retry_max=0)
    Job.objects.update(created_at=timezone.now() - 2 * export_job.WAIT_MAX, not_before=None)
    wake_idle(at_start=True)
    worker.run()
    failed = client.get(begun["Location"]).json()
    assert (failed["state"], failed["error"]["code"]) == ("failed", "index_not_ready")
    path.with_name("away").rename(path)


def test_only_so_many_at_once_and_old_ones_go(
    start: Any, worker: Worker, operator: User, client_of: ClientOf
) -> None:
    for _ in range(services.UNFINISHED_MAX):
        assert start("report-001").status_code == 202
    refused = start("report-001")
    assert (refused.status_code, "Retry-After" in refused) == (429, True)
    worker.run()
    files = {path.name for path in env().export_path.iterdir()}
    assert len(files) == services.UNFINISHED_MAX
    Job.objects.update(created_at=timezone.now() - timedelta(days=2))
    exports.exports_sweep()
    assert list(env().export_path.iterdir()) == []
    assert client_of(operator).get(EXPORTS).json()["items"] == []


def test_a_deleted_export_leaves_no_file(
    start: Any,
    worker: Worker,
    operator: User,
    client_of: ClientOf,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun = start("report")
    append = export_files.append

    def deleted_meanwhile(*arguments: Any) -> int:
        if Job.objects.get().state == "running":
            assert client_of(operator).delete(begun["Location"]).status_code == 204
        return append(*arguments)

    monkeypatch.setattr(export_files, "append", deleted_meanwhile)
    worker.run()
    assert list(env().export_path.iterdir()) == []
    assert client_of(operator).get(begun["Location"]).status_code == 404


@pytest.mark.parametrize("change", [{"role": "viewer"}, {"hdfs_user": "eve"}, {"is_active": False}])
def test_exports_end_with_the_rights_that_they_were_made_with(
    start: Any,
    worker: Worker,
    operator: User,
    admin: User,
    client_of: ClientOf,
    change: dict[str, Any],
) -> None:
    start("hidden")
    worker.run()
    start("report")
    assert list(env().export_path.glob("*")) != []
    address = f"/api/v1/users/{operator.pk}"
    assert client_of(admin).patch(address, change, format="json").status_code == 200
    assert SearchExport.objects.count() == 0
    assert list(env().export_path.glob("*")) == []
    worker.run()
    assert list(env().export_path.glob("*")) == []
    assert list(Job.objects.order_by("pk").values_list("state", flat=True)) == [
        "succeeded",
        "cancelled",
    ]


def test_its_job_is_cancelled_by_who_began_it_and_by_administrators(
    start: Any, worker: Worker, operator: User, admin: User, client_of: ClientOf
) -> None:
    first, second = start("report"), start("report")
    other = client_of(make_user("sam", Role.OPERATOR))
    for begun, client in ((first, client_of(operator)), (second, client_of(admin))):
        address = f"/api/v1/jobs/{begun.json()['job_id']}/cancel"
        assert other.post(address).status_code == 403
        assert client.post(address).json()["state"] == "cancelled"
    told = client_of(operator).get(first["Location"]).json()
    assert (told["state"], told["error"]["code"]) == ("failed", "cancelled")
    assert client_of(operator).get(f"{first['Location']}/file").status_code == 404
    states = {
        state: len(client_of(operator).get(EXPORTS, {"state": state}).json()["items"])
        for state in ("queued", "running", "succeeded", "failed")
    }
    assert states == {"queued": 0, "running": 0, "succeeded": 0, "failed": 2}


def test_a_cancelled_job_leaves_no_file(
    start: Any,
    worker: Worker,
    operator: User,
    client_of: ClientOf,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun = start("report")
    append = export_files.append

    def cancelled_meanwhile(*arguments: Any) -> int:
        address = f"/api/v1/jobs/{begun.json()['job_id']}/cancel"
        assert client_of(operator).post(address).status_code == 202
        return append(*arguments)

    monkeypatch.setattr(export_files, "append", cancelled_meanwhile)
    worker.run()
    assert (Job.objects.get().state, list(env().export_path.iterdir())) == ("cancelled", [])


def test_what_only_reads_is_held_where_its_kind_is_named_alone(
    start: Any, worker: Worker, operator: User, client_of: ClientOf
) -> None:
    now = timezone.now()
    told = {"changed_at": now, "changed_by": "test"}
    GuardRule.objects.create(name="all", approver="admin", **told)
    hours = {"starts_at": now - timedelta(hours=1), "ends_at": now + timedelta(hours=1)}
    window = FreezeWindow.objects.create(name="release", **hours, **told)
    begun = start("report")
    assert (begun.status_code, begun.json()["state"]) == (202, "queued")
    window.kinds = ["export"]
    window.save()
    worker.run()
    assert Job.objects.get().held is not None
    assert start("report").json()["code"] == "frozen"
