"""Rules that ask for a second person."""

from typing import Any

from django.db import models

from apps.guard.values import ApproverRole

NAME_CHARACTERS_MAX = 100


class _Guarded(models.Model):
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
    approver: the least role that approves. A row with `retired_at` is what a rule was before it was
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
