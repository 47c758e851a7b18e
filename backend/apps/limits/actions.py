"""Asking for limits of calls: a worker, whose token may change them, does what was asked."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from apps.audit.services import Outcome, audit_record
from apps.common.actor import Actor
from apps.common.kept import forget_older
from apps.common.problems import InvalidInput, TooManyRequests
from apps.common.rights import Permission, require
from apps.limits.models import LimitChange
from apps.limits.values import LimitAction, LimitKind, LimitState

CHANGES_KEPT_MAX = 1_000
WAITING_MAX = 100
_RETRY_AFTER_S = 5


def limit_set(
    *,
    actor: Actor,
    kind: LimitKind,
    name: str,
    calls_per_second: int,
    reason: str,
    expires_at: datetime | None,
) -> LimitChange:
    """Hold someone to so many calls a second at each namenode, in the place of what holds now."""
    require(actor, Permission.LIMITS)
    if expires_at is not None and expires_at <= timezone.now():
        raise InvalidInput(fields={"expires_at": ["This time has passed already."]})
    return _asked(
        actor,
        LimitChange(
            kind=kind,
            name=name,
            action=LimitAction.SET,
            calls_per_second=calls_per_second,
            reason=reason,
            expires_at=expires_at,
        ),
    )


def limit_lift(*, actor: Actor, kind: LimitKind, name: str, reason: str) -> LimitChange:
    """Let all calls of someone in again."""
    require(actor, Permission.LIMITS)
    return _asked(actor, LimitChange(kind=kind, name=name, action=LimitAction.LIFT, reason=reason))


@transaction.atomic
def _asked(actor: Actor, change: LimitChange) -> LimitChange:
    if LimitChange.objects.filter(state=LimitState.WAITING).count() >= WAITING_MAX:
        raise TooManyRequests(
            "Too many changes of limits wait for a worker",
            detail="See that a worker runs (`make status`), then try again.",
            facts={"waiting_max": WAITING_MAX},
            retry_after_s=_RETRY_AFTER_S,
        )
    change.actor = actor.name
    change.request_id = actor.request_id
    change.state = LimitState.WAITING
    change.asked_at = timezone.now()
    change.save()
    record(change, Outcome.ACCEPTED)
    forget_older(LimitChange.objects.all(), kept_max=CHANGES_KEPT_MAX)
    return change


def record(change: LimitChange, outcome: Outcome) -> None:
    """What became of a change, in the audit log, under the name of who asked for it."""
    after: dict[str, object] = {"kind": change.kind, "name": change.name, "reason": change.reason}
    if change.action == LimitAction.SET:
        after["calls_per_second"] = change.calls_per_second
        after["expires_at"] = change.expires_at.isoformat() if change.expires_at else None
    if change.failed_why:
        after["failed_why"] = change.failed_why
    audit_record(
        actor=Actor(name=change.actor, user_id=None, hdfs_user="", request_id=change.request_id),
        action=f"limit.{change.action}",
        outcome=outcome,
        after=after,
    )
