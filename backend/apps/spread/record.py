"""What is kept of a change beside its job: what was reckoned before, and what it brought about."""

from dataclasses import asdict
from typing import Any

from django.utils import timezone

from apps.common.kept import forget_older
from apps.common.namenode import namenode_problems
from apps.common.problems import Conflict
from apps.jobs.states import UNFINISHED
from apps.spread.models import SpreadChange
from apps.spread.reading import Spread, reckoned
from apps.spread.values import ChildrenSpread
from apps.spread.watching import points_before

CHANGES_KEPT_MAX = 1_000


def require_other_side(path: str, children: ChildrenSpread) -> None:
    """Conflict when the children are, or are going, there already. NotFound, Unavailable."""
    with namenode_problems() as client:
        found = client.partitioning(path=path)
    if found.children == children:
        raise Conflict(
            "The children are spread in this way already",
            code="already_so",
            detail="They are being moved there now."
            if found.changing
            else "There is nothing to do.",
            facts={"path": found.path, "children": children.value},
        )


def spread_kept(*, job_id: int, found: Spread, reason: str) -> SpreadChange:
    """Keep what was reckoned when a job was asked for, once."""
    change, is_new = SpreadChange.objects.get_or_create(
        job_id=job_id, defaults={"reason": reason, **_expected(found)}
    )
    if is_new:
        forget_older(
            SpreadChange.objects.all(),
            kept_max=CHANGES_KEPT_MAX,
            but=UNFINISHED,
            state_field="job__state",
        )
    elif reason and not change.reason:
        # Its worker was quicker.
        change.reason = reason
        change.save(update_fields=["reason"])
    return change


def spread_begun(*, job_id: int, path: str) -> None:
    """Keep what calls and the busiest shard were like before, once, as the move begins."""
    change = SpreadChange.objects.filter(job_id=job_id).first()
    if change is None:
        change = spread_kept(job_id=job_id, found=reckoned(path), reason="")
    if change.begun_at is not None:
        return
    now = timezone.now()
    change.before, change.begun_at = points_before(path, at=now), now
    change.save(update_fields=["before", "begun_at"])


def _expected(found: Spread) -> dict[str, Any]:
    return {
        "counted": found.counted,
        "count_complete": found.count_complete,
        "expected": {
            "now": asdict(found.now) if found.now else None,
            "after": asdict(found.after) if found.after else None,
        },
    }
