"""Values of snapshots."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import models

from apps.common.tags import tag_of
from apps.common.values import ms_from_utc

# Between a directory and the name of its snapshot.
SNAPSHOT_DIRECTORY: Final = ".snapshot"


class DifferenceKind(models.TextChoices):
    """What happened to a path from one state to the other."""

    CREATED = "created"
    DELETED = "deleted"
    MODIFIED = "modified"
    RENAMED = "renamed"


@dataclass(frozen=True, slots=True)
class SnapshottableDirectory:
    """A directory of which snapshots may be taken."""

    path: str
    owner: str
    group: str
    mode: str
    mtime: datetime
    snapshots: int
    snapshots_max: int

    @property
    def etag(self) -> str:
        return tag_of("snapshots.directory", [self.path, self.snapshots])


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A directory as it was; `path` is the way to it."""

    snapshot_id: int
    directory: str
    name: str
    path: str
    owner: str
    created_at: datetime

    @property
    def etag(self) -> str:
        state = [self.directory, self.snapshot_id, self.name, ms_from_utc(self.created_at)]
        return tag_of("snapshots.snapshot", state)


def path_in_snapshot(directory: str, name: str) -> str:
    """The way to a snapshot."""
    return f"{directory.rstrip('/')}/{SNAPSHOT_DIRECTORY}/{name}"


def below(directory: str, relative: str) -> str:
    """A path that is told from a directory on."""
    return f"{directory.rstrip('/')}/{relative}" if relative else directory
