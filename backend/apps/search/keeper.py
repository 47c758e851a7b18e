"""The part of each worker that wakes exports nobody works on, and forgets old ones."""

from datetime import timedelta
from typing import Any

import structlog
from celery import bootsteps
from django.db import DatabaseError, close_old_connections
from django.db.models import Q
from django.utils import timezone

from apps.search import export_files, wake
from apps.search.models import SearchExport
from apps.search.values import UNFINISHED, ExportKind, ExportState
from config.celery import prepare_broker
from config.env import env

log = structlog.get_logger(__name__)
_INTERVAL_S = 10.0
_BATCH = 200
_TIDIED_FOR = timedelta(minutes=10)


class ExportKeeper(bootsteps.StartStopStep):
    """Runs `keep` in the worker's timer."""

    requires = ("celery.worker.components:Timer",)

    def __init__(self, parent: Any, **kwargs: Any) -> None:
        super().__init__(parent, **kwargs)
        self._entry: Any = None

    def start(self, parent: Any) -> None:
        prepare_broker()
        self._guarded()
        self._entry = parent.timer.call_repeatedly(_INTERVAL_S, self._guarded)

    def stop(self, parent: Any) -> None:
        if self._entry is not None:
            self._entry.cancel()

    @staticmethod
    def _guarded() -> None:
        close_old_connections()
        try:
            keep()
        except (DatabaseError, OSError):
            log.exception("export_keeper_failed")
        finally:
            close_old_connections()


def keep() -> None:
    """One beat: exports to wake, to tidy up after, to forget."""
    now = timezone.now()
    idle = SearchExport.objects.filter(
        Q(lease_expires_at__isnull=True) | Q(lease_expires_at__lte=now), state__in=UNFINISHED
    )
    for export_id in idle.order_by("pk").values_list("pk", flat=True)[:_BATCH]:
        wake.export(export_id)
    late = SearchExport.objects.filter(
        state=ExportState.SUCCEEDED, file_epoch__isnull=False, finished_at__gt=now - _TIDIED_FOR
    )
    for row in late.order_by("-pk")[:_BATCH]:
        # Its worker may have died before it did so, or an earlier one come back after it.
        export_files.keep_only(row.pk, row.file_epoch or 0, ExportKind(row.kind))
    old = SearchExport.objects.exclude(state__in=UNFINISHED).filter(
        created_at__lt=now - timedelta(hours=env().export_kept_h)
    )
    for row in old.order_by("pk")[:_BATCH]:
        export_files.remove(row.pk)
        row.delete()
