"""Makes an export's file, page by page, for the job that is the export.

A worker writes only the file of its epoch (`export_files`). How far which file is good is the job's
cursor, which is stored after each page, and only by the worker that holds the job's lease. A page
that was written and not stored is written again, at the same place.
"""

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from django.utils import timezone

from apps.common.problems import NotFound
from apps.common.values import ms_from_utc
from apps.jobs.states import UNFINISHED
from apps.search import export_files, selectors
from apps.search.export_files import RowsLost
from apps.search.models import SearchExport
from apps.search.places import Place
from apps.search.values import SUCCEEDED, ExportKind
from config.env import env

PAGE_ROWS: Final = 500
_SWEPT_MAX: Final = 200


@dataclass(frozen=True, slots=True)
class Written:
    """How far the file is after a step; `total` rows there will be, as far as the index knows."""

    place: Place
    done: bool = False
    total: int | None = None


def export_step(*, job_id: int, epoch: int, place: Place) -> Written:
    """Write one page, finish the file, or tidy up after that, which is the end.

    epoch: higher than that of any worker that may be writing still. Raises NotFound when the export
    was deleted, Unavailable while the index can't be asked.
    """
    row = SearchExport.objects.select_related("job").filter(job_id=job_id).first()
    if row is None:
        raise NotFound(
            "The export was deleted", code="export_deleted", detail="Export again.", facts={}
        )
    kind = ExportKind(row.kind)
    if place.size_bytes is not None:
        export_files.keep_only(row.pk, place.file_epoch or 0, kind)
        return Written(place, done=True)
    try:
        owned = _owned(row, place, epoch)
        if not owned.complete:
            return _page(row, owned, epoch)
        size_bytes = export_files.finish(row.pk, epoch, kind, owned.written_bytes)
    except RowsLost:
        # The next step begins at the first page, in an empty file.
        return Written(Place())
    return Written(replace(owned, size_bytes=size_bytes))


def _owned(row: SearchExport, place: Place, epoch: int) -> Place:
    """The place in the epoch's own file, which has what the last worker's file holds."""
    if place.file_epoch == epoch:
        return place
    if place.file_epoch is None:
        export_files.begin(row.pk, epoch)
        return Place(file_epoch=epoch)
    export_files.adopt(row.pk, place.file_epoch, epoch, place.written_bytes)
    return replace(place, file_epoch=epoch)


def _page(row: SearchExport, place: Place, epoch: int) -> Written:
    answer = selectors.export_page(row, cursor=place.cursor, limit=PAGE_ROWS)
    rows_max = env().export_rows_max
    items = answer.items[: rows_max - place.rows]
    kind = ExportKind(row.kind)
    good_bytes = export_files.append(row.pk, epoch, kind, items, place.written_bytes)
    more = answer.next_cursor is not None
    rows = place.rows + len(items)
    full = rows >= rows_max or good_bytes >= env().export_mb_max * 1024 * 1024
    # Of the first page: later ones are as new or newer.
    as_of = place.as_of or {
        "sequence": answer.as_of.sequence,
        "time_ms": ms_from_utc(answer.as_of.time),
    }
    written = Place(
        cursor=answer.next_cursor or "",
        rows=rows,
        written_bytes=good_bytes,
        file_epoch=epoch,
        complete=full or not more,
        truncated=len(items) < len(answer.items) or (more and full),
        as_of=as_of,
    )
    return Written(written, total=max(rows, min(answer.total, rows_max)))


def export_stopped(*, job_id: int) -> None:
    """Leave no file of an export that was cancelled."""
    for export_id in SearchExport.objects.filter(job_id=job_id).values_list("pk", flat=True):
        export_files.remove(export_id)


def exports_sweep() -> int:
    """Forget old exports, and files that nobody will read; how many exports."""
    now = timezone.now()
    old = SearchExport.objects.exclude(job__state__in=UNFINISHED).filter(
        job__created_at__lt=now - timedelta(hours=env().export_kept_h)
    )
    forgotten = list(old.order_by("pk")[:_SWEPT_MAX])
    for row in forgotten:
        row.delete()
    for export_id in export_files.exports():
        _tidy(export_id)
    return len(forgotten)


def _tidy(export_id: int) -> None:
    row = SearchExport.objects.select_related("job").filter(pk=export_id).first()
    if row is None:
        export_files.remove(export_id)
    elif row.job.state in SUCCEEDED:
        # An earlier worker may have come back after the one that made it.
        export_files.keep_only(row.pk, row.place.file_epoch or 0, ExportKind(row.kind))
    elif row.job.state not in UNFINISHED:
        export_files.remove(export_id)
