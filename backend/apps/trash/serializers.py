"""Shapes of what lies in the trashes."""

from typing import Any

from rest_framework import serializers

from apps.common.fields import UtcField
from apps.common.values import EntryKind, SortDirection
from apps.trash.values import TrashSort
from apps.usage.serializers import UsageAsOfSerializer

_PREFIX_CHARACTERS_MAX = 8_000
_USER_CHARACTERS_MAX = 255
_AGE_MAX_H = 1_000_000
_TOTAL = "Null for a directory whose usage you may not see."


class TrashParameters(serializers.Serializer[Any]):
    user = serializers.CharField(
        required=False,
        trim_whitespace=False,
        max_length=_USER_CHARACTERS_MAX,
        help_text="Only what this user of HDFS deleted.",
    )
    prefix = serializers.CharField(
        required=False,
        default="",
        allow_blank=True,
        trim_whitespace=False,
        max_length=_PREFIX_CHARACTERS_MAX,
        help_text="Of the paths that it had; what was deleted with such a path in it is found, "
        "too.",
    )
    age_min_h = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=_AGE_MAX_H,
        help_text="Deleted so many hours ago at least.",
    )
    age_max_h = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=_AGE_MAX_H,
        help_text="Deleted so many hours ago at most.",
    )
    sort = serializers.ChoiceField(
        choices=TrashSort.choices,
        required=False,
        default=TrashSort.TIME.value,
        help_text="What was deleted last first, the most bytes first, or by the path that it had. "
        "Other orders than by time are for those who may see everything.",
    )
    direction = serializers.ChoiceField(
        choices=SortDirection.choices, required=False, help_text="Without it as the sort says."
    )
    cursor = serializers.CharField(
        required=False, max_length=32_768, help_text="`next_cursor` of the page before."
    )
    limit = serializers.IntegerField(required=False, default=100, min_value=1, max_value=1_000)


class TrashEntrySerializer(serializers.Serializer[Any]):
    inode_id = serializers.IntegerField()
    user = serializers.CharField(help_text="Who deleted it: whose trash it is in.")
    checkpoint = serializers.CharField(
        help_text="The directory of the trash that it is in: `Current`, or a checkpoint of it."
    )
    path = serializers.CharField(help_text="Where it lies: of a job that restores or deletes it.")
    former_path = serializers.CharField(help_text="Where it was, as the trash names it.")
    kind = serializers.ChoiceField(choices=EntryKind.choices)
    owner = serializers.CharField()
    group = serializers.CharField()
    deleted_at = UtcField()
    deleted_at_is_exact = serializers.BooleanField(
        help_text="Whether the changes that the replica keeps (of 30 days, the last five million) "
        "tell the moment; else it was deleted then at the latest: the last time that something "
        "came or went beside it."
    )
    emptied_at = UtcField(
        allow_null=True,
        help_text="When it is deleted for good, by the settings of the trash. Null where nobody "
        "empties it, or nothing tells when its checkpoint was made.",
    )
    files = serializers.IntegerField(allow_null=True, help_text=f"1 for a file. {_TOTAL}")
    directories = serializers.IntegerField(
        allow_null=True, help_text=f"Below it, without itself. {_TOTAL}"
    )
    length_bytes = serializers.IntegerField(allow_null=True, help_text=_TOTAL)
    space_bytes = serializers.IntegerField(
        allow_null=True, help_text=f"Length times replication. {_TOTAL}"
    )


class TrashCountsSerializer(serializers.Serializer[Any]):
    entries = serializers.IntegerField()
    users = serializers.IntegerField(help_text="In whose trashes they are.")
    files = serializers.IntegerField()
    length_bytes = serializers.IntegerField()
    space_bytes = serializers.IntegerField()


class TrashPageSerializer(serializers.Serializer[Any]):
    items = TrashEntrySerializer(
        many=True, help_text="May be empty where there is a next page: what you may not see is out."
    )
    counts = TrashCountsSerializer(
        allow_null=True, help_text="Of all that was asked for. Null for who may not see all of it."
    )
    next_cursor = serializers.CharField(allow_null=True)
    as_of = UsageAsOfSerializer()
    lag_ms = serializers.IntegerField(help_text="How old the answer was.")
    source = serializers.CharField()  # type: ignore[assignment]
