"""Shapes of what begins a job. A request is one of several forms, told apart by `kind`."""

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers

from apps.common.fields import PathField
from apps.common.problems import InvalidInput
from apps.common.rights import ROOT
from apps.common.values import PATH_BYTES_MAX
from apps.jobs.attribute_forms import (
    SetAclParametersSerializer,
    SetErasureCodingParametersSerializer,
    SetOwnerParametersSerializer,
    SetPermissionParametersSerializer,
    SetReplicationParametersSerializer,
    SetStoragePolicyParametersSerializer,
    SetXattrParametersSerializer,
)
from apps.jobs.kinds import JobKind, Priority
from apps.jobs.models import REASON_CHARACTERS_MAX
from apps.jobs.places import PARTS, pattern_error
from apps.jobs.selection import IfChanged
from apps.migration.values import Objection
from apps.spread.values import ChildrenSpread

_WAYS = ("paths", "inode_ids", "search", "saved_search", "sql_query")
# The greatest 64-bit number itself means "no limit" to HDFS.
_QUOTA_MAX = 2**63 - 2
_NO_PLAN = "Refused (`no_dry_run`): it can't be tried."
INODES_PER_S_LIMIT = 1_000_000


def _type_limit() -> serializers.IntegerField:
    return serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=_QUOTA_MAX,
        help_text="Most bytes of replicas that policies want on this type of storage; null clears "
        "the limit.",
    )


class SetQuotaParametersSerializer(serializers.Serializer[Any]):
    namespace_quota = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=_QUOTA_MAX,
        help_text="Most inodes below the directory, itself included; null clears the limit.",
    )
    space_quota_bytes = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=_QUOTA_MAX,
        help_text="Most bytes, replicas included; null clears the limit.",
    )
    ssd_quota_bytes = _type_limit()
    disk_quota_bytes = _type_limit()
    archive_quota_bytes = _type_limit()
    provided_quota_bytes = _type_limit()
    nvdimm_quota_bytes = _type_limit()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs:
            raise serializers.ValidationError(
                "Give namespace_quota, space_quota_bytes or one by type, such as ssd_quota_bytes."
            )
        return attrs


class DeleteParametersSerializer(serializers.Serializer[Any]):
    skip_trash = serializers.BooleanField(
        required=False, default=False, help_text="Destroy at once instead of moving to the trash."
    )

    outside_trash = serializers.BooleanField(
        required=False,
        help_text="Of a selection with skip_trash: also what lies in no trash, which is left alone "
        "and listed otherwise.",
    )


class RestoreParametersSerializer(serializers.Serializer[Any]):
    to = PathField(
        required=False,
        help_text="The path that it gets, with what is missing above; where it was by default. "
        "Not of a selection: each goes back to where it was.",
    )


class MoveParametersSerializer(serializers.Serializer[Any]):
    to = serializers.CharField(
        max_length=PATH_BYTES_MAX,
        trim_whitespace=False,
        help_text="The path that each gets, with what is missing above: a pattern with "
        + ", ".join(f"{{{part}}}" for part in PARTS)
        + " for what differs, such as `/archive/{year}/{owner}/{name}`; the dates are of the last "
        "change, in UTC. With a slash at its end it is a directory, in which each keeps its name. "
        "Nothing is replaced: what would go to a path that is taken, or to which another one goes, "
        "is left and listed (`already_exists`, `same_place`). What leaves a place goes before what "
        "comes there; round in a circle nothing goes (`in_a_circle`).",
    )

    def validate_to(self, pattern: str) -> str:
        message = pattern_error(pattern)
        if message is not None:
            raise serializers.ValidationError(message)
        return pattern


