"""Jobs that are errands: work that changes no inode under a namenode's record of the job.

What such a job does is told by the part of the platform whose work it is. A step is one bounded
call that may be repeated: a worker that dies between a step and its storing leaves no trace but the
step's effect, and the next one makes the step again. Errands that others do are asked for under the
job's key, which does nothing the second time, and followed by the same call.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from apps.common.problems import Conflict, InvalidInput
from apps.jobs import export, follow_hdfs, index_work, repartition, take_in, take_over
from apps.jobs.kinds import ALONE, ERRANDS, FOLLOWED, WITHOUT_PLAN, JobKind
from apps.jobs.models import Job
from apps.jobs.outcomes import Outcome
from apps.jobs.selectors import unfinished_of
from apps.spread.values import ChildrenSpread


@dataclass(frozen=True, slots=True)
class Errand:
    """step: the next step, or a look at how far others are. withdraw: has others not go on."""

    step: Callable[[Job], Outcome]
    withdraw: Callable[[Job], None] | None = None


_OF_KIND: Final[dict[JobKind, Errand]] = {
    JobKind.TAKE_IN: Errand(take_in.step),
    JobKind.REPARTITION: Errand(repartition.step, repartition.withdraw),
    JobKind.REBUILD_INDEX: Errand(index_work.step, index_work.withdraw),
    JobKind.REPAIR_INDEX: Errand(index_work.step, index_work.withdraw),
    JobKind.EXPORT: Errand(export.step, export.withdraw),
    JobKind.FOLLOW_HDFS: Errand(follow_hdfs.step, follow_hdfs.withdraw),
    JobKind.TAKE_OVER: Errand(take_over.step),
}


def is_errand(job: Job) -> bool:
    """Whether the job makes no steps that namenodes keep a record of."""
    return job.kind in ERRANDS


def step(job: Job) -> Outcome:
    """Do the next step. Raises what the part raises whose work it is."""
    return _OF_KIND[JobKind(job.kind)].step(job)


def withdraw(job: Job) -> bool:
    """Have nobody go on with what the job asked for, where that is possible; True when told."""
    errand = _OF_KIND.get(JobKind(job.kind))
    if errand is not None and errand.withdraw is not None:
        errand.withdraw(job)
    return True


def check_plannable(kind: JobKind, *, dry_run: bool) -> None:
    """InvalidInput for the dry run of what nobody can try."""
    if dry_run and kind in WITHOUT_PLAN:
        raise InvalidInput(
            "Jobs of this kind can't be tried",
            code="no_dry_run",
            fields={"dry_run": ["It changes nothing in the namespace: begin the job itself."]},
        )


def check_needed(kind: JobKind, path: str, parameters: Mapping[str, Any]) -> None:
    """Conflict for what another job does, or what is so already; TooManyRequests."""
    if kind == JobKind.REPARTITION:
        repartition.check(path, ChildrenSpread(parameters["children"]))
    if kind == JobKind.FOLLOW_HDFS:
        follow_hdfs.check()
    if kind == JobKind.TAKE_OVER:
        take_over.check(parameters)
    if kind not in ALONE:
        return
    for other in unfinished_of(kind):
        raise Conflict(
            "Another job does this already",
            code="under_way",
            detail="Wait for its end, or cancel it.",
            facts={"job_id": other.pk, "state": other.state},
        )


def check_cancellable(job: Job) -> None:
    """Conflict for what has gone so far that it can only be ended."""
    if job.kind == JobKind.TAKE_OVER:
        take_over.check_cancellable(job)


def check_followed(job: Job) -> None:
    """Conflict where others do the work, at their own pace: it can't stand still or be bounded."""
    if job.kind in FOLLOWED:
        raise Conflict(
            "Others do this job's work, at a pace of their own",
            code="not_paced",
            detail="It can't be paused or bounded, only cancelled.",
            facts={"job_id": job.pk, "kind": job.kind},
        )
