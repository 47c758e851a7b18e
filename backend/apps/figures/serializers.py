"""Shapes of the figures."""

from typing import Any

from rest_framework import serializers

from apps.common.fields import UtcField
from apps.figures.names import FigureName
from apps.figures.selectors import FigureRange

NAMES_CHARACTERS_MAX = 400


class FigureParameters(serializers.Serializer[Any]):
    range = serializers.ChoiceField(
        required=False, choices=FigureRange.choices, default=FigureRange.HOUR
    )
    names = serializers.CharField(
        required=False,
        max_length=NAMES_CHARACTERS_MAX,
        help_text="Which figures, comma separated; all without it.",
    )

    def validate_names(self, value: str) -> str:
        if unknown := set(value.split(",")) - set(FigureName.values):
            raise serializers.ValidationError(f"There is no figure {sorted(unknown)[0]!r}.")
        return value


class FigureSeriesSerializer(serializers.Serializer[Any]):
    name = serializers.ChoiceField(choices=FigureName.choices)
    namenode = serializers.CharField(allow_null=True, help_text="Null: of the whole cluster.")
    kind = serializers.CharField(
        allow_blank=True, help_text="read, list, write or datanode; empty where it has none."
    )
    values = serializers.ListField(
        child=serializers.FloatField(allow_null=True),
        help_text="One for each time; null where nothing was measured.",
    )


class FiguresSerializer(serializers.Serializer[Any]):
    range = serializers.ChoiceField(choices=FigureRange.choices)
    resolution_s = serializers.IntegerField(help_text="How far the times are apart.")
    as_of = UtcField(allow_null=True, help_text="Of the newest sample; null without any.")
    times = serializers.ListField(child=UtcField())
    series = FigureSeriesSerializer(many=True)


class ForecastSerializer(serializers.Serializer[Any]):
    full_at = UtcField(
        allow_null=True, help_text="Null when free space does not shrink, or can't be told yet."
    )
    bytes_per_day = serializers.FloatField(
        allow_null=True, help_text="How fast free space shrinks; negative when it grows."
    )
    measured_from = UtcField(allow_null=True)
    measured_to = UtcField(allow_null=True)
