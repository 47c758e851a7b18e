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
from apps.search import export_files, exporter, keeper, selectors
from apps.search.models import SearchExport
from apps.search.tests.conftest import BuildIndex
from apps.search.values import ExportKind, ExportState
from config.env import env
from warren_search.operation import Document
from warren_search.testkit.history import directory, file, root

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("woken")]
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
    monkeypatch.setattr(exporter, "PAGE_ROWS", PAGE_ROWS)
    build_index(DOCUMENTS)


def begun(user: User, kind: ExportKind) -> int:
    return SearchExport.objects.create(
        user_id=user.pk,
        owner=user.username,
        q="report",
        sort="name",
        kind=kind,
        state=ExportState.QUEUED,
        created_at=timezone.now(),
    ).pk


def expire() -> None:
    SearchExport.objects.update(lease_expires_at=timezone.now() - timedelta(seconds=1))


def finished(export_id: int, woken: list[int]) -> SearchExport:
    """The export once the next workers are through with it."""
    expire()
    keeper.keep()
    for _ in range(100):
        row = SearchExport.objects.get(pk=export_id)
        if row.state not in (ExportState.QUEUED, ExportState.RUNNING):
            return row
        exporter.advance(export_id=woken.pop(0) if woken else export_id)
    raise AssertionError("the export does not come to an end")


def content(row: SearchExport) -> bytes:
    _, chunks = selectors.export_file(user_id=row.user_id, export_id=row.pk)
    return b"".join(chunks)


def paths(row: SearchExport) -> Counter[str]:
    """How often each path is in the file."""
    data = content(row)
    assert len(data) == row.size_bytes
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
    *[(exporter, "_store", call, after) for call in range(1, PAGES + 1) for after in (0, 1)],
    *[(export_files, "finish", 1, after) for after in (0, 1)],
    *[(exporter, "_end", 1, after) for after in (0, 1)],
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("module", "name", "call", "after"), MOMENTS)
def test_killed_at_every_page(
    operator: User,
    woken: list[int],
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
            exporter.advance(export_id=export_id)
    row = finished(export_id, woken)
    assert (row.state, row.rows, row.truncated) == (ExportState.SUCCEEDED, FILES, False)
    assert paths(row) == PATHS
    keeper.keep()
    assert len(list(env().export_path.iterdir())) == 1, "nothing is left of a dead worker"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("module", "name", "call", "after"), MOMENTS)
def test_a_paused_worker_does_not_touch_the_file_of_the_next(
    operator: User,
    woken: list[int],
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
        done.append(content(finished(export_id, woken)))

    with monkeypatch.context() as patched:
        real = getattr(module, name)
        patched.setattr(module, name, at_call(call, real, after=bool(after), do=sleep))
        exporter.advance(export_id=export_id)
    row = SearchExport.objects.get(pk=export_id)
    assert (row.state, row.rows) == (ExportState.SUCCEEDED, FILES)
    assert paths(row) == PATHS
    assert [content(row)] == done


@pytest.mark.parametrize("pages", range(1, PAGES + 1))
def test_a_paused_worker_does_not_touch_what_the_next_is_writing(
    operator: User, woken: list[int], monkeypatch: pytest.MonkeyPatch, pages: int
) -> None:
    """The next one has written so many pages when the first, paused at its second, goes on."""
    export_id = begun(operator, ExportKind.CSV)
    real = export_files.append

    def sleep() -> None:
        expire()
        stop = at_call(pages, real, after=True, do=die)
        monkeypatch.setattr(export_files, "append", stop)
        with pytest.raises(Killed):
            exporter.advance(export_id=export_id)
        monkeypatch.setattr(export_files, "append", real)

    monkeypatch.setattr(export_files, "append", at_call(2, real, after=False, do=sleep))
    if pages < PAGES:
        exporter.advance(export_id=export_id)
        row = finished(export_id, woken)
        assert paths(row) == PATHS


def test_a_file_that_was_lost_is_begun_anew(operator: User, woken: list[int]) -> None:
    """The folder was emptied, or the machine lost what was not on its disk yet."""
    export_id = begun(operator, ExportKind.CSV)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(exporter, "_store", at_call(3, exporter._store, after=True, do=die))
        with pytest.raises(Killed):
            exporter.advance(export_id=export_id)
    for left in env().export_path.iterdir():
        left.unlink()
    row = finished(export_id, woken)
    assert (row.state, row.rows) == (ExportState.SUCCEEDED, FILES)
    assert paths(row) == PATHS
