"""Shapes of changes of service."""

from typing import Any

from rest_framework import serializers

from apps.common.fields import UtcField
from apps.common.sorting import SortedParameters, SortField
from apps.service.models import REASON_CHARACTERS_MAX
from apps.service.values import DatanodeService, NamenodeService, ServiceChangeState


class ServiceWriteSerializer(serializers.Serializer[Any]):
    service = serializers.ChoiceField(choices=DatanodeService.choices)
    until = UtcField(
        default=None,
        allow_null=True,
        help_text="When a maintenance ends by itself, at most 366 days ahead; of nothing else.",
    )
    reason = serializers.CharField(
        max_length=REASON_CHARACTERS_MAX, help_text="For the record of changes."
    )


class NamenodeServiceWriteSerializer(serializers.Serializer[Any]):
    service = serializers.ChoiceField(choices=NamenodeService.choices)
    reason = serializers.CharField(
        max_length=REASON_CHARACTERS_MAX, help_text="For the record of changes."
    )


class ServiceChangesParameters(SortedParameters):
    sort = SortField({"asked_at": "pk", "state": "state", "service": "service"})
    state = serializers.ChoiceField(choices=ServiceChangeState.choices, required=False)


class AskedServiceSerializer(serializers.Serializer[Any]):
    """What changes of service have in common."""

    id = serializers.IntegerField()
    reason = serializers.CharField()
    actor = serializers.CharField()
    state = serializers.ChoiceField(choices=ServiceChangeState.choices)
    asked_at = UtcField()
    done_at = UtcField(allow_null=True, help_text="When a namenode had taken it.")
    failed_why = serializers.CharField(
        allow_blank=True, help_text="Why the last attempt failed; empty when it did not."
    )


class ServiceChangeSerializer(AskedServiceSerializer):
    datanode = serializers.CharField(help_text="Its UUID.")
    hostname = serializers.CharField()
    service = serializers.ChoiceField(choices=DatanodeService.choices)
    until = UtcField(allow_null=True)


class NamenodeServiceChangeSerializer(AskedServiceSerializer):
    namenode = serializers.CharField(help_text="Its name.")
    service = serializers.ChoiceField(choices=NamenodeService.choices)
