"""Shapes of the guard's rules, windows and limits."""

from typing import Any

from django.utils import timezone
from rest_framework import serializers

from apps.accounts.models import Role
from apps.common.fields import PathField, TagField, UtcField
from apps.guard.models import DAY_MINUTES, NAME_CHARACTERS_MAX, WEEK_DAYS, FreezeWindow
from apps.guard.times import holds_until
from apps.guard.values import ApproverRole
from apps.jobs.kinds import JobKind

_BIGGEST = 2**63 - 1


class _GuardedWriteSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=NAME_CHARACTERS_MAX)
    kinds = serializers.ListField(
        child=serializers.ChoiceField(choices=JobKind.choices),
        default=list,
        max_length=len(JobKind),
        help_text="Kinds of jobs; none for all but exports. An undo is also of the kinds that it "
        "makes again.",
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
    etag = TagField()


class GuardRuleSerializer(_GuardedSerializer):
    enabled = serializers.BooleanField()
    inodes_min = serializers.IntegerField(allow_null=True)
    size_bytes_min = serializers.IntegerField(allow_null=True)
    approver = serializers.ChoiceField(choices=ApproverRole.choices)


class FreezeWindowWriteSerializer(_GuardedWriteSerializer):
    """Once, from starts_at to ends_at; or weekly, with weekdays, start_minute, duration_minutes."""

    holds_running = serializers.BooleanField(
        default=False, help_text="Whether jobs that act already stand still until its end."
    )
    starts_at = UtcField(allow_null=True, default=None)
    ends_at = UtcField(allow_null=True, default=None)
    weekdays = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=WEEK_DAYS - 1),
        default=list,
        max_length=WEEK_DAYS,
        help_text="0 is Monday; of UTC.",
    )
    start_minute = serializers.IntegerField(
        allow_null=True, default=None, min_value=0, max_value=DAY_MINUTES - 1
    )
    duration_minutes = serializers.IntegerField(
        allow_null=True, default=None, min_value=1, max_value=WEEK_DAYS * DAY_MINUTES
    )

    def validate_weekdays(self, weekdays: list[int]) -> list[int]:
        return sorted(set(weekdays))

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        once = [attrs["starts_at"], attrs["ends_at"]]
        weekly = [attrs["start_minute"], attrs["duration_minutes"], attrs["weekdays"] or None]
        is_once = None not in once and not any(each is not None for each in weekly)
        is_weekly = None not in weekly and not any(each is not None for each in once)
        if not (is_once or is_weekly):
            raise serializers.ValidationError(
                "Give starts_at and ends_at; or weekdays, start_minute and duration_minutes."
            )
        if is_once and attrs["ends_at"] <= attrs["starts_at"]:
            raise serializers.ValidationError({"ends_at": ["This is not after the start."]})
        return attrs


class FreezeWindowSerializer(_GuardedSerializer):
    holds_running = serializers.BooleanField()
    starts_at = UtcField(allow_null=True)
    ends_at = UtcField(allow_null=True)
    weekdays = serializers.ListField(child=serializers.IntegerField())
    start_minute = serializers.IntegerField(allow_null=True)
    duration_minutes = serializers.IntegerField(allow_null=True)
    lifted_until = UtcField(allow_null=True)
    holds_until = UtcField(
        allow_null=True, help_text="When it ends, where it holds now; null where it does not."
    )

    def to_representation(self, instance: FreezeWindow) -> dict[str, Any]:
        instance.holds_until = holds_until(instance, timezone.now())  # type: ignore[attr-defined]
        shown: dict[str, Any] = super().to_representation(instance)
        return shown


class FreezeWindowsSerializer(serializers.Serializer[Any]):
    items = FreezeWindowSerializer(many=True)


class RoleLimitWriteSerializer(serializers.Serializer[Any]):
    inodes_max = serializers.IntegerField(
        allow_null=True,
        min_value=0,
        max_value=_BIGGEST,
        help_text="That one job is about; null for any number. Jobs of a limited role are planned.",
    )
    jobs_max = serializers.IntegerField(
        allow_null=True,
        min_value=1,
        max_value=100_000,
        help_text="Of one user, that have not ended, dry runs included; null for any number.",
    )


class RoleLimitSerializer(serializers.Serializer[Any]):
    role = serializers.ChoiceField(choices=Role.choices)
    inodes_max = serializers.IntegerField(allow_null=True)
    jobs_max = serializers.IntegerField(allow_null=True)
    changed_at = UtcField(allow_null=True)
    changed_by = serializers.CharField(allow_blank=True)
    etag = TagField()


class RoleLimitsSerializer(serializers.Serializer[Any]):
    items = RoleLimitSerializer(many=True)


class GuardRulesSerializer(serializers.Serializer[Any]):
    items = GuardRuleSerializer(many=True)
