"""Shapes of the shards' load."""

from typing import Any

from rest_framework import serializers

from apps.cluster.values import StoreKind
from apps.common.fields import UtcField
from apps.heat.selectors import HeatWindow
from apps.heat.serializers import HeatEntrySerializer
from apps.shards.selectors import ShardRange

_TABLE_CHARACTERS_MAX = 64


class ShardsParameters(serializers.Serializer[Any]):
    range = serializers.ChoiceField(
        required=False, choices=ShardRange.choices, default=ShardRange.HOUR
    )
    table = serializers.CharField(
        required=False,
        max_length=_TABLE_CHARACTERS_MAX,
        help_text="Only the load of this table; all tables without it.",
    )


class ShardParameters(serializers.Serializer[Any]):
    window = serializers.ChoiceField(
        required=False, choices=HeatWindow.choices, default=HeatWindow.MINUTE
    )


class ShardPlaceSerializer(serializers.Serializer[Any]):
    node_id = serializers.IntegerField()
    thread = serializers.IntegerField()
    primary = serializers.BooleanField()


class _LoadSerializer(serializers.Serializer[Any]):
    operations_per_s = serializers.FloatField(help_text="Reads, writes and scans.")
    reads_per_s = serializers.FloatField(help_text="Look-ups of single rows.")
    writes_per_s = serializers.FloatField(help_text="Rows written or deleted.")
    scans_per_s = serializers.FloatField(help_text="Reads of ranges.")
    rows_per_s = serializers.FloatField(help_text="Returned by scans.")


class ShardLoadSerializer(_LoadSerializer):
    shard = serializers.IntegerField(help_text="-1 for scans that have no partition.")
    places = ShardPlaceSerializer(
        many=True, help_text="Replicas in the NDB cluster; none for the embedded store."
    )
    operations = serializers.ListField(
        child=serializers.FloatField(allow_null=True),
        help_text="A second, one for each time; null where nothing was measured.",
    )
    share = serializers.FloatField(help_text="Of the operations of all shards, from 0 to 1.")
    lock_wait_ms_per_s = serializers.FloatField(
        allow_null=True, help_text="Null where the store does not tell."
    )
    bytes = serializers.IntegerField(
        allow_null=True, help_text="In memory; null where the store does not tell."
    )


class ShardThreadSerializer(serializers.Serializer[Any]):
    thread = serializers.IntegerField()
    operations_per_s = serializers.FloatField()
    busy = serializers.FloatField(
        allow_null=True, help_text="Of its time, from 0 to 1; null where the store does not tell."
    )


class ShardTrafficSerializer(serializers.Serializer[Any]):
    sent_bytes_per_s = serializers.FloatField(
        help_text="To all other nodes of the cluster, clients among them."
    )
    received_bytes_per_s = serializers.FloatField()
    connections = serializers.IntegerField(help_text="Nodes that it is connected with.")
    overloads = serializers.IntegerField(
        help_text="How often in the range it could not send what it had to, and refused work."
    )
    slowdowns = serializers.IntegerField(
        help_text="How often in the range it held back who asked it, before it came to that."
    )


class ShardNodeSerializer(serializers.Serializer[Any]):
    node_id = serializers.IntegerField()
    operations_per_s = serializers.FloatField(help_text="Writes of each replica included.")
    threads = ShardThreadSerializer(many=True)
    traffic = ShardTrafficSerializer(
        allow_null=True, help_text="Null where it told nothing of its connections."
    )


class HeatShardsSerializer(serializers.Serializer[Any]):
    store = serializers.ChoiceField(choices=StoreKind.choices)
    range = serializers.ChoiceField(choices=ShardRange.choices)
    as_of = UtcField(allow_null=True, help_text="Of the newest sample; null without any.")
    resolution_s = serializers.IntegerField(help_text="How far the times are apart.")
    tables = serializers.ListField(
        child=serializers.CharField(), help_text="Those with any load in the range, busiest first."
    )
    times = serializers.ListField(
        child=UtcField(), help_text="When each step begins, the oldest first."
    )
    shards = ShardLoadSerializer(many=True)
    imbalance = serializers.FloatField(
        allow_null=True, help_text="The busiest shard over the mean of all; null without load."
    )
    imbalance_over_time = serializers.ListField(
        child=serializers.FloatField(allow_null=True), help_text="One for each time."
    )
    nodes = ShardNodeSerializer(
        many=True, help_text="Data nodes of the NDB cluster; none for the embedded store."
    )


class ShardTableLoadSerializer(_LoadSerializer):
    table = serializers.CharField()


class HeatShardSerializer(serializers.Serializer[Any]):
    shard = serializers.IntegerField()
    window = serializers.ChoiceField(choices=HeatWindow.choices)
    as_of = UtcField()
    tables = ShardTableLoadSerializer(many=True, help_text="The busiest first.")
    directories = HeatEntrySerializer(
        many=True, help_text="Those of the hottest whose children are in this shard."
    )
    silent = serializers.ListField(
        child=serializers.CharField(), help_text="Namenodes that did not answer."
    )
