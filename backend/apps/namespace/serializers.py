"""Shapes of the namespace."""

from typing import Any

from rest_framework import serializers

from apps.common.fields import PathField, UtcField
from apps.common.openapi import PageParameters
from apps.common.values import EntryKind, InodeOperation


class PathParameters(serializers.Serializer[Any]):
    path = PathField()


class ChildrenParameters(PageParameters):
    path = PathField()
    limit = serializers.IntegerField(required=False, default=100, min_value=1, max_value=1000)


class ContentSerializer(serializers.Serializer[Any]):
    files = serializers.IntegerField()
    directories = serializers.IntegerField(help_text="Without the directory itself.")
    length_bytes = serializers.IntegerField()
    space_consumed_bytes = serializers.IntegerField(help_text="Length times replication.")


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
    in_database = serializers.BooleanField(
        help_text="A file whose bytes are in the database, not in blocks."
    )
    content = ContentSerializer(
        allow_null=True,
        help_text="What is in a directory, at any depth. Null for "
        "files, where it is not known at once, in snapshots, and for viewers who may not list all "
        "directories in it.",
    )


class PreviewSerializer(serializers.Serializer[Any]):
    path = serializers.CharField()
    size_bytes = serializers.IntegerField(help_text="Of the whole file.")
    in_database = serializers.BooleanField()
    text = serializers.CharField(
        allow_null=True,
        allow_blank=True,
        trim_whitespace=False,
        help_text="The first bytes as UTF-8 text; null where they are none.",
    )
    hex = serializers.CharField(
        allow_null=True,
        help_text="The first bytes as hexadecimal digits where they are no text, else null.",
    )
    length_bytes = serializers.IntegerField(help_text="How many bytes are shown.")
    as_of = UtcField()


class UsageSerializer(serializers.Serializer[Any]):
    path = serializers.CharField()
    files = serializers.IntegerField()
    directories = serializers.IntegerField(help_text="The directory itself counts.")
    length_bytes = serializers.IntegerField()
    space_consumed_bytes = serializers.IntegerField(help_text="Length times replication.")
    namespace_quota = serializers.IntegerField(allow_null=True)
    space_quota_bytes = serializers.IntegerField(allow_null=True)
    as_of = UtcField()


class ChecksumSerializer(serializers.Serializer[Any]):
    path = serializers.CharField()
    length_bytes = serializers.IntegerField()
    mtime = UtcField(help_text="When the file that was read was changed last.")
    algorithm = serializers.CharField(
        help_text="Such as MD5-of-0MD5-of-512CRC32C; others say nothing about each other."
    )
    checksum = serializers.CharField(help_text="Hexadecimal.")


class InodeChangesParameters(PathParameters):
    cursor = serializers.CharField(
        required=False, max_length=4096, help_text="`next_cursor` of the part before."
    )


class InodeChangeSerializer(serializers.Serializer[Any]):
    sequence = serializers.IntegerField(help_text="Rises with each change of whatever.")
    at = UtcField()
    operation = serializers.ChoiceField(choices=InodeOperation.choices)
    name = serializers.CharField(help_text="After the change, as what follows.")
    name_before = serializers.CharField(allow_null=True, help_text="Of what was renamed.")
    moved = serializers.BooleanField(help_text="Whether it came from another directory.")
    size_bytes = serializers.IntegerField()
    owner = serializers.CharField(allow_blank=True)
    group = serializers.CharField(allow_blank=True)
    mode = serializers.CharField()
    replication = serializers.IntegerField()
    storage_policy = serializers.CharField(allow_null=True, help_text="Null where none was set.")


class InodeChangePageSerializer(serializers.Serializer[Any]):
    items = InodeChangeSerializer(many=True)
    next_cursor = serializers.CharField(
        allow_null=True, help_text="Also where nothing was found in the changes looked at."
    )
    looked_since = UtcField(
        allow_null=True, help_text="When the oldest change was made that was looked at."
    )
    as_of = UtcField()
