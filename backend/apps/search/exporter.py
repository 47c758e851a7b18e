"""Makes an export, page by page: each page is in the file before the row says so."""

import time
import uuid
from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.utils import timezone

from apps.common.problems import Internal, Problem, Unavailable
from apps.common.values import ms_from_utc
from apps.search import export_files, selectors, wake
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
        while not _page(row):
            if time.monotonic() >= until:
                _release(row)
                return
    except LeaseLost:
        if not SearchExport.objects.filter(pk=export_id).exists():
            # It was deleted while a page was written.
            export_files.remove(export_id)
    except Unavailable as problem:
        _wait(row, problem)
    except Problem as problem:
        _end(row, ExportState.FAILED, error=_error(problem))
    except Exception:
        log.exception("export_failed", export_id=export_id)
        detail = "Look for this export's id in the worker's log."
        _end(row, ExportState.FAILED, error=_error(Internal(detail=detail)))


def _page(row: SearchExport) -> bool:
    """Adds one page; whether it was the last."""
    answer = selectors.export_page(row, limit=PAGE_ROWS)
    _update(row, lease_expires_at=_expiry(timezone.now()))
    room = env().export_rows_max - row.rows
    items = answer.items[:room]
    good_bytes = export_files.append(row.pk, items, row.written_bytes)
    more = answer.next_cursor is not None
    full = row.rows + len(items) >= env().export_rows_max
    full = full or good_bytes >= env().export_mb_max * 1024 * 1024
    row.rows += len(items)
    row.written_bytes = good_bytes
    row.cursor = answer.next_cursor or ""
    row.truncated = len(items) < len(answer.items) or (more and full)
    if row.as_of is None:
        # Of the first page: later ones are as new or newer.
        time_ms = ms_from_utc(answer.as_of.time)
        row.as_of = {"sequence": answer.as_of.sequence, "time_ms": time_ms}
    _store(row)
    if more and not full:
        return False
    size_bytes = export_files.finish(row.pk, ExportKind(row.kind), good_bytes)
    _end(row, ExportState.SUCCEEDED, size_bytes=size_bytes)
    return True


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
        row.takeovers += 1
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
    names = ("cursor", "rows", "written_bytes", "truncated", "as_of")
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
    _update(row, lease_token=None, lease_expires_at=now + WAIT)


def _end(row: SearchExport, state: ExportState, **values: object) -> None:
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
        return
    if state == ExportState.FAILED:
        export_files.remove(row.pk)


def _error(problem: Problem) -> dict[str, str]:
    return {"code": problem.code, "title": problem.title, "detail": problem.detail or ""}
