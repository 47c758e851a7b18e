"""Who may do what a job does, where, and how far a job may reach.

Whoever begins, promotes, undoes, pauses or cancels a job needs the permission for what the job does
at every path that it is about. What a job whose maker may act below some directories alone is about
is kept in it (`scope`), and its worker asks at each step where its inodes are then: what is
elsewhere is left alone.
"""

from collections.abc import Mapping
from typing import Any

from warren_namenode.generated.admin_api import InodesLook

from apps.common.actor import Actor
from apps.common.problems import AccessDenied
from apps.common.rights import ROOT, Permission, Reach, both, require, within
from apps.jobs.attributes import ATTRIBUTE_KINDS
from apps.jobs.kinds import READING, JobKind
from apps.jobs.models import Job
from apps.jobs.outcomes import ItemError
from apps.jobs.trash import former_path
from integrations.namenode import NamenodeClient, NamenodeProblem

OUT_OF_SCOPE = "out_of_scope"
_TITLE = "It is not below the paths that the job is limited to"
_OF_KIND = {
    JobKind.SET_QUOTA: Permission.SET_QUOTAS,
    **{kind: each.permission for kind, each in ATTRIBUTE_KINDS.items()},
    JobKind.RESTORE: Permission.RESTORE,
    JobKind.MOVE: Permission.MOVE,
    JobKind.TAKE_IN: Permission.CHANGE_STORAGE,
    JobKind.REPARTITION: Permission.SPREAD,
    JobKind.REBUILD_INDEX: Permission.MANAGE_PIPELINE,
    JobKind.REPAIR_INDEX: Permission.MANAGE_PIPELINE,
    JobKind.EXPORT: Permission.MANAGE_PIPELINE,
    JobKind.FOLLOW_HDFS: Permission.MANAGE_PIPELINE,
    JobKind.TAKE_OVER: Permission.MANAGE_NAMENODES,
}
_WAY_BACK = {
    Permission.DELETE: Permission.RESTORE,
    Permission.RESTORE: Permission.DELETE,
}


def permission_for(kind: JobKind, parameters: Mapping[str, Any]) -> Permission:
    """What a job of this kind, which is no undo, takes."""
    if kind == JobKind.DELETE:
        return Permission.DELETE_FOR_GOOD if parameters.get("skip_trash") else Permission.DELETE
    return _OF_KIND[kind]


def permission_of(job: Job) -> Permission:
    """What this job takes: an undo what it does itself."""
    if job.undo_of is None:
        return permission_for(JobKind(job.kind), job.parameters)
    taken_back = permission_of(job.undo_of)
    return _WAY_BACK.get(taken_back, taken_back)


def about(job: Job) -> tuple[str, ...]:
    """Paths that all that the job may change is at, or below."""
    job = job.origin
    if job.selection is not None:
        paths = (judged_at(job, path) for path in job.selection["paths"])
        return tuple(paths) or tuple(job.scope or (ROOT,))
    if job.kind == JobKind.RESTORE:
        return restored(job.path, job.parameters)
    return (job.path,)


def judged_at(job: Job, path: str) -> str:
    """By which path it is judged whether the job may act on what lies at this one: a restore by
    where that was before it was deleted."""
    return (former_path(path) or path) if job.kind == JobKind.RESTORE else path


def restored(path: str, parameters: Mapping[str, Any]) -> tuple[str, ...]:
    """What a restore is about: where it was before it was deleted, and where it goes."""
    return (former_path(path) or path, parameters["to"])


def require_for(actor: Actor, job: Job) -> None:
    """AccessDenied unless the actor may do what the job does, wherever it does it: which does not
    tell where that is."""
    if not may(actor, job):
        require(actor, permission_of(job))


def may(actor: Actor, job: Job) -> bool:
    """Whether the actor may do what the job does, wherever it does it; or it only reads, as he."""
    if job.kind in READING and actor.user_id is not None and actor.user_id == job.user_id:
        return True
    return all(actor.rights.allows(permission_of(job), path) for path in about(job))


def scope_for(
    actor: Actor, permission: Permission, *, former: list[str] | None
) -> list[str] | None:
    """How far a new job reaches: as far as its maker may act, and no farther than the job from
    which it comes (its dry run, or what it takes back)."""
    return narrowed(former, actor.rights.reach(permission))


def narrowed(scope: list[str] | None, reach: Reach) -> list[str] | None:
    """A job's scope when it may reach no farther than this, either."""
    left = both(None if scope is None else tuple(scope), reach)
    return None if left is None else list(left)


def reach_of(job: Job) -> Reach:
    """How far its steps may reach."""
    return None if job.scope is None else tuple(job.scope)


def check_target(client: NamenodeClient, job: Job) -> None:
    """AccessDenied when the job's one inode is by now where the job may not act.

    What is not in the tree any more is left to the step: it may have gone by that very step, whose
    answer nobody heard.
    """
    if job.scope is None:
        return
    try:
        path = client.stat_inode(inode_id=job.inode_id).path
    except NamenodeProblem as problem:
        if problem.code != "not_found":
            raise
        return
    require_within(job, path)


def require_within(job: Job, path: str) -> None:
    """AccessDenied where the job's one inode is by now at a path where the job may not act."""
    if not _reaches(job, path):
        raise AccessDenied(
            "The target was moved to where the job may not act",
            code=OUT_OF_SCOPE,
            detail="The role of who began the job holds below some directories only.",
            facts={"inode_id": job.inode_id},
        )


def outside(client: NamenodeClient, job: Job, inode_ids: list[int]) -> dict[int, ItemError]:
    """Those of some inodes that are by now where the job may not act, and what to say of them.

    Where they are is not told. What is in the tree no more is none of them: the step says so.
    """
    if job.scope is None or not inode_ids:
        return {}
    seen = client.look_at_inodes(InodesLook.model_validate({"inode_ids": inode_ids}))
    return {
        each.inode_id: out_of_scope(each.inode_id)
        for each in seen.entries
        if not _reaches(job, each.path)
    }


def _reaches(job: Job, path: str) -> bool:
    if within(path, reach_of(job)):
        return True
    # A move whose answer was lost is asked for again, when its inode lies in the trash already.
    moves = permission_of(job) is Permission.DELETE
    return moves and f"/{job.hdfs_user}/.Trash/" in path


def out_of_scope(inode_id: int) -> ItemError:
    """What to say of an inode that the job may not touch."""
    return ItemError(f"/.reserved/.inodes/{inode_id}", OUT_OF_SCOPE, _TITLE)
