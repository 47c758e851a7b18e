"""How a directory's children are spread over the store's shards, and wishes to change that."""

from django.db import models


class ChildrenSpread(models.TextChoices):
    """BY_PARENT: all in the shard of their directory. HASHED: by their names, in 16 parts."""

    BY_PARENT = "by_parent"
    HASHED = "hashed"


def other_side(children: ChildrenSpread) -> ChildrenSpread:
    """Where children would go from there."""
    hashed = children == ChildrenSpread.HASHED
    return ChildrenSpread.BY_PARENT if hashed else ChildrenSpread.HASHED


# The code of the problem that a job ends with whose move was sent the other way.
TURNED_ROUND = "turned_round"


class SpreadState(models.TextChoices):
    """WAITING: for a worker. MOVING: namenodes move the children, while the directory is in use.
    SUPERSEDED: it was cancelled, or a later change, or one from the shell, turned it round."""

    WAITING = "waiting"
    MOVING = "moving"
    DONE = "done"
    FAILED = "failed"
    SUPERSEDED = "superseded"


class SpreadNote(models.TextChoices):
    """What an operator should know before children are moved."""

    MOVING = "moving"
    NOT_SEEN = "not_seen"
    NOT_MEASURED = "not_measured"
    FEW_CHILDREN = "few_children"
    MORE_SCANS = "more_scans"
    ONE_PROCESS = "one_process"
    NO_LESS = "no_less"
