"""Steps of an undo of a delete to the trash, and of the undo of that."""

from apps.jobs.models import Job
from apps.jobs.steps import Outcome, left, move_to_trash, numbered
from integrations.namenode import NamenodeClient, NamenodeProblem
from integrations.namenode.generated.admin_api import TrashRestore

_TRASH = ".Trash"
_LEFT = {
    "not_found": ("gone", "It is not in the tree any more: the trash was emptied"),
    "changed_since": ("changed_since", "It is not in the trash any more"),
    "already_exists": ("already_exists", "Something else is at its place now: move that away"),
}


def step(client: NamenodeClient, job: Job, other: Job) -> Outcome:
    """Move what the other job moved to the trash back to its place, or the other way round."""
    result = other.result or {}
    if "trash_path" in result:
        return _look(client, job) if job.dry_run else _restore(client, job)
    if "restored_path" not in result:
        return Outcome(done=True)
    return _count(client, job) if job.dry_run else move_to_trash(client, job)


def _restore(client: NamenodeClient, job: Job) -> Outcome:
    try:
        moved = client.restore_from_trash(
            TrashRestore(inode_id=job.inode_id, path=job.path, **numbered(job))
        )
    except NamenodeProblem as problem:
        if problem.code not in _LEFT:
            raise
        return left(job, *_LEFT[problem.code])
    return Outcome(
        done=True,
        files=moved.files,
        directories=moved.directories,
        length_bytes=moved.length_bytes,
        space_consumed_bytes=moved.space_consumed_bytes,
        changed=moved.files + moved.directories,
        made=True,
        commit_sequence=moved.commit_sequence,
        result={"restored_path": moved.path},
    )


def _look(client: NamenodeClient, job: Job) -> Outcome:
    try:
        lies_at = client.stat_inode(inode_id=job.inode_id).path
    except NamenodeProblem as problem:
        if problem.code != "not_found":
            raise
        return left(job, *_LEFT["not_found"])
    if _TRASH not in lies_at.split("/"):
        return left(job, *_LEFT["changed_since"])
    try:
        client.stat(path=job.path)
    except NamenodeProblem as problem:
        if problem.code != "not_found":
            raise
        return _count(client, job)
    return left(job, *_LEFT["already_exists"])


def _count(client: NamenodeClient, job: Job) -> Outcome:
    summary = client.summary_of_inode(inode_id=job.inode_id)
    return Outcome(
        done=True,
        files=summary.files,
        directories=summary.directories,
        length_bytes=summary.length_bytes,
        space_consumed_bytes=summary.space_consumed_bytes,
        changed=summary.files + summary.directories,
    )
