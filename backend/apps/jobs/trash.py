"""Moves into the trash and out of it, each one step of a job."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Any

from warren_namenode.generated.admin_api import (
    Summary,
    TrashMove,
    TrashRestore,
)

from apps.common.problems import InvalidInput
from apps.jobs.models import Job
from apps.jobs.outcomes import Gain, Outcome, left, numbered, of_move
from apps.jobs.quota_moves import QuotaMoves
from integrations.namenode import NamenodeClient, NamenodeProblem

_TRASH = ".Trash"
LEFT = {
    "not_found": ("gone", "It is not in the tree any more: the trash was emptied"),
    "changed_since": ("changed_since", "It is not in the trash any more"),
    "already_exists": (
        "already_exists",
        "Something else is at its place now: move that away, or restore it to another path",
    ),
}
_NO_PARENT = ("not_a_directory", "A directory above its place is a file by now")


def in_trash(path: str) -> bool:
    """Whether the path is a user's trash or below one."""
    return _TRASH in PurePosixPath(path).parts


def former_path(path: str) -> str | None:
    """Where what lies at this path of a trash was before, as `/data/x` of
    `/user/ann/.Trash/Current/data/x`; None for all that is no part of what was deleted."""
    parts = PurePosixPath(path).parts
    if _TRASH not in parts:
        return None
    deleted = parts[parts.index(_TRASH) + 2 :]
    return "/" + "/".join(deleted) if deleted else None


def place_of(path: str) -> str | None:
    """Where a restore puts what lies at this path of a trash; None for what it can't restore."""
    place = former_path(path)
    return None if place is None or in_trash(place) else place


def trash_place(path: str, user: str) -> str:
    """Where a deletion puts what lies at a path: below the same parents in a user's trash."""
    return f"/user/{user}/{_TRASH}/Current{path}"


def move_to_trash(client: NamenodeClient, job: Job) -> Outcome:
    """Move the job's inode, wherever it is, to the trash of the job's user."""
    moved = client.move_to_trash(
        TrashMove(inode_id=job.inode_id, user=job.hdfs_user, **numbered(job))
    )
    return replace(of_move(moved), result={"trash_path": moved.trash_path})


def restore(client: NamenodeClient, job: Job, *, to: str) -> Outcome:
    """Move the job's inode from wherever it lies in a trash to a path that is free."""
    try:
        moved = client.restore_from_trash(
            TrashRestore(inode_id=job.inode_id, path=to, **numbered(job))
        )
    except NamenodeProblem as problem:
        if problem.code not in LEFT:
            raise
        return left(job, *LEFT[problem.code])
    return replace(of_move(moved), result={"restored_path": moved.path})


def restore_looked_at(client: NamenodeClient, job: Job, *, to: str) -> Outcome:
    """What a restore would do now."""
    try:
        entry = client.stat_inode(inode_id=job.inode_id)
    except NamenodeProblem as problem:
        if problem.code != "not_found":
            raise
        return left(job, *LEFT["not_found"])
    if not in_trash(entry.path):
        return left(job, *LEFT["changed_since"])
    seen = place_seen(client, to)
    if seen.refused is not None:
        return left(job, *seen.refused)
    made = {"missing_parents": seen.missing} if seen.missing else {}
    quotas = QuotaMoves(client)
    gains = quotas.of_move(entry, to)
    gains += [gain for path in seen.missing for gain in quotas.of_made(path)]
    return replace(_of_all(quotas.summary(job.inode_id)), result=made, gains=tuple(gains))


@dataclass(frozen=True, slots=True)
class PlaceSeen:
    """refused: why nothing can be restored to a path now, as code and message; None where it can.
    missing: the directories above it that are made then, highest first."""

    refused: tuple[str, str] | None = None
    missing: list[str] = field(default_factory=list)

    @property
    def taken(self) -> bool:
        """Whether something is at the path itself."""
        return self.refused == LEFT["already_exists"]


def place_seen(client: NamenodeClient, to: str) -> PlaceSeen:
    """What is at a path, and above it, now."""
    missing: list[str] = []
    for path in (to, *(str(each) for each in PurePosixPath(to).parents)):
        try:
            there = client.stat(path=path)
        except NamenodeProblem as problem:
            if problem.code == "not_a_directory":
                return PlaceSeen(_NO_PARENT)
            if problem.code != "not_found":
                raise
            missing.insert(0, path)
            continue
        if path == to:
            return PlaceSeen(LEFT["already_exists"])
        return PlaceSeen(
            None if there.kind == "directory" else _NO_PARENT,
            missing[:-1],
        )
    return PlaceSeen(None, missing[:-1])


def gains_in_trash(client: NamenodeClient, job: Job) -> tuple[Gain, ...]:
    """What the job's inode, with all that is in it, would count for in the trash of the job's user,
    and no more where it is."""
    entry = client.stat_inode(inode_id=job.inode_id)
    place = trash_place(entry.path, job.hdfs_user)
    quotas = QuotaMoves(client)
    gains = quotas.of_move(entry, place)
    made = place_seen(client, place).missing if gains else []
    return (*gains, *(gain for path in made for gain in quotas.of_made(path)))


def counted(client: NamenodeClient, job: Job) -> Outcome:
    """All that the job's inode has, as what would be moved."""
    return _of_all(client.summary_of_inode(inode_id=job.inode_id))


def _of_all(summary: Summary) -> Outcome:
    return Outcome(
        done=True,
        files=summary.files,
        directories=summary.directories,
        length_bytes=summary.length_bytes,
        space_consumed_bytes=summary.space_consumed_bytes,
        changed=summary.files + summary.directories,
    )


def place_named(path: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of a restore with the path that it goes to."""
    place = former_path(path)
    if place is None:
        raise InvalidInput(
            "Only what lies in a trash can be restored",
            code="not_in_trash",
            fields={"path": ["Choose something below /user/USER/.Trash/Current, or a checkpoint."]},
        )
    to = parameters.get("to", place)
    if to == "/" or in_trash(to):
        raise InvalidInput(
            "Nothing is restored to there",
            fields={"to": ["Choose a path below the root and outside the trash."]},
        )
    return {"to": to}
