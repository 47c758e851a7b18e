"""Beginning a check of a plan, and what workers do about checks that nobody works on."""

from datetime import datetime
from functools import partial

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from apps.audit.services import Outcome, audit_record
from apps.common.actor import Actor
from apps.common.problems import Conflict
from apps.jobs import wake
from apps.jobs.authority import require_for
from apps.jobs.models import Job, JobCheck
from apps.jobs.selectors import job_by_id
from apps.jobs.states import CheckState

_WAKE_BATCH = 500


def check_begin(*, actor: Actor, job_id: int) -> Job:
    """Begin to look at what of a plan is still as it was; the plan with its check.

    While one is under way that one is answered; an older one is forgotten. Raises AccessDenied for
    who may not run the plan, Conflict for what is no plan that can be run.
    """
    try:
        with transaction.atomic():
            return _begun(actor, job_by_id(job_id, lock=True))
    except IntegrityError:
        # Another request began one at the same moment.
        return job_by_id(job_id)


def _begun(actor: Actor, plan: Job) -> Job:
    require_for(actor, plan)
    _require_plan(plan)
    last = plan.checked
    if last is not None and last.state == CheckState.RUNNING:
        return plan
    if last is not None:
        last.delete()
    now = timezone.now()
    check = JobCheck.objects.create(
        job=plan,
        asked_by=actor.name,
        request_id=actor.request_id,
        began_at=now,
        woken_at=now,
    )
    audit_record(
        actor=actor,
        action="job.check",
        outcome=Outcome.ACCEPTED,
        path=plan.path,
        job_id=plan.pk,
        after={"check": check.pk},
    )
    transaction.on_commit(partial(wake.check, check.pk))
    plan.last_check = check
    return plan


def _require_plan(plan: Job) -> None:
    until = plan.promotable_until
    if until is None or plan.undo_of_id is not None or plan.became is not None:
        raise Conflict(
            "Only a plan that can still be run is checked",
            code="not_checkable",
            detail="That is a finished dry run which was not promoted, and is none of an undo: an "
            "undo compares each value itself.",
            facts={"job_id": plan.pk, "state": plan.state, "dry_run": plan.dry_run},
        )
    if until < timezone.now():
        raise Conflict(
            "The plan is too old to be run",
            code="plan_expired",
            detail="Make a new dry run (WARREN_JOB_PLAN_HOURS says how old one may be).",
            facts={"job_id": plan.pk, "promotable_until": until.isoformat()},
        )


def wake_idle(*, now: datetime, woken_before: datetime | None) -> int:
    """Wake the checks that nobody works on; how many. woken_before: not those woken since."""
    idle = JobCheck.objects.filter(
        Q(lease_expires_at__isnull=True) | Q(lease_expires_at__lte=now),
        Q(not_before__isnull=True) | Q(not_before__lte=now),
        state=CheckState.RUNNING,
    )
    if woken_before is not None:
        idle = idle.filter(Q(woken_at__isnull=True) | Q(woken_at__lte=woken_before))
    ids = list(idle.order_by("pk").values_list("pk", flat=True)[:_WAKE_BATCH])
    JobCheck.objects.filter(pk__in=ids).update(woken_at=now)
    for check_id in ids:
        wake.check(check_id)
    return len(ids)
