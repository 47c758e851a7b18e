"""Which take-over somebody asked for and somebody else approved."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from apps.common.problems import Conflict
from apps.jobs.gate import Hold
from apps.jobs.kinds import JobKind
from apps.jobs.models import Job
from apps.jobs.selectors import unfinished_of
from apps.jobs.states import JobState
from apps.jobs.take_over import usable_until, was_undone


@dataclass(frozen=True, slots=True)
class Approved:
    """A take-over that may begin until then."""

    job: Job
    approved_by: str
    until: datetime


def approved_take_over() -> Approved:
    """The one that may be carried out now. Conflict, which says who has to do what, without one."""
    for job in unfinished_of(JobKind.TAKE_OVER):
        if job.state == JobState.WAITING_FOR_APPROVAL:
            raise Conflict(
                "The take-over waits for somebody else's approval",
                code="waits_for_approval",
                detail=f"{job.actor} asked for it (job {job.pk}): somebody else who may approve "
                "jobs does so on the console's page Migration.",
                facts={"job_id": job.pk, "asked_by": job.actor},
            )
        if job.state in {JobState.QUEUED, JobState.RUNNING}:
            return _usable(job)
    raise Conflict(
        "Nobody asked for a take-over",
        code="not_asked_for",
        detail="Somebody asks for it on the console's page Migration, and somebody else approves.",
    )


def _usable(job: Job) -> Approved:
    until = usable_until(job)
    if until < timezone.now() or was_undone(job):
        raise Conflict(
            "The approval of the take-over counts no more",
            code="approval_unused",
            detail="Its time is over, or the take-over was undone since: ask for another one.",
            facts={"job_id": job.pk, "usable_until": until.isoformat()},
        )
    window = Hold().on(job)
    if window is not None:
        raise Conflict(
            "A freeze window holds the take-over",
            code="frozen",
            detail="Begin it after the window's end.",
            facts={"window": window.window, "until": window.until.isoformat()},
        )
    approval = job.wait
    return Approved(job, (approval and approval.decided_by) or "", until)