class SelectionSerializer(serializers.Serializer[Any]):
    """Inodes that are chosen one by one, in exactly one of the ways."""

    paths = serializers.ListField(child=PathField(), required=False, min_length=1, max_length=1000)
    inode_ids = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2**63 - 1),
        required=False,
        min_length=1,
        max_length=1000,
    )
    search = serializers.CharField(
        required=False,
        max_length=2000,
        help_text="As `q` of the search; all that it finds when the job begins.",
    )
    saved_search = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=2**63 - 1,
        help_text="A search that I see; its text as it is when the job is asked for.",
    )
    sql_query = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=2**63 - 1,
        help_text="A query of mine that succeeded, by duckdb: the inodes of its column `inode_id`.",
    )
    if_changed = serializers.ChoiceField(
        choices=[each.value for each in IfChanged],
        required=False,
        default=IfChanged.SKIP.value,
        help_text="What to do with inodes that changed since they were chosen: skip lists them.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len(set(_WAYS) & set(attrs)) != 1:
            raise serializers.ValidationError(f"Give one of {', '.join(_WAYS)}.")
        return attrs


class ReasonSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(
        required=False,
        default="",
        allow_blank=True,
        max_length=REASON_CHARACTERS_MAX,
        help_text="For who has to approve it, where a rule of the guard asks for that.",
    )


def rate_field(**kwargs: Any) -> serializers.IntegerField:
    """A job's own bound."""
    return serializers.IntegerField(
        min_value=1,
        max_value=INODES_PER_S_LIMIT,
        allow_null=True,
        help_text="Most inodes that it visits a second; null: as many as any job "
        "(WARREN_JOB_INODES_PER_S_MAX).",
        **kwargs,
    )


class _JobCreateSerializer(ReasonSerializer):
    path = PathField()
    inodes_per_s_max = rate_field(required=False, default=None)
    priority = serializers.ChoiceField(
        choices=Priority.choices, required=False, default=Priority.NORMAL.value
    )
    dry_run = serializers.BooleanField(required=False, default=False)


class _SelectedJobCreateSerializer(_JobCreateSerializer):
    """Attributes are changed of the whole tree at a path; of a selection, only of the inodes.
    Deletes and restores are of trees in both."""

    path = PathField(required=False, help_text="Of the file or tree; or a selection instead.")
    selection = SelectionSerializer(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("path" in attrs) == ("selection" in attrs):
            raise serializers.ValidationError({"path": "Give either a path or a selection."})
        return attrs


class SetQuotaJobCreateSerializer(_JobCreateSerializer):
    kind = serializers.ChoiceField(choices=[JobKind.SET_QUOTA.value])
    parameters = SetQuotaParametersSerializer()


class SetOwnerJobCreateSerializer(_SelectedJobCreateSerializer):
    kind = serializers.ChoiceField(choices=[JobKind.SET_OWNER.value])
    parameters = SetOwnerParametersSerializer()


class SetPermissionJobCreateSerializer(_SelectedJobCreateSerializer):
    kind = serializers.ChoiceField(choices=[JobKind.SET_PERMISSION.value])
    parameters = SetPermissionParametersSerializer()


class SetReplicationJobCreateSerializer(_SelectedJobCreateSerializer):
    kind = serializers.ChoiceField(choices=[JobKind.SET_REPLICATION.value])
    parameters = SetReplicationParametersSerializer()


class SetStoragePolicyJobCreateSerializer(_SelectedJobCreateSerializer):
    kind = serializers.ChoiceField(choices=[JobKind.SET_STORAGE_POLICY.value])
    parameters = SetStoragePolicyParametersSerializer()


class SetErasureCodingJobCreateSerializer(_SelectedJobCreateSerializer):
    kind = serializers.ChoiceField(choices=[JobKind.SET_ERASURE_CODING.value])
    parameters = SetErasureCodingParametersSerializer()


class SetAclJobCreateSerializer(_SelectedJobCreateSerializer):
    kind = serializers.ChoiceField(choices=[JobKind.SET_ACL.value])
    parameters = SetAclParametersSerializer()


class SetXattrJobCreateSerializer(_SelectedJobCreateSerializer):
    kind = serializers.ChoiceField(choices=[JobKind.SET_XATTR.value])
    parameters = SetXattrParametersSerializer()


class DeleteJobCreateSerializer(_SelectedJobCreateSerializer):
    kind = serializers.ChoiceField(choices=[JobKind.DELETE.value])
    parameters = DeleteParametersSerializer(required=False, default=lambda: {"skip_trash": False})

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        asked = attrs["parameters"]
        purges = "selection" in attrs and asked["skip_trash"]
        if "outside_trash" in asked and not purges:
            raise serializers.ValidationError(
                {"parameters": {"outside_trash": ["Only for a selection with skip_trash."]}}
            )
        return super().validate(attrs)


class RestoreJobCreateSerializer(_SelectedJobCreateSerializer):
    kind = serializers.ChoiceField(choices=[JobKind.RESTORE.value])
    parameters = RestoreParametersSerializer(required=False, default=dict)


class MoveJobCreateSerializer(_SelectedJobCreateSerializer):
    kind = serializers.ChoiceField(choices=[JobKind.MOVE.value])
    parameters = MoveParametersSerializer()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        asked = super().validate(attrs)
        if "path" in asked:
            # What lies in a directory moves with it: one path is a selection of one.
            named = {"paths": [asked.pop("path")], "if_changed": IfChanged.SKIP.value}
            asked["selection"] = named
        return asked


class TakeInJobCreateSerializer(_JobCreateSerializer):
    """The bytes of a tree's small files go from datanodes into the database, where they may."""

    kind = serializers.ChoiceField(choices=[JobKind.TAKE_IN.value])
    dry_run = serializers.BooleanField(required=False, default=False, help_text=_NO_PLAN)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        return {**attrs, "parameters": {}}


class _FollowedJobCreateSerializer(ReasonSerializer):
    """What others do at a pace of their own: nothing bounds it, and nobody tries it."""

    priority = serializers.ChoiceField(
        choices=Priority.choices, required=False, default=Priority.NORMAL.value
    )
    dry_run = serializers.BooleanField(required=False, default=False, help_text=_NO_PLAN)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        return {"path": ROOT, "parameters": {}, "inodes_per_s_max": None, **attrs}


class RepartitionParametersSerializer(serializers.Serializer[Any]):
    children = serializers.ChoiceField(
        choices=ChildrenSpread.choices,
        help_text="by_parent: all in one shard. hashed: by their names, in 16 parts.",
    )


class RepartitionJobCreateSerializer(_FollowedJobCreateSerializer):
    """The children of a directory go to one shard, or to many, while it is in use."""

    kind = serializers.ChoiceField(choices=[JobKind.REPARTITION.value])
    path = PathField(help_text="Of a directory.")
    parameters = RepartitionParametersSerializer()


class RebuildIndexJobCreateSerializer(_FollowedJobCreateSerializer):
    """A new search index is filled while searches go on in the old one."""

    kind = serializers.ChoiceField(choices=[JobKind.REBUILD_INDEX.value])


class RepairIndexJobCreateSerializer(_FollowedJobCreateSerializer):
    """The whole search index is compared with the namenodes, and mended where it differs."""

    kind = serializers.ChoiceField(choices=[JobKind.REPAIR_INDEX.value])


class FollowHdfsJobCreateSerializer(_FollowedJobCreateSerializer):
    """The namenodes go on with the edits of the HDFS that they follow, where that was paused."""

    kind = serializers.ChoiceField(choices=[JobKind.FOLLOW_HDFS.value])


class TakeOverParametersSerializer(serializers.Serializer[Any]):
    despite = serializers.ListField(
        child=serializers.ChoiceField(choices=Objection.choices),
        max_length=len(Objection),
        default=list,
        help_text="What speaks against it, as `GET /migration` tells (`objections`): all of it has "
        "to be named, so that who approves knows what was known.",
    )


class TakeOverJobCreateSerializer(_FollowedJobCreateSerializer):
    """Warren takes the place of the followed HDFS's namenodes, once somebody else approved it and
    `bin/warren migrate take-over` or `POST /migration/take-over` was called."""

    kind = serializers.ChoiceField(choices=[JobKind.TAKE_OVER.value])
    parameters = TakeOverParametersSerializer(default=dict)


JOB_CREATE: dict[str, type[ReasonSerializer]] = {
    JobKind.SET_QUOTA.value: SetQuotaJobCreateSerializer,
    JobKind.SET_OWNER.value: SetOwnerJobCreateSerializer,
    JobKind.SET_PERMISSION.value: SetPermissionJobCreateSerializer,
    JobKind.SET_REPLICATION.value: SetReplicationJobCreateSerializer,
    JobKind.SET_STORAGE_POLICY.value: SetStoragePolicyJobCreateSerializer,
    JobKind.SET_ERASURE_CODING.value: SetErasureCodingJobCreateSerializer,
    JobKind.SET_ACL.value: SetAclJobCreateSerializer,
    JobKind.SET_XATTR.value: SetXattrJobCreateSerializer,
    JobKind.DELETE.value: DeleteJobCreateSerializer,
    JobKind.RESTORE.value: RestoreJobCreateSerializer,
    JobKind.MOVE.value: MoveJobCreateSerializer,
    JobKind.TAKE_IN.value: TakeInJobCreateSerializer,
    JobKind.REPARTITION.value: RepartitionJobCreateSerializer,
    JobKind.REBUILD_INDEX.value: RebuildIndexJobCreateSerializer,
    JobKind.REPAIR_INDEX.value: RepairIndexJobCreateSerializer,
    JobKind.FOLLOW_HDFS.value: FollowHdfsJobCreateSerializer,
    JobKind.TAKE_OVER.value: TakeOverJobCreateSerializer,
}
JobCreateSchema = PolymorphicProxySerializer(
    component_name="JobCreate", serializers={**JOB_CREATE}, resource_type_field_name="kind"
)


def job_create_serializer(data: Any) -> type[ReasonSerializer]:
    """The form of the request's kind; InvalidInput when the kind is unknown."""
    if not isinstance(data, dict):
        raise InvalidInput(fields={"body": ["Send a JSON object."]})
    kind = data.get("kind")
    form = JOB_CREATE.get(kind) if isinstance(kind, str) else None
    if form is None:
        known = ", ".join(JOB_CREATE)
        raise InvalidInput(
            "Unknown kind of job",
            code="unknown_job_kind",
            detail=f"The kinds are: {known}.",
            facts={"kind": kind},
            fields={"kind": [f"Choose one of: {known}."]},
        )
    return form
