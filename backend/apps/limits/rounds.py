"""A worker's part: has the namenodes take the changes, and writes down what comes of them."""

from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from warren_namenode.generated.admin_api import CallLimitChange

from apps.audit.services import Outcome
from apps.common.asked import Attempt, attempt
from apps.common.namenode import namenode
from apps.common.problems import Problem
from apps.common.turns import turn
from apps.heat.watching import POINT_S
from apps.limits.actions import record
from apps.limits.models import LimitChange, LimitTurn
from apps.limits.values import LimitAction, LimitKind, LimitState
from apps.limits.watching import (
    POINTS_MAX,
    SETTLED_AFTER,
    WATCHED_FOR,
    point_now,
    points_before,
)
from integrations.namenode import NamenodeProblem

_NOT_FOUND = 404


def one_round() -> int:
    """Do what is due, unless another worker does; how many changes were looked at."""
    now = timezone.now()
    waiting = LimitChange.objects.filter(state=LimitState.WAITING)
    watched = LimitChange.objects.filter(
        state=LimitState.DONE, done_at__gt=now - WATCHED_FOR
    ).exclude(watched_at__gt=now - timedelta(seconds=POINT_S))
    if not (waiting.exists() or watched.exists()):
        return 0
    with turn(LimitTurn.objects.all()) as mine:
        return _do(list(waiting.order_by("pk")), watched) if mine else 0


def _do(changes: list[LimitChange], watched: QuerySet[LimitChange]) -> int:
    for change in changes:
        _apply(change, superseded=_has_later(change, changes))
    due = list(watched.order_by("pk"))
    for change in due:
        _watch(change)
    return len(changes) + len(due)


def _has_later(change: LimitChange, changes: list[LimitChange]) -> bool:
    return any(
        each.pk > change.pk and (each.kind, each.name) == (change.kind, change.name)
        for each in changes
    )


def _apply(change: LimitChange, *, superseded: bool) -> None:
    if superseded:
        _end(change, LimitState.SUPERSEDED)
        return
    match attempt(change, lambda: _tell_namenodes(change)):
        case Attempt.DONE:
            _begin_watch(change)
            _end(change, LimitState.DONE)
        case Attempt.FAILED:
            _end(change, LimitState.FAILED)
        case Attempt.WAITS:
            change.save(update_fields=["failed_why"])


def _begin_watch(change: LimitChange) -> None:
    done_at = change.done_at or timezone.now()
    change.before = points_before(change, at=done_at)
    change.watched_at = done_at + SETTLED_AFTER


def _tell_namenodes(change: LimitChange) -> None:
    kind = LimitKind(change.kind).value
    if change.action == LimitAction.LIFT or change.calls_per_second is None:
        try:
            namenode().lift_call_limit(kind=kind, name=change.name)
        except NamenodeProblem as error:
            # Lifted by another, or over by itself: it is as was wished.
            if error.status != _NOT_FOUND:
                raise
        return
    expires_at = change.expires_at
    namenode().set_call_limit(
        CallLimitChange.model_validate(
            {
                "kind": kind,
                "name": change.name,
                "calls_per_second": change.calls_per_second,
                "reason": change.reason,
                "set_by": change.actor,
                "expires_at_ms": None if expires_at is None else int(expires_at.timestamp() * 1000),
            }
        )
    )


_OUTCOMES = {
    LimitState.DONE: Outcome.SUCCEEDED,
    LimitState.FAILED: Outcome.FAILED,
    LimitState.SUPERSEDED: Outcome.CANCELLED,
}


@transaction.atomic
def _end(change: LimitChange, state: LimitState) -> None:
    change.state = state
    change.save()
    record(change, _OUTCOMES[state])


def _watch(change: LimitChange) -> None:
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
