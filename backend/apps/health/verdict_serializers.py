"""Shapes of the checks."""

from typing import Any

from rest_framework import serializers

from apps.common.fields import UtcField
from apps.common.sorting import SortedParameters, SortField
from apps.health.verdicts import CheckKey, Verdict

REASON_CHARACTERS_MAX = 500


class HealthMuteSerializer(serializers.Serializer[Any]):
    until = UtcField()
    reason = serializers.CharField(allow_null=True, help_text="Null for viewers.")
    by = serializers.CharField(allow_null=True, help_text="Null for viewers.")


class HealthCheckSerializer(serializers.Serializer[Any]):
    key = serializers.ChoiceField(choices=CheckKey.choices)
    title = serializers.CharField(help_text="What holds when all is well.")
    verdict = serializers.ChoiceField(
        choices=Verdict.choices, help_text="unknown: it could not be told; the reason says why."
    )
    reason = serializers.CharField()
    since = UtcField(allow_null=True, help_text="When the verdict became this one.")
    remedy = serializers.CharField(help_text="What to do when it is not ok.")
    page = serializers.CharField(help_text="The console's page about it.")
    mute = HealthMuteSerializer(
        allow_null=True, help_text="A check that is muted does not count until then."
    )


class HealthChecksSerializer(serializers.Serializer[Any]):
    verdict = serializers.ChoiceField(
        choices=Verdict.choices, help_text="Of the worst check that is not muted."
    )
    as_of = UtcField(allow_null=True, help_text="When the checks were last made; null: never.")
    errors = serializers.IntegerField()  # type: ignore[assignment]
    warnings = serializers.IntegerField()
    unknowns = serializers.IntegerField()
    muted = serializers.IntegerField()
    items = HealthCheckSerializer(many=True)


class HealthMutingSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(max_length=REASON_CHARACTERS_MAX)
    until = UtcField(help_text="At most 90 days from now.")


class HealthChangeParameters(SortedParameters):
    sort = SortField({"at": "pk", "key": "key", "verdict": "verdict"})
    key = serializers.ChoiceField(required=False, choices=CheckKey.choices)
    verdict = serializers.ChoiceField(
        required=False, choices=Verdict.choices, help_text="To which it changed."
    )


class HealthChangeSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    key = serializers.ChoiceField(choices=CheckKey.choices)
    at = UtcField()
    before = serializers.ChoiceField(choices=Verdict.choices)
    verdict = serializers.ChoiceField(choices=Verdict.choices)
    reason = serializers.CharField()
