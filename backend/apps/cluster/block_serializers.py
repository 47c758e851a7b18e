"""Shapes of blocks that are not stored as they should be."""

from typing import Any

from rest_framework import serializers

from apps.cluster.values import (
    BlockState,
    RedundancyPriority,
    ReplicaEventKind,
    ReplicaState,
    StorageCondition,
)
from apps.common.fields import UtcField


class SafeModeSerializer(serializers.Serializer[Any]):
    """The leader began while too many blocks were out of reach, and waits for their datanodes."""

    since = UtcField()
    ends_at = UtcField(help_text="When it ends if nothing changes.")
    blocks = serializers.IntegerField(help_text="How many blocks were looked at.")
    reachable = serializers.IntegerField(help_text="How many of them can be reached.")
    needed = serializers.IntegerField(help_text="How many must be.")
    sampled = serializers.BooleanField(help_text="Whether there are more blocks.")
    storages = serializers.IntegerField()
    missing_storages = serializers.IntegerField(help_text="Storages not seen yet.")


class BlockHealthSerializer(serializers.Serializer[Any]):
    under_replicated = serializers.DictField(
        child=serializers.IntegerField(),
        help_text="Blocks with too few good replicas by priority, the missing ones included.",
    )
    missing = serializers.IntegerField(help_text="No good replica can be reached.")
    corrupt_replicas = serializers.IntegerField()
    copies_under_way = serializers.IntegerField()
    surplus_replicas = serializers.IntegerField()
    deletions_waiting = serializers.IntegerField()
    checks_waiting = serializers.IntegerField(help_text="Blocks that the leader will look at.")
    counted_max = serializers.IntegerField(help_text="A count of this much means at least.")
    safe_mode = SafeModeSerializer(
        allow_null=True, help_text="Why nothing is healed yet; null when it is."
    )
    as_of = UtcField()


def _block_id_field() -> serializers.CharField:
    """As text: a program that reads JSON's numbers as floating ones would round a group's id."""
    return serializers.CharField(help_text="A decimal number, negative for a block group.")


def _unit_field() -> serializers.IntegerField:
    return serializers.IntegerField(
        allow_null=True, help_text="Of a block group, from 0; null for a contiguous block."
    )


class ProblemBlockSerializer(serializers.Serializer[Any]):
    block_id = _block_id_field()
    inode_id = serializers.IntegerField()
    path = serializers.CharField(
        allow_null=True, help_text="Null while the file is being removed or moved."
    )
    priority = serializers.ChoiceField(choices=RedundancyPriority.choices)
    live_replicas = serializers.IntegerField()
    wanted_replicas = serializers.IntegerField()
    corrupt_replicas = serializers.IntegerField()
    since = UtcField()


class ReplicaStorageSerializer(serializers.Serializer[Any]):
    storage_id = serializers.IntegerField()
    storage_uuid = serializers.CharField(allow_blank=True)
    datanode_uuid = serializers.CharField(allow_blank=True)
    datanode_address = serializers.CharField(allow_null=True)
    storage_state = serializers.ChoiceField(choices=StorageCondition.choices)
    storage_since = UtcField(allow_null=True, help_text="When its state began.")


class CorruptReplicaSerializer(serializers.Serializer[Any]):
    block_id = _block_id_field()
    inode_id = serializers.IntegerField()
    path = serializers.CharField(allow_null=True)
    replica = ReplicaStorageSerializer()
    reason = serializers.CharField()
    reported_at = UtcField()


class ReplicaSerializer(serializers.Serializer[Any]):
    unit = _unit_field()
    storage = ReplicaStorageSerializer()
    state = serializers.ChoiceField(choices=ReplicaState.choices)
    generation_stamp = serializers.IntegerField()
    length_bytes = serializers.IntegerField()
    reason = serializers.CharField(allow_null=True, help_text="Why it is corrupt.")
    since = UtcField(allow_null=True)


class ReplicaEventSerializer(serializers.Serializer[Any]):
    at = UtcField()
    kind = serializers.ChoiceField(choices=ReplicaEventKind.choices)
    unit = _unit_field()
    storage = ReplicaStorageSerializer()
    generation_stamp = serializers.IntegerField()
    detail = serializers.CharField(allow_null=True)


class InsufficientSerializer(serializers.Serializer[Any]):
    priority = serializers.ChoiceField(
        choices=RedundancyPriority.choices, help_text="How urgent another replica is."
    )
    since = UtcField()


class BlockGroupSerializer(serializers.Serializer[Any]):
    """A block of an erasure-coded file: data units, then parity units, numbered from 0."""

    policy = serializers.CharField(help_text="Name of the erasure-coding policy.")
    data_units = serializers.IntegerField()
    parity_units = serializers.IntegerField()
    needed = serializers.IntegerField(
        help_text="So many units must be readable so that all data are."
    )
    missing = serializers.ListField(
        child=serializers.IntegerField(), help_text="Units with bytes and no good replica."
    )


class BlockSerializer(serializers.Serializer[Any]):
    block_id = _block_id_field()
    inode_id = serializers.IntegerField()
    path = serializers.CharField(allow_null=True)
    index = serializers.IntegerField(help_text="Its place in the file, from 0.")
    generation_stamp = serializers.IntegerField()
    length_bytes = serializers.IntegerField()
    state = serializers.ChoiceField(choices=BlockState.choices)
    wanted_replicas = serializers.IntegerField(
        allow_null=True, help_text="By its file; null while that is being removed."
    )
    good_replicas = serializers.IntegerField(
        help_text="Finalized ones on storages that are not lost; of a group, units with one."
    )
    insufficient = InsufficientSerializer(
        allow_null=True, help_text="Null when the block has the replicas that it should have."
    )
    check_waiting = serializers.BooleanField(help_text="The leader will look at it.")
    group = BlockGroupSerializer(allow_null=True, help_text="Null for a contiguous block.")
    replicas = ReplicaSerializer(many=True)
    events = ReplicaEventSerializer(
        many=True,
        help_text="What happened to its replicas, the newest first, at most 100. "
        "A block that was always well has none.",
    )
    as_of = UtcField()


class JudgedStorageSerializer(serializers.Serializer[Any]):
    storage_id = serializers.IntegerField()
    storage_uuid = serializers.CharField(allow_blank=True)
    datanode_uuid = serializers.CharField(allow_blank=True)
    datanode_address = serializers.CharField(allow_null=True)
    type = serializers.CharField(allow_blank=True)
    rack = serializers.CharField(allow_blank=True)
    state = serializers.ChoiceField(choices=StorageCondition.choices)
    since = UtcField()
    checking = serializers.BooleanField(help_text="Its blocks are being looked through.")
    blocks = serializers.IntegerField(help_text="Seen by this pass, or by the last one.")
    insufficient = serializers.IntegerField(
        help_text="Of them those that keep the storage from leaving."
    )
    checked_at = UtcField(allow_null=True)
