"""Shapes of the audit log."""

from typing import Any

from rest_framework import serializers

from apps.audit.models import Outcome
from apps.common.fields import PathField, UtcField
from apps.common.sorting import SortedParameters, SortField


class AuditFilterParameters(serializers.Serializer[Any]):
    actor = serializers.CharField(
        required=False, max_length=64, help_text="A part of the name, in any case."
    )
    action = serializers.CharField(
        required=False, max_length=64, help_text="A part of it, in any case: `job`, `token.create`."
    )
    path = PathField(required=False, help_text="This path and everything below it.")
    outcome = serializers.ChoiceField(choices=Outcome.choices, required=False)
    since = UtcField(required=False)
    until = UtcField(required=False)


class AuditParameters(SortedParameters, AuditFilterParameters):
    sort = SortField(
        {"at": "pk", "actor": "actor", "action": "action", "path": "path", "outcome": "outcome"}
    )


class AuditEntrySerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    at = UtcField()
    actor = serializers.CharField(help_text="A username, or SYSTEM for the platform itself.")
    action = serializers.CharField()
    path = serializers.CharField(allow_blank=True)
    job_id = serializers.IntegerField(allow_null=True)
    before = serializers.DictField(child=serializers.JSONField(), allow_null=True)
    after = serializers.DictField(child=serializers.JSONField(), allow_null=True)
    outcome = serializers.ChoiceField(choices=Outcome.choices)
    request_id = serializers.CharField(allow_blank=True)
