"""Shapes of jobs, and of what is asked of those that are there."""

from typing import Any, Final

from rest_framework import serializers

from apps.common.fields import UtcField
from apps.common.openapi import ProblemSerializer
from apps.common.sorting import SortedParameters, SortField
from apps.guard.values import ApproverRole
from apps.jobs.check_serializers import JobCheckSerializer
from apps.jobs.create_serializers import ReasonSerializer, rate_field
from apps.jobs.kinds import JobKind, Priority, Undo
from apps.jobs.models import REASON_CHARACTERS_MAX
from apps.jobs.quota_sums import IfQuotaExceeded
from apps.jobs.result_serializers import AsStored, JobResultSerializer
from apps.jobs.selection import PATHS_TOLD, IfChanged, SelectedBy
from apps.jobs.states import ApprovalState, JobState
from apps.migration.values import Objection
from apps.search.values import ExportKind
from apps.spread.values import ChildrenSpread


class JobUndoSerializer(ReasonSerializer):
    dry_run = serializers.BooleanField(required=False, default=False)


class JobPromoteSerializer(ReasonSerializer):
    if_changed = serializers.ChoiceField(
        choices=[each.value for each in IfChanged],
        required=False,
        help_text="Selections: as the dry run was told, unless this says otherwise.",
    )
    if_quota_exceeded = serializers.ChoiceField(
        choices=[each.value for each in IfQuotaExceeded],
        required=False,
        default=IfQuotaExceeded.REFUSE.value,
        help_text="What to do where the sums of the dry run exceed quotas as they are now: refuse, "
        "or begin all the same.",
    )


class JobRateSerializer(serializers.Serializer[Any]):
    inodes_per_s_max = rate_field()


class JobPrioritySerializer(serializers.Serializer[Any]):
    priority = serializers.ChoiceField(choices=Priority.choices)


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


JOB_SORTS: Final = {
    "created_at": "pk",
    "kind": "kind",
    "state": "state",
    "actor": "actor",
    "path": "path",
}


class ApprovalsParameters(SortedParameters):
    sort = SortField(JOB_SORTS)
    kind = serializers.ChoiceField(choices=JobKind.choices, required=False)
    actor = serializers.CharField(required=False, max_length=64, help_text="Whose job it is.")
    all = serializers.BooleanField(
        required=False, default=False, help_text="Also those that are for others to decide."
    )


class JobErrorsParameters(SortedParameters):
    sort = SortField({"met_at": "pk", "path": "path", "code": "code"}, falling=False)
    code = serializers.CharField(required=False, max_length=64)


class JobsParameters(SortedParameters):
    sort = SortField(JOB_SORTS)
    actor = serializers.CharField(required=False, max_length=64, help_text="Whose jobs.")
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
    inodes_per_s = serializers.FloatField(
        source="told_inodes_per_s",
        allow_null=True,
        help_text="How fast it goes; null where it does not run, or only began to.",
    )
    remaining_s = serializers.IntegerField(
        allow_null=True, help_text="How long it needs if it goes on like this; null: unknown."
    )


class JobParametersSerializer(AsStored):
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
    replication = serializers.IntegerField(required=False)
    storage_policy = serializers.CharField(
        required=False, allow_null=True, help_text="Null: that of the directory above."
    )
    erasure_coding = serializers.CharField(
        required=False, allow_null=True, help_text="Null: that of the directory above."
    )
    acl_change = serializers.CharField(required=False)
    acl = serializers.CharField(required=False)
    xattr = serializers.CharField(required=False)
    xattr_value = serializers.CharField(
        required=False, allow_null=True, help_text="Null: the attribute is taken away."
    )
    skip_trash = serializers.BooleanField(required=False)
    outside_trash = serializers.BooleanField(required=False)
    to = serializers.CharField(required=False)
    children = serializers.ChoiceField(choices=ChildrenSpread.choices, required=False)
    format = serializers.ChoiceField(choices=ExportKind.choices, required=False)
    despite = serializers.ListField(
        child=serializers.ChoiceField(choices=Objection.choices),
        required=False,
        help_text="take_over: what spoke against it when it was asked for.",
    )


class SelectedCountsSerializer(serializers.Serializer[Any]):
    files = serializers.IntegerField()
    directories = serializers.IntegerField()
    length_bytes = serializers.IntegerField(help_text="Of the files chosen.")


class SelectedOwnerSerializer(SelectedCountsSerializer):
    owner = serializers.CharField(allow_null=True, help_text="Null: all further owners.")


class SelectedGroupSerializer(SelectedCountsSerializer):
    group = serializers.CharField(allow_null=True, help_text="Null: all further groups.")


class JobSavedSearchSerializer(serializers.Serializer[Any]):
    """A saved search as it was when the job was asked for; its text is `q`."""

    id = serializers.IntegerField()
    name = serializers.CharField()


class JobSqlQuerySerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    statement = serializers.CharField()


class JobSelectionSerializer(serializers.Serializer[Any]):
    by = serializers.ChoiceField(choices=[each.value for each in SelectedBy])
    paths = serializers.ListField(
        child=serializers.CharField(), help_text=f"The first {PATHS_TOLD}; none for viewers."
    )
    q = serializers.CharField(allow_null=True, help_text="The search; null for viewers.")
    saved_search = JobSavedSearchSerializer(allow_null=True, help_text="Null for viewers.")
    sql_query = JobSqlQuerySerializer(allow_null=True, help_text="Null for viewers.")
    asked = serializers.IntegerField(
        allow_null=True, help_text="Paths, ids or rows; null for a search."
    )
    if_changed = serializers.ChoiceField(choices=[each.value for each in IfChanged])
    chosen = serializers.IntegerField(help_text="Inodes, so far.")
    as_of_sequence = serializers.IntegerField(
        allow_null=True, help_text="Search: the change up to which its index knew of all."
    )
    owners = SelectedOwnerSerializer(many=True, help_text="Not for viewers.")
    groups = SelectedGroupSerializer(many=True, help_text="Not for viewers.")


class ApprovalRuleSerializer(serializers.Serializer[Any]):
    """A rule that asks for the approval, as it was when the job was asked for."""

    id = serializers.IntegerField(help_text="0 for Warren's own, which nobody can change.")
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


class JobRateLimitSerializer(serializers.Serializer[Any]):
    inodes_per_s = serializers.IntegerField()
    of_all_jobs = serializers.BooleanField(help_text="It has no bound of its own.")


class JobSlowedSerializer(serializers.Serializer[Any]):
    """How a job goes slower by itself because calls of clients wait."""

    since = UtcField()
    calls_wait_ms = serializers.IntegerField(
        help_text="How long a call waited before it began, when that was last looked at: the mean "
        "of ten seconds, at the namenode where it was longest."
    )
    inodes_per_s = serializers.FloatField(help_text="The most that it visits a second for now.")

    def to_representation(self, instance: Any) -> dict[str, Any]:
        return dict(instance)


class JobHeldSerializer(AsStored):
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
    changes_kept = serializers.BooleanField(
        source="keeps_former",
        help_text="Whether values before and after are listed, inode by inode (`jobs_changes`).",
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
    priority = serializers.ChoiceField(
        choices=Priority.choices,
        help_text="Which of the jobs that wait for their turn gets it first.",
    )
    rate_limit = JobRateLimitSerializer(
        allow_null=True, help_text="Most inodes that it visits a second; null: no bound."
    )
    slowed = JobSlowedSerializer(
        allow_null=True,
        source="told_slowed",
        help_text="While it goes slower by itself (WARREN_JOB_SLOW_DOWN_WAIT_MS).",
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
