"""Rules that ask for a second person, windows in which nothing acts, and limits by role."""

from typing import Any

from django.db import models

from apps.accounts.models import Role
from apps.common.tags import Tagged
from apps.guard.values import ApproverRole

NAME_CHARACTERS_MAX = 100
WEEK_DAYS = 7
DAY_MINUTES = 24 * 60


class _Guarded(Tagged):
    """kinds: of jobs, empty for all; path_prefix: the tree that it is about, null for all."""

    name = models.CharField(max_length=NAME_CHARACTERS_MAX)
    kinds = models.JSONField(default=list)
    path_prefix = models.TextField(null=True)
    changed_at = models.DateTimeField()
    changed_by = models.CharField(max_length=64)

    class Meta:
        abstract = True


class GuardRule(_Guarded):
    """Jobs that it marks wait for a second person.

    It marks those of its kinds and tree that reach one of its bounds, or all where it has none.
    approver: who approves. A row with `retired_at` is what a rule was before it was
    changed, or deleted: it goes on to hold for a while for who did that, `retired_by_id`.
    """

    enabled = models.BooleanField(default=True)
    inodes_min = models.BigIntegerField(null=True)
    size_bytes_min = models.BigIntegerField(null=True)
    approver = models.CharField(max_length=16, choices=ApproverRole.choices)
    retired_at = models.DateTimeField(null=True)
    retired_by_id = models.BigIntegerField(null=True)

    class Meta:
        indexes = [models.Index(fields=["retired_at"], name="guard_rule_retired")]

    def described(self) -> dict[str, Any]:
        """As the audit log shows it."""
        return {
            "id": self.pk,
            "name": self.name,
            "enabled": self.enabled,
            "kinds": self.kinds,
            "path_prefix": self.path_prefix,
            "inodes_min": self.inodes_min,
            "size_bytes_min": self.size_bytes_min,
            "approver": self.approver,
        }


class FreezeWindow(_Guarded):
    """A time in which jobs that it covers don't begin to act.

    holds_running: those that act already stand still, too. Once: from starts_at to ends_at.
    Weekly: on each of `weekdays` (0 is Monday), from `start_minute` of the day (UTC) for
    `duration_minutes`. lifted_until: it does not hold until then.
    """

    holds_running = models.BooleanField(default=False)
    starts_at = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(null=True)
    weekdays = models.JSONField(default=list)
    start_minute = models.PositiveIntegerField(null=True)
    duration_minutes = models.PositiveIntegerField(null=True)
    lifted_until = models.DateTimeField(null=True)

    def described(self) -> dict[str, Any]:
        """As the audit log shows it."""
        times = (self.starts_at, self.ends_at, self.lifted_until)
        starts_at, ends_at, lifted_until = (each and each.isoformat() for each in times)
        return {
            "id": self.pk,
            "name": self.name,
            "kinds": self.kinds,
            "path_prefix": self.path_prefix,
            "holds_running": self.holds_running,
            "starts_at": starts_at,
            "ends_at": ends_at,
            "weekdays": self.weekdays,
            "start_minute": self.start_minute,
            "duration_minutes": self.duration_minutes,
            "lifted_until": lifted_until,
        }


class RoleLimit(Tagged):
    """What users of a role may do at most; null for no limit. The operators' is of all but
    administrators.

    inodes_max: that one job is about. jobs_max: of one user that have not ended, dry runs included.
    """

    role = models.CharField(max_length=16, choices=Role.choices, unique=True)
    inodes_max = models.BigIntegerField(null=True)
    jobs_max = models.PositiveIntegerField(null=True)
    changed_at = models.DateTimeField(null=True)
    changed_by = models.CharField(max_length=64, blank=True, default="")
