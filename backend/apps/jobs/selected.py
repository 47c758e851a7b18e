"""Steps of a job on the inodes that were chosen for it, and on nothing below them.

Each is changed if it is still as it was chosen, which the namenode compares in the transaction that
changes it. A directory that is moved to the trash or out of it, or deleted, takes along what is in
it.
"""

from dataclasses import dataclass, replace

from warren_namenode.generated.admin_api import ChosenStep, Entry, InodesLook

from apps.common.rights import within
from apps.jobs import choosing, one_by_one
from apps.jobs.attributes import ATTRIBUTE_KINDS
from apps.jobs.authority import judged_at, out_of_scope, outside, reach_of
from apps.jobs.choosing import NOT_IN_TRASH, gone, needs_trash
from apps.jobs.kinds import MOVES, SET_TEXTS, TEXTS_PER_STEP, JobKind, Phase
from apps.jobs.models import Job
from apps.jobs.one_by_one import Place, batch_at, item_error, skips
from apps.jobs.outcomes import ItemError, Outcome, numbered, without
from apps.jobs.selections import Chosen
from apps.jobs.steps import made_already, outcome_of, take
from apps.jobs.trash import place_of, place_seen
from integrations.namenode import NamenodeClient, NamenodeProblem

_ANY_TIME = 0
# Each asks a namenode once, or a few times.
_ENTRIES_LOOKED_INTO_PER_STEP = 20
_CHANGED = "It was changed since it was chosen"


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
    return one_by_one.step(client, job) if job.kind in MOVES else _set(client, job, looks=False)


def _look(client: NamenodeClient, job: Job) -> Outcome:
    if job.kind in MOVES:
        return _look_at_trees(client, job)
    return _set(client, job, looks=True)


def _set(client: NamenodeClient, job: Job, *, looks: bool) -> Outcome:
    place = Place.of(job)
    batch = batch_at(job, place)
    few = job.kind in SET_TEXTS and not looks
    rest = batch.inodes[place.done :][: TEXTS_PER_STEP if few else None]
    cursor = place.after(job, batch, place.done + len(rest))
    refused = outside(client, job, [each.inode_id for each in rest])
    if refused and not looks and made_already(client, job):
        # The namenode tells what the step did, whatever is asked; what it changed was in scope.
        asked = rest
    else:
        asked = [each for each in rest if each.inode_id not in refused]
    if not asked:
        return without(refused, Outcome(done=cursor is None, cursor=cursor))
    kind = JobKind(job.kind)
    times = [each.logical_time if skips(job) else _ANY_TIME for each in asked]
    answer = client.chosen_step(
        ChosenStep.model_validate(
            {
                "operation": kind.value,
                "inode_ids": [each.inode_id for each in asked],
                "logical_times": times,
                "dry_run": looks,
                **ATTRIBUTE_KINDS[kind].arguments(job.parameters),
                **({} if looks else numbered(job)),
            }
        )
    )
    return without(refused, outcome_of(job, answer, cursor=cursor, made=not looks))


def _look_at_trees(client: NamenodeClient, job: Job) -> Outcome:
    """Count what the next inodes would take along."""
    place = Place.of(job)
    batch = batch_at(job, place)
    rest = batch.inodes[place.done :]
    seen = client.look_at_inodes(
        InodesLook.model_validate({"inode_ids": [each.inode_id for each in rest]})
    )
    entries = {entry.inode_id: entry for entry in seen.entries}
    errors: list[ItemError] = []
    counted = _Counted()
    looked_into = done = 0
    for chosen in rest:
        entry = entries.get(chosen.inode_id)
        if not chosen.inside:
            error = gone(chosen.inode_id) if entry is None else _refusal(job, chosen, entry)
            if entry is not None and error is None:
                if chosen.directory or job.kind != JobKind.DELETE:
                    if looked_into == _ENTRIES_LOOKED_INTO_PER_STEP:
                        break
                    looked_into += 1
                error = _counted(client, job, chosen, entry, counted)
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


def _refusal(job: Job, chosen: Chosen, entry: Entry) -> ItemError | None:
    """Why the job would leave an inode as it is."""
    if not within(judged_at(job, entry.path), reach_of(job)):
        return out_of_scope(chosen.inode_id)
    if needs_trash(job) and place_of(entry.path) is None:
        return ItemError(entry.path, *NOT_IN_TRASH)
    moved = job.kind == JobKind.MOVE and entry.path != chosen.path
    if skips(job) and (moved or entry.logical_time != chosen.logical_time):
        return ItemError(entry.path, "changed_since", _CHANGED)
    return None


def _counted(
    client: NamenodeClient, job: Job, chosen: Chosen, entry: Entry, counted: "_Counted"
) -> ItemError | None:
    """Count an inode with all that is in it, if it would go where it has to."""
    if job.kind != JobKind.DELETE:
        place = chosen.to or place_of(entry.path) or entry.path
        refused = place_seen(client, place).refused
        if refused is not None:
            return ItemError(entry.path, *refused)
    if entry.kind == "directory":
        return counted.tree(client, entry)
    counted.file(entry)
    return None


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
