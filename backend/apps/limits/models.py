"""Changes of limits of calls, with what they brought about. The limits are in the store."""

from django.db import models

from apps.common.asked import AskedChange
from apps.common.turns import Turn
from apps.limits.values import LimitAction, LimitKind, LimitState

NAME_BYTES_MAX = 255
REASON_CHARACTERS_MAX = 200


class LimitTurn(Turn):
    """Who changes limits and watches what comes of it."""


class LimitChange(AskedChange):
    """One limit set or lifted.

    calls_per_second: at each namenode; null for a lift, as expires_at may be for a limit.
    before, after: points (`apps.limits.watching`), oldest first, at most 3 and 60.
    """

    kind = models.CharField(max_length=16, choices=LimitKind.choices)
    name = models.CharField(max_length=NAME_BYTES_MAX)
    action = models.CharField(max_length=8, choices=LimitAction.choices)
    calls_per_second = models.PositiveIntegerField(null=True)
    reason = models.CharField(max_length=REASON_CHARACTERS_MAX)
    expires_at = models.DateTimeField(null=True)
    state = models.CharField(max_length=16, choices=LimitState.choices)
    before = models.JSONField(default=list)
    after = models.JSONField(default=list)
    watched_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["state", "done_at"], name="limit_change_state")]
