"""Shapes of directories with a limit."""

from typing import Any

from rest_framework import serializers

from apps.common.fields import UtcField
from apps.common.values import SortDirection
from apps.usage.serializers import UsageAsOfSerializer
from apps.usage.values import QuotaSort, QuotaStorageType

PREFIX_CHARACTERS_MAX = 8_000


class QuotaParameters(serializers.Serializer[Any]):
    prefix = serializers.CharField(
        required=False,
        default="",
        allow_blank=True,
        trim_whitespace=False,
        max_length=PREFIX_CHARACTERS_MAX,
        help_text="Of the paths; `/user/a` has `/user/alice`, too.",
    )
    sort = serializers.ChoiceField(
        choices=QuotaSort.choices,
        required=False,
        default=QuotaSort.USED.value,
        help_text="The fullest first, the soonest full, by path, or the largest first of what is "
        "used of space or of names, or of what is added to space in a day.",
    )
    direction = serializers.ChoiceField(
        choices=SortDirection.choices,
        required=False,
        help_text="Without it as the sort says. Rows for which that is not known come last anyway.",
    )
    cursor = serializers.CharField(
        required=False, max_length=32_768, help_text="`next_cursor` of the page before."
    )
    limit = serializers.IntegerField(required=False, default=100, min_value=1, max_value=1_000)


class QuotaLimitSerializer(serializers.Serializer[Any]):
    quota = serializers.IntegerField(allow_null=True, help_text="Null for no limit.")
    used = serializers.IntegerField(help_text="As namenodes count it, with a lag.")
    a_day = serializers.IntegerField(
        allow_null=True,
        help_text="What was added in a day, of the last seven; null until it was looked at for an "
        "hour.",
    )


class QuotaTypeSerializer(serializers.Serializer[Any]):
    storage_type = serializers.ChoiceField(choices=QuotaStorageType.choices)
    quota_bytes = serializers.IntegerField()
    used_bytes = serializers.IntegerField(help_text="Of replicas that their policy wants there.")
    a_day = serializers.IntegerField(
        allow_null=True,
        help_text="What was added in a day, of the last seven; null until it was looked at for an "
        "hour.",
    )


class QuotaUseSerializer(serializers.Serializer[Any]):
    inode_id = serializers.IntegerField()
    path = serializers.CharField()
    owner = serializers.CharField()
    group = serializers.CharField()
    names = QuotaLimitSerializer(help_text="Files and directories, itself included.")
    space = QuotaLimitSerializer(help_text="Length times replication.")
    types = QuotaTypeSerializer(many=True, help_text="Limits by type of storage.")
    used_share = serializers.FloatField(help_text="Of its fullest limit; 1 is full.")
    growth_since = UtcField(allow_null=True, help_text="Since when its growth is known.")
    full_on = serializers.DateField(
        allow_null=True,
        help_text="The day (UTC) on which the first of its limits will be met if it goes on growing"
        " so. Null where it does not grow, within ten years, or nobody can tell.",
    )


class QuotaCountsSerializer(serializers.Serializer[Any]):
    quotas = serializers.IntegerField(help_text="Directories with a limit.")
    full = serializers.IntegerField()
    nearly_full = serializers.IntegerField(help_text="At least 80 % used, the full ones included.")
    full_soon = serializers.IntegerField(help_text="Full within 30 days if they go on growing so.")


class QuotaPageSerializer(serializers.Serializer[Any]):
    items = QuotaUseSerializer(many=True)
    counts = QuotaCountsSerializer(help_text="Of all whose path begins so.")
    next_cursor = serializers.CharField(allow_null=True)
    counted_at = UtcField(
        allow_null=True,
        help_text="Limits, and what is used of them, include everything up to this moment; null "
        "while they were not all read once.",
    )
    as_of = UsageAsOfSerializer()
    lag_ms = serializers.IntegerField(help_text="How old the answer was.")
    source = serializers.CharField()  # type: ignore[assignment]
