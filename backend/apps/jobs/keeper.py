"""The keeper: a part of each worker process that shows that it lives, keeps its leases, and wakes
jobs and checks that nobody works on: those of a dead worker, those whose message got lost, and
those whose wait for a namenode is over."""

import os
import socket
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

import structlog
from celery import bootsteps
from django.contrib.sessions.backends.db import SessionStore
from django.db import DatabaseError, close_old_connections
from django.utils import timezone

from apps.common.problems import Problem
from apps.jobs import checks, retention, wake
from apps.jobs.approvals import expire_due
from apps.jobs.followed import begin_where_followed
from apps.jobs.lease import leases_renew
from apps.jobs.models import Job, Worker
from apps.jobs.waiting import waiting
from config.celery import prepare_broker
from config.env import env

log = structlog.get_logger(__name__)

_WAKE_BATCH = 500
_WAKE_AGAIN_AFTER = timedelta(seconds=30)
_SWEEP_AFTER = timedelta(hours=1)
_FORGET_WORKERS_AFTER = timedelta(days=1)
_LOOK_AFTER = timedelta(seconds=30)


class Keeper(bootsteps.StartStopStep):
    """Runs `keep` in the worker's timer."""

    requires = ("celery.worker.components:Timer",)

    def __init__(self, parent: Any, **kwargs: Any) -> None:
        super().__init__(parent, **kwargs)
        self._name = f"{socket.gethostname()}:{os.getpid()}"
        self._entry: Any = None
        self._swept_at: datetime | None = None
        self._looked_at: datetime | None = None

    def start(self, parent: Any) -> None:
        prepare_broker()
        self._keep(at_start=True)
        self._entry = parent.timer.call_repeatedly(env().worker_beat_ms / 1000, self._keep)

    def stop(self, parent: Any) -> None:
        if self._entry is not None:
            self._entry.cancel()
        self._guarded(lambda: worker_gone(name=self._name))

    def _keep(self, *, at_start: bool = False) -> None:
        self._guarded(lambda: keep(name=self._name, at_start=at_start))
        now = timezone.now()
        if self._swept_at is None or now - self._swept_at >= _SWEEP_AFTER:
            self._swept_at = now
            self._guarded(retention.sweep)
        if self._looked_at is None or now - self._looked_at >= _LOOK_AFTER:
            self._looked_at = now
            self._guarded(look_for_what_is_followed)

    @staticmethod
    def _guarded(call: Any) -> None:
        close_old_connections()
        try:
            call()
        except (DatabaseError, OSError):
            # The next beat tries again; a beat that failed for long shows in the health answer.
            log.exception("keeper_failed")
        finally:
            close_old_connections()


def look_for_what_is_followed() -> None:
    """Have a job stand for an HDFS that is followed; nothing while no namenode answers."""
    with suppress(Problem):
        begin_where_followed()


def keep(*, name: str, at_start: bool) -> None:
    """One beat: sign of life, leases, approvals that nobody gave, jobs to wake."""
    now = timezone.now()
    Worker.objects.update_or_create(
        name=name, defaults={"beat_at": now}, create_defaults={"beat_at": now, "started_at": now}
    )
    leases_renew()
    expire_due()
    if at_start:
        Worker.objects.filter(beat_at__lt=now - _FORGET_WORKERS_AFTER).delete()
        SessionStore.clear_expired()
    wake_idle(at_start=at_start)


def _due(now: datetime) -> list[int]:
    """Jobs whose wait for something else than their turn is over, which begins now."""
    ids = list(
        waiting(now).filter(woken_at=None).order_by("pk").values_list("pk", flat=True)[:_WAKE_BATCH]
    )
    Job.objects.filter(pk__in=ids).update(woken_at=now)
    return ids


def _lost(now: datetime, woken_before: datetime | None) -> list[int]:
    """Jobs whose message got lost: they wait, and there are fewer messages than there are of them.

    One that was woken a moment ago is left alone, except when a worker starts. Since when it waits
    stays as it is, or it would lose its place.
    """
    all_waiting = waiting(now).filter(woken_at__isnull=False)
    old = all_waiting if woken_before is None else all_waiting.filter(woken_at__lte=woken_before)
    if not old.exists():
        return []
    missing = min(_WAKE_BATCH, max(0, all_waiting.count() - wake.messages()))
    return list(old.order_by("woken_at", "pk").values_list("pk", flat=True)[:missing])


def worker_gone(*, name: str) -> None:
    """Forget a worker that stops in good order."""
    Worker.objects.filter(name=name).delete()


def wake_idle(*, at_start: bool) -> int:
    """Wake unfinished jobs, and checks, that nobody works on; how many."""
    now = timezone.now()
    woken_before = None if at_start else now - _WAKE_AGAIN_AFTER
    # In this order: those that are due now have no message yet, and would be counted as lost.
    ids = [*_lost(now, woken_before), *_due(now)]
    for job_id in ids:
        wake.job(job_id)
    return len(ids) + checks.wake_idle(now=now, woken_before=woken_before)
