"""One step of a job: what it asks of the namenode, by kind and phase.

A step reads the job's row and calls the namenode; it writes nothing itself. The runner stores its
outcome together with the cursor. A step whose outcome was lost is asked for again under the same
number: the namenode answers what it did then. All steps address the inode that was chosen when the
job was made, wherever it is now.
"""

from collections.abc import Callable
from typing import Any, Final

from warren_namenode.generated.admin_api import (
    JobTake,
    QuotaChange,
    QuotaGain,
    SubtreeStep,
    SubtreeStepResult,
)

from apps.jobs import pace
from apps.jobs.attributes import ATTRIBUTE_KINDS
from apps.jobs.authority import check_target
from apps.jobs.former_values import FormerValues
from apps.jobs.kinds import COUNTED_AT_ONCE, JobKind, Phase
from apps.jobs.limits import are_exceeded, changed_to, limits_of
from apps.jobs.models import Job
from apps.jobs.outcomes import Gain, ItemError, Outcome, numbered
from apps.jobs.quota_sums import TYPE_AMOUNTS
from apps.jobs.targets import target_there
from apps.jobs.totals import AMOUNTS, Shifts, Weight, with_totals
from apps.jobs.trash import gains_in_trash, move_to_trash, restore, restore_looked_at, trash_place
from integrations.namenode import NamenodeClient

_COUNT: Final = "count"
_DELETE: Final = "delete"


def step(client: NamenodeClient, job: Job) -> Outcome:
    """Do the next step of a job that is no undo. Raises NotFound when its target is gone."""
    kind = JobKind(job.kind)
    with target_there(job):
        if kind != JobKind.RESTORE:
            # What is restored lies in a trash, and where it goes was checked when the job was made.
            check_target(client, job)
        if job.phase == Phase.COUNTING:
            return (_count_at_once if kind in COUNTED_AT_ONCE else _count)(client, job)
        if job.dry_run:
            return _DRY_RUNS[kind](client, job)
        if not job.act_begun:
            return _begin(client, job)
        return _ACTS[kind](client, job)


def take(client: NamenodeClient, job: Job) -> int:
    """Let no worker before this one change anything any more; the number of the last step made.

    That is one more than the job knows when a worker died before it stored what its step did.
    """
    return client.take_job(JobTake(job=job.key, epoch=job.epoch)).last_step


def made_already(client: NamenodeClient, job: Job) -> bool:
    """Whether a worker before made the next step, and died before it stored what that did."""
    return take(client, job) > job.steps_made


def _subtree(client: NamenodeClient, job: Job, operation: str, **arguments: Any) -> Outcome:
    made = operation != _COUNT and not job.dry_run
    answer = client.subtree_step(
        SubtreeStep.model_validate(
            {
                "operation": operation,
                "inode_id": job.inode_id,
                "cursor": job.cursor,
                "limit": pace.step_inodes(job),
                "dry_run": job.dry_run,
                **(numbered(job) if made else {}),
                **arguments,
            }
        )
    )
    return outcome_of(job, answer, cursor=answer.cursor, made=made)


def outcome_of(job: Job, answer: SubtreeStepResult, *, cursor: str | None, made: bool) -> Outcome:
    """What a step over a subtree, or over chosen inodes, did."""
    changed = FormerValues(**answer.attributes.model_dump(mode="json", by_alias=True))
    return Outcome(
        done=cursor is None,
        cursor=cursor,
        files=answer.files,
        directories=answer.directories,
        length_bytes=answer.length_bytes,
        space_consumed_bytes=answer.space_consumed_bytes,
        changed=answer.changed,
        error_count=answer.error_count,
        errors=tuple(ItemError(e.path, e.code, e.message) for e in answer.errors),
        made=made,
        commit_sequence=answer.commit_sequence,
        at_path=answer.at_path,
        gains=tuple(map(_gain, answer.quotas)),
        former=changed if made and job.keeps_former else None,
        examples=changed if job.dry_run and changed.inode_ids else None,
    )


def _gain(told: QuotaGain) -> Gain:
    amounts = told.model_dump(include={"space_bytes", *TYPE_AMOUNTS})
    return Gain(told.inode_id, told.path, amounts, told.types_exact)


def _count(client: NamenodeClient, job: Job) -> Outcome:
    return _subtree(client, job, _COUNT)


