"""Steps of a job on the inodes that were chosen for it, and on nothing below them.

Each is changed if it is still as it was chosen, which the namenode compares in the transaction that
changes it. A directory that is moved to the trash takes along what is in it.
"""

from dataclasses import dataclass, replace

from apps.common.rights import within
from apps.jobs import choosing, selections
from apps.jobs.authority import out_of_scope, outside, reach_of
from apps.jobs.kinds import JobKind, Phase
from apps.jobs.models import Job
from apps.jobs.outcomes import ItemError, Outcome, numbered, of_one_move
from apps.jobs.selections import Batch, Chosen
from apps.jobs.steps import outcome_of, permission_bits, take
from integrations.namenode import NamenodeClient, NamenodeProblem
from integrations.namenode.generated.admin_api import (
    ChosenStep,
    Entry,
    InodesLook,
    TrashMove,
)

_ANY_TIME = 0
_SUMMARIES_PER_STEP = 20
_CHANGED = "It was changed since it was chosen"
# What the namenode says of one inode, and another try would hear again.
_ITEM_STATUSES = frozenset({400, 403, 404, 409})
_STALE = "stale_job_epoch"


@dataclass(frozen=True, slots=True)
class _Place:
    """The batch that comes next, from 1 on, and how many of its inodes are behind the job."""

    batch: int
    done: int

    @staticmethod
    def of(job: Job) -> "_Place":
        batch, _, done = (job.cursor or "1:0").partition(":")
        return _Place(int(batch), int(done))

    def after(self, job: Job, batch: Batch, done: int) -> str | None:
        """The cursor behind so many inodes of the batch; None behind the last one."""
        if done < len(batch.inodes):
            return f"{self.batch}:{done}"
        last = self.batch >= (job.selection or {})["batches"]
        return None if last else f"{self.batch + 1}:0"


def step(client: NamenodeClient, job: Job) -> Outcome:
    """Do the next step of a job that has a selection."""
    if job.phase == Phase.SELECTING:
        return choosing.step(client, job)
    if (job.selection or {})["batches"] == 0:
        return Outcome(done=True)
    if job.phase == Phase.COUNTING:
        counted = _look(client, job)
        return replace(counted, changed=0, error_count=0, errors=())
    if job.dry_run:
        return _look(client, job)
    if not job.act_begun:
        take(client, job)
        return Outcome(done=False, cursor=job.cursor, begins_act=True)
    return _trash(client, job) if job.kind == JobKind.DELETE else _set(client, job, looks=False)


def _look(client: NamenodeClient, job: Job) -> Outcome:
    if job.kind == JobKind.DELETE:
        return _look_at_trees(client, job)
    return _set(client, job, looks=True)


def _batch(job: Job, place: _Place) -> Batch:
    return selections.read(job=job.selection_key, stage=choosing.stage(job), number=place.batch)


def _skips(job: Job) -> bool:
    return bool((job.selection or {})["if_changed"] == "skip")


def _set(client: NamenodeClient, job: Job, *, looks: bool) -> Outcome:
    place = _Place.of(job)
    batch = _batch(job, place)
    cursor = place.after(job, batch, len(batch.inodes))
    refused = outside(client, job, [each.inode_id for each in batch.inodes])
    inodes = [each for each in batch.inodes if each.inode_id not in refused]
    if not inodes:
        return _without(refused, Outcome(done=cursor is None, cursor=cursor))
    both = job.parameters.get("mode")
    answer = client.chosen_step(
        ChosenStep.model_validate(
            {
                "operation": JobKind(job.kind).value,
                "inode_ids": [each.inode_id for each in inodes],
                "logical_times": [
                    each.logical_time if _skips(job) else _ANY_TIME for each in inodes
                ],
                "dry_run": looks,
                "owner": job.parameters.get("owner"),
                "group": job.parameters.get("group"),
                "file_mode": permission_bits(job.parameters.get("file_mode", both)),
                "directory_mode": permission_bits(job.parameters.get("directory_mode", both)),
                **({} if looks else numbered(job)),
            }
        )
    )
    return _without(refused, outcome_of(job, answer, cursor=cursor, made=not looks))


def _without(refused: dict[int, ItemError], outcome: Outcome) -> Outcome:
    """What a step did, and what it left alone."""
    return replace(
        outcome,
        error_count=outcome.error_count + len(refused),
        errors=(*outcome.errors, *refused.values()),
    )


