"""Checking the blocks of all files at and below a path, a part at a time."""

from dataclasses import dataclass

from apps.common.namenode import namenode_problems
from apps.visibility.sight import Sight


@dataclass(frozen=True, slots=True)
class FoundBlock:
    """A block that is not as its file asks for."""

    path: str
    block_id: int
    trouble: str
    live_replicas: int
    expected_replicas: int


@dataclass(frozen=True, slots=True)
class FsckPart:
    """What was met; found_more: besides `found`, more such blocks are in the counts."""

    files: int
    directories: int
    symlinks: int
    open_files: int
    length_bytes: int
    blocks: int
    well_replicated: int
    under_replicated: int
    over_replicated: int
    missing: int
    corrupt: int
    corrupt_files: int
    missing_replicas: int
    found: list[FoundBlock]
    found_more: bool
    next_cursor: str | None


def part(*, path: str, sight: Sight, cursor: str | None, limit: int) -> FsckPart:
    """Some inodes behind those of the part before, with the rights that the user has there."""
    with namenode_problems() as client:
        told = client.fsck(path=path, cursor=cursor, limit=limit, as_user=sight.user_at(path))
    found = [FoundBlock(**each.model_dump()) for each in told.found]
    return FsckPart(**{**told.model_dump(), "found": found})
