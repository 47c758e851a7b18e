"""Changes of datanodes' service that were asked for. What is ordered is in the store."""

from django.db import models

from apps.common.asked import AskedChange
from apps.common.turns import Turn
from apps.service.values import DatanodeService, ServiceChangeState

UUID_CHARACTERS_MAX = 64
REASON_CHARACTERS_MAX = 200


class ServiceTurn(Turn):
    """Who has the namenodes take changes of datanodes' service."""


class ServiceChange(AskedChange):
    """A datanode taken out of service, or back.

    until: when a maintenance ends by itself; null of others.
    """

    datanode = models.CharField(max_length=UUID_CHARACTERS_MAX)
    hostname = models.CharField(max_length=255)
    service = models.CharField(max_length=16, choices=DatanodeService.choices)
    until = models.DateTimeField(null=True)
    reason = models.CharField(max_length=REASON_CHARACTERS_MAX)
    state = models.CharField(max_length=16, choices=ServiceChangeState.choices)

    class Meta:
        indexes = [
            models.Index(fields=["state"], name="service_change_state"),
            models.Index(fields=["datanode"], name="service_change_datanode"),
        ]
