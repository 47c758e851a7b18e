"""The life of a job, as one table."""

from django.db import models


class JobState(models.TextChoices):
    WAITING_FOR_APPROVAL = "waiting_for_approval"
    REFUSED = "refused"
    QUEUED = "queued"
    RUNNING = "running"
    PAUSING = "pausing"
    PAUSED = "paused"
    CANCELLING = "cancelling"
    CANCELLED = "cancelled"
    SUCCEEDED = "succeeded"
    SUCCEEDED_WITH_ERRORS = "succeeded_with_errors"
    FAILED = "failed"


_ENDS = frozenset({JobState.SUCCEEDED, JobState.SUCCEEDED_WITH_ERRORS, JobState.FAILED})

# A job that is to pause or to be cancelled may still end otherwise: its last step was under way.
TRANSITIONS: dict[JobState, frozenset[JobState]] = {
    JobState.WAITING_FOR_APPROVAL: frozenset(
        {JobState.QUEUED, JobState.REFUSED, JobState.CANCELLED}
    ),
    JobState.QUEUED: frozenset(
        {JobState.RUNNING, JobState.PAUSED, JobState.CANCELLED, JobState.FAILED}
    ),
    JobState.RUNNING: frozenset({JobState.PAUSING, JobState.CANCELLING}) | _ENDS,
    JobState.PAUSING: frozenset({JobState.PAUSED, JobState.RUNNING, JobState.CANCELLING}) | _ENDS,
    JobState.PAUSED: frozenset({JobState.QUEUED, JobState.CANCELLING}),
    JobState.CANCELLING: frozenset({JobState.CANCELLED}) | _ENDS,
    JobState.REFUSED: frozenset(),
    JobState.CANCELLED: frozenset(),
    JobState.SUCCEEDED: frozenset(),
    JobState.SUCCEEDED_WITH_ERRORS: frozenset(),
    JobState.FAILED: frozenset(),
}
UNFINISHED = frozenset(state for state, following in TRANSITIONS.items() if following)

# What a worker takes up.
WORKED_ON = UNFINISHED - {JobState.PAUSED, JobState.WAITING_FOR_APPROVAL}

# A worker takes these up at once, whatever they wait for: it has only to let go of them.
STOPPING = frozenset({JobState.PAUSING, JobState.CANCELLING})

PROMOTABLE = frozenset({JobState.SUCCEEDED, JobState.SUCCEEDED_WITH_ERRORS})


def may_become(current: str, following: JobState) -> bool:
    """Whether the table has this transition."""
    return following in TRANSITIONS[JobState(current)]


class ApprovalState(models.TextChoices):
    """What became of a job's wait for a second person."""

    WAITING = "waiting"
    APPROVED = "approved"
    REFUSED = "refused"
    EXPIRED = "expired"
    WITHDRAWN = "withdrawn"


class CheckState(models.TextChoices):
    """How far the check of a plan is."""

    RUNNING = "running"
    SUCCEEDED = "succeeded"
    FAILED = "failed"


class Became(models.TextChoices):
    """What became of an inode since the plan."""

    SAME = "same"
    CHANGED = "changed"
    GONE = "gone"
    OUT_OF_SCOPE = "out_of_scope"
    JOINED = "joined"


class Target(models.TextChoices):
    """What the path of a plan names now: its inode, another one, or none that is in the tree."""

    THERE = "there"
    REPLACED = "replaced"
    GONE = "gone"
