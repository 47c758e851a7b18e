"""Shapes of the namespace."""

from typing import Any

from rest_framework import serializers

from apps.common.fields import PathField, UtcField
from apps.common.openapi import PageParameters
from apps.common.values import EntryKind


class PathParameters(serializers.Serializer[Any]):
    path = PathField()


class ChildrenParameters(PageParameters):
    path = PathField()
    limit = serializers.IntegerField(required=False, default=100, min_value=1, max_value=1000)


class EntrySerializer(serializers.Serializer[Any]):
    inode_id = serializers.IntegerField()
    path = serializers.CharField()
    name = serializers.CharField(allow_blank=True, help_text="Empty for the root.")
    kind = serializers.ChoiceField(choices=EntryKind.choices)
    size_bytes = serializers.IntegerField()
    owner = serializers.CharField()
    group = serializers.CharField()
    mode = serializers.CharField(help_text="Octal, `0755`.")
    mtime = UtcField()
    atime = UtcField()
    replication = serializers.IntegerField()
    block_size_bytes = serializers.IntegerField()
    children_count = serializers.IntegerField(
        allow_null=True,
        help_text="Directories; null where it was not counted (listings), "
        "and for viewers who may not list it.",
    )
    open_for_write = serializers.BooleanField()
    symlink_target = serializers.CharField(allow_null=True)


class UsageSerializer(serializers.Serializer[Any]):
    path = serializers.CharField()
    files = serializers.IntegerField()
    directories = serializers.IntegerField(help_text="The directory itself counts.")
    length_bytes = serializers.IntegerField()
    space_consumed_bytes = serializers.IntegerField(help_text="Length times replication.")
    namespace_quota = serializers.IntegerField(allow_null=True)
    space_quota_bytes = serializers.IntegerField(allow_null=True)
    as_of = UtcField()
