"""Shapes of the cluster and of the overview."""

from typing import Any

from rest_framework import serializers

from apps.cluster.values import (
    ClusterEventCause,
    ClusterEventKind,
    DatanodeState,
    FeedState,
    NamenodeRole,
    NamenodeState,
    StorageState,
    StoreKind,
)
from apps.common.fields import UtcField
from apps.common.openapi import PageParameters


class NamenodeOrderSerializer(serializers.Serializer[Any]):
    since = UtcField()
    by = serializers.CharField()


class NamenodeSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    id = serializers.IntegerField()
    epoch = serializers.IntegerField(help_text="The leader epoch this namenode last saw.")
    role = serializers.ChoiceField(choices=NamenodeRole.choices)
    state = serializers.ChoiceField(choices=NamenodeState.choices)
    rpc_address = serializers.CharField()
    http_address = serializers.CharField()
    started_at = UtcField(allow_null=True, help_text="Null when it is not known any more.")
    last_heartbeat_at = UtcField()
    version = serializers.CharField(allow_blank=True)
    drained = NamenodeOrderSerializer(allow_null=True, help_text="That it shall not serve.")


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


class ReadOnlySerializer(serializers.Serializer[Any]):
    since = UtcField(allow_null=True)
    by = serializers.CharField(allow_null=True, help_text="The HDFS user who turned it on.")


class ClusterSerializer(serializers.Serializer[Any]):
    as_of = UtcField()
    leader = serializers.CharField(allow_null=True)
    store = serializers.ChoiceField(choices=StoreKind.choices)
    read_only = ReadOnlySerializer(  # type: ignore[assignment]  # the name is the API's
        allow_null=True,
        help_text="While safe mode that somebody turned on (`hdfs dfsadmin -safemode enter`) "
        "refuses all changes of files; jobs stand still meanwhile.",
    )
    namenodes = NamenodeSerializer(many=True)
    datanodes = DatanodeSerializer(many=True)
    capacity_bytes = serializers.IntegerField()
    used_bytes = serializers.IntegerField()
    remaining_bytes = serializers.IntegerField()


class ClusterEventParameters(PageParameters):
    kind = serializers.ChoiceField(required=False, choices=ClusterEventKind.choices)


class ClusterEventSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(help_text="Rises with each event.")
    kind = serializers.ChoiceField(choices=ClusterEventKind.choices)
    cause = serializers.ChoiceField(choices=ClusterEventCause.choices)
    subject = serializers.CharField(help_text="Name of the namenode, or path of the subtree.")
    subject_id = serializers.IntegerField()
    related = serializers.CharField(
        allow_null=True, help_text="The leader before, or the owner of the broken lock."
    )
    related_id = serializers.IntegerField(allow_null=True)
    epoch = serializers.IntegerField(help_text="The leader epoch after the change.")
    missed_heartbeats = serializers.IntegerField()
    operation = serializers.CharField(allow_null=True)
    observer = serializers.CharField(
        allow_blank=True, help_text="Namenode that made the change, by whose clock the times are."
    )
    started_at = UtcField(help_text="When it began, e.g. the last sign of life.")
    detected_at = UtcField()
    effective_at = UtcField(help_text="When the change was made.")
    duration_ms = serializers.IntegerField(help_text="From its beginning to its effect.")


class SubtreeOperationSerializer(serializers.Serializer[Any]):
    inode_id = serializers.IntegerField()
    path = serializers.CharField()
    operation = serializers.CharField()
    user = serializers.CharField(allow_blank=True)
    owner = serializers.CharField(
        allow_null=True, help_text="Namenode that works under the lock; null when not known."
    )
    owner_id = serializers.IntegerField()
    owner_live = serializers.BooleanField(help_text="False: whoever meets the lock breaks it.")
    started_at = UtcField()


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
