"""Files with the inodes that a job acts on, where it is about more than one path.

They are chosen once, by the plan if there is one, and stay as they are: for each batch a file of
gzip-compressed JSON with the format's version, the key of the job that chose, the batch's number
and, for each inode, its id, its logical time then, its path then, whether it is a directory,
whether it lies in a directory that was chosen too, and where a move puts it. What has to be put in
order is first in files of kind CHOSEN, then in those of kind ORDERED. Files appear whole or not at
all.
"""

import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Self

from apps.common.problems import Conflict
from apps.jobs import whole_files
from apps.jobs.move_order import Move, Stays, in_order
from config.env import env

INODES_PER_BATCH = 200
_VERSION = 1
_BATCHES_PER_FOLDER = 1000


class Stage(StrEnum):
    """Files in the order in which inodes were found, and in that in which they are acted on."""

    CHOSEN = "chosen"
    ORDERED = "ordered"


@dataclass(frozen=True, slots=True)
class Chosen:
    """An inode as it was when it was chosen. `inside`: in a directory that was chosen too. `to`:
    where a move puts it."""

    inode_id: int
    logical_time: int
    path: str
    directory: bool
    inside: bool = False
    to: str | None = None


@dataclass(frozen=True, slots=True)
class Batch:
    """At most INODES_PER_BATCH inodes."""

    inodes: list[Chosen]

    @classmethod
    def of(cls, inodes: Iterable[Chosen]) -> Self:
        return cls(list(inodes))


def write(*, job: str, stage: Stage, number: int, batch: Batch) -> None:
    """Keep a batch, durably. Raises OSError."""
    path = _file(job, stage, number)
    whole_files.write(
        path,
        {
            "version": _VERSION,
            "job": job,
            "batch": number,
            "inode_ids": [each.inode_id for each in batch.inodes],
            "logical_times": [each.logical_time for each in batch.inodes],
            "paths": [each.path for each in batch.inodes],
            "directories": [each.directory for each in batch.inodes],
            "inside": [each.inside for each in batch.inodes],
            "to": [each.to for each in batch.inodes],
        },
        synced=(
            path.parent,
            path.parent.parent,
            path.parent.parent.parent,
            env().job_selections_path,
        ),
    )


def read(*, job: str, stage: Stage, number: int) -> Batch:
    """A batch. Raises Conflict when its file is missing or damaged."""
    try:
        stored = whole_files.read(_file(job, stage, number))
        if (stored["version"], stored["job"], stored["batch"]) != (_VERSION, job, number):
            raise ValueError("Another file")
        stored.setdefault("to", [None] * len(stored["inode_ids"]))
        columns = (
            stored[name]
            for name in ("inode_ids", "logical_times", "paths", "directories", "inside", "to")
        )
        return Batch.of(Chosen(*values) for values in zip(*columns, strict=True))
    except (OSError, EOFError, ValueError, KeyError, TypeError) as error:
        raise Conflict(
            "The inodes that were chosen are not known any more",
            code="selection_incomplete",
            detail="A file of them is missing or damaged. Choose again, by a new dry run.",
            facts={"batch": number},
        ) from error


@dataclass(frozen=True, slots=True)
class Arranged:
    """The number of batches, and what is in none because it has to stay."""

    batches: int
    staying: list[tuple[Chosen, Stays]]


def arrange(*, job: str, batches: int, place: Callable[[Chosen], str] | None = None) -> Arranged:
    """Write the inodes in the order of their paths, each once, and which lie in which.

    place: where an inode goes. Then they are in the order in which they can go there
    (`apps.jobs.move_order`). All of them are in memory for that.
    """
    inodes: dict[int, Chosen] = {}
    for number in range(1, batches + 1):
        for each in read(job=job, stage=Stage.CHOSEN, number=number).inodes:
            inodes[each.inode_id] = each
    ordered = list(_nested(sorted(inodes.values(), key=_order)))
    staying: list[tuple[Chosen, Stays]] = []
    if place is not None:
        ordered, staying = _by_place(ordered, place)
    starts = range(0, len(ordered), INODES_PER_BATCH)
    for number, start in enumerate(starts, start=1):
        batch = Batch(ordered[start : start + INODES_PER_BATCH])
        write(job=job, stage=Stage.ORDERED, number=number, batch=batch)
    return Arranged(len(starts), staying)


def _by_place(
    inodes: list[Chosen], place: Callable[[Chosen], str]
) -> tuple[list[Chosen], list[tuple[Chosen, Stays]]]:
    """Those that go to places, then those that go with a directory; and those that have to stay."""
    by_id = {each.inode_id: each for each in inodes}
    moves = in_order(
        Move(each.inode_id, each.path, place(each)) for each in inodes if not each.inside
    )
    going = [by_id[inode_id] for inode_id in moves.going]
    inside = [each for each in inodes if each.inside]
    staying = [(by_id[inode_id], why) for inode_id, why in moves.staying.items()]
    return [*going, *inside], staying


def _order(chosen: Chosen) -> list[str]:
    return chosen.path.split("/")


def _nested(inodes: Iterable[Chosen]) -> Iterator[Chosen]:
    """What lies in a directory comes right behind it, so that the last one decides."""
    above: str | None = None
    for each in inodes:
        inside = above is not None and each.path.startswith(above)
        if each.directory and not inside:
            above = each.path.rstrip("/") + "/"
        yield replace(each, inside=inside)


def remove(*, job: str) -> None:
    """Remove all files of a job."""
    shutil.rmtree(folder(job), ignore_errors=True)


def jobs() -> Iterator[str]:
    """The keys of the jobs that have files."""
    folders = env().job_selections_path
    if folders.is_dir():
        yield from (path.name for path in folders.iterdir() if path.is_dir())


def folder(job: str) -> Path:
    """Where the files of a job are."""
    return env().job_selections_path / job


def _file(job: str, stage: Stage, number: int) -> Path:
    thousand = f"{number // _BATCHES_PER_FOLDER:06d}"
    return folder(job) / stage.value / thousand / f"{number:09d}.json.gz"
