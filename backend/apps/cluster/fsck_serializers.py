"""Shapes of a check of blocks."""

from typing import Any, Final

from rest_framework import serializers

from apps.cluster.values import BlockTrouble
from apps.common.fields import PathField

INODES_DEFAULT: Final = 5_000
INODES_MAX: Final = 20_000


class FsckParameters(serializers.Serializer[Any]):
    path = PathField(help_text="The file, or the directory with all below it.")
    cursor = serializers.CharField(
        required=False,
        max_length=32_768,
        trim_whitespace=False,
        help_text="`next_cursor` of the part before.",
    )
    limit = serializers.IntegerField(
        required=False,
        default=INODES_DEFAULT,
        min_value=1,
        max_value=INODES_MAX,
        help_text="Inodes at most; fewer where two seconds are over before.",
    )


class FoundBlockSerializer(serializers.Serializer[Any]):
    path = serializers.CharField()
    block_id = serializers.CharField()
    trouble = serializers.ChoiceField(choices=BlockTrouble.choices)
    live_replicas = serializers.IntegerField(
        help_text="That can be read; of a block group, its internal blocks."
    )
    expected_replicas = serializers.IntegerField()


class FsckPartSerializer(serializers.Serializer[Any]):
    files = serializers.IntegerField()
    directories = serializers.IntegerField()
    symlinks = serializers.IntegerField()
    open_files = serializers.IntegerField(help_text="Are being written, and not judged.")
    length_bytes = serializers.IntegerField()
    blocks = serializers.IntegerField()
    well_replicated = serializers.IntegerField()
    under_replicated = serializers.IntegerField()
    over_replicated = serializers.IntegerField()
    missing = serializers.IntegerField()
    corrupt = serializers.IntegerField()
    corrupt_files = serializers.IntegerField(help_text="Have missing or corrupt blocks.")
    missing_replicas = serializers.IntegerField()
    found = FoundBlockSerializer(many=True)
    found_more = serializers.BooleanField(
        help_text="Whether more than 200 such blocks were met; the others are counted alone."
    )
    next_cursor = serializers.CharField(allow_null=True)
