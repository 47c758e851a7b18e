"""Shapes of jobs. A request is one of five forms, told apart by `kind`."""

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers

from apps.common.fields import ModeField, PathField, UtcField
from apps.common.openapi import PageParameters, ProblemSerializer
from apps.common.problems import InvalidInput
from apps.guard.values import ApproverRole
from apps.jobs.check_serializers import JobCheckSerializer
from apps.jobs.kinds import JobKind, Undo
from apps.jobs.models import REASON_CHARACTERS_MAX
from apps.jobs.selection import PATHS_TOLD, IfChanged, SelectedBy
from apps.jobs.states import ApprovalState, JobState

_HDFS_NAME = r"^[^\s/:\x00-\x1f]{1,255}$"
# The greatest 64-bit number itself means "no limit" to HDFS.
_QUOTA_MAX = 2**63 - 2


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


class SetOwnerParametersSerializer(serializers.Serializer[Any]):
    owner = serializers.RegexField(_HDFS_NAME, required=False)
    group = serializers.RegexField(_HDFS_NAME, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs:
            raise serializers.ValidationError("Give owner, group or both.")
        return attrs


class SetPermissionParametersSerializer(serializers.Serializer[Any]):
    mode = ModeField(required=False, help_text="For files and directories alike.")
    file_mode = ModeField(required=False, help_text="For files only.")
    directory_mode = ModeField(required=False, help_text="For directories only.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("mode" in attrs) == bool({"file_mode", "directory_mode"} & set(attrs)):
            raise serializers.ValidationError(
                "Give either mode, or file_mode and directory_mode, or one of the two."
            )
        return attrs


class DeleteParametersSerializer(serializers.Serializer[Any]):
    skip_trash = serializers.BooleanField(
        required=False, default=False, help_text="Destroy at once instead of moving to the trash."
    )


class RestoreParametersSerializer(serializers.Serializer[Any]):
    to = PathField(
        required=False,
        help_text="The path that it gets, with what is missing above; where it was by default.",
    )


class SelectionSerializer(serializers.Serializer[Any]):
    """Inodes that are chosen one by one: exactly one of paths, inode_ids and search."""

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
    if_changed = serializers.ChoiceField(
        choices=[each.value for each in IfChanged],
        required=False,
        default=IfChanged.SKIP.value,
        help_text="What to do with inodes that changed since they were chosen: skip lists them.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len({"paths", "inode_ids", "search"} & set(attrs)) != 1:
            raise serializers.ValidationError("Give one of paths, inode_ids and search.")
        return attrs


class _ReasonSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(
        required=False,
        default="",
        allow_blank=True,
        max_length=REASON_CHARACTERS_MAX,
        help_text="For who has to approve it, where a rule of the guard asks for that.",
    )


class _JobCreateSerializer(_ReasonSerializer):
    path = PathField()
    dry_run = serializers.BooleanField(required=False, default=False)


class _SelectedJobCreateSerializer(_JobCreateSerializer):
    """Owner, group and mode change the whole tree at a path; of a selection, only the inodes."""

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


class DeleteJobCreateSerializer(_SelectedJobCreateSerializer):
    kind = serializers.ChoiceField(choices=[JobKind.DELETE.value])
    parameters = DeleteParametersSerializer(required=False, default=lambda: {"skip_trash": False})


class RestoreJobCreateSerializer(_JobCreateSerializer):
    kind = serializers.ChoiceField(choices=[JobKind.RESTORE.value])
    parameters = RestoreParametersSerializer(required=False, default=dict)


JOB_CREATE: dict[str, type[_JobCreateSerializer]] = {
    JobKind.SET_QUOTA.value: SetQuotaJobCreateSerializer,
    JobKind.SET_OWNER.value: SetOwnerJobCreateSerializer,
    JobKind.SET_PERMISSION.value: SetPermissionJobCreateSerializer,
    JobKind.DELETE.value: DeleteJobCreateSerializer,
    JobKind.RESTORE.value: RestoreJobCreateSerializer,
}
JobCreateSchema = PolymorphicProxySerializer(
    component_name="JobCreate", serializers={**JOB_CREATE}, resource_type_field_name="kind"
)


def job_create_serializer(data: Any) -> type[_JobCreateSerializer]:
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


class JobUndoSerializer(_ReasonSerializer):
    dry_run = serializers.BooleanField(required=False, default=False)


class JobPromoteSerializer(_ReasonSerializer):
    if_changed = serializers.ChoiceField(
        choices=[each.value for each in IfChanged],
        required=False,
        help_text="Selections: as the dry run was told, unless this says otherwise.",
    )


class JobRefuseSerializer(serializers.Serializer[Any]):
    comment = serializers.CharField(
        max_length=REASON_CHARACTERS_MAX, help_text="Told to who asked, and kept."
    )


class JobApproveSerializer(serializers.Serializer[Any]):
    content_sha256 = serializers.RegexField(
        r"^[0-9a-f]{64}$", help_text="`approval.content_sha256` of the job that was looked at."
    )
    comment = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=REASON_CHARACTERS_MAX
    )


class ApprovalsParameters(PageParameters):
    all = serializers.BooleanField(
        required=False, default=False, help_text="Also those that are for others to decide."
    )


class JobsParameters(PageParameters):
    state = serializers.ChoiceField(choices=JobState.choices, required=False)
    kind = serializers.ChoiceField(choices=JobKind.choices, required=False)


class JobProgressSerializer(serializers.Serializer[Any]):
    files = serializers.IntegerField()
    directories = serializers.IntegerField()
    length_bytes = serializers.IntegerField()
    space_consumed_bytes = serializers.IntegerField()
    changed = serializers.IntegerField(help_text="In a dry run: what would change.")
    errors = serializers.IntegerField(source="error_count")  # type: ignore[assignment]
    total = serializers.IntegerField(
        allow_null=True, help_text="Inodes to visit; null while they are still being counted."
    )
    at_path = serializers.CharField(
        allow_null=True, help_text="Last path visited; null for viewers."
    )


class QuotaSerializer(serializers.Serializer[Any]):
    """Limits by type of storage are absent, or null, where there is none."""

    namespace_quota = serializers.IntegerField(allow_null=True)
    space_quota_bytes = serializers.IntegerField(allow_null=True)
    ssd_quota_bytes = serializers.IntegerField(required=False, allow_null=True)
    disk_quota_bytes = serializers.IntegerField(required=False, allow_null=True)
    archive_quota_bytes = serializers.IntegerField(required=False, allow_null=True)
    provided_quota_bytes = serializers.IntegerField(required=False, allow_null=True)
    nvdimm_quota_bytes = serializers.IntegerField(required=False, allow_null=True)


class _AsStored(serializers.Serializer[Any]):
    # These objects are stored as they are answered: absent members stay absent.
    def to_representation(self, instance: Any) -> dict[str, Any]:
        return dict(instance)


class JobResultSerializer(_AsStored):
    """What a job of this kind leaves behind; members of other kinds are absent."""

    trash_path = serializers.CharField(required=False, help_text="delete: where it lies now.")
    restored_path = serializers.CharField(
        required=False, help_text="undo of a delete: where it lies again."
    )
    already_gone = serializers.BooleanField(
        required=False,
        help_text="delete: the path was gone when the job resumed; counts are the first pass's.",
    )
    quota_before = QuotaSerializer(required=False)
    quota_after = QuotaSerializer(required=False)
    exceeds_quota = serializers.BooleanField(
        required=False, help_text="set_quota, dry run: what is there now exceeds the new limits."
    )


class JobParametersSerializer(_AsStored):
    """The parameters that the job was started with; members of other kinds are absent."""

    namespace_quota = serializers.IntegerField(required=False, allow_null=True)
    space_quota_bytes = serializers.IntegerField(required=False, allow_null=True)
    ssd_quota_bytes = serializers.IntegerField(required=False, allow_null=True)
    disk_quota_bytes = serializers.IntegerField(required=False, allow_null=True)
    archive_quota_bytes = serializers.IntegerField(required=False, allow_null=True)
    provided_quota_bytes = serializers.IntegerField(required=False, allow_null=True)
    nvdimm_quota_bytes = serializers.IntegerField(required=False, allow_null=True)
    owner = serializers.CharField(required=False)
    group = serializers.CharField(required=False)
    mode = serializers.CharField(required=False)
    file_mode = serializers.CharField(required=False)
    directory_mode = serializers.CharField(required=False)
    skip_trash = serializers.BooleanField(required=False)
    to = serializers.CharField(required=False)


class SelectedOwnerSerializer(serializers.Serializer[Any]):
    owner = serializers.CharField(allow_null=True, help_text="Null: all further owners.")
    files = serializers.IntegerField()
    directories = serializers.IntegerField()
    length_bytes = serializers.IntegerField(help_text="Of the files chosen.")


class JobSelectionSerializer(serializers.Serializer[Any]):
    by = serializers.ChoiceField(choices=[each.value for each in SelectedBy])
    paths = serializers.ListField(
        child=serializers.CharField(), help_text=f"The first {PATHS_TOLD}; none for viewers."
    )
    q = serializers.CharField(allow_null=True, help_text="The search; null for viewers.")
    asked = serializers.IntegerField(allow_null=True, help_text="Paths or ids; null for a search.")
    if_changed = serializers.ChoiceField(choices=[each.value for each in IfChanged])
    chosen = serializers.IntegerField(help_text="Inodes, so far.")
    as_of_sequence = serializers.IntegerField(
        allow_null=True, help_text="Search: the change up to which its index knew of all."
    )
    owners = SelectedOwnerSerializer(many=True, help_text="Not for viewers.")


class ApprovalRuleSerializer(serializers.Serializer[Any]):
    """A rule that asks for the approval, as it was when the job was asked for."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    kinds = serializers.ListField(child=serializers.ChoiceField(choices=JobKind.choices))
    path_prefix = serializers.CharField(allow_null=True)
    inodes_min = serializers.IntegerField(allow_null=True)
    size_bytes_min = serializers.IntegerField(allow_null=True)


class JobApprovalSerializer(serializers.Serializer[Any]):
    state = serializers.ChoiceField(choices=ApprovalState.choices)
    approver = serializers.ChoiceField(
        choices=ApproverRole.choices, help_text="The least role that approves."
    )
    not_by = serializers.ListField(
        child=serializers.CharField(), help_text="Who asked for it or planned it."
    )
    rules = ApprovalRuleSerializer(many=True, help_text="Not for viewers.")
    reason = serializers.CharField(allow_blank=True, help_text="Empty for viewers.")
    asked_at = UtcField()
    expires_at = UtcField()
    decided_at = UtcField(allow_null=True)
    decided_by = serializers.CharField(allow_null=True)
    comment = serializers.CharField(allow_blank=True, help_text="Empty for viewers.")
    content_sha256 = serializers.CharField(help_text="To be sent back by who approves.")


class JobHeldSerializer(_AsStored):
    """The freeze window that a job waits for."""

    window = serializers.CharField(help_text="Its name.")
    until = UtcField(help_text="Its end.")


class JobSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=JobKind.choices)
    path = serializers.CharField(help_text="Of a selection: the directory above all of it.")
    inode_id = serializers.IntegerField(
        allow_null=True, source="target_inode_id", help_text="Null for a selection."
    )
    selection = JobSelectionSerializer(allow_null=True, source="told_selection")
    scope = serializers.ListField(
        child=serializers.CharField(),
        allow_null=True,
        help_text="The directories that it does not reach beyond, because the role of who began "
        "it holds there alone; null when nothing limits it.",
    )
    parameters = JobParametersSerializer()
    dry_run = serializers.BooleanField()
    dry_run_of = serializers.IntegerField(allow_null=True, source="dry_run_of_id")
    became = serializers.IntegerField(
        allow_null=True, help_text="Dry run: the real job that it was promoted to."
    )
    undo_of = serializers.IntegerField(
        allow_null=True, source="undo_of_id", help_text="undo: the job that it takes back."
    )
    undone_by = serializers.IntegerField(
        allow_null=True, help_text="The last job that undid, or undoes, this one."
    )
    rule_id = serializers.IntegerField(
        allow_null=True, help_text="The lifecycle rule that it is a run of."
    )
    changes = serializers.ChoiceField(
        choices=JobKind.choices,
        help_text="What kind of change it makes: an undo that of the job which it takes back.",
    )
    undo = serializers.ChoiceField(
        choices=Undo.choices, help_text="Whether it can be undone, or why not."
    )
    state = serializers.ChoiceField(choices=JobState.choices)
    approval = JobApprovalSerializer(
        allow_null=True, source="wait", help_text="Where a rule asks for a second person."
    )
    held = JobHeldSerializer(
        allow_null=True, help_text="Where a freeze window holds it. Null for viewers."
    )
    actor = serializers.CharField()
    created_at = UtcField()
    started_at = UtcField(allow_null=True)
    finished_at = UtcField(allow_null=True)
    promotable_until = UtcField(
        allow_null=True,
        help_text="Dry run: until when it can become a real job; null where it can't at all.",
    )
    check = JobCheckSerializer(
        allow_null=True,
        source="told_check",
        help_text="Dry run: the last look at what is still as it was.",
    )
    progress = JobProgressSerializer(source="*")
    result = JobResultSerializer(allow_null=True)
    problem = ProblemSerializer(allow_null=True)
    commit_sequence = serializers.IntegerField(
        allow_null=True, help_text="Feed sequence of the job's last change: search's `min_commit`."
    )


class JobErrorSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    path = serializers.CharField(
        allow_blank=True, help_text="Empty where the item is none that I may see now."
    )
    code = serializers.CharField()
    message = serializers.CharField(allow_blank=True)
