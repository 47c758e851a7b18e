"""Shapes of what users and groups own."""

from typing import Any

from rest_framework import serializers

from apps.common.fields import UtcField
from apps.common.price_serializers import UsagePriceSerializer
from apps.common.values import SortDirection
from apps.usage.serializers import UsageAsOfSerializer, UsageGroupSerializer
from apps.usage.values import OwnedBy, OwnerSort, UsageMeasure

# HDFS bounds them less; whoever has a longer name is in SQL.
NAME_CHARACTERS_MAX = 1_000
_COLD = "Of files that were not changed since `cold_before`."
_SPACE = "Length times replication."


class OwnerParameters(serializers.Serializer[Any]):
    by = serializers.ChoiceField(
        choices=OwnedBy.choices, required=False, default=OwnedBy.OWNER.value
    )
    sort = serializers.ChoiceField(
        choices=OwnerSort.choices,
        required=False,
        default=OwnerSort.SPACE.value,
        help_text="The most of space, length, files, or space of cold files first; the oldest "
        "files on average first; or by name.",
    )
    direction = serializers.ChoiceField(
        choices=SortDirection.choices,
        required=False,
        help_text="Without it as the sort says. Rows for which that is not known come last anyway.",
    )
    cursor = serializers.CharField(
        required=False, max_length=16_384, help_text="`next_cursor` of the page before."
    )
    limit = serializers.IntegerField(required=False, default=100, min_value=1, max_value=1_000)


class OwnerDetailParameters(serializers.Serializer[Any]):
    name = serializers.CharField(trim_whitespace=False, max_length=NAME_CHARACTERS_MAX)
    by = serializers.ChoiceField(
        choices=OwnedBy.choices, required=False, default=OwnedBy.OWNER.value
    )
    measure = serializers.ChoiceField(
        choices=UsageMeasure.choices,
        required=False,
        default=UsageMeasure.SPACE.value,
        help_text="What shares are of, and what makes a directory one of the places.",
    )


class OwnerSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    files = serializers.IntegerField()
    directories = serializers.IntegerField()
    length_bytes = serializers.IntegerField()
    space_bytes = serializers.IntegerField(help_text=_SPACE)
    cold_files = serializers.IntegerField(help_text=_COLD)
    cold_length_bytes = serializers.IntegerField(help_text=_COLD)
    cold_space_bytes = serializers.IntegerField(help_text=_COLD)
    cold_share = serializers.FloatField(help_text="Of the space: 0 to 1.")
    average_mtime = UtcField(allow_null=True, help_text="Of the files; null without any.")
    share = serializers.FloatField(
        allow_null=True, help_text="Of all space: 0 to 1. Null where one was asked for."
    )


class OwnerPageSerializer(serializers.Serializer[Any]):
    items = OwnerSerializer(many=True)
    owners = serializers.IntegerField(help_text="How many there are.")
    files = serializers.IntegerField(help_text="Of all of them.")
    length_bytes = serializers.IntegerField(help_text="Of all of them.")
    space_bytes = serializers.IntegerField(help_text="Of all of them.")
    cold_before = UtcField(help_text="A year ago, at the begin of the day.")
    price = UsagePriceSerializer(
        allow_null=True, help_text="What space costs, where a setting tells it."
    )
    next_cursor = serializers.CharField(allow_null=True)
    as_of = UsageAsOfSerializer()
    lag_ms = serializers.IntegerField(help_text="How old the answer was.")
    source = serializers.CharField()  # type: ignore[assignment]


class OwnerPlaceSerializer(serializers.Serializer[Any]):
    inode_id = serializers.IntegerField(allow_null=True)
    path = serializers.CharField(allow_null=True)
    files = serializers.IntegerField()
    length_bytes = serializers.IntegerField()
    space_bytes = serializers.IntegerField(help_text=_SPACE)
    share = serializers.FloatField(help_text="Of all that is theirs, by the measure: 0 to 1.")


class OwnerDetailsSerializer(serializers.Serializer[Any]):
    owner = OwnerSerializer()
    places = OwnerPlaceSerializer(
        many=True,
        help_text="The deepest directories that hold a twentieth or more of it, the most first. "
        "What is below one of them is not told of those above it again.",
    )
    elsewhere = OwnerPlaceSerializer(help_text="The rest, in many places; without a path.")
    ages = UsageGroupSerializer(many=True, help_text="Keys as of a breakdown by age, recent first.")
    cold_before = UtcField()
    price = UsagePriceSerializer(allow_null=True)
    as_of = UsageAsOfSerializer()
    lag_ms = serializers.IntegerField(help_text="How old the answer was.")
    source = serializers.CharField()  # type: ignore[assignment]
