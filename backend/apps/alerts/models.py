"""Where alerts go, what was sent, and what each user has seen."""

from django.conf import settings
from django.db import models

from apps.alerts.values import ChannelKind, DeliveryKind, DeliveryState
from apps.common.tags import Tagged

NAME_CHARACTERS_MAX = 100


class AlertChannel(Tagged):
    """One place that is told, and how far it was told.

    url_sealed, secret_sealed: encrypted (apps.alerts.sealing); empty for e-mail.
    checks: those it tells, all when empty. quiet_*: minutes of the day in UTC, both or none.
    told_up_to: id of the last change of a verdict that was looked at for this channel.
    open: the verdict last told of each check that was not well.
    """

    untagged = frozenset({"secret_sealed", "told_up_to", "open"})

    name = models.CharField(max_length=NAME_CHARACTERS_MAX, unique=True)
    kind = models.CharField(max_length=16, choices=ChannelKind.choices)
    enabled = models.BooleanField()
    url_sealed = models.TextField(blank=True, default="")
    secret_sealed = models.TextField(blank=True, default="")
    recipients = models.JSONField(default=list)
    verdicts = models.JSONField()
    checks = models.JSONField(default=list)
    quiet_from_min = models.PositiveSmallIntegerField(null=True)
    quiet_until_min = models.PositiveSmallIntegerField(null=True)
    messages_per_hour_max = models.PositiveSmallIntegerField()
    told_up_to = models.BigIntegerField()
    open = models.JSONField(default=dict)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()


class AlertDelivery(models.Model):
    """One message to one channel. `message_id` is the same for all attempts."""

    channel = models.ForeignKey(AlertChannel, on_delete=models.CASCADE, related_name="deliveries")
    message_id = models.CharField(max_length=40, unique=True)
    kind = models.CharField(max_length=16, choices=DeliveryKind.choices)
    state = models.CharField(max_length=16, choices=DeliveryState.choices)
    summary = models.CharField(max_length=200)
    content = models.JSONField()
    created_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    attempted_at = models.DateTimeField(null=True)
    # Null when it is finished.
    next_at = models.DateTimeField(null=True)
    woken_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    # Of the last attempt: the HTTP status, the answer's first bytes, why it failed.
    status = models.PositiveSmallIntegerField(null=True)
    answer = models.TextField(blank=True, default="")
    error = models.TextField(blank=True, default="")
    lease_token = models.CharField(max_length=32, null=True)
    lease_expires_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["state", "next_at"], name="alert_delivery_due"),
            models.Index(fields=["channel", "kind", "created_at"], name="alert_delivery_rate"),
        ]


class AlertTally(models.Model):
    """How many deliveries ended in which way since ever: rows of the log are dropped."""

    kind = models.CharField(max_length=16, choices=ChannelKind.choices)
    state = models.CharField(max_length=16, choices=DeliveryState.choices)
    count = models.BigIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "state"], name="alert_tally")]


class AlertsSeen(models.Model):
    """Up to which change of a verdict a user has read."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    change_id = models.BigIntegerField()
