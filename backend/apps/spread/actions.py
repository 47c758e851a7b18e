"""Asking for children to be spread otherwise: a job, which a worker has namenodes do."""

from apps.common.actor import Actor
from apps.jobs.kinds import JobKind
from apps.jobs.services import job_create
from apps.spread.models import SpreadChange
from apps.spread.reading import spread
from apps.spread.record import spread_kept
from apps.spread.values import ChildrenSpread


def spread_change(
    *, actor: Actor, path: str, children: ChildrenSpread, reason: str
) -> SpreadChange:
    """Have the children of a directory moved; a running move to the other side is turned round.

    Raises what `job_create` raises: Conflict when they are, or are going, there already.
    """
    found = spread(actor=actor, path=path)
    job = job_create(
        actor=actor,
        kind=JobKind.REPARTITION,
        path=found.path,
        parameters={"children": children.value},
        dry_run=False,
        idempotency_key=None,
        reason=reason,
    )
    return spread_kept(job_id=job.pk, found=found, reason=reason)
