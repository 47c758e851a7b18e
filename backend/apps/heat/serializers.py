"""Shapes of heat."""

from typing import Any

from rest_framework import serializers

from apps.common.fields import UtcField
from apps.heat.selectors import HeatBy, HeatWindow

LIMIT_DEFAULT = 20
LIMIT_MAX = 100
KEY_CHARACTERS_MAX = 512


class HeatParameters(serializers.Serializer[Any]):
    by = serializers.ChoiceField(
        required=False,
        choices=HeatBy.choices,
        default=HeatBy.USER,
        help_text="What calls are counted by; pairs have `key` and `of`.",
    )
    window = serializers.ChoiceField(
        required=False, choices=HeatWindow.choices, default=HeatWindow.MINUTE
    )
    key = serializers.CharField(
        required=False,
        max_length=KEY_CHARACTERS_MAX,
        trim_whitespace=False,
        help_text="Only entries with this key, as a directory's users.",
    )
    of = serializers.CharField(
        required=False,
        max_length=KEY_CHARACTERS_MAX,
        trim_whitespace=False,
        help_text="Only pairs with this second part, as a user's directories.",
    )
    shards = serializers.BooleanField(
        required=False,
        default=False,
        help_text="Whether to look up which shard the children of directories are in.",
    )
    limit = serializers.IntegerField(
        required=False, min_value=1, max_value=LIMIT_MAX, default=LIMIT_DEFAULT
    )


class HeatEntrySerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    of = serializers.CharField(allow_null=True, help_text="The second of a pair.")
    time_ms = serializers.FloatField(
        help_text="Of calls, from admission to answer, waiting for the store included."
    )
    time_error_ms = serializers.FloatField(help_text="By which the time may be too large.")
    waited_ms = serializers.FloatField(
        help_text="From the arrival of these calls until they began, no part of their time; at "
        "least so much. Calls by WebHDFS tell no waiting."
    )
    calls = serializers.IntegerField(help_text="At least so many.")
    rows = serializers.IntegerField(help_text="Read and written in the store; at least so many.")
    refused = serializers.IntegerField(
        help_text="Attempts that never began, because of a limit, a user's part or a full queue. "
        "They are none of the calls; at least so many."
    )
    share = serializers.FloatField(help_text="Of the time of all calls, from 0 to 1.")
    shard = serializers.IntegerField(
        allow_null=True,
        help_text="That has a directory's children; null when they are spread, when there is no "
        "such directory, and when it was not asked for.",
    )
    namenodes = serializers.DictField(
        child=serializers.FloatField(), help_text="Time in milliseconds by namenode."
    )


class NamenodeHeatSerializer(serializers.Serializer[Any]):
    namenode = serializers.CharField()
    calls = serializers.IntegerField()
    time_ms = serializers.FloatField()
    waited_ms = serializers.FloatField()
    rows = serializers.IntegerField()
    refused = serializers.IntegerField()
    not_counted = serializers.IntegerField(
        help_text="Calls since its start that came faster than they could be counted."
    )


class HeatSerializer(serializers.Serializer[Any]):
    by = serializers.ChoiceField(choices=HeatBy.choices)
    window = serializers.ChoiceField(choices=HeatWindow.choices)
    span_s = serializers.IntegerField(
        help_text="For so long until as_of calls were counted: the window and up to a part of its "
        "grain more, less soon after a namenode's start."
    )
    as_of = UtcField()
    entries = HeatEntrySerializer(many=True)
    namenodes = NamenodeHeatSerializer(many=True)
    silent = serializers.ListField(
        child=serializers.CharField(), help_text="Namenodes that did not answer."
    )
    calls = serializers.IntegerField(help_text="Of all keys, as the four that follow.")
    time_ms = serializers.FloatField()
    waited_ms = serializers.FloatField()
    rows = serializers.IntegerField()
    refused = serializers.IntegerField()
    imbalance = serializers.FloatField(
        allow_null=True, help_text="The busiest namenode over the mean of all; null without calls."
    )
