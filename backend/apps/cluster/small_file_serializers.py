"""Shapes of small files."""

from typing import Any

from rest_framework import serializers

from apps.common.fields import UtcField


class SmallFileClassSerializer(serializers.Serializer[Any]):
    size_min_bytes = serializers.IntegerField()
    size_max_bytes = serializers.IntegerField(allow_null=True, help_text="Null for the longest.")
    files = serializers.IntegerField()
    length_bytes = serializers.IntegerField()
    files_in_database = serializers.IntegerField()
    bytes_in_database = serializers.IntegerField()
    files_to_take_in = serializers.IntegerField(
        help_text="At most 64 KiB, under the storage policy DB, and not in the database."
    )
    bytes_to_take_in = serializers.IntegerField()
    files_that_fit = serializers.IntegerField(
        help_text="The same under any policy: what a take-in could move at most."
    )
    bytes_that_fit = serializers.IntegerField()


class SmallFileCountsSerializer(serializers.Serializer[Any]):
    classes = SmallFileClassSerializer(many=True, help_text="All files, the shortest first.")
    as_of = UtcField(help_text="Every change up to this moment is counted.")


class SmallFileActivitySerializer(serializers.Serializer[Any]):
    written = serializers.IntegerField(help_text="Files closed with their bytes in the database.")
    read = serializers.IntegerField()
    fallbacks_full = serializers.IntegerField(
        help_text="Closes that went on to datanodes because the store had no room."
    )
    fallbacks_memory = serializers.IntegerField(
        help_text="Closes that did because a namenode had too many bytes in flight."
    )
    taken_in = serializers.IntegerField(help_text="Files moved from blocks into the database.")
    taken_in_bytes = serializers.IntegerField()
    moved_out = serializers.IntegerField()
    bytes_in_flight = serializers.IntegerField()


class SmallFileRoomSerializer(serializers.Serializer[Any]):
    used_bytes = serializers.IntegerField()
    size_bytes = serializers.IntegerField()


class SmallFilesSerializer(serializers.Serializer[Any]):
    counts = SmallFileCountsSerializer(
        allow_null=True, help_text="Null while the SQL replica can't tell."
    )
    activity = SmallFileActivitySerializer(
        allow_null=True,
        help_text="Sums over the namenodes that answer, each since its start; null without any.",
    )
    room = SmallFileRoomSerializer(
        allow_null=True, help_text="Null where the store can't tell, as the embedded one."
    )
    as_of = UtcField()
