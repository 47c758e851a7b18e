"""Shapes of what fills a directory."""

from typing import Any

from rest_framework import serializers

from apps.common.fields import PathField, UtcField
from apps.common.price_serializers import UsagePriceSerializer
from apps.common.values import EntryKind
from apps.usage.values import UsageBy, UsageGroupSort, UsageSort, UsageSpan

_SPACE = "Length times replication."
_SPAN = "How far back. Hours are kept for eight days, then days for three years."
_SHARE = (
    "Of the directory, by what the list is sorted by (by space, where that is a name or a time): "
    "0 to 1."
)


class UsageParameters(serializers.Serializer[Any]):
    path = PathField()
    sort = serializers.ChoiceField(
        choices=UsageSort.choices,
        required=False,
        default=UsageSort.SPACE.value,
        help_text="The largest first, the one that changed last, or by name.",
    )
    cursor = serializers.CharField(
        required=False, max_length=4096, help_text="`next_cursor` of the page before."
    )
    limit = serializers.IntegerField(required=False, default=100, min_value=1, max_value=1_000)
    since = serializers.ChoiceField(
        choices=UsageSpan.choices,
        required=False,
        help_text="How far back it is looked what each directory in it gained; without it not at "
        "all.",
    )


class UsageBreakdownParameters(serializers.Serializer[Any]):
    path = PathField()
    by = serializers.ChoiceField(choices=UsageBy.choices)
    sort = serializers.ChoiceField(
        choices=UsageGroupSort.choices, required=False, default=UsageGroupSort.SPACE.value
    )
    limit = serializers.IntegerField(required=False, default=20, min_value=1, max_value=100)


class UsageHistoryParameters(serializers.Serializer[Any]):
    path = PathField()
    span = serializers.ChoiceField(
        choices=UsageSpan.choices, required=False, default=UsageSpan.WEEK.value, help_text=_SPAN
    )


class UsageGrowthParameters(UsageHistoryParameters):
    sort = serializers.ChoiceField(
        choices=UsageGroupSort.choices, required=False, default=UsageGroupSort.SPACE.value
    )
    limit = serializers.IntegerField(required=False, default=20, min_value=1, max_value=100)


class UsageAsOfSerializer(serializers.Serializer[Any]):
    sequence = serializers.IntegerField(help_text="Feed sequence that the answer includes.")
    time = UtcField(help_text="Every change up to this moment is included.")


class UsedSerializer(serializers.Serializer[Any]):
    inode_id = serializers.IntegerField()
    path = serializers.CharField()
    name = serializers.CharField(allow_blank=True, help_text="Empty for the root.")
    kind = serializers.ChoiceField(choices=EntryKind.choices)
    owner = serializers.CharField()
    group = serializers.CharField()
    mtime = UtcField(help_text="Of the inode itself.")
    files = serializers.IntegerField(help_text="Below it at any depth; 1 for a file.")
    directories = serializers.IntegerField(help_text="Below it at any depth, without itself.")
    length_bytes = serializers.IntegerField()
    space_bytes = serializers.IntegerField(help_text=_SPACE)
    average_mtime = UtcField(allow_null=True, help_text="Of the files; null without any.")
    share = serializers.FloatField(allow_null=True, help_text=_SHARE)


class UsageChangeSerializer(serializers.Serializer[Any]):
    since = UtcField(help_text="Later than asked for where the past is not known for so long.")
    files = serializers.IntegerField(help_text="More than then; less than 0 if there are fewer.")
    length_bytes = serializers.IntegerField()
    space_bytes = serializers.IntegerField(help_text=_SPACE)


class UsedChildSerializer(UsedSerializer):
    change = UsageChangeSerializer(
        allow_null=True,
        help_text="Since the time that was asked for; null without one, and where the past is not "
        "known: of files, and of directories that were never among those that are looked at.",
    )


class UsageAnswerSerializer(serializers.Serializer[Any]):
    directory = UsedSerializer()
    items = UsedChildSerializer(many=True, help_text="What is directly in it.")
    children = serializers.IntegerField(
        allow_null=True, help_text="How many there are; null on a page behind the last one."
    )
    next_cursor = serializers.CharField(allow_null=True)
    as_of = UsageAsOfSerializer()
    lag_ms = serializers.IntegerField(help_text="How old the answer was.")
    source = serializers.CharField(  # type: ignore[assignment]
        help_text="Who added it up. `replica`: the SQL replica, which follows the change feed."
    )


class UsageGroupSerializer(serializers.Serializer[Any]):
    key = serializers.CharField(
        allow_null=True,
        help_text="The owner, group, extension or storage policy; the type of storage, as `DISK`, "
        "that policies want (a file counts where its first replica belongs, its space where each "
        "does; `DATABASE`: its bytes are rows); of an age: `days_30`, `days_90`, "
        "`year_1`, `years_2` (changed in that time, and not in a shorter one), `older`. "
        "Null for files without one.",
    )
    files = serializers.IntegerField()
    length_bytes = serializers.IntegerField()
    space_bytes = serializers.IntegerField(help_text=_SPACE)
    share = serializers.FloatField(help_text=_SHARE)
    mtime_from = UtcField(allow_null=True, help_text="Of an age: changed then or later.")
    mtime_before = UtcField(allow_null=True, help_text="Of an age: changed before.")


class UsageBreakdownSerializer(serializers.Serializer[Any]):
    directory = UsedSerializer()
    groups = UsageGroupSerializer(many=True, help_text="The largest first.")
    others = UsageGroupSerializer(help_text="All groups beyond those, added up.")
    others_count = serializers.IntegerField()
    price = UsagePriceSerializer(
        allow_null=True, help_text="What space costs, where a setting tells it."
    )
    as_of = UsageAsOfSerializer()
    lag_ms = serializers.IntegerField(help_text="How old the answer was.")
    source = serializers.CharField()  # type: ignore[assignment]


class UsagePointSerializer(serializers.Serializer[Any]):
    time = UtcField(help_text="Begin of the hour in which it was looked at; of the last, `as_of`.")
    files = serializers.IntegerField()
    directories = serializers.IntegerField()
    length_bytes = serializers.IntegerField()
    space_bytes = serializers.IntegerField(help_text=_SPACE)


class UsageHistorySerializer(serializers.Serializer[Any]):
    directory = UsedSerializer()
    points = UsagePointSerializer(
        many=True,
        help_text="The present last. The past is kept of the 500 directories with the most space "
        "and the 500 with the most files, of those with a limit (the 2,000 fullest), of watched "
        "ones, and of others since they were among them.",
    )
    as_of = UsageAsOfSerializer()
    lag_ms = serializers.IntegerField(help_text="How old the answer was.")
    source = serializers.CharField()  # type: ignore[assignment]


class UsageGainedSerializer(UsageChangeSerializer):
    directory = UsedSerializer()


class UsageGrowthSerializer(serializers.Serializer[Any]):
    items = UsageGainedSerializer(many=True, help_text="The most first; none that did not grow.")
    as_of = UsageAsOfSerializer()
    lag_ms = serializers.IntegerField(help_text="How old the answer was.")
    source = serializers.CharField()  # type: ignore[assignment]
