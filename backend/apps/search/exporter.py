"""Makes an export, page by page: each page is in the file before the row says so.

A worker writes only the file of its epoch (export_files); the export's row in the database says how
far which file is good, and is written only by the worker that holds the lease.
"""

import time
import uuid
from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.utils import timezone

from apps.common.problems import Internal, Problem, Unavailable
from apps.common.values import ms_from_utc
from apps.search import export_files, selectors, wake
from apps.search.export_files import RowsLost
from apps.search.models import SearchExport
from apps.search.values import UNFINISHED, ExportKind, ExportState
from config.env import env

log = structlog.get_logger(__name__)
PAGE_ROWS = 500
SLICE_S = 5.0
LEASE_S = 120
TAKEOVERS_MAX = 20
WAIT = timedelta(seconds=10)
WAIT_MAX = timedelta(hours=1)


class LeaseLost(Exception):
    """Another worker has taken the export over, or it was cancelled."""


def advance(*, export_id: int) -> None:
    """Work on an export for one slice, if it is there to be worked on and nobody else does."""
    row = _acquire(export_id)
    if row is None:
        return
    until = time.monotonic() + SLICE_S
    try:
        if row.takeovers > TAKEOVERS_MAX:
            raise Internal("The export's workers died again and again", code="too_many_takeovers")
        try:
            _go_on(row, until)
        except RowsLost:
            _anew(row)
            _go_on(row, until)
    except LeaseLost:
        _remove_when_deleted(row)
    except Unavailable as problem:
        _wait(row, problem)
    except Problem as problem:
        _end(row, ExportState.FAILED, error=_error(problem))
    except Exception:
        log.exception("export_failed", export_id=export_id)
        detail = "Look for this export's id in the worker's log."
        _end(row, ExportState.FAILED, error=_error(Internal(detail=detail)))


def _go_on(row: SearchExport, until: float) -> None:
    """Work until the export is over, or the slice. Raises RowsLost, LeaseLost."""
    if row.file_epoch != row.epoch:
        _adopt(row)
    while not row.complete:
        _page(row)
        if not row.complete and time.monotonic() >= until:
            _release(row)
            return
    kind = ExportKind(row.kind)
    size_bytes = export_files.finish(row.pk, row.epoch, kind, row.written_bytes)
    if _end(row, ExportState.SUCCEEDED, size_bytes=size_bytes):
        export_files.keep_only(row.pk, row.epoch, kind)


def _adopt(row: SearchExport) -> None:
    """Goes on in a file of our own with what the last worker's file holds."""
    if row.file_epoch is None:
        _anew(row)
        return
    export_files.adopt(row.pk, row.file_epoch, row.epoch, row.written_bytes)
    row.file_epoch = row.epoch
    _store(row)
    export_files.remove_older(row.pk, row.epoch)


def _anew(row: SearchExport) -> None:
    """Begins at the first page, in an empty file."""
    _update(row, lease_expires_at=_expiry(timezone.now()))
    export_files.begin(row.pk, row.epoch)
    row.file_epoch = row.epoch
    row.cursor, row.rows, row.written_bytes = "", 0, 0
    row.complete, row.truncated, row.as_of = False, False, None
    _store(row)
    export_files.remove_older(row.pk, row.epoch)


def _page(row: SearchExport) -> None:
    """Adds one page."""
    answer = selectors.export_page(row, limit=PAGE_ROWS)
    _update(row, lease_expires_at=_expiry(timezone.now()))
    room = env().export_rows_max - row.rows
    items = answer.items[:room]
    good_bytes = export_files.append(
        row.pk, row.epoch, ExportKind(row.kind), items, row.written_bytes
    )
    more = answer.next_cursor is not None
    full = row.rows + len(items) >= env().export_rows_max
    full = full or good_bytes >= env().export_mb_max * 1024 * 1024
    row.rows += len(items)
    row.written_bytes = good_bytes
    row.cursor = answer.next_cursor or ""
    row.complete = full or not more
    row.truncated = len(items) < len(answer.items) or (more and full)
    if row.as_of is None:
        # Of the first page: later ones are as new or newer.
        time_ms = ms_from_utc(answer.as_of.time)
        row.as_of = {"sequence": answer.as_of.sequence, "time_ms": time_ms}
    _store(row)


def _expiry(now: datetime) -> datetime:
    return now + timedelta(seconds=LEASE_S)


@transaction.atomic
def _acquire(export_id: int) -> SearchExport | None:
    now = timezone.now()
    found = SearchExport.objects.select_for_update().filter(pk=export_id, state__in=UNFINISHED)
    row = found.first()
    if row is None or (row.lease_expires_at is not None and row.lease_expires_at > now):
        return None
    if row.lease_token is not None:
        # Its worker did not give it back: it may be writing still.
        row.takeovers += 1
        row.epoch += 1
    row.state = ExportState.RUNNING
    row.lease_token = uuid.uuid4().hex
    row.lease_expires_at = _expiry(now)
    row.save()
    return row


def _update(row: SearchExport, **values: object) -> None:
    """Raises LeaseLost when the export is not ours any more."""
    ours = SearchExport.objects.filter(
        pk=row.pk, lease_token=row.lease_token, state=ExportState.RUNNING
    )
    if not ours.update(**values):
        raise LeaseLost


def _store(row: SearchExport) -> None:
    names = ("cursor", "rows", "written_bytes", "complete", "file_epoch", "truncated", "as_of")
    values = {name: getattr(row, name) for name in names}
    _update(row, **values)


def _release(row: SearchExport) -> None:
    _update(row, lease_token=None, lease_expires_at=None)
    wake.export(row.pk)


def _wait(row: SearchExport, problem: Unavailable) -> None:
    """The index is being built, or its server is away: the keeper wakes the export later."""
    now = timezone.now()
    if now - row.created_at > WAIT_MAX:
        _end(row, ExportState.FAILED, error=_error(problem))
        return
    log.warning("export_waits", export_id=row.pk, code=problem.code)
    try:
        _update(row, lease_token=None, lease_expires_at=now + WAIT)
    except LeaseLost:
        _remove_when_deleted(row)


def _end(row: SearchExport, state: ExportState, **values: object) -> bool:
    """Ends the export; False when it is not ours any more."""
    try:
        _update(
            row,
            state=state,
            finished_at=timezone.now(),
            lease_token=None,
            lease_expires_at=None,
            **values,
        )
    except LeaseLost:
        _remove_when_deleted(row)
        return False
    if state == ExportState.FAILED:
        export_files.remove(row.pk)
    return True


def _remove_when_deleted(row: SearchExport) -> None:
    """Leaves no file of an export that was deleted while one was written."""
    if not SearchExport.objects.filter(pk=row.pk).exists():
        export_files.remove(row.pk)


def _error(problem: Problem) -> dict[str, str]:
    return {"code": problem.code, "title": problem.title, "detail": problem.detail or ""}
