"""Shapes of the block reports."""

from typing import Any

from rest_framework import serializers

from apps.cluster.values import BlockReportKind
from apps.common.fields import UtcField


class BlockReportSerializer(serializers.Serializer[Any]):
    started_at = UtcField()
    duration_ms = serializers.IntegerField()
    kind = serializers.ChoiceField(
        choices=BlockReportKind.choices,
        help_text="full: every replica was sent; hashed: those of mismatching buckets.",
    )
    buckets = serializers.IntegerField(
        help_text="Hashes compared; 0 for a report of a stock datanode."
    )
    buckets_matching = serializers.IntegerField()
    buckets_mismatching = serializers.IntegerField()
    replicas = serializers.IntegerField(help_text="Finalized replicas that the storage has.")
    changes = serializers.IntegerField(help_text="Rows that the report changed.")
    bytes_received = serializers.IntegerField(help_text="Without RPC headers.")
    bytes_saved = serializers.IntegerField(
        help_text="What a stock full report would have taken more."
    )
    namenode = serializers.CharField(
        allow_null=True, help_text="Which took it; null when it is no member any more."
    )
    next_due_at = UtcField(allow_null=True, help_text="Null when the datanode alone knows.")


class ActiveBlockReportSerializer(serializers.Serializer[Any]):
    datanode_uuid = serializers.CharField()
    datanode_address = serializers.CharField(allow_null=True)
    waiting = serializers.BooleanField(help_text="No namenode has room yet.")
    namenode = serializers.CharField(allow_null=True, help_text="Which takes it.")
    asked_at = UtcField()
    assigned_at = UtcField(allow_null=True)


class StorageBlockReportsSerializer(serializers.Serializer[Any]):
    storage_id = serializers.IntegerField()
    storage_uuid = serializers.CharField()
    datanode_uuid = serializers.CharField()
    datanode_address = serializers.CharField(allow_null=True)
    type = serializers.CharField()
    last_full_at = UtcField(allow_null=True)
    last = BlockReportSerializer(allow_null=True, help_text="Null before the first report.")


class BlockReportPageSerializer(serializers.Serializer[Any]):
    items = StorageBlockReportsSerializer(many=True)
    active = ActiveBlockReportSerializer(
        many=True,
        help_text="Reports under way and datanodes that wait for one, over all pages; "
        "at most 1,000.",
    )
    next_cursor = serializers.CharField(allow_null=True)
    as_of = UtcField()


class BlockReportHistorySerializer(serializers.Serializer[Any]):
    storage_id = serializers.IntegerField()
    storage_uuid = serializers.CharField()
    datanode_uuid = serializers.CharField()
    datanode_address = serializers.CharField(allow_null=True)
    type = serializers.CharField()
    reports = BlockReportSerializer(many=True, help_text="The newest first.")
    as_of = UtcField()