def _set_attributes(client: NamenodeClient, job: Job) -> Outcome:
    kind = JobKind(job.kind)
    arguments = ATTRIBUTE_KINDS[kind].arguments(job.parameters)
    return _subtree(client, job, kind.value, **arguments)


def _begin(client: NamenodeClient, job: Job) -> Outcome:
    """Look at the target once more before the first change, and take the job."""
    target = client.stat_inode(inode_id=job.inode_id)
    take(client, job)
    return Outcome(done=False, cursor=job.cursor, begins_act=True, at_path=target.path)


def _delete(client: NamenodeClient, job: Job) -> Outcome:
    if job.parameters.get("skip_trash"):
        return _subtree(client, job, _DELETE)
    return move_to_trash(client, job)


def _dry_delete(client: NamenodeClient, job: Job) -> Outcome:
    if job.parameters.get("skip_trash"):
        deleted = _subtree(client, job, _DELETE)
        return _with_shift(job, deleted, to=None) if deleted.done else deleted
    seen = _count(client, job)
    outcome = Outcome(
        done=seen.done,
        cursor=seen.cursor,
        files=seen.files,
        directories=seen.directories,
        length_bytes=seen.length_bytes,
        space_consumed_bytes=seen.space_consumed_bytes,
        changed=seen.files + seen.directories,
        error_count=seen.error_count,
        errors=seen.errors,
        at_path=seen.at_path,
        gains=gains_in_trash(client, job) if seen.done else (),
    )
    place = trash_place(job.path, job.hdfs_user)
    return _with_shift(job, outcome, to=place) if seen.done else outcome


def _with_shift(job: Job, outcome: Outcome, *, to: str | None) -> Outcome:
    """The last step of a plan that brings all that was counted elsewhere, or nowhere."""
    weight = Weight(*(getattr(job, name) + getattr(outcome, name) for name in AMOUNTS))
    shifts = Shifts()
    shifts.move(weight, source=job.path, to=to)
    return with_totals(job.result, outcome, shifts)


def _count_at_once(client: NamenodeClient, job: Job) -> Outcome:
    summary = client.summary_of_inode(inode_id=job.inode_id)
    return Outcome(
        done=True,
        files=summary.files,
        directories=summary.directories,
        length_bytes=summary.length_bytes,
        space_consumed_bytes=summary.space_consumed_bytes,
        at_path=summary.path,
    )


def _dry_set_quota(client: NamenodeClient, job: Job) -> Outcome:
    summary = client.summary_of_inode(inode_id=job.inode_id)
    before = limits_of(summary)
    after = changed_to(before, job.parameters)
    exceeds = are_exceeded(after, summary)
    return Outcome(
        done=True,
        files=summary.files,
        directories=summary.directories,
        length_bytes=summary.length_bytes,
        space_consumed_bytes=summary.space_consumed_bytes,
        changed=int(before != after),
        at_path=summary.path,
        result={"quota_before": before, "quota_after": after, "exceeds_quota": exceeds},
    )


def _set_quota(client: NamenodeClient, job: Job) -> Outcome:
    answer = client.set_quota(QuotaChange(inode_id=job.inode_id, **numbered(job), **job.parameters))
    before, after = limits_of(answer.before), limits_of(answer.after)
    return Outcome(
        done=True,
        changed=int(before != after),
        made=True,
        before=before,
        result={"quota_before": before, "quota_after": after},
        use_counted=True,
    )


def _restore(client: NamenodeClient, job: Job) -> Outcome:
    return restore(client, job, to=job.parameters["to"])


def _dry_restore(client: NamenodeClient, job: Job) -> Outcome:
    outcome = restore_looked_at(client, job, to=job.parameters["to"])
    return _with_shift(job, outcome, to=job.parameters["to"])


_Step = Callable[[NamenodeClient, Job], Outcome]
_ACTS: dict[JobKind, _Step] = {
    JobKind.SET_QUOTA: _set_quota,
    **dict.fromkeys(ATTRIBUTE_KINDS, _set_attributes),
    JobKind.DELETE: _delete,
    JobKind.RESTORE: _restore,
}
_DRY_RUNS: dict[JobKind, _Step] = {
    JobKind.SET_QUOTA: _dry_set_quota,
    **dict.fromkeys(ATTRIBUTE_KINDS, _set_attributes),
    JobKind.DELETE: _dry_delete,
    JobKind.RESTORE: _dry_restore,
}
