"""A worker's part of restores: one file after the other, each of them whole or not there."""

import time
import uuid
from datetime import timedelta
from typing import Any, Final

import structlog
from django.db import transaction
from django.db.models import F, Q, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from apps.audit.services import Outcome
from apps.common.problems import Problem, Unavailable
from apps.common.values import parent_of
from apps.common.webhdfs import webhdfs_problems
from apps.guard.judging import frozen
from apps.guard.values import Act
from apps.snapshots.copying import Left, copy_file, make_directory, status_of, walk
from apps.snapshots.models import RestoreState, SnapshotRestore
from apps.snapshots.restores import UNFINISHED, record
from integrations.webhdfs import WebHdfs
from integrations.webhdfs.answers import FileStatus

log = structlog.get_logger(__name__)
LEASE: Final = timedelta(seconds=90)
WAIT: Final = timedelta(seconds=10)
ERRORS_KEPT_MAX: Final = 100
_BEAT_S: Final = 5.0


class NotOurs(Exception):
    """The restore was cancelled, or another worker has it."""


def one_round() -> int:
    """Go on with one restore that nobody works on, to its end; how many there were."""
    now = timezone.now()
    free = Q(lease_until__isnull=True) | Q(lease_until__lte=now)
    waiting = SnapshotRestore.objects.filter(free, state__in=UNFINISHED).order_by("pk")
    found = waiting.values_list("pk", flat=True).first()
    if found is None:
        return 0
    worker = uuid.uuid4().hex
    ours = SnapshotRestore.objects.filter(free, pk=found, state__in=UNFINISHED).update(
        state=RestoreState.RUNNING,
        worker=worker,
        lease_until=now + LEASE,
        begun_at=Coalesce("begun_at", Value(now)),
    )
    if ours:
        _work(SnapshotRestore.objects.get(pk=found))
    return ours


def _work(row: SnapshotRestore) -> None:
    try:
        if _held(row):
            _update(row, lease_until=timezone.now() + WAIT, state=RestoreState.WAITING)
            return
        with webhdfs_problems() as client:
            _Restorer(row, client).run()
        _end(row, RestoreState.DONE)
    except NotOurs:
        return
    except Unavailable as problem:
        log.warning("restore_waits", restore=row.pk, code=problem.code)
        _wait(row, problem)
    except Problem as problem:
        _end(row, RestoreState.FAILED, f"{problem.title}. {problem.detail}".strip())
    except Exception:
        log.exception("restore_failed", restore=row.pk)
        _end(row, RestoreState.FAILED, "The worker failed: its log says of what.")


def _held(row: SnapshotRestore) -> bool:
    """Whether a freeze window holds it now."""
    act = Act(
        kinds=frozenset({"restore"}),
        paths=(row.place, row.to),
        chosen=True,
        inodes=row.files,
        size_bytes=row.size_bytes,
    )
    return frozen(act, begun=row.files_done + row.directories_done > 0) is not None


class _Restorer:
    """One worker's work on one restore. Calls raise as WebHdfs does, and NotOurs."""

    def __init__(self, row: SnapshotRestore, client: WebHdfs) -> None:
        self._row = row
        self._client = client
        self._beaten_at_s = time.monotonic()

    def run(self) -> None:
        row, client = self._row, self._client
        top = status_of(client, row.source)
        if top is None:
            raise Problem("The snapshot, or what it held, is gone", code="gone")
        if status_of(client, parent_of(row.to)) is None:
            raise Problem("The directory that it goes into is not there", code="no_parent")
        after = row.after.removeprefix(row.source).strip("/").encode().split(b"/")
        after = [each for each in after if each]
        if not row.after:
            self._one(row.source, top)
        if top.type == "DIRECTORY" and self._is_directory(row.to):
            for path, status in walk(client, row.source, after):
                self._one(path, status)

    def _is_directory(self, path: str) -> bool:
        found = status_of(self._client, path)
        return found is not None and found.type == "DIRECTORY"

    def _one(self, path: str, status: FileStatus) -> None:
        row = self._row
        to = row.to.rstrip("/") + path.removeprefix(row.source) or "/"
        done: dict[str, Any] = {}
        try:
            if status.type == "DIRECTORY":
                make_directory(self._client, status, to)
                done = {"directories_done": F("directories_done") + 1}
            else:
                copy_file(
                    self._client,
                    path,
                    status,
                    to,
                    overwrite=row.overwrite,
                    beat=self._beat,
                )
                done = {
                    "files_done": F("files_done") + 1,
                    "bytes_done": F("bytes_done") + status.length,
                }
        except Left as left:
            done = {"left": F("left") + 1}
            if len(row.errors) < ERRORS_KEPT_MAX:
                row.errors = [*row.errors, {"path": to, "code": left.code, "title": left.title}]
                done["errors"] = row.errors
        _update(row, after=path, lease_until=timezone.now() + LEASE, **done)

    def _beat(self, _length: int) -> None:
        if time.monotonic() - self._beaten_at_s >= _BEAT_S:
            self._beaten_at_s = time.monotonic()
            _update(self._row, lease_until=timezone.now() + LEASE)


def _update(row: SnapshotRestore, **values: Any) -> None:
    ours = SnapshotRestore.objects.filter(pk=row.pk, worker=row.worker, state=RestoreState.RUNNING)
    if not ours.update(**values):
        raise NotOurs


def _wait(row: SnapshotRestore, problem: Problem) -> None:
    try:
        _update(
            row,
            state=RestoreState.WAITING,
            lease_until=timezone.now() + WAIT,
            failed_why=problem.title,
        )
    except NotOurs:
        return


@transaction.atomic
def _end(row: SnapshotRestore, state: RestoreState, why: str = "") -> None:
    try:
        _update(row, state=state, failed_why=why, done_at=timezone.now(), lease_until=None)
    except NotOurs:
        return
    row.refresh_from_db()
    record(row, Outcome.SUCCEEDED if state == RestoreState.DONE else Outcome.FAILED)
