"""What a step of a job did, and how it names itself to the namenode."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from warren_namenode.generated.admin_api import Restored, TrashResult

from apps.jobs.former_values import FormerValues
from apps.jobs.models import Job


@dataclass(frozen=True, slots=True)
class ItemError:
    path: str
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Gain:
    """What a directory with a quota would gain, by the names of `apps.jobs.quota_sums.AMOUNTS`;
    negative for what it would lose. types_exact: whether that is all of types of storage."""

    inode_id: int
    path: str
    amounts: Mapping[str, int]
    types_exact: bool = True

    @property
    def counts(self) -> bool:
        """Whether it is anything at all."""
        return any(self.amounts.values()) or not self.types_exact


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a step did. Counts are of this step alone; `done` ends the phase.

    `made`: it changed the namespace, under the job's next number. `errors` may be fewer than
    `error_count`. `former`: what it changed from, for those jobs that keep that; `examples`: some
    of what a plan would change. `use_counted`: the job's final counts are those of its counting
    pass. `result`: what the job leaves behind, or its plan has found until now; empty where nothing
    is added. `selection`: what has been chosen until now. `gains`: of quotas, in a look. `visited`:
    inodes that it cost a namenode, where these are not those that were counted. `rest`: how long
    there is nothing to do, as others are to go on first.
    """

    done: bool
    cursor: str | None = None
    files: int = 0
    directories: int = 0
    length_bytes: int = 0
    space_consumed_bytes: int = 0
    changed: int = 0
    error_count: int = 0
    errors: tuple[ItemError, ...] = ()
    made: bool = False
    commit_sequence: int = 0
    at_path: str | None = None
    begins_act: bool = False
    before: dict[str, Any] | None = None
    result: dict[str, Any] = field(default_factory=dict)
    use_counted: bool = False
    former: FormerValues | None = None
    examples: FormerValues | None = None
    total: int | None = None
    selection: dict[str, Any] | None = None
    gains: tuple[Gain, ...] = ()
    visited: int | None = None
    rest: timedelta | None = None

    @property
    def cost_inodes(self) -> int:
        """What the step counts for where a job is bounded."""
        if self.visited is not None:
            return self.visited
        return self.files + self.directories + self.error_count

    @property
    def progress_inodes(self) -> int:
        """How much farther the job is; while inodes are chosen, those."""
        return max(0, self.files + self.directories) or self.cost_inodes


def of_move(moved: TrashResult | Restored) -> Outcome:
    """Of a step that moved an inode and what is in it, the last one of its job."""
    return Outcome(
        done=True,
        files=moved.files,
        directories=moved.directories,
        length_bytes=moved.length_bytes,
        space_consumed_bytes=moved.space_consumed_bytes,
        changed=moved.files + moved.directories,
        made=True,
        commit_sequence=moved.commit_sequence,
        # What is in a directory moves with it: that is one row.
        visited=1,
    )


def of_one_move(
    moved: TrashResult | Restored,
    *,
    inode_id: int,
    came_from: str,
    lies_at: str,
    cursor: str | None,
) -> Outcome:
    """The same of one among several, each of which an undo moves back."""
    return replace(
        of_move(moved),
        done=cursor is None,
        cursor=cursor,
        at_path=came_from,
        former=FormerValues(
            [{"from": {"path": came_from}, "to": {"path": lies_at}}], [inode_id], [0]
        ),
    )


def without(refused: Mapping[int, ItemError], outcome: Outcome) -> Outcome:
    """What a step did, and what it left alone before it was asked. What it changed all the same
    was elsewhere when it did."""
    changed = set(outcome.former.inode_ids) if outcome.former is not None else set()
    left = [error for inode_id, error in refused.items() if inode_id not in changed]
    return replace(
        outcome,
        error_count=outcome.error_count + len(left),
        errors=(*outcome.errors, *left),
    )


def numbered(job: Job) -> dict[str, Any]:
    """Which step of which job it is, for a call that changes something."""
    return {"job": job.key, "epoch": job.epoch, "step": job.steps_made + 1}


def left(job: Job, code: str, message: str) -> Outcome:
    """The end of a job of one item that can't be changed; the reason is its only error."""
    return Outcome(done=True, error_count=1, errors=(ItemError(job.path, code, message),))
