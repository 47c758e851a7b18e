"""Exports from before they were jobs become jobs that go on from where they were."""

import csv
import io
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from apps.accounts.models import User
from apps.search import export_files, selectors
from apps.search.answers import Hit
from apps.search.models import SearchExport
from apps.search.tests.conftest import BuildIndex
from apps.search.values import ExportKind
from doubles.world import Worker
from warren_search.operation import Document
from warren_search.testkit.history import directory, file, root

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE = [("search", "0002_export_epochs"), ("jobs", "0018_errands")]
FILES = 20
DOCUMENTS: list[Document] = [
    root(),
    directory(2, 1, "data"),
    *[file(10 + at, 2, f"report-{at:03}.csv", at) for at in range(FILES)],
]


def migrated(targets: list[tuple[str, str]]) -> Any:
    executor = MigrationExecutor(connection)
    executor.migrate(targets)
    return MigrationExecutor(connection).loader.project_state(targets).apps


def first_page(build_index: BuildIndex, rows: int) -> tuple[list[Hit], str]:
    """Rows of an export and where its search goes on."""
    build_index(DOCUMENTS)
    query = {"q": "report", "sort": "name", "limit": rows}
    page = selectors.search(query=query, seen_as=None)
    assert page.next_cursor is not None
    return page.items, page.next_cursor


def test_rows_become_jobs(operator: User, build_index: BuildIndex, worker: Worker) -> None:
    hits, cursor = first_page(build_index, 8)
    leaves = MigrationExecutor(connection).loader.graph.leaf_nodes()
    old = migrated(BEFORE).get_model("search", "SearchExport")
    ago = timezone.now() - timedelta(minutes=5)
    common = {"user_id": operator.pk, "owner": "olga", "q": "report", "sort": "name"}
    common |= {"kind": "csv", "created_at": ago}
    queued = old.objects.create(**common, state="queued")
    running = old.objects.create(**common, state="running", epoch=3, lease_token="t")
    export_files.begin(running.pk, 3)
    written = export_files.append(running.pk, 3, ExportKind.CSV, hits, 0)
    old.objects.filter(pk=running.pk).update(
        file_epoch=3,
        rows=8,
        written_bytes=written,
        cursor=cursor,
        as_of={"sequence": 9, "time_ms": 1_700_000_000_000},
    )
    ended = {"finished_at": timezone.now(), "complete": True}
    done = old.objects.create(
        **common, **ended, state="succeeded", rows=5, size_bytes=70, file_epoch=0, truncated=True
    )
    error = {"code": "index_not_ready", "title": "No index", "detail": ""}
    failed = old.objects.create(**common, **ended, state="failed", error=error)
    migrated(leaves)

    rows = {row.pk: row for row in SearchExport.objects.select_related("job")}
    states = [rows[each.pk].state.value for each in (queued, running, done, failed)]
    assert states == ["queued", "running", "succeeded", "failed"]
    assert {(row.job.actor, row.job.created_at) for row in rows.values()} == {("olga", ago)}
    kept = rows[done.pk].place
    assert (kept.rows, kept.size_bytes, kept.truncated, kept.file_epoch) == (5, 70, True, 0)
    assert rows[failed.pk].error == error
    assert rows[running.pk].job.files == 8

    worker.start()
    worker.run()
    for export_id in (queued.pk, running.pk):
        _, chunks = selectors.export_file(user_id=operator.pk, export_id=export_id)
        lines = list(csv.DictReader(io.StringIO(b"".join(chunks).decode(), newline="")))
        assert [line["name"] for line in lines] == [f"report-{at:03}.csv" for at in range(FILES)]
    # The worker from before may be writing still: nobody goes on in its file.
    assert SearchExport.objects.select_related("job").get(pk=running.pk).place.file_epoch == 4
