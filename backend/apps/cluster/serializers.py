"""Shapes of the cluster and of the overview."""

from typing import Any

from rest_framework import serializers

from apps.cluster.values import (
    DatanodeState,
    FeedState,
    NamenodeRole,
    NamenodeState,
    StorageState,
    StoreKind,
)
from apps.common.fields import UtcField


class NamenodeSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    id = serializers.IntegerField()
    epoch = serializers.IntegerField(help_text="The leader epoch this namenode last saw.")
    role = serializers.ChoiceField(choices=NamenodeRole.choices)
    state = serializers.ChoiceField(choices=NamenodeState.choices)
    rpc_address = serializers.CharField()
    http_address = serializers.CharField()
    started_at = UtcField()
    last_heartbeat_at = UtcField()
    version = serializers.CharField(allow_blank=True)


class StorageSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    type = serializers.CharField()
    state = serializers.ChoiceField(choices=StorageState.choices)
    capacity_bytes = serializers.IntegerField()
    used_bytes = serializers.IntegerField()
    remaining_bytes = serializers.IntegerField()


class DatanodeSerializer(serializers.Serializer[Any]):
    uuid = serializers.CharField()
    hostname = serializers.CharField()
    address = serializers.CharField()
    state = serializers.ChoiceField(choices=DatanodeState.choices)
    capacity_bytes = serializers.IntegerField()
    used_bytes = serializers.IntegerField()
    remaining_bytes = serializers.IntegerField()
    block_count = serializers.IntegerField()
    last_heartbeat_at = UtcField()
    version = serializers.CharField(allow_blank=True)
    storages = StorageSerializer(many=True)


class ClusterSerializer(serializers.Serializer[Any]):
    as_of = UtcField()
    leader = serializers.CharField(allow_null=True)
    store = serializers.ChoiceField(choices=StoreKind.choices)
    namenodes = NamenodeSerializer(many=True)
    datanodes = DatanodeSerializer(many=True)
    capacity_bytes = serializers.IntegerField()
    used_bytes = serializers.IntegerField()
    remaining_bytes = serializers.IntegerField()


class FeedSerializer(serializers.Serializer[Any]):
    lag_ms = serializers.IntegerField(allow_null=True)
    sequence = serializers.IntegerField(help_text="Last event that the search index has seen.")
    head_sequence = serializers.IntegerField(allow_null=True, help_text="Newest event there is.")
    state = serializers.ChoiceField(choices=FeedState.choices)


class ClusterSummarySerializer(serializers.Serializer[Any]):
    leader = serializers.CharField(allow_null=True)
    namenodes_live = serializers.IntegerField()
    namenodes_total = serializers.IntegerField()
    datanodes_live = serializers.IntegerField()
    datanodes_total = serializers.IntegerField()
    capacity_bytes = serializers.IntegerField()
    used_bytes = serializers.IntegerField()
    remaining_bytes = serializers.IntegerField()


class JobCountsSerializer(serializers.Serializer[Any]):
    running = serializers.IntegerField(help_text="Queued jobs included.")
    failed_24h = serializers.IntegerField()


class OverviewSerializer(serializers.Serializer[Any]):
    files = serializers.IntegerField()
    directories = serializers.IntegerField()
    length_bytes = serializers.IntegerField()
    as_of = UtcField(help_text="When these totals were taken.")
    feed = FeedSerializer()
    cluster = ClusterSummarySerializer()
    jobs = JobCountsSerializer()
