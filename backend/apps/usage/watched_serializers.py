"""Shapes of watched directories."""

from typing import Any

from rest_framework import serializers

from apps.common.fields import PathField, TagField, UtcField
from apps.usage.serializers import UsageAsOfSerializer, UsedSerializer


class WatchedWriteSerializer(serializers.Serializer[Any]):
    path = PathField(help_text="Of a directory; it stays watched when it is moved.")


class WatchedSerializer(serializers.Serializer[Any]):
    inode_id = serializers.IntegerField()
    path = serializers.CharField(help_text="Where it was when it was chosen.")
    watched_by = serializers.CharField()
    watched_at = UtcField()
    etag = TagField()


class WatchedNowSerializer(WatchedSerializer):
    directory = UsedSerializer(
        allow_null=True, help_text="As it is now; null when it is gone, or nobody can tell."
    )


class AllWatchedSerializer(serializers.Serializer[Any]):
    items = WatchedNowSerializer(many=True)
    watched_max = serializers.IntegerField()
    as_of = UsageAsOfSerializer(
        allow_null=True, help_text="Null without any, and while the replica does not answer."
    )
    lag_ms = serializers.IntegerField(allow_null=True)
