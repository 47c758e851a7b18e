"""One step of a job: what it asks of the namenode, by kind and phase.

A step reads the job's row and calls the namenode; it writes nothing itself. The runner stores its
outcome together with the cursor. A step whose outcome was lost is done again: by contract the
namenode does nothing twice for the same cursor, and the steps that are a single call look first.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from apps.common.problems import Conflict, NotFound
from apps.jobs.kinds import JobKind, Phase
from apps.jobs.models import Job
from config.env import env
from integrations.namenode import NamenodeClient, NamenodeProblem
from integrations.namenode.generated.admin_api import (
    Operation1 as StepOperation,
)
from integrations.namenode.generated.admin_api import (
    QuotaChange,
    SubtreeStep,
    TrashMove,
)

_TRASH_PAGES_MAX = 20
_TRASH_PAGE_ENTRIES = 1000


@dataclass(frozen=True, slots=True)
class ItemError:
    path: str
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a step did. Counts are of this step alone; `done` ends the phase.

    `use_counted`: the job's final counts are those of its counting pass.
    """

    done: bool
    cursor: str | None = None
    files: int = 0
    directories: int = 0
    length_bytes: int = 0
    space_consumed_bytes: int = 0
    changed: int = 0
    errors: tuple[ItemError, ...] = ()
    commit_sequence: int = 0
    at_path: str | None = None
    begins_act: bool = False
    before: dict[str, Any] | None = None
    result: dict[str, Any] = field(default_factory=dict)
    use_counted: bool = False


def step(client: NamenodeClient, job: Job) -> Outcome:
    """Do the next step of the job."""
    kind = JobKind(job.kind)
    if job.phase == Phase.COUNTING:
        return (_count_at_once if kind is JobKind.SET_QUOTA else _count)(client, job)
    if job.dry_run:
        return _DRY_RUNS[kind](client, job)
    if not job.act_begun:
        return _begin(client, job)
    return _ACTS[kind](client, job)


def _subtree(client: NamenodeClient, job: Job, **operation: Any) -> Outcome:
    answer = client.subtree_step(
        SubtreeStep(
            path=job.path,
            inode_id=job.inode_id,
            cursor=job.cursor,
            limit=env().job_step_inodes,
            **operation,
        )
    )
    return Outcome(
        done=answer.cursor is None,
        cursor=answer.cursor,
        files=answer.files,
        directories=answer.directories,
        length_bytes=answer.length_bytes,
        space_consumed_bytes=answer.space_consumed_bytes,
        changed=answer.changed,
        errors=tuple(ItemError(e.path, e.code, e.message) for e in answer.errors),
        commit_sequence=answer.commit_sequence,
        at_path=answer.at_path,
    )


def _count(client: NamenodeClient, job: Job) -> Outcome:
    return _subtree(client, job, operation=StepOperation.COUNT)


def _set_owner(client: NamenodeClient, job: Job) -> Outcome:
    return _subtree(
        client,
        job,
        operation=StepOperation.SET_OWNER,
        dry_run=job.dry_run,
        owner=job.parameters.get("owner"),
        group=job.parameters.get("group"),
    )


def _set_permission(client: NamenodeClient, job: Job) -> Outcome:
    both = job.parameters.get("mode")
    return _subtree(
        client,
        job,
        operation=StepOperation.SET_PERMISSION,
        dry_run=job.dry_run,
        file_mode=_bits(job.parameters.get("file_mode", both)),
        directory_mode=_bits(job.parameters.get("directory_mode", both)),
    )


def _bits(mode: str | None) -> int | None:
    return int(mode, 8) if mode is not None else None


def _begin(client: NamenodeClient, job: Job) -> Outcome:
    """Look at the target once more before the first change, and keep what it was like."""
    target = client.stat(path=job.path)
    _check_same(job, target.inode_id)
    before: dict[str, Any] | None = None
    if job.kind == JobKind.SET_QUOTA:
        before = _quota(client, job)
    return Outcome(done=False, cursor=job.cursor, begins_act=True, before=before)


def _check_same(job: Job, inode_id: int) -> None:
    if inode_id != job.inode_id:
        raise Conflict(
            "The path names another file or directory now",
            code="target_replaced",
            detail="Start a new job if the new one is meant.",
            facts={"path": job.path, "inode_id": job.inode_id, "is_now": inode_id},
        )


def _delete(client: NamenodeClient, job: Job) -> Outcome:
    return _purge(client, job) if job.parameters.get("skip_trash") else _move_to_trash(client, job)


def _purge(client: NamenodeClient, job: Job) -> Outcome:
    try:
        outcome = _subtree(client, job, operation=StepOperation.DELETE)
    except NamenodeProblem as problem:
        if problem.code != "not_found":
            raise
        # Its last step was done, but the worker that did it could not say so any more.
        return Outcome(done=True, result={"already_gone": True}, use_counted=True)
    return outcome


