"""Changes of service that were asked for. What is ordered is in the store."""

from typing import Any, ClassVar

from django.db import models

from apps.common.asked import AskedChange
from apps.common.turns import Turn
from apps.service.values import DatanodeService, NamenodeService, ServiceChangeState

UUID_CHARACTERS_MAX = 64
NAMENODE_CHARACTERS_MAX = 64
REASON_CHARACTERS_MAX = 200


class ServiceTurn(Turn):
    """Who has the namenodes take changes of service."""


class OrderedService(AskedChange):
    """Something taken out of service, or back.

    audit_action: what the audit log calls it; subject_field: which of its fields says of what.
    """

    audit_action: ClassVar[str]
    subject_field: ClassVar[str]

    service: "models.CharField[Any, Any]"
    reason = models.CharField(max_length=REASON_CHARACTERS_MAX)
    state = models.CharField(max_length=16, choices=ServiceChangeState.choices)

    class Meta:
        abstract = True

    @property
    def subject(self) -> str:
        return str(getattr(self, self.subject_field))

    def facts(self) -> dict[str, object]:
        """What was asked for, for the audit log."""
        return {self.subject_field: self.subject, "service": self.service, "reason": self.reason}


class ServiceChange(OrderedService):
    """A datanode taken out of service, or back.

    until: when a maintenance ends by itself; null of others.
    """

    audit_action = "datanode.service"
    subject_field = "datanode"

    datanode = models.CharField(max_length=UUID_CHARACTERS_MAX)
    hostname = models.CharField(max_length=255)
    service = models.CharField(max_length=16, choices=DatanodeService.choices)
    until = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["state"], name="service_change_state"),
            models.Index(fields=["datanode"], name="service_change_datanode"),
        ]

    def facts(self) -> dict[str, object]:
        until = self.until.isoformat() if self.until else None
        return {**super().facts(), "hostname": self.hostname, "until": until}


class NamenodeServiceChange(OrderedService):
    """A namenode drained, or told to serve again."""

    audit_action = "namenode.service"
    subject_field = "namenode"

    namenode = models.CharField(max_length=NAMENODE_CHARACTERS_MAX)
    service = models.CharField(max_length=16, choices=NamenodeService.choices)

    class Meta:
        indexes = [
            models.Index(fields=["state"], name="namenode_service_state"),
            models.Index(fields=["namenode"], name="namenode_service_namenode"),
        ]
