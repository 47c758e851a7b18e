"""What the checks found last, when their verdicts changed, and which of them are muted."""

from django.db import models

from apps.health.verdicts import Verdict


class HealthRound(models.Model):
    """The one row by which workers agree who looks next, and when somebody last looked."""

    claimed_at = models.DateTimeField()
    looked_at = models.DateTimeField(null=True)


class HealthFinding(models.Model):
    """A check's verdict; `since` is when it last became this one."""

    key = models.CharField(max_length=64, primary_key=True)
    verdict = models.CharField(max_length=16, choices=Verdict.choices)
    reason = models.TextField()
    since = models.DateTimeField()


class HealthChange(models.Model):
    """A verdict that changed; What nobody looked at was unknown. The oldest are dropped."""

    key = models.CharField(max_length=64)
    at = models.DateTimeField()
    before = models.CharField(max_length=16, choices=Verdict.choices)
    verdict = models.CharField(max_length=16, choices=Verdict.choices)
    reason = models.TextField()

    class Meta:
        indexes = [models.Index(fields=["key", "-id"], name="health_change_key")]


class HealthMute(models.Model):
    """A check that does not count until a time, and why."""

    key = models.CharField(max_length=64, primary_key=True)
    reason = models.TextField()
    until = models.DateTimeField()
    muted_by = models.CharField(max_length=64)
    muted_at = models.DateTimeField()