def _move_to_trash(client: NamenodeClient, job: Job) -> Outcome:
    """Move, unless an earlier attempt, whose answer was lost, has moved it already."""
    try:
        still_there = client.stat(path=job.path).inode_id == job.inode_id
    except NamenodeProblem as problem:
        if problem.code != "not_found":
            raise
        still_there = False
    trash_path, commit_sequence = "", 0
    if still_there:
        try:
            moved = client.move_to_trash(TrashMove(path=job.path, user=job.hdfs_user))
            trash_path, commit_sequence = moved.trash_path, moved.commit_sequence
        except NamenodeProblem as problem:
            # A namenode that answered 503 may have moved it before the next one was asked.
            if problem.code != "not_found":
                raise
    if not trash_path:
        trash_path = _find_in_trash(client, job)
    counted = job.counted or {}
    return Outcome(
        done=True,
        changed=counted.get("files", 0) + counted.get("directories", 0),
        commit_sequence=commit_sequence,
        at_path=job.path,
        result={"trash_path": trash_path},
        use_counted=True,
    )


def _find_in_trash(client: NamenodeClient, job: Job) -> str:
    """Where the job's inode lies in the trash; a name that was taken there has got a suffix."""
    folder = f"/user/{job.hdfs_user}/.Trash/Current{job.path}".rpartition("/")[0]
    cursor: str | None = None
    try:
        for _ in range(_TRASH_PAGES_MAX):
            page = client.children(path=folder, cursor=cursor, limit=_TRASH_PAGE_ENTRIES)
            for entry in page.entries:
                if entry.inode_id == job.inode_id:
                    return entry.path
            cursor = page.next_cursor
            if cursor is None:
                break
    except NamenodeProblem as problem:
        if problem.code != "not_found":
            raise
    raise NotFound(
        "The target is neither at its path nor in the trash",
        detail="Somebody else moved or deleted it; search for its name.",
        facts={"path": job.path, "inode_id": job.inode_id, "trash_folder": folder},
    )


def _dry_delete(client: NamenodeClient, job: Job) -> Outcome:
    if job.parameters.get("skip_trash"):
        return _subtree(client, job, operation=StepOperation.DELETE, dry_run=True)
    seen = _count(client, job)
    return Outcome(
        done=seen.done,
        cursor=seen.cursor,
        files=seen.files,
        directories=seen.directories,
        length_bytes=seen.length_bytes,
        space_consumed_bytes=seen.space_consumed_bytes,
        changed=seen.files + seen.directories,
        errors=seen.errors,
        at_path=seen.at_path,
    )


def _quota(client: NamenodeClient, job: Job) -> dict[str, Any]:
    summary = client.summary(path=job.path)
    return {
        "namespace_quota": summary.namespace_quota,
        "space_quota_bytes": summary.space_quota_bytes,
    }


def _count_at_once(client: NamenodeClient, job: Job) -> Outcome:
    summary = client.summary(path=job.path)
    return Outcome(
        done=True,
        files=summary.files,
        directories=summary.directories,
        length_bytes=summary.length_bytes,
        space_consumed_bytes=summary.space_consumed_bytes,
        at_path=summary.path,
    )


def _dry_set_quota(client: NamenodeClient, job: Job) -> Outcome:
    summary = client.summary(path=job.path)
    _check_same(job, client.stat(path=job.path).inode_id)
    before = {
        "namespace_quota": summary.namespace_quota,
        "space_quota_bytes": summary.space_quota_bytes,
    }
    after = before | job.parameters
    inodes = summary.files + summary.directories
    exceeds = (after["namespace_quota"] is not None and inodes > after["namespace_quota"]) or (
        after["space_quota_bytes"] is not None
        and summary.space_consumed_bytes > after["space_quota_bytes"]
    )
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
    answer = client.set_quota(QuotaChange(path=job.path, **job.parameters))
    after = {
        "namespace_quota": answer.after.namespace_quota,
        "space_quota_bytes": answer.after.space_quota_bytes,
    }
    return Outcome(
        done=True,
        changed=int(job.before != after),
        at_path=job.path,
        result={"quota_before": job.before, "quota_after": after},
        use_counted=True,
    )


_Step = Callable[[NamenodeClient, Job], Outcome]
_ACTS: dict[JobKind, _Step] = {
    JobKind.SET_QUOTA: _set_quota,
    JobKind.SET_OWNER: _set_owner,
    JobKind.SET_PERMISSION: _set_permission,
    JobKind.DELETE: _delete,
}
_DRY_RUNS: dict[JobKind, _Step] = {
    JobKind.SET_QUOTA: _dry_set_quota,
    JobKind.SET_OWNER: _set_owner,
    JobKind.SET_PERMISSION: _set_permission,
    JobKind.DELETE: _dry_delete,
}
