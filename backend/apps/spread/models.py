"""Changes of how directories' children are spread, with what they brought about."""

from django.db import models

from apps.common.turns import Turn
from apps.spread.values import ChildrenSpread, SpreadState

REASON_CHARACTERS_MAX = 200


class SpreadTurn(Turn):
    """Who has namenodes move children and watches what comes of it."""


class SpreadChange(models.Model):
    """One wish to have the children of a directory by parent, or hashed.

    inode_id: the directory's when it was asked for; what is at the path later may be another.
    counted, count_complete: children when it was asked for, counted up to a limit.
    moved: children so far; expected: the balance before and after that was reckoned.
    begun_at: when a namenode had taken it; done_at: when all children had moved.
    failed_why: what the last attempt failed of.
    before, after: points (`apps.spread.watching`), oldest first, at most 3 and 60.
    """

    path = models.TextField()
    inode_id = models.BigIntegerField()
    children = models.CharField(max_length=16, choices=ChildrenSpread.choices)
    reason = models.CharField(max_length=REASON_CHARACTERS_MAX)
    actor = models.CharField(max_length=64)
    request_id = models.CharField(max_length=64, blank=True, default="")
    state = models.CharField(max_length=16, choices=SpreadState.choices)
    counted = models.BigIntegerField()
    count_complete = models.BooleanField()
    moved = models.BigIntegerField(default=0)
    expected = models.JSONField(default=dict)
    asked_at = models.DateTimeField()
    begun_at = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)
    failed_why = models.TextField(blank=True, default="")
    before = models.JSONField(default=list)
    after = models.JSONField(default=list)
    watched_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["state", "done_at"], name="spread_change_state")]
