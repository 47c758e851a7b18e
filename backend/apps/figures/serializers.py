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
        allow_null=True,
        help_text="Null when what is taken does not grow, when it takes more than ten years, or "
        "when less than twelve hours are known.",
    )
    bytes_per_day = serializers.FloatField(
        allow_null=True, help_text="How fast the disks fill; negative when they get emptier."
    )
    measured_from = UtcField(
        allow_null=True, help_text="With `measured_to` what the forecast is made from."
    )
    measured_to = UtcField(allow_null=True)
    capacity_bytes = serializers.IntegerField(
        allow_null=True, help_text="Of the last sample, as are the next two."
    )
    used_bytes = serializers.IntegerField(allow_null=True, help_text="By Warren alone.")
    remaining_bytes = serializers.IntegerField(allow_null=True)
    as_of = UtcField(allow_null=True, help_text="Of the last sample; null without any.")
    lag_ms = serializers.IntegerField(allow_null=True, help_text="How old that was.")
