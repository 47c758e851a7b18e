"""Changes of datanodes' service that were asked for. What is ordered is in the store."""

from django.db import models

from apps.common.turns import Turn
from apps.service.values import DatanodeService, ServiceChangeState

UUID_CHARACTERS_MAX = 64
REASON_CHARACTERS_MAX = 200


class ServiceTurn(Turn):
    """Who has the namenodes take changes of datanodes' service."""


class ServiceChange(models.Model):
    """A datanode taken out of service, or back.

    until: when a maintenance ends by itself; null of others. done_at: when a namenode had taken
    it; failed_why: what the last attempt failed of.
    """

    datanode = models.CharField(max_length=UUID_CHARACTERS_MAX)
    hostname = models.CharField(max_length=255)
    service = models.CharField(max_length=16, choices=DatanodeService.choices)
    until = models.DateTimeField(null=True)
    reason = models.CharField(max_length=REASON_CHARACTERS_MAX)
    actor = models.CharField(max_length=64)
    request_id = models.CharField(max_length=64, blank=True, default="")
    state = models.CharField(max_length=16, choices=ServiceChangeState.choices)
    asked_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True)
    failed_why = models.TextField(blank=True, default="")

    class Meta:
        indexes = [
            models.Index(fields=["state"], name="service_change_state"),
            models.Index(fields=["datanode"], name="service_change_datanode"),
        ]
