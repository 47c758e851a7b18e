"""Shapes of the health answer."""

from typing import Any

from rest_framework import serializers

from apps.health.values import CheckStatus


class CheckSerializer(serializers.Serializer[Any]):
    status = serializers.ChoiceField(choices=CheckStatus.choices)
    detail = serializers.CharField(allow_blank=True)


class ChecksSerializer(serializers.Serializer[Any]):
    database = CheckSerializer()
    namenode = CheckSerializer()
    search_index = CheckSerializer()
    replica = CheckSerializer()
    worker = CheckSerializer()


class HealthSerializer(serializers.Serializer[Any]):
    status = serializers.ChoiceField(choices=CheckStatus.choices)
    checks = ChecksSerializer()
