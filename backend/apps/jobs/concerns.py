"""What a plan says besides its counts, at its end: whom the change would concern, what it may have
been meant otherwise, and how long it would take.

Writers of files and snapshots are asked for at a namenode, of as many inodes as INODES_MAX: what a
tree at a path has counts as one. Nothing of it keeps a plan from being promoted.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from warren_namenode.generated.admin_api import InodeConcerns, InodesLook

from apps.common.rights import ROOT, is_below
from apps.jobs import estimates, former_values
from apps.jobs.kinds import ERRANDS, MOVES, JobKind, Phase
from apps.jobs.models import Job
from apps.jobs.one_by_one import Place, batch_at
from apps.jobs.outcomes import Outcome
from apps.jobs.owned import owned_by
from apps.jobs.selections import INODES_PER_BATCH
from config.env import env
from integrations.namenode import NamenodeClient

INODES_MAX: Final = 10_000
NAMED_MAX: Final = 20
_USERS_MAX: Final = 20
_USER_OF_ACL: Final = re.compile(r"(?:^|,)\s*(?:default:)?user:([^:,\s]+)")


def with_concerns(client: NamenodeClient, job: Job, outcome: Outcome) -> Outcome:
    """A plan's last step with whom it concerns; any other as it is."""
    ends = job.dry_run and outcome.done and job.phase == Phase.ACTING and job.kind not in ERRANDS
    if not ends:
        return outcome
    result = dict(outcome.result or job.result or {})
    concerns = _concerns(client, job) | _users(client, job)
    if _says_something(concerns):
        result["concerns"] = concerns
    result |= owned_by(job)
    if job.changes != JobKind.SET_QUOTA:
        result["estimate"] = estimates.of_plan(job, outcome)
    return replace(outcome, result=result)


def _says_something(concerns: dict[str, Any]) -> bool:
    counted = ("open_files", "snapshots", "with_snapshots")
    named = ("system_directories", "unknown_users")
    return (
        any(concerns[name]["count"] for name in counted)
        or any(concerns[name] for name in named)
        or concerns["open_files"]["more"]
        or not concerns["all_inodes"]
    )


def _concerns(client: NamenodeClient, job: Job) -> dict[str, Any]:
    targets = list(islice(_targets(job), INODES_MAX))
    ids = [inode_id for inode_id, _path in targets]
    paths = [path for _inode_id, path in targets if path]
    chosen = _inodes_of(job, len(ids))
    found = _Found()
    for start in range(0, len(ids), INODES_PER_BATCH):
        some = ids[start : start + INODES_PER_BATCH]
        found.add(client.inode_concerns(InodesLook.model_validate({"inode_ids": some})))
    return {
        **found.told(),
        "all_inodes": chosen <= len(ids),
        "system_directories": _system_directories(job, paths),
    }


def _targets(job: Job) -> Iterator[tuple[int, str]]:
    """Inodes that a plan is about and their paths; of an undo of attributes of a selection the
    paths are empty."""
    if (undone := _undone_selected(job)) is not None:
        yield from _changed_by(undone)
        return
    if job.selection is None:
        if job.inode_id:
            yield job.inode_id, job.path
        return
    for number in range(1, job.selection["batches"] + 1):
        batch = batch_at(job, Place(number, 0))
        yield from ((each.inode_id, each.path) for each in batch.inodes)


def _undone_selected(job: Job) -> Job | None:
    """The job that this one takes back, where that was about a selection in the end."""
    return job.undo_of if job.origin.selection is not None else None


def _changed_by(other: Job) -> Iterator[tuple[int, str]]:
    for step in range(1, other.steps_made + 1):
        values = former_values.read(job=other.key, step=step)
        for inode_id, change in zip(values.inode_ids, values.change_of, strict=True):
            yield inode_id, values.changes[change]["to"].get("path", "")


def _inodes_of(job: Job, asked: int) -> int:
    """How many inodes a plan is about; what is in a tree at a path counts as one."""
    if _undone_selected(job) is not None:
        return max(asked, job.total or 0)
    return int((job.selection or {}).get("chosen", asked))


class _Found:
    """What namenodes told of some inodes after others: the sums, and the first names."""

    def __init__(self) -> None:
        self._open: dict[str, dict[str, Any]] = {}
        self._open_count = 0
        self._more = False
        self._snapshots: dict[tuple[str, str], dict[str, Any]] = {}
        self._snapshot_count = 0
        self._below: set[str] = set()
        self._below_count = 0

    def add(self, told: InodeConcerns) -> None:
        files = told.open_files
        self._open |= {each.path: each.model_dump(mode="json") for each in files.items}
        self._open_count += files.count
        self._more = self._more or files.more
        # Those of one directory above all are told with each of them.
        self._snapshots |= {
            (each.directory, each.name): each.model_dump(mode="json")
            for each in told.snapshots.items
        }
        self._snapshot_count = max(self._snapshot_count, told.snapshots.count, len(self._snapshots))
        self._below |= set(told.with_snapshots.items)
        self._below_count += told.with_snapshots.count

    def told(self) -> dict[str, Any]:
        newest = sorted(
            self._snapshots.values(), key=lambda each: each["created_at_ms"], reverse=True
        )
        return {
            "open_files": {
                "count": self._open_count,
                "more": self._more,
                "items": list(self._open.values())[:NAMED_MAX],
            },
            "snapshots": {"count": self._snapshot_count, "items": newest[:NAMED_MAX]},
            "with_snapshots": {
                "count": self._below_count,
                "items": sorted(self._below)[:NAMED_MAX],
            },
        }


def _system_directories(job: Job, paths: Sequence[str]) -> list[str]:
    """Directories that everybody relies on, among what the job is about."""
    reaches_below = job.selection is None or job.kind in MOVES
    return [
        each
        for each in (ROOT, *env().job_system_paths)
        if (is_below(each, paths) if reaches_below else each in paths)
    ]


def _users(client: NamenodeClient, job: Job) -> dict[str, Any]:
    """Users that what would be changed names, and of whom no namenode knows a group."""
    named: list[str] = []
    if job.kind == JobKind.SET_OWNER and job.parameters.get("owner"):
        named = [job.parameters["owner"]]
    if job.kind == JobKind.SET_ACL:
        named = _USER_OF_ACL.findall(job.parameters.get("acl") or "")
    unknown = [name for name in named[:_USERS_MAX] if not client.user_groups(name).groups]
    return {"unknown_users": sorted(set(unknown))}
