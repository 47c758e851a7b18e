"""Steps of a job that takes another one back.

It goes through what the other one changed, the last change first, and sets each inode back where
it still is as the other one left it. What was changed since, by whomever, or is gone stays as it
is and is listed. Its own steps answer what they changed, so it can be taken back itself.
"""

from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from warren_namenode.generated.admin_api import QuotaChange, RestoreStep

from apps.jobs import errands, former_values, selected, steps, undelete
from apps.jobs.authority import check_target, outside
from apps.jobs.concerns import with_concerns
from apps.jobs.former_values import FormerValues
from apps.jobs.kinds import MOVES, SET_TEXTS, TEXTS_PER_STEP, JobKind
from apps.jobs.limits import Limits, changed_to, chosen, differing, limits_of
from apps.jobs.models import COUNTS, Job
from apps.jobs.outcomes import Outcome, left, numbered, without
from apps.jobs.quota_sums import with_sums
from apps.jobs.states import JobState
from apps.jobs.steps import outcome_of, take
from integrations.namenode import NamenodeClient, NamenodeProblem

_INODES_PER_STEP = 200
# Four names of 255 bytes each, twice, must fit into a request of 64 KiB.
_CHANGES_PER_STEP = 20
_FILES_PER_STEP = 100


@dataclass(frozen=True, slots=True)
class Place:
    """Before which step of the other job the undo is, how many of its changes are behind it, and
    how many moves a dry run has looked at."""

    step: int
    done: int
    looks: int = 0

    @staticmethod
    def parse(cursor: str) -> "Place":
        return Place(*map(int, cursor.split(":")))

    def __str__(self) -> str:
        return f"{self.step}:{self.done}:{self.looks}"


def next_step(client: NamenodeClient, job: Job) -> Outcome:
    """Do the next step of any job; a plan's with what it adds up to for quotas, and its last one
    with whom it concerns."""
    return with_concerns(client, job, with_sums(client, job, _step_of(client, job)))


def _step_of(client: NamenodeClient, job: Job) -> Outcome:
    if errands.is_errand(job):
        return errands.step(job)
    if job.undo_of is None:
        return steps.step(client, job) if job.selection is None else selected.step(client, job)
    return begin(client, job) if job.cursor is None else step(client, job)


def begin(client: NamenodeClient, job: Job) -> Outcome:
    """Make sure that all that the other job changed is known, and take this one."""
    other = _settled(client, _other(job))
    if other.by_former_values:
        former_values.require_all(job=other.key, steps=other.steps_made)
    if not job.dry_run:
        take(client, job)
    return Outcome(
        done=False,
        cursor=str(Place(other.steps_made, 0)),
        begins_act=not job.dry_run,
        total=other.changed,
    )


def step(client: NamenodeClient, job: Job) -> Outcome:
    """Take a bounded part of the other job back, or in a dry run look at it."""
    other = _other(job)
    if other.changes is JobKind.SET_QUOTA:
        return _quota_back(client, job, other)
    if other.changes in MOVES and not other.by_former_values:
        return undelete.step(client, job, other)
    at = Place.parse(job.cursor or "")
    values, following = _next(other, at)
    if other.changes in MOVES:
        looks = at.looks + len(values.inode_ids)
        behind = None if following is None else str(replace(following, looks=looks))
        return undelete.of_selected(client, job, values, undelete.Next(behind, looks))
    refused = outside(client, job, values.inode_ids)
    if not (refused and not job.dry_run and steps.made_already(client, job)):
        values = values.without(refused)
    cursor = None if following is None else str(following)
    if not values.inode_ids:
        return without(refused, Outcome(done=following is None, cursor=cursor))
    made = not job.dry_run
    answer = client.restore_step(
        RestoreStep.model_validate(
            {
                "changes": values.changes,
                "inode_ids": values.inode_ids,
                "change_of": values.change_of,
                "dry_run": job.dry_run,
                **(numbered(job) if made else {}),
            }
        )
    )
    return without(refused, outcome_of(job, answer, cursor=cursor, made=made))


def _other(job: Job) -> Job:
    if job.undo_of is None:
        raise RuntimeError(f"Job {job.pk} takes no other one back")
    return job.undo_of


