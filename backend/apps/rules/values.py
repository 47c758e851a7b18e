"""How often a rule runs, and what becomes of a run."""

from django.db import models

from apps.jobs.kinds import JobKind


class Every(models.TextChoices):
    """Whether, and how often, a rule runs by itself."""

    HAND = "hand"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"


class RuleKind(models.TextChoices):
    """The kinds of jobs that may be about what a search finds."""

    SET_OWNER = JobKind.SET_OWNER.value
    SET_PERMISSION = JobKind.SET_PERMISSION.value
    SET_REPLICATION = JobKind.SET_REPLICATION.value
    SET_STORAGE_POLICY = JobKind.SET_STORAGE_POLICY.value
    SET_ERASURE_CODING = JobKind.SET_ERASURE_CODING.value
    SET_ACL = JobKind.SET_ACL.value
    SET_XATTR = JobKind.SET_XATTR.value
    DELETE = JobKind.DELETE.value
    MOVE = JobKind.MOVE.value


class RunState(models.TextChoices):
    # Its dry run is to begin, or under way.
    PLANNING = "planning"
    # The job is under way, or waits for an approval.
    ACTING = "acting"
    # The dry run ended, and the rule is not armed, or nothing was found.
    PLANNED = "planned"
    DONE = "done"
    # It would have touched too much, so it did not act.
    STOPPED = "stopped"
    FAILED = "failed"
    # The run before had not ended when it was due.
    SKIPPED = "skipped"


UNFINISHED = frozenset({RunState.PLANNING, RunState.ACTING})
