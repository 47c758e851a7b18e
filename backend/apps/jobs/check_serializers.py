"""Shapes of what a check of a plan found."""

from typing import Any

from rest_framework import serializers

from apps.common.fields import UtcField
from apps.common.openapi import ProblemSerializer
from apps.jobs.states import Became, CheckState, Target


class JobCheckedSetSerializer(serializers.Serializer[Any]):
    """What became of the inodes that the plan chose."""

    same = serializers.IntegerField()
    changed = serializers.IntegerField()
    gone = serializers.IntegerField()
    out_of_scope = serializers.IntegerField(help_text="Moved to where the plan may not act.")
    joined = serializers.IntegerField(
        allow_null=True, help_text="What the search finds besides; null where no search chose."
    )
    joined_is_exact = serializers.BooleanField(
        help_text="False: there are more, which nobody counted (WARREN_JOB_SELECTION_INODES_MAX)."
    )
    index_sequence = serializers.IntegerField(
        allow_null=True, help_text="The change up to which the search's index knew of all."
    )


class JobCheckCountsSerializer(serializers.Serializer[Any]):
    files = serializers.IntegerField()
    directories = serializers.IntegerField()
    length_bytes = serializers.IntegerField()
    space_consumed_bytes = serializers.IntegerField()


class JobCheckedTreeSerializer(serializers.Serializer[Any]):
    """What is at the plan's path now, and below it."""

    target = serializers.ChoiceField(choices=Target.choices)
    now = JobCheckCountsSerializer(allow_null=True, help_text="Null when it is gone.")
    difference = JobCheckCountsSerializer(
        allow_null=True, help_text="From what the plan counted: less than zero for fewer."
    )


class JobCheckSerializer(serializers.Serializer[Any]):
    """One that runs, or failed, tells what it found until then."""

    state = serializers.ChoiceField(choices=CheckState.choices)
    asked_by = serializers.CharField()
    began_at = UtcField()
    ended_at = UtcField(allow_null=True)
    as_of = UtcField(
        allow_null=True, help_text="What changed before this moment is told; later changes may be."
    )
    selection = JobCheckedSetSerializer(allow_null=True, help_text="Of a plan on a selection.")
    tree = JobCheckedTreeSerializer(allow_null=True, help_text="Of a plan at one path.")
    problem = ProblemSerializer(allow_null=True)


class JobCheckNamedSerializer(serializers.Serializer[Any]):
    path = serializers.CharField(
        allow_blank=True,
        help_text="Where it is; of what is gone where it was. Empty for none that I may see now.",
    )
    what = serializers.ChoiceField(
        choices=[Became.CHANGED.value, Became.GONE.value, Became.JOINED.value]
    )
