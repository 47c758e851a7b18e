"""Steps of a job on the inodes that were chosen for it, and on nothing below them.

Each is changed if it is still as it was chosen, which the namenode compares in the transaction that
changes it. A directory that is moved to the trash or out of it, or deleted, takes along what is in
it.
"""

from dataclasses import replace

from warren_namenode.generated.admin_api import ChosenStep

from apps.jobs import choosing, looking, one_by_one
from apps.jobs.attributes import ATTRIBUTE_KINDS
from apps.jobs.authority import outside
from apps.jobs.kinds import MOVES, SET_TEXTS, TEXTS_PER_STEP, JobKind, Phase
from apps.jobs.models import Job
from apps.jobs.one_by_one import Place, batch_at, skips
from apps.jobs.outcomes import Outcome, numbered, without
from apps.jobs.steps import made_already, outcome_of, take
from integrations.namenode import NamenodeClient

_ANY_TIME = 0


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
        return looking.step(client, job)
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
