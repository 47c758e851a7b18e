"""Errands that take the bytes of a tree's small files from datanodes into the database.

A namenode does so in bounded steps, and a step that is repeated finds less to do. Each goes by the
path at which the job's inode is then. One during which that went elsewhere may have been about
what took its place, so it does not count.
"""

from typing import Final

from warren_namenode.generated.admin_api import SmallFileStep

from apps.common.namenode import namenode
from apps.jobs import pace
from apps.jobs.authority import require_within
from apps.jobs.models import Job
from apps.jobs.outcomes import ItemError, Outcome
from apps.jobs.targets import target_there
from integrations.namenode import NamenodeClient, NamenodeProblem

# Each may wait for a datanode: a step of so many takes some seconds at most.
_INODES_PER_STEP: Final = 100
_NOT_TAKEN_IN: Final = "not_taken_in"


def step(job: Job) -> Outcome:
    """Count the files, or take some of them in. Raises NotFound when the tree is gone, AccessDenied
    when it is where the job may not act."""
    client = namenode()
    with target_there(job):
        path = client.stat_inode(inode_id=job.inode_id).path
        require_within(job, path)
        return _take_in(client, job, path) if job.act_begun else _count(client, job)


def _count(client: NamenodeClient, job: Job) -> Outcome:
    files = client.summary_of_inode(inode_id=job.inode_id).files
    return Outcome(done=False, total=files, begins_act=True, visited=0)


def _is_at(client: NamenodeClient, job: Job, path: str) -> bool:
    return client.stat_inode(inode_id=job.inode_id).path == path


def _again(job: Job) -> Outcome:
    """Of a step that counts for nothing: the next one begins where it began."""
    return Outcome(done=False, cursor=job.cursor, visited=0)


def _take_in(client: NamenodeClient, job: Job, path: str) -> Outcome:
    limit = min(_INODES_PER_STEP, pace.step_inodes(job))
    asked = SmallFileStep(path=path, cursor=job.cursor, limit=limit)
    try:
        answer = client.take_in_small_files(asked)
    except NamenodeProblem:
        if _is_at(client, job, path):
            raise
        return _again(job)
    if not _is_at(client, job, path):
        return _again(job)
    return Outcome(
        done=answer.cursor is None,
        cursor=answer.cursor,
        files=answer.files,
        length_bytes=answer.changed_bytes,
        changed=answer.changed,
        error_count=answer.error_count,
        errors=tuple(ItemError(e.path, _NOT_TAKEN_IN, e.reason) for e in answer.errors),
        visited=answer.files,
        at_path=path,
    )
