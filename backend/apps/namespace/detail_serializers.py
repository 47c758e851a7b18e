"""Shapes of what HDFS tells about one path."""

from typing import Any

from rest_framework import serializers

from apps.common.fields import UtcField

_DENIED = "Null for who may not read it."


class PolicyAtPathSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    set_at = serializers.CharField(
        allow_null=True, help_text="The path that it was set for; null for the default."
    )


class XattrSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(help_text="With its namespace, `user.team`.")
    value = serializers.CharField(allow_blank=True)
    encoding = serializers.ChoiceField(
        choices=["text", "hex"], help_text="`hex`: it is no printable text."
    )


class PlacedReplicaSerializer(serializers.Serializer[Any]):
    unit = serializers.IntegerField(allow_null=True, help_text="Of a block group, from 0.")
    datanode_uuid = serializers.CharField()
    datanode_address = serializers.CharField(
        allow_null=True, help_text="Null for a datanode that has not registered."
    )
    hostname = serializers.CharField(allow_null=True)
    rack = serializers.CharField(allow_null=True)
    storage_uuid = serializers.CharField()
    storage_type = serializers.CharField()
    state = serializers.CharField(help_text="`finalized`, `corrupt` or `being_written`.")


class PlacedBlockSerializer(serializers.Serializer[Any]):
    block_id = serializers.CharField(help_text="A decimal number, negative for a block group.")
    index = serializers.IntegerField()
    offset_bytes = serializers.IntegerField()
    length_bytes = serializers.IntegerField()
    generation_stamp = serializers.IntegerField()
    replicas = PlacedReplicaSerializer(many=True)


class PlacedBlocksSerializer(serializers.Serializer[Any]):
    items = PlacedBlockSerializer(many=True, help_text="The first blocks, at most 100.")
    more = serializers.BooleanField(help_text="Others follow.")


class SnapshotHoldSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    directory = serializers.CharField(help_text="The snapshottable directory.")
    path = serializers.CharField(help_text="The way to it in the snapshot.")
    created_at = UtcField()
    size_bytes = serializers.IntegerField()
    mtime = UtcField()
    changed = serializers.BooleanField(help_text="Length or time were others then.")


class EntryDetailsSerializer(serializers.Serializer[Any]):
    inode_id = serializers.IntegerField()
    path = serializers.CharField()
    acl = serializers.ListField(
        child=serializers.CharField(),
        help_text="Entries that the mode does not say, as `getfacl` writes them.",
    )
    xattrs = XattrSerializer(many=True, allow_null=True, help_text=_DENIED)
    storage_policy = PolicyAtPathSerializer(allow_null=True, help_text=_DENIED)
    erasure_coding = PolicyAtPathSerializer(
        allow_null=True, help_text=f"{_DENIED} Null for replication, too."
    )
    blocks = PlacedBlocksSerializer(
        allow_null=True, help_text=f"{_DENIED} Null for what is no file, too."
    )
    snapshots = SnapshotHoldSerializer(
        many=True,
        allow_null=True,
        help_text="Of the newest 50 of the directories above, those that have it at the same "
        "place, the newest first. Null for a path in a snapshot.",
    )
    as_of = UtcField()
