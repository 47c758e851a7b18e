"""The audit log: who changed what, from what to what, with what outcome."""

from typing import Any

from django.db import models


class Outcome(models.TextChoices):
    ACCEPTED = "accepted"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    DENIED = "denied"
    CANCELLED = "cancelled"


class AuditEntry(models.Model):
    """One change, or one refused attempt. Rows are only ever added."""

    at = models.DateTimeField()
    actor = models.CharField(max_length=64)
    action = models.CharField(max_length=64)
    path = models.TextField(blank=True, default="")
    job_id = models.BigIntegerField(null=True)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    outcome = models.CharField(max_length=16, choices=Outcome.choices)
    request_id = models.CharField(max_length=64, blank=True, default="")

    class Meta:
        indexes = [
            models.Index(fields=["actor", "-id"], name="audit_actor"),
            models.Index(fields=["action", "-id"], name="audit_action"),
            models.Index(fields=["at"], name="audit_at"),
        ]

    def delete(self, *_args: Any, **_kwargs: Any) -> tuple[int, dict[str, int]]:
        raise TypeError("Audit entries are never deleted")
