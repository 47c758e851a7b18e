"""Shapes of how directories' children are spread, and of changes of that."""

from typing import Any

from rest_framework import serializers

from apps.common.fields import PathField, UtcField
from apps.common.sorting import SortedParameters, SortField
from apps.spread.models import REASON_CHARACTERS_MAX
from apps.spread.values import ChildrenSpread, SpreadNote, SpreadState


class SpreadParameters(serializers.Serializer[Any]):
    path = PathField(help_text="Of a directory.")


class SpreadWriteSerializer(SpreadParameters):
    children = serializers.ChoiceField(
        choices=ChildrenSpread.choices,
        help_text="by_parent: all in one shard. hashed: by their names, in 16 parts.",
    )
    reason = serializers.CharField(
        max_length=REASON_CHARACTERS_MAX, help_text="For the record of changes."
    )


class ShardBalanceSerializer(serializers.Serializer[Any]):
    shard = serializers.IntegerField(help_text="The busiest, by its rows.")
    operations_per_s = serializers.FloatField()
    rows_per_s = serializers.FloatField(help_text="Read and written there.")
    imbalance = serializers.FloatField(help_text="Its rows over the mean of all shards.")


class ShardEffectSerializer(serializers.Serializer[Any]):
    shard = serializers.IntegerField()
    children = serializers.IntegerField(help_text="Of those that were counted.")
    children_after = serializers.IntegerField()
    rows_per_s = serializers.FloatField(
        allow_null=True, help_text="Of all that is asked of the shard; null if not measured."
    )
    rows_per_s_after = serializers.FloatField(allow_null=True)


class SpreadSerializer(serializers.Serializer[Any]):
    path = serializers.CharField()
    inode_id = serializers.IntegerField()
    children = serializers.ChoiceField(
        choices=ChildrenSpread.choices,
        help_text="Where they are or, while changing, where they are being moved.",
    )
    changing = serializers.BooleanField()
    moved = serializers.IntegerField(allow_null=True, help_text="Null when nothing is moved.")
    counted = serializers.IntegerField(help_text="Children, counted up to a limit.")
    count_complete = serializers.BooleanField()
    other = serializers.ChoiceField(
        choices=ChildrenSpread.choices, help_text="What `after` and `children_after` are of."
    )
    shards = ShardEffectSerializer(many=True)
    now = ShardBalanceSerializer(
        allow_null=True, help_text="In the last minute; null if nothing was measured."
    )
    after = ShardBalanceSerializer(
        allow_null=True,
        help_text="What it would have been; null if not measured, or the directory was not seen "
        "among the hottest.",
    )
    notes = serializers.ListField(child=serializers.ChoiceField(choices=SpreadNote.choices))
    as_of = UtcField()


class SpreadPointSerializer(serializers.Serializer[Any]):
    begin = serializers.DateTimeField()
    end = serializers.DateTimeField()
    calls_per_s = serializers.FloatField(help_text="In the directory; at least so many.")
    mean_ms = serializers.FloatField(allow_null=True, help_text="Null without a call.")
    others_per_s = serializers.FloatField(help_text="Of all other calls together.")
    others_mean_ms = serializers.FloatField(allow_null=True)
    busiest = ShardBalanceSerializer(allow_null=True, help_text="Null if not measured.")


class SpreadChangeSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    job_id = serializers.IntegerField(help_text="The job that does it: progress, cancel.")
    path = serializers.CharField(source="job.path")
    children = serializers.ChoiceField(choices=ChildrenSpread.choices)
    reason = serializers.CharField(allow_blank=True)
    actor = serializers.CharField(source="job.actor")
    state = serializers.ChoiceField(choices=SpreadState.choices)
    counted = serializers.IntegerField(help_text="Children at the beginning, up to a limit.")
    count_complete = serializers.BooleanField()
    moved = serializers.IntegerField(source="job.files", help_text="Children so far.")
    asked_at = UtcField(source="job.created_at")
    begun_at = UtcField(allow_null=True, help_text="When a namenode had taken it.")
    done_at = UtcField(allow_null=True, help_text="When all children had moved.")
    failed_why = serializers.CharField(
        allow_blank=True, help_text="Why the last attempt failed; empty when it did not."
    )


class ExpectedBalanceSerializer(serializers.Serializer[Any]):
    now = ShardBalanceSerializer(allow_null=True)
    after = ShardBalanceSerializer(allow_null=True)


class SpreadChangeDetailsSerializer(SpreadChangeSerializer):
    expected = ExpectedBalanceSerializer(help_text="What was reckoned when it was asked for.")
    before = SpreadPointSerializer(
        many=True, help_text="The ten minutes before, from three windows."
    )
    after = SpreadPointSerializer(
        many=True, help_text="Every ten seconds for ten minutes after the last child had moved."
    )


class SpreadChangesParameters(SortedParameters):
    sort = SortField(
        {"asked_at": "pk", "path": "job__path", "state": "job__state", "moved": "job__files"}
    )
    state = serializers.ChoiceField(choices=SpreadState.choices, required=False)
