"""Files with the values that a job's steps changed from: what its undo goes by.

One file for each step that was made, in a folder for each job: gzip-compressed JSON with the
format's version, the job's key, the step's number, the different changes, the ids of the changed
inodes and, for each, the place of its change in the list of changes. A step is answered alike
however often it is asked for, so a worker that writes a file again, even one that has lost the
job, replaces it by its equal. Files appear whole or not at all.
"""

import shutil
from collections.abc import Container, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from apps.common.problems import Conflict
from apps.jobs import whole_files
from config.env import env

# A plan makes no steps: some of what it would change are those of this one.
EXAMPLES_STEP: Final = 1
EXAMPLES_MAX: Final = 20
_VERSION = 1
_STEPS_PER_FOLDER = 1000


@dataclass(frozen=True, slots=True)
class FormerValues:
    """What one step changed: `change_of[i]` is the place in `changes` of inode `inode_ids[i]`."""

    changes: list[dict[str, Any]]
    inode_ids: list[int]
    change_of: list[int]

    def without(self, inode_ids: Container[int]) -> "FormerValues":
        """The same without some of the inodes, and without changes that none of the others has."""
        kept = [
            (each, self.change_of[place])
            for place, each in enumerate(self.inode_ids)
            if each not in inode_ids
        ]
        used = sorted({change for _, change in kept})
        return FormerValues(
            [self.changes[change] for change in used],
            [inode_id for inode_id, _ in kept],
            [used.index(change) for _, change in kept],
        )

    def first(self, inodes_max: int) -> "FormerValues":
        """The same of the first inodes alone."""
        return self.without(set(self.inode_ids[inodes_max:]))

    def and_then(self, others: "FormerValues") -> "FormerValues":
        """The same with further inodes behind; one that is here already stays as it is."""
        new = others.without(set(self.inode_ids))
        behind = [len(self.changes) + change for change in new.change_of]
        return FormerValues(
            [*self.changes, *new.changes],
            [*self.inode_ids, *new.inode_ids],
            [*self.change_of, *behind],
        )


def write(*, job: str, step: int, values: FormerValues) -> int:
    """Keep what a step changed, durably; the length of the file. Raises OSError."""
    path = _file(job, step)
    return whole_files.write(
        path,
        {
            "version": _VERSION,
            "job": job,
            "step": step,
            "changes": values.changes,
            "inode_ids": values.inode_ids,
            "change_of": values.change_of,
        },
        synced=(path.parent, path.parent.parent, env().job_undo_path),
    )


def read(*, job: str, step: int) -> FormerValues:
    """What a step changed. Raises Conflict when its file is missing or damaged."""
    try:
        stored = whole_files.read(_file(job, step))
        if (stored["version"], stored["job"], stored["step"]) != (_VERSION, job, step):
            raise ValueError("Another file")
        return FormerValues(stored["changes"], stored["inode_ids"], stored["change_of"])
    except (OSError, EOFError, ValueError, KeyError) as error:
        raise _incomplete(step) from error


def require_all(*, job: str, steps: int) -> None:
    """Raises Conflict unless there is a file of each step from 1 on."""
    present = {int(path.name.partition(".")[0]) for path in _files(job)}
    for step in range(1, steps + 1):
        if step not in present:
            raise _incomplete(step)


def remove(*, job: str) -> None:
    """Remove all files of a job."""
    shutil.rmtree(_folder(job), ignore_errors=True)


def jobs() -> Iterator[str]:
    """The keys of the jobs that have files."""
    folder = env().job_undo_path
    if folder.is_dir():
        yield from (path.name for path in folder.iterdir() if path.is_dir())


def _folder(job: str) -> Path:
    return env().job_undo_path / job


def _file(job: str, step: int) -> Path:
    return _folder(job) / f"{step // _STEPS_PER_FOLDER:06d}" / f"{step:09d}.json.gz"


def _files(job: str) -> Iterator[Path]:
    return _folder(job).glob("*/[0-9]*.json.gz")


def _incomplete(step: int) -> Conflict:
    return Conflict(
        "The former values that the job kept are not complete",
        code="former_values_incomplete",
        detail="A file of them is missing or damaged. Restore the folder of former values from a "
        "backup and try again; what was undone before stays undone.",
        facts={"step": step},
    )
