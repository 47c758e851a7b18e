"""Shapes of the datanodes and of what their storages hold."""

from typing import Any

from rest_framework import serializers

from apps.cluster.values import (
    DatanodeAdminState,
    DatanodeSort,
    DatanodeState,
    OrderedService,
    StorageCondition,
    StorageState,
)
from apps.common.fields import UtcField
from apps.common.openapi import PageParameters
from apps.common.values import SortDirection


class DatanodesParameters(PageParameters):
    state = serializers.ChoiceField(choices=DatanodeState.choices, required=False)
    admin_state = serializers.ChoiceField(choices=DatanodeAdminState.choices, required=False)
    hostname = serializers.CharField(
        required=False, max_length=255, help_text="Part of its host name."
    )
    sort = serializers.ChoiceField(
        choices=DatanodeSort.choices,
        required=False,
        default=DatanodeSort.HOSTNAME.value,
        help_text="Without a direction rising by host name, falling by figures.",
    )
    direction = serializers.ChoiceField(choices=SortDirection.choices, required=False)


class FailedVolumesSerializer(serializers.Serializer[Any]):
    count = serializers.IntegerField(help_text="Disks lost since the datanode was started.")
    locations = serializers.ListField(child=serializers.CharField())
    last_failed_at = UtcField(allow_null=True)
    capacity_lost_bytes = serializers.IntegerField()


class SlowPeerSerializer(serializers.Serializer[Any]):
    latency_ms = serializers.FloatField(
        help_text="Of a packet on its way to it, a mean; the worst that was told."
    )
    limit_ms = serializers.FloatField(
        help_text="What the datanode bears that told it, by what it measures at its other peers."
    )
    reporters = serializers.IntegerField(help_text="Datanodes that told it lately.")


class SlowDiskSerializer(serializers.Serializer[Any]):
    disk = serializers.CharField()
    metadata_ms = serializers.FloatField(
        allow_null=True, help_text="A mean; null where it is not slower than the other disks."
    )
    read_ms = serializers.FloatField(allow_null=True)
    write_ms = serializers.FloatField(allow_null=True)


class DatanodeStorageSerializer(serializers.Serializer[Any]):
    storage_id = serializers.IntegerField(allow_null=True)
    uuid = serializers.CharField()
    type = serializers.CharField()
    state = serializers.ChoiceField(
        choices=StorageState.choices, help_text="As its datanode reports."
    )
    condition = serializers.ChoiceField(
        choices=StorageCondition.choices, help_text="As the leader last judged it."
    )
    condition_since = UtcField(allow_null=True)
    checking = serializers.BooleanField(help_text="Its blocks are being looked through.")
    insufficient = serializers.IntegerField(help_text="Blocks that it may not leave yet.")
    capacity_bytes = serializers.IntegerField()
    used_bytes = serializers.IntegerField()
    non_dfs_used_bytes = serializers.IntegerField()
    remaining_bytes = serializers.IntegerField()
    blocks = serializers.IntegerField(help_text="By its replicas' rows, some seconds old.")


class DatanodeOrderSerializer(serializers.Serializer[Any]):
    service = serializers.ChoiceField(choices=OrderedService.choices)
    until = UtcField(
        allow_null=True,
        help_text="When a maintenance ends by itself; null of one that leaves for good.",
    )
    since = UtcField()
    by = serializers.CharField()


class DatanodeDetailsSerializer(serializers.Serializer[Any]):
    uuid = serializers.CharField()
    hostname = serializers.CharField()
    address = serializers.CharField(help_text="Where it moves blocks.")
    http_address = serializers.CharField()
    ipc_address = serializers.CharField()
    rack = serializers.CharField()
    state = serializers.ChoiceField(choices=DatanodeState.choices)
    admin_state = serializers.ChoiceField(choices=DatanodeAdminState.choices)
    last_heartbeat_at = UtcField()
    version = serializers.CharField(allow_blank=True)
    transfers = serializers.IntegerField(help_text="Connections that move blocks now.")
    capacity_bytes = serializers.IntegerField()
    used_bytes = serializers.IntegerField()
    non_dfs_used_bytes = serializers.IntegerField()
    remaining_bytes = serializers.IntegerField()
    blocks = serializers.IntegerField()
    failed_volumes = FailedVolumesSerializer()
    slow_peer = SlowPeerSerializer(
        allow_null=True, help_text="What other datanodes tell of it; null when they tell nothing."
    )
    slow_disks = SlowDiskSerializer(
        many=True, help_text="Much slower than the others of the datanode."
    )
    ordered = DatanodeOrderSerializer(
        allow_null=True,
        help_text="That it shall leave service; null when nobody ordered that. Host lists of the "
        "namenodes are told by admin_state alone.",
    )
    storages = DatanodeStorageSerializer(many=True)


class DatanodeAnswerSerializer(serializers.Serializer[Any]):
    datanode = DatanodeDetailsSerializer()
    as_of = UtcField()


class StorageTypeUsageSerializer(serializers.Serializer[Any]):
    type = serializers.CharField()
    storages = serializers.IntegerField()
    failed_storages = serializers.IntegerField(help_text="They count no bytes.")
    capacity_bytes = serializers.IntegerField()
    used_bytes = serializers.IntegerField()
    remaining_bytes = serializers.IntegerField()


class DatanodePageSerializer(serializers.Serializer[Any]):
    items = DatanodeDetailsSerializer(many=True)
    next_cursor = serializers.CharField(allow_null=True)
    states = serializers.DictField(
        child=serializers.IntegerField(),
        help_text="How many datanodes there are in each state, over all pages.",
    )
    usage = StorageTypeUsageSerializer(
        many=True, help_text="By type of storage, over all datanodes that are not dead."
    )
    peers_watched = serializers.BooleanField(help_text="Whether datanodes tell of slow peers.")
    disks_watched = serializers.BooleanField(help_text="Whether datanodes tell of slow disks.")
    as_of = UtcField()