def _trash(client: NamenodeClient, job: Job) -> Outcome:
    """Move the next inode that lies in no other chosen one."""
    place = _Place.of(job)
    batch = _batch(job, place)
    for index in range(place.done, len(batch.inodes)):
        if not batch.inodes[index].inside:
            cursor = place.after(job, batch, index + 1)
            return _moved(client, job, batch.inodes[index], cursor)
    cursor = place.after(job, batch, len(batch.inodes))
    return Outcome(done=cursor is None, cursor=cursor)


def _moved(client: NamenodeClient, job: Job, chosen: Chosen, cursor: str | None) -> Outcome:
    refused = outside(client, job, [chosen.inode_id])
    if refused:
        return _without(refused, Outcome(done=cursor is None, cursor=cursor))
    try:
        moved = client.move_to_trash(
            TrashMove(
                inode_id=chosen.inode_id,
                user=job.hdfs_user,
                logical_time=chosen.logical_time if _skips(job) else None,
                **numbered(job),
            )
        )
    except NamenodeProblem as problem:
        error = item_error(problem, chosen.inode_id, chosen.path)
        return Outcome(
            done=cursor is None, cursor=cursor, error_count=1, errors=(error,), at_path=chosen.path
        )
    return of_one_move(
        moved,
        inode_id=chosen.inode_id,
        came_from=chosen.path,
        lies_at=moved.trash_path,
        cursor=cursor,
    )


def item_error(problem: NamenodeProblem, inode_id: int, path: str) -> ItemError:
    """What to say of an inode that could not be changed. Raises what is about the whole job."""
    if problem.status not in _ITEM_STATUSES or problem.code == _STALE:
        raise problem
    if problem.code == "not_found":
        return choosing.gone(inode_id)
    return ItemError(path, problem.code, problem.title)


def _look_at_trees(client: NamenodeClient, job: Job) -> Outcome:
    """Count what moves of the next inodes would take along."""
    place = _Place.of(job)
    batch = _batch(job, place)
    rest = batch.inodes[place.done :]
    seen = client.look_at_inodes(
        InodesLook.model_validate({"inode_ids": [each.inode_id for each in rest]})
    )
    entries = {entry.inode_id: entry for entry in seen.entries}
    errors: list[ItemError] = []
    counted = _Counted()
    summaries = done = 0
    for chosen in rest:
        entry = entries.get(chosen.inode_id)
        if chosen.inside:
            pass
        elif entry is None:
            errors.append(choosing.gone(chosen.inode_id))
        elif not within(entry.path, reach_of(job)):
            errors.append(out_of_scope(chosen.inode_id))
        elif _skips(job) and entry.logical_time != chosen.logical_time:
            errors.append(ItemError(entry.path, "changed_since", _CHANGED))
        elif not chosen.directory:
            counted.file(entry)
        elif summaries == _SUMMARIES_PER_STEP:
            break
        else:
            summaries += 1
            error = counted.tree(client, entry)
            errors += [] if error is None else [error]
        done += 1
    cursor = place.after(job, batch, place.done + done)
    return Outcome(
        done=cursor is None,
        cursor=cursor,
        files=counted.files,
        directories=counted.directories,
        length_bytes=counted.length_bytes,
        space_consumed_bytes=counted.space_consumed_bytes,
        changed=counted.files + counted.directories,
        error_count=len(errors),
        errors=tuple(errors),
        at_path=rest[done - 1].path if done else None,
        visited=done,
    )


@dataclass(slots=True)
class _Counted:
    files: int = 0
    directories: int = 0
    length_bytes: int = 0
    space_consumed_bytes: int = 0

    def file(self, entry: Entry) -> None:
        self.files += 1
        self.length_bytes += entry.size_bytes
        self.space_consumed_bytes += entry.size_bytes * max(1, entry.replication)

    def tree(self, client: NamenodeClient, entry: Entry) -> ItemError | None:
        try:
            summary = client.summary_of_inode(inode_id=entry.inode_id)
        except NamenodeProblem as problem:
            return item_error(problem, entry.inode_id, entry.path)
        self.files += summary.files
        self.directories += summary.directories
        self.length_bytes += summary.length_bytes
        self.space_consumed_bytes += summary.space_consumed_bytes
        return None
