"""Changes of how directories' children are spread, with what they brought about."""

from datetime import datetime

from django.db import models

from apps.common.turns import Turn
from apps.jobs.states import PROMOTABLE, UNFINISHED, JobState
from apps.spread.values import TURNED_ROUND, ChildrenSpread, SpreadState

REASON_CHARACTERS_MAX = 200
SUCCEEDED = PROMOTABLE
_SILENT = "No namenode answered."


class SpreadTurn(Turn):
    """Who watches what came of changes."""


class SpreadChange(models.Model):
    """What is kept of a job that moves the children of a directory.

    counted, count_complete: children when it was asked for, counted up to a limit.
    expected: the balance before and after that was reckoned. begun_at: when the move began.
    before, after: points (`apps.spread.watching`), oldest first, at most 3 and 60.
    watched_at: when the last point was looked for; null before the first.
    """

    job = models.OneToOneField("jobs.Job", on_delete=models.CASCADE, related_name="spread_change")
    reason = models.CharField(max_length=REASON_CHARACTERS_MAX)
    counted = models.BigIntegerField()
    count_complete = models.BooleanField()
    expected = models.JSONField(default=dict)
    begun_at = models.DateTimeField(null=True)
    before = models.JSONField(default=list)
    after = models.JSONField(default=list)
    watched_at = models.DateTimeField(null=True)

    @property
    def children(self) -> ChildrenSpread:
        return ChildrenSpread(self.job.parameters["children"])

    @property
    def state(self) -> SpreadState:
        """How far its job is."""
        job = self.job
        if job.state in UNFINISHED:
            return SpreadState.MOVING if job.act_begun else SpreadState.WAITING
        if job.state in SUCCEEDED:
            return SpreadState.DONE
        turned_round = job.problem is not None and job.problem["code"] == TURNED_ROUND
        if job.state != JobState.FAILED or turned_round:
            return SpreadState.SUPERSEDED
        return SpreadState.FAILED

    @property
    def done_at(self) -> datetime | None:
        """When all children had moved."""
        return self.job.finished_at if self.job.state in SUCCEEDED else None

    @property
    def failed_why(self) -> str:
        """Why the last attempt failed; empty when it did not."""
        if self.job.problem is not None:
            return " ".join(
                f"{self.job.problem[each]}"
                for each in ("title", "detail")
                if self.job.problem[each]
            )
        return _SILENT if self.job.state in UNFINISHED and self.job.retries else ""
