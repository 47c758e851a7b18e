"""Asking for children to be spread otherwise: a worker, whose token may, has a namenode begin."""

from dataclasses import asdict

from django.db import transaction
from django.utils import timezone

from apps.audit.services import Outcome, audit_record
from apps.common.actor import Actor
from apps.common.kept import forget_older
from apps.common.problems import Conflict, TooManyRequests
from apps.spread.models import SpreadChange
from apps.spread.reading import Spread, spread
from apps.spread.values import ChildrenSpread, SpreadState

CHANGES_KEPT_MAX = 1_000
OPEN_MAX = 20
_RETRY_AFTER_S = 30
_OPEN = (SpreadState.WAITING, SpreadState.MOVING)


def spread_change(
    *, actor: Actor, path: str, children: ChildrenSpread, reason: str
) -> SpreadChange:
    """Have the children of a directory moved; a running move to the other side is turned round.

    Conflict when they are, or are going, there already.
    """
    found = spread(actor=actor, path=path)
    if found.children == children:
        raise Conflict(
            "The children are spread in this way already",
            code="already_so",
            detail="They are being moved there now."
            if found.changing
            else "There is nothing to do.",
            facts={"path": found.path, "children": str(children)},
        )
    return _asked(actor, found, children, reason)


@transaction.atomic
def _asked(actor: Actor, found: Spread, children: ChildrenSpread, reason: str) -> SpreadChange:
    if SpreadChange.objects.filter(state__in=_OPEN).count() >= OPEN_MAX:
        raise TooManyRequests(
            "Too many directories are being changed",
            detail="Wait until one of them is done.",
            facts={"open_max": OPEN_MAX},
            retry_after_s=_RETRY_AFTER_S,
        )
    change = SpreadChange.objects.create(
        path=found.path,
        inode_id=found.inode_id,
        children=children,
        reason=reason,
        actor=actor.name,
        request_id=actor.request_id,
        state=SpreadState.WAITING,
        counted=found.counted,
        count_complete=found.count_complete,
        expected={
            "now": asdict(found.now) if found.now else None,
            "after": asdict(found.after) if found.after else None,
        },
        asked_at=timezone.now(),
    )
    record(change, Outcome.ACCEPTED)
    forget_older(SpreadChange.objects.all(), kept_max=CHANGES_KEPT_MAX, but=_OPEN)
    return change


def record(change: SpreadChange, outcome: Outcome) -> None:
    """What became of a change, in the audit log, under the name of who asked for it."""
    after: dict[str, object] = {"children": change.children, "reason": change.reason}
    if outcome != Outcome.ACCEPTED:
        after["moved"] = change.moved
    if change.failed_why:
        after["failed_why"] = change.failed_why
    audit_record(
        actor=Actor(name=change.actor, user_id=None, hdfs_user="", request_id=change.request_id),
        action="directory.spread",
        outcome=outcome,
        path=change.path,
        after=after,
    )
