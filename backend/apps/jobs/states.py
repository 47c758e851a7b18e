"""The life of a job, as one table."""

from django.db import models


class JobState(models.TextChoices):
    QUEUED = "queued"
    RUNNING = "running"
    CANCELLING = "cancelling"
    CANCELLED = "cancelled"
    SUCCEEDED = "succeeded"
    SUCCEEDED_WITH_ERRORS = "succeeded_with_errors"
    FAILED = "failed"


_ENDS = frozenset({JobState.SUCCEEDED, JobState.SUCCEEDED_WITH_ERRORS, JobState.FAILED})

# A cancelling job may still end otherwise: its last step was already under way.
TRANSITIONS: dict[JobState, frozenset[JobState]] = {
    JobState.QUEUED: frozenset({JobState.RUNNING, JobState.CANCELLED, JobState.FAILED}),
    JobState.RUNNING: frozenset({JobState.CANCELLING}) | _ENDS,
    JobState.CANCELLING: frozenset({JobState.CANCELLED}) | _ENDS,
    JobState.CANCELLED: frozenset(),
    JobState.SUCCEEDED: frozenset(),
    JobState.SUCCEEDED_WITH_ERRORS: frozenset(),
    JobState.FAILED: frozenset(),
}
UNFINISHED = frozenset(state for state, following in TRANSITIONS.items() if following)

PROMOTABLE = frozenset({JobState.SUCCEEDED, JobState.SUCCEEDED_WITH_ERRORS})


def may_become(current: str, following: JobState) -> bool:
    """Whether the table has this transition."""
    return following in TRANSITIONS[JobState(current)]
