"""Workers of exports die or are paused at every page, and no row is lost or written twice."""

import csv
import io
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pyarrow.parquet
import pytest
from django.utils import timezone

from apps.accounts.models import User
from apps.common.actor import Actor
from apps.jobs import progress, runner
from apps.jobs.keeper import wake_idle
from apps.jobs.models import Job
from apps.search import export_files, exports, selectors, services
from apps.search.models import SearchExport
from apps.search.tests.conftest import BuildIndex
from apps.search.values import ExportKind, ExportState
from config.env import env
from doubles.world import Worker
from warren_search.operation import Document
from warren_search.testkit.history import directory, file, root

pytestmark = pytest.mark.django_db(transaction=True)
FILES = 45
PAGE_ROWS = 10
PAGES = 5
PATHS = Counter(f"/data/report-{at:03}.csv" for at in range(FILES))
DOCUMENTS: list[Document] = [
    root(),
    directory(2, 1, "data"),
    *[file(10 + at, 2, f"report-{at:03}.csv", at) for at in range(FILES)],
]


class Killed(BaseException):
    """Stands for the death of the process: nothing handles it."""


@pytest.fixture(autouse=True)
def _index(build_index: BuildIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exports, "PAGE_ROWS", PAGE_ROWS)
    build_index(DOCUMENTS)


def begun(user: User, kind: ExportKind) -> int:
    actor = Actor(name=user.username, user_id=user.pk, hdfs_user=user.hdfs_user)
    return services.export_create(
        actor=actor, user_id=user.pk, q="report", sort="name", kind=kind, seen_as=None
    ).pk


def job_of(export_id: int) -> int:
    return SearchExport.objects.get(pk=export_id).job_id


def expire() -> None:
    Job.objects.filter(lease_expires_at__isnull=False).update(
        lease_expires_at=timezone.now() - timedelta(seconds=1)
    )


def finished(export_id: int, worker: Worker) -> SearchExport:
    """The export once the next workers are through with it."""
    expire()
    wake_idle(at_start=True)
    worker.run()
    row = SearchExport.objects.select_related("job").get(pk=export_id)
    assert row.state in (ExportState.SUCCEEDED, ExportState.FAILED)
    return row


def content(row: SearchExport) -> bytes:
    _, chunks = selectors.export_file(user_id=row.user_id, export_id=row.pk)
    return b"".join(chunks)


def paths(row: SearchExport) -> Counter[str]:
    """How often each path is in the file."""
    data = content(row)
    assert len(data) == row.place.size_bytes
    if row.kind == ExportKind.PARQUET:
        return Counter(pyarrow.parquet.read_table(io.BytesIO(data))["path"].to_pylist())
    return Counter(line["path"] for line in csv.DictReader(io.StringIO(data.decode(), newline="")))


def at_call(number: int, real: Callable[..., Any], *, after: bool, do: Callable[[], None]) -> Any:
    """As `real`, but something happens at its n-th call: before it, or once it is done."""
    calls = 0

    def called(*arguments: Any, **named: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == number and not after:
            do()
        answer = real(*arguments, **named)
        if calls == number and after:
            do()
        return answer

    return called


def die() -> None:
    raise Killed


KINDS = [ExportKind.CSV, ExportKind.PARQUET]
MOMENTS = [
    *[(export_files, "append", call, after) for call in range(1, PAGES + 1) for after in (0, 1)],
    # After the pages the finished file is stored, and then that it is alone.
    *[(progress, "store", call, after) for call in range(1, PAGES + 3) for after in (0, 1)],
    *[(export_files, "finish", 1, after) for after in (0, 1)],
    *[(export_files, "keep_only", 1, after) for after in (0, 1)],
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("module", "name", "call", "after"), MOMENTS)
def test_killed_at_every_page(
    operator: User,
    worker: Worker,
    monkeypatch: pytest.MonkeyPatch,
    kind: ExportKind,
    module: Any,
    name: str,
    call: int,
    after: int,
) -> None:
    export_id = begun(operator, kind)
    with monkeypatch.context() as patched:
        real = getattr(module, name)
        patched.setattr(module, name, at_call(call, real, after=bool(after), do=die))
        with pytest.raises(Killed):
            runner.advance(job_id=job_of(export_id))
    row = finished(export_id, worker)
    assert (row.state, row.place.rows, row.place.truncated) == (ExportState.SUCCEEDED, FILES, False)
    assert paths(row) == PATHS
    exports.exports_sweep()
    assert len(list(env().export_path.iterdir())) == 1, "nothing is left of a dead worker"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("module", "name", "call", "after"), MOMENTS)
def test_a_paused_worker_does_not_touch_the_file_of_the_next(
    operator: User,
    worker: Worker,
    monkeypatch: pytest.MonkeyPatch,
    kind: ExportKind,
    module: Any,
    name: str,
    call: int,
    after: int,
) -> None:
    """A worker sleeps at a page until another has finished the export, then goes on."""
    export_id = begun(operator, kind)
    done: list[bytes] = []
    reals = [(each, one, getattr(each, one)) for each, one, _, _ in MOMENTS]

    def sleep() -> None:
        for each, one, real in reals:
            setattr(each, one, real)
        done.append(content(finished(export_id, worker)))

    with monkeypatch.context() as patched:
        real = getattr(module, name)
        patched.setattr(module, name, at_call(call, real, after=bool(after), do=sleep))
        runner.advance(job_id=job_of(export_id))
    row = SearchExport.objects.select_related("job").get(pk=export_id)
    assert (row.state, row.place.rows) == (ExportState.SUCCEEDED, FILES)
    assert paths(row) == PATHS
    assert [content(row)] == done


@pytest.mark.parametrize("pages", range(1, PAGES + 1))
def test_a_paused_worker_does_not_touch_what_the_next_is_writing(
    operator: User, worker: Worker, monkeypatch: pytest.MonkeyPatch, pages: int
) -> None:
    """The next one has written so many pages when the first, paused at its second, goes on."""
    export_id = begun(operator, ExportKind.CSV)
    real = export_files.append

    def sleep() -> None:
        expire()
        stop = at_call(pages, real, after=True, do=die)
        monkeypatch.setattr(export_files, "append", stop)
        with pytest.raises(Killed):
            runner.advance(job_id=job_of(export_id))
        monkeypatch.setattr(export_files, "append", real)

    monkeypatch.setattr(export_files, "append", at_call(2, real, after=False, do=sleep))
    if pages < PAGES:
        runner.advance(job_id=job_of(export_id))
        row = finished(export_id, worker)
        assert paths(row) == PATHS


def test_a_file_that_was_lost_is_begun_anew(operator: User, worker: Worker) -> None:
    """The folder was emptied, or the machine lost what was not on its disk yet."""
    export_id = begun(operator, ExportKind.CSV)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(progress, "store", at_call(3, progress.store, after=True, do=die))
        with pytest.raises(Killed):
            runner.advance(job_id=job_of(export_id))
    for left in env().export_path.iterdir():
        left.unlink()
    row = finished(export_id, worker)
    assert (row.state, row.place.rows) == (ExportState.SUCCEEDED, FILES)
    assert paths(row) == PATHS
