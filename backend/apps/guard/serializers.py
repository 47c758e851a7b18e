"""Shapes of the guard's rules, windows and limits."""

from typing import Any

from rest_framework import serializers

from apps.common.fields import PathField, UtcField
from apps.guard.models import NAME_CHARACTERS_MAX
from apps.guard.values import ApproverRole
from apps.jobs.kinds import JobKind

_BIGGEST = 2**63 - 1


class _GuardedWriteSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=NAME_CHARACTERS_MAX)
    kinds = serializers.ListField(
        child=serializers.ChoiceField(choices=JobKind.choices),
        default=list,
        max_length=len(JobKind),
        help_text="Kinds of jobs; none for all. An undo is also of the kinds that it makes again.",
    )
    path_prefix = PathField(
        allow_null=True,
        default=None,
        help_text="Jobs whose path, or one that was chosen for them, lies at, below or above it; "
        "null for all.",
    )

    def validate_kinds(self, kinds: list[str]) -> list[str]:
        return sorted(set(kinds))


class GuardRuleWriteSerializer(_GuardedWriteSerializer):
    """A rule without bounds marks all jobs of its kinds and its tree."""

    enabled = serializers.BooleanField(default=True)
    inodes_min = serializers.IntegerField(
        allow_null=True,
        default=None,
        min_value=1,
        max_value=_BIGGEST,
        help_text="Marks jobs about so many inodes, or more.",
    )
    size_bytes_min = serializers.IntegerField(
        allow_null=True,
        default=None,
        min_value=1,
        max_value=_BIGGEST,
        help_text="Marks jobs about files of so many bytes in all, or more.",
    )
    approver = serializers.ChoiceField(
        choices=ApproverRole.choices,
        default=ApproverRole.ADMIN.value,
        help_text="The least role that approves.",
    )


class _GuardedSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    kinds = serializers.ListField(child=serializers.ChoiceField(choices=JobKind.choices))
    path_prefix = serializers.CharField(allow_null=True)
    changed_at = UtcField()
    changed_by = serializers.CharField()


class GuardRuleSerializer(_GuardedSerializer):
    enabled = serializers.BooleanField()
    inodes_min = serializers.IntegerField(allow_null=True)
    size_bytes_min = serializers.IntegerField(allow_null=True)
    approver = serializers.ChoiceField(choices=ApproverRole.choices)


class GuardRulesSerializer(serializers.Serializer[Any]):
    items = GuardRuleSerializer(many=True)
