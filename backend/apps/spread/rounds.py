"""A worker's part: has namenodes move children, follows them, and writes down what comes of it."""

from datetime import timedelta

import structlog
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from warren_namenode.generated.admin_api import (
    DirectoryPartitioning,
    PartitioningChange,
)

from apps.audit.services import Outcome
from apps.common.acting import acting
from apps.common.namenode import namenode
from apps.common.problems import Problem
from apps.common.turns import turn
from apps.heat.watching import POINT_S
from apps.spread.actions import record
from apps.spread.models import SpreadChange, SpreadTurn
from apps.spread.values import SpreadState
from apps.spread.watching import POINTS_MAX, SETTLED_AFTER, WATCHED_FOR, point_now, points_before
from integrations.namenode import NamenodeProblem, NamenodeUnreachable

log = structlog.get_logger(__name__)

GIVEN_UP_AFTER = timedelta(minutes=5)
_SILENT = "No namenode answered."
_ANOTHER = "Something else is at this path now."
_TURNED_ROUND = "The children were sent the other way before all of them had moved."


def one_round() -> int:
    """Do what is due, unless another worker does; how many changes were looked at."""
    waiting = SpreadChange.objects.filter(state=SpreadState.WAITING)
    moving = SpreadChange.objects.filter(state=SpreadState.MOVING)
    now = timezone.now()
    watched = SpreadChange.objects.filter(
        state=SpreadState.DONE, done_at__gt=now - WATCHED_FOR
    ).exclude(watched_at__gt=now - timedelta(seconds=POINT_S))
    if not (waiting.exists() or moving.exists() or watched.exists()):
        return 0
    with turn(SpreadTurn.objects.all()) as mine:
        return _do(waiting, moving, watched) if mine else 0


def _do(
    waiting: QuerySet[SpreadChange],
    moving: QuerySet[SpreadChange],
    watched: QuerySet[SpreadChange],
) -> int:
    asked = list(waiting.order_by("pk"))
    for change in asked:
        _begin(change, superseded=any(_is_later(each, change) for each in asked))
    under_way = list(moving.order_by("pk"))
    for change in under_way:
        _follow(change)
    due = list(watched.order_by("pk"))
    for change in due:
        _watch(change)
    return len(asked) + len(under_way) + len(due)


def _is_later(other: SpreadChange, change: SpreadChange) -> bool:
    return other.pk > change.pk and other.inode_id == change.inode_id


def _begin(change: SpreadChange, *, superseded: bool) -> None:
    if superseded:
        _end(change, SpreadState.SUPERSEDED)
        return
    try:
        # The path may be another directory's since it was asked for.
        if namenode().partitioning(path=change.path).inode_id != change.inode_id:
            _fail(change, _ANOTHER)
            return
        now = timezone.now()
        before = points_before(change, at=now)
        with acting(change.actor):
            found = namenode().repartition(
                PartitioningChange.model_validate(
                    {"path": change.path, "children": change.children}
                )
            )
    except NamenodeUnreachable:
        if _too_late(change):
            _fail(change, _SILENT)
        else:
            change.failed_why = _SILENT
            change.save(update_fields=["failed_why"])
        return
    except NamenodeProblem as error:
        _refused(change, error)
        return
    change.failed_why = ""
    change.begun_at, change.before = now, before
    change.state = SpreadState.MOVING
    change.save()
    _note(change, found)


def _too_late(change: SpreadChange) -> bool:
    return timezone.now() - change.asked_at > GIVEN_UP_AFTER


def _follow(change: SpreadChange) -> None:
    """The move goes on in the namenodes whether this is heard or not."""
    try:
        found = namenode().partitioning(path=change.path)
    except NamenodeUnreachable:
        change.failed_why = _SILENT
        change.save(update_fields=["failed_why"])
        return
    except NamenodeProblem as error:
        _refused(change, error)
        return
    _note(change, found)


def _note(change: SpreadChange, found: DirectoryPartitioning) -> None:
    change.failed_why = ""
    if found.inode_id != change.inode_id:
        _fail(change, _ANOTHER)
    elif found.children != change.children:
        change.failed_why = _TURNED_ROUND
        _end(change, SpreadState.SUPERSEDED)
    elif found.changing:
        change.moved = 0 if found.work is None else found.work.moved
        change.save(update_fields=["moved", "failed_why"])
    else:
        # The last number that was seen is of a moment before the end.
        change.moved = max(change.moved, found.children_counted)
        change.done_at = timezone.now()
        change.watched_at = change.done_at + SETTLED_AFTER
        _end(change, SpreadState.DONE)


def _refused(change: SpreadChange, error: NamenodeProblem) -> None:
    log.warning("spread_refused", change=change.pk, code=error.code)
    _fail(change, f"{error.title}. {error.detail}".strip())


def _fail(change: SpreadChange, why: str) -> None:
    change.failed_why = why
    _end(change, SpreadState.FAILED)


_OUTCOMES = {
    SpreadState.DONE: Outcome.SUCCEEDED,
    SpreadState.FAILED: Outcome.FAILED,
    SpreadState.SUPERSEDED: Outcome.CANCELLED,
}


@transaction.atomic
def _end(change: SpreadChange, state: SpreadState) -> None:
    change.state = state
    change.save()
    record(change, _OUTCOMES[state])


def _watch(change: SpreadChange) -> None:
    now = timezone.now()
    try:
        point = point_now(change, at=now)
    except Problem:
        change.watched_at = now
        change.save(update_fields=["watched_at"])
        return
    if point is None:
        return
    change.watched_at = now
    if len(change.after) < POINTS_MAX:
        change.after = [*change.after, point]
    change.save(update_fields=["after", "watched_at"])