def _settled(client: NamenodeClient, other: Job) -> Job:
    """The other job with its last step stored: one that failed may never have heard of that.

    Its worker can't make another step from then on, however late.
    """
    if other.state != JobState.FAILED:
        return other
    with transaction.atomic():
        row = Job.objects.select_for_update().get(pk=other.pk)
        row.epoch += 1
        row.save(update_fields=["epoch"])
    if take(client, row) <= row.steps_made:
        return row
    outcome = next_step(client, row)
    length = 0
    if outcome.former is not None:
        length = former_values.write(job=row.key, step=row.steps_made + 1, values=outcome.former)
    with transaction.atomic():
        stored = Job.objects.select_for_update().get(pk=row.pk)
        if stored.steps_made != row.steps_made:
            return stored
        for name in COUNTS:
            setattr(stored, name, getattr(stored, name) + getattr(outcome, name))
        stored.changed += outcome.changed
        stored.steps_made += 1
        stored.former_bytes += length
        stored.before = outcome.before or stored.before
        stored.result = outcome.result or stored.result
        stored.save()
    return stored


def _next(other: Job, place: Place) -> tuple[FormerValues, Place | None]:
    """The next changes, from the last one backwards and turned round, and the place behind them."""
    at = place
    for _ in range(_FILES_PER_STEP):
        if at.step < 1:
            return FormerValues([], [], []), None
        values = former_values.read(job=other.key, step=at.step)
        if at.done < len(values.inode_ids):
            return _taken(values, at, _inodes_of_step(other))
        at = Place(at.step - 1, 0)
    return FormerValues([], [], []), at


def _inodes_of_step(other: Job) -> int:
    if other.changes in MOVES:
        return 1
    return TEXTS_PER_STEP if other.changes in SET_TEXTS else _INODES_PER_STEP


def _taken(values: FormerValues, at: Place, inodes_max: int) -> tuple[FormerValues, Place | None]:
    changes: dict[int, int] = {}
    turned: list[dict[str, Any]] = []
    inode_ids: list[int] = []
    change_of: list[int] = []
    last = len(values.inode_ids) - at.done
    for index in range(last - 1, max(0, last - inodes_max) - 1, -1):
        number = values.change_of[index]
        inode_id = values.inode_ids[index]
        if number not in changes:
            if len(changes) == _CHANGES_PER_STEP:
                break
            changes[number] = len(changes)
            change = values.changes[number]
            turned.append({"from": change["to"], "to": change["from"]})
        inode_ids.append(inode_id)
        change_of.append(changes[number])
    done = at.done + len(inode_ids)
    behind = Place(at.step, done) if done < len(values.inode_ids) else Place(at.step - 1, 0)
    return FormerValues(turned, inode_ids, change_of), behind if behind.step >= 1 else None


def _quota_back(client: NamenodeClient, job: Job, other: Job) -> Outcome:
    before, after = _limits(other)
    changed = differing(before, after)
    wanted, expected = chosen(changed, before), chosen(changed, after)
    check_target(client, job)
    try:
        if job.dry_run:
            return _quota_looked_at(client, job, wanted=wanted, expected=expected)
        answer = client.set_quota(
            QuotaChange.model_validate(
                {"inode_id": job.inode_id, "expected": expected, **numbered(job), **wanted}
            )
        )
    except NamenodeProblem as problem:
        if problem.code not in ("changed_since", "not_found"):
            raise
        gone = problem.code == "not_found"
        return left(job, "gone" if gone else "changed_since", problem.title)
    was, now = limits_of(answer.before), limits_of(answer.after)
    return Outcome(
        done=True,
        directories=1,
        changed=int(was != now),
        made=True,
        before=was,
        result={"quota_before": was, "quota_after": now},
    )


def _limits(other: Job) -> tuple[dict[str, Any], dict[str, Any]]:
    result = other.result or {}
    before = other.before or {}
    return before, result.get("quota_after", before)


def _quota_looked_at(
    client: NamenodeClient, job: Job, *, wanted: Limits, expected: Limits
) -> Outcome:
    summary = client.summary_of_inode(inode_id=job.inode_id)
    now = limits_of(summary)
    after = changed_to(now, wanted)
    there = after == now
    if not there and changed_to(now, expected) != now:
        return left(job, "changed_since", "The limits were changed since")
    return Outcome(
        done=True,
        directories=1,
        changed=int(not there),
        result={"quota_before": now, "quota_after": after},
    )
