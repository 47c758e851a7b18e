"""Shapes of lifecycle rules and of their runs."""

from typing import Any

from rest_framework import serializers

from apps.common.fields import TagField, UtcField
from apps.common.sorting import SortedParameters, SortField
from apps.jobs.attribute_forms import ATTRIBUTE_FORMS
from apps.jobs.create_serializers import MoveParametersSerializer
from apps.jobs.serializers import JobParametersSerializer
from apps.rules.models import NAME_CHARACTERS_MAX, QUERY_CHARACTERS_MAX
from apps.rules.values import Every, RuleKind, RunState

_BIGGEST = 2**63 - 1
_FORMS: dict[RuleKind, type[serializers.Serializer[Any]]] = {
    **{RuleKind(kind.value): form for kind, form in ATTRIBUTE_FORMS.items()},
    RuleKind.MOVE: MoveParametersSerializer,
}


class RuleParametersSerializer(serializers.Serializer[Any]):
    """set_owner: owner, group; set_permission: mode, or file_mode, directory_mode;
    set_replication: replication; set_storage_policy: storage_policy; set_erasure_coding:
    erasure_coding; set_acl: acl_change, acl; set_xattr: xattr, xattr_value; move: to;
    delete: none."""

    owner = serializers.CharField(required=False)
    group = serializers.CharField(required=False)
    mode = serializers.CharField(required=False)
    file_mode = serializers.CharField(required=False)
    directory_mode = serializers.CharField(required=False)
    replication = serializers.IntegerField(required=False)
    storage_policy = serializers.CharField(required=False, allow_null=True)
    erasure_coding = serializers.CharField(required=False, allow_null=True)
    acl_change = serializers.CharField(required=False)
    acl = serializers.CharField(required=False)
    xattr = serializers.CharField(required=False)
    xattr_value = serializers.CharField(
        required=False, allow_null=True, allow_blank=True, trim_whitespace=False
    )
    to = serializers.CharField(required=False, trim_whitespace=False)


class RuleWriteSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=NAME_CHARACTERS_MAX)
    q = serializers.CharField(
        max_length=QUERY_CHARACTERS_MAX,
        help_text="As `q` of the search. Times relative to now are those of each run.",
    )
    kind = serializers.ChoiceField(choices=RuleKind.choices)
    parameters = RuleParametersSerializer(default=dict)
    every = serializers.ChoiceField(choices=Every.choices)
    hour = serializers.IntegerField(default=0, min_value=0, max_value=23, help_text="Of UTC.")
    weekday = serializers.IntegerField(
        allow_null=True, default=None, min_value=0, max_value=6, help_text="week: 0 is Monday."
    )
    day = serializers.IntegerField(
        allow_null=True,
        default=None,
        min_value=1,
        max_value=31,
        help_text="month: in a shorter one its last day.",
    )
    enabled = serializers.BooleanField(
        default=True, help_text="Whether it runs by itself; by hand it can be run always."
    )
    inodes_max = serializers.IntegerField(
        allow_null=True, default=None, min_value=1, max_value=_BIGGEST
    )
    size_bytes_max = serializers.IntegerField(
        allow_null=True, default=None, min_value=1, max_value=_BIGGEST
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        needed = {Every.WEEK.value: "weekday", Every.MONTH.value: "day"}.get(attrs["every"])
        if needed is not None and attrs[needed] is None:
            raise serializers.ValidationError({needed: ["Give it for this schedule."]})
        form = _FORMS.get(RuleKind(attrs["kind"]))
        if form is None:
            if attrs["parameters"]:
                raise serializers.ValidationError({"parameters": ["A delete has none."]})
            return attrs
        parameters = form(data=attrs["parameters"])
        if not parameters.is_valid() or set(attrs["parameters"]) - set(parameters.fields):
            raise serializers.ValidationError(
                {"parameters": ["Give those of this kind, as a job of it has them."]}
            )
        return attrs | {"parameters": dict(parameters.validated_data)}


class RuleSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    owner = serializers.CharField()
    q = serializers.CharField()
    kind = serializers.ChoiceField(choices=RuleKind.choices)
    parameters = JobParametersSerializer()
    every = serializers.ChoiceField(choices=Every.choices)
    hour = serializers.IntegerField()
    weekday = serializers.IntegerField(allow_null=True)
    day = serializers.IntegerField(allow_null=True)
    enabled = serializers.BooleanField()
    inodes_max = serializers.IntegerField(allow_null=True)
    size_bytes_max = serializers.IntegerField(allow_null=True)
    armed = serializers.BooleanField(help_text="Whether its runs act; else they are dry runs.")
    armed_by = serializers.CharField(allow_blank=True)
    disarmed_why = serializers.CharField(
        allow_blank=True, help_text="What made it stop by itself; empty otherwise."
    )
    next_due_at = UtcField(allow_null=True)
    changed_at = UtcField()
    etag = TagField()


class RulesSerializer(serializers.Serializer[Any]):
    items = RuleSerializer(many=True)


class RuleRunSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    due_at = UtcField()
    asked_by = serializers.CharField(allow_blank=True, help_text="Empty where it was due.")
    state = serializers.ChoiceField(choices=RunState.choices)
    armed = serializers.BooleanField()
    plan_id = serializers.IntegerField(allow_null=True, help_text="Its dry run.")
    job_id = serializers.IntegerField(allow_null=True, help_text="The job that acts.")
    inodes = serializers.IntegerField(allow_null=True, help_text="That the dry run found.")
    size_bytes = serializers.IntegerField(allow_null=True)
    changed = serializers.IntegerField(allow_null=True, help_text="Or would be changed.")
    errors = serializers.IntegerField(allow_null=True)  # type: ignore[assignment]
    why = serializers.CharField(
        allow_blank=True, help_text="What stopped it, or what it waits for."
    )
    started_at = UtcField()
    finished_at = UtcField(allow_null=True)


class RuleRunsParameters(SortedParameters):
    sort = SortField({"started_at": "pk", "state": "state"})
    state = serializers.ChoiceField(choices=RunState.choices, required=False)
