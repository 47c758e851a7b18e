"""Steps of a job on a selection that act on one inode at a time: moves, also to the trash, restores
from one, and deletes for good.

A worker that takes a job over may have to ask for a step again that was made: the namenode is asked
whatever became of the inode meanwhile, and tells what the step did.
"""

from dataclasses import dataclass, replace

from warren_namenode.generated.admin_api import (
    InodeMove,
    InodesLook,
    SubtreeStep,
    TrashMove,
    TrashRestore,
)

from apps.common.rights import within
from apps.jobs import choosing, pace, selections
from apps.jobs.authority import out_of_scope, outside, reach_of
from apps.jobs.kinds import JobKind
from apps.jobs.models import Job
from apps.jobs.outcomes import ItemError, Outcome, numbered, of_one_move
from apps.jobs.selections import Batch, Chosen
from apps.jobs.steps import made_already, outcome_of
from apps.jobs.trash import place_of
from integrations.namenode import NamenodeClient, NamenodeProblem

# What the namenode says of one inode, and another try would hear again.
_ITEM_STATUSES = frozenset({400, 403, 404, 409})
_STALE = "stale_job_epoch"


@dataclass(frozen=True, slots=True)
class Place:
    """The batch that comes next, from 1 on, how many of its inodes are behind the job, and where in
    the tree of the next one it goes on, when it is within that."""

    batch: int
    done: int
    within: str | None = None

    @staticmethod
    def of(job: Job) -> "Place":
        batch, done, *inner = (job.cursor or "1:0").split(":", 2)
        return Place(int(batch), int(done), inner[0] if inner else None)

    def after(self, job: Job, batch: Batch, done: int) -> str | None:
        """The cursor behind so many inodes of the batch; None behind the last one."""
        if done < len(batch.inodes):
            return f"{self.batch}:{done}"
        last = self.batch >= (job.selection or {})["batches"]
        return None if last else f"{self.batch + 1}:0"


@dataclass(frozen=True, slots=True)
class _Next:
    """What is acted on, where the job is within it, and the cursor when it is done with."""

    chosen: Chosen
    at: Place
    behind: str | None

    @property
    def inode_id(self) -> int:
        return self.chosen.inode_id


def batch_at(job: Job, place: Place) -> Batch:
    """The batch that comes next."""
    return selections.read(job=job.selection_key, stage=choosing.stage(job), number=place.batch)


def skips(job: Job) -> bool:
    """Whether it leaves what changed since it was chosen."""
    return bool((job.selection or {})["if_changed"] == "skip")


def step(client: NamenodeClient, job: Job) -> Outcome:
    """Act on the next inode that lies in no other chosen one."""
    place = Place.of(job)
    batch = batch_at(job, place)
    for index in range(place.done, len(batch.inodes)):
        chosen = batch.inodes[index]
        if not chosen.inside:
            at = place if index == place.done else Place(place.batch, index)
            following = _Next(chosen, at, place.after(job, batch, index + 1))
            try:
                return _acted(client, job, following)
            except NamenodeProblem as problem:
                return _left(item_error(problem, chosen.inode_id, chosen.path), following)
    cursor = place.after(job, batch, len(batch.inodes))
    return Outcome(done=cursor is None, cursor=cursor)


def _acted(client: NamenodeClient, job: Job, following: _Next) -> Outcome:
    if job.kind == JobKind.RESTORE:
        return _restored(client, job, following)
    refused = outside(client, job, [following.inode_id]).get(following.inode_id)
    if refused is not None and not made_already(client, job):
        return _left(refused, following)
    if job.kind == JobKind.MOVE:
        return _moved(client, job, following)
    return (_purged if job.destroys else _trashed)(client, job, following)


def _moved(client: NamenodeClient, job: Job, following: _Next) -> Outcome:
    """To the place that it was given when it was chosen."""
    chosen = following.chosen
    to = chosen.to or chosen.path
    if not within(to, reach_of(job)) and not made_already(client, job):
        return _left(ItemError(chosen.path, *choosing.BEYOND), following)
    moved = client.move_inode(
        InodeMove.model_validate(
            {
                "inode_id": chosen.inode_id,
                "path": to,
                "from": chosen.path if skips(job) else None,
                "logical_time": _time(job, chosen),
                **numbered(job),
            }
        )
    )
    return of_one_move(
        moved,
        inode_id=chosen.inode_id,
        came_from=chosen.path,
        lies_at=moved.path,
        cursor=following.behind,
    )


def _left(error: ItemError, left: _Next) -> Outcome:
    return Outcome(
        done=left.behind is None,
        cursor=left.behind,
        error_count=1,
        errors=(error,),
        at_path=left.chosen.path,
    )


def _time(job: Job, chosen: Chosen) -> int | None:
    return chosen.logical_time if skips(job) else None


def _trashed(client: NamenodeClient, job: Job, following: _Next) -> Outcome:
    chosen = following.chosen
    moved = client.move_to_trash(
        TrashMove(
            inode_id=chosen.inode_id,
            user=job.hdfs_user,
            logical_time=_time(job, chosen),
            **numbered(job),
        )
    )
    return of_one_move(
        moved,
        inode_id=chosen.inode_id,
        came_from=chosen.path,
        lies_at=moved.trash_path,
        cursor=following.behind,
    )


def _restored(client: NamenodeClient, job: Job, following: _Next) -> Outcome:
    """Back to where it was, by where it lies now: a checkpoint may have taken it meanwhile."""
    chosen = following.chosen
    seen = client.look_at_inodes(InodesLook.model_validate({"inode_ids": [chosen.inode_id]}))
    lies_at = seen.entries[0].path if seen.entries else chosen.path
    # What lies in no trash any more is asked for, too: the step may have been made.
    to = place_of(lies_at) or place_of(chosen.path) or chosen.path
    if not within(to, reach_of(job)) and not made_already(client, job):
        return _left(out_of_scope(chosen.inode_id), following)
    moved = client.restore_from_trash(
        TrashRestore(
            inode_id=chosen.inode_id, path=to, logical_time=_time(job, chosen), **numbered(job)
        )
    )
    return of_one_move(
        moved,
        inode_id=chosen.inode_id,
        came_from=chosen.path,
        lies_at=moved.path,
        cursor=following.behind,
    )


def _purged(client: NamenodeClient, job: Job, following: _Next) -> Outcome:
    """Delete the next part of a tree, from below, if it is still where it may be deleted."""
    chosen, at = following.chosen, following.at
    answer = client.subtree_step(
        SubtreeStep.model_validate(
            {
                "operation": "delete",
                "inode_id": chosen.inode_id,
                "cursor": at.within,
                "limit": pace.step_inodes(job),
                "logical_time": _time(job, chosen),
                "only_in_trash": not job.parameters.get("outside_trash"),
                **numbered(job),
            }
        )
    )
    cursor = following.behind
    if answer.cursor is not None:
        cursor = f"{at.batch}:{at.done}:{answer.cursor}"
    outcome = outcome_of(job, answer, cursor=cursor, made=True)
    return replace(outcome, at_path=answer.at_path or chosen.path)


def item_error(problem: NamenodeProblem, inode_id: int, path: str) -> ItemError:
    """What to say of an inode that could not be changed. Raises what is about the whole job."""
    if problem.status not in _ITEM_STATUSES or problem.code == _STALE:
        raise problem
    if problem.code == "not_found":
        return choosing.gone(inode_id)
    return ItemError(path, problem.code, problem.title)
