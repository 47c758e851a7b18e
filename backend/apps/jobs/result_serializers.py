"""Shapes of what jobs leave behind, and of what their plans find."""

from typing import Any

from rest_framework import serializers

from apps.common.fields import UtcField
from apps.jobs.concerns import INODES_MAX
from apps.jobs.estimates import BASES
from apps.jobs.planned import NAMED_MAX
from apps.jobs.quota_sums import AMOUNTS, DIRECTORIES_MAX
from apps.migration.values import TakeOverPhase


class AsStored(serializers.Serializer[Any]):
    # These objects are stored as they are answered: absent members stay absent.
    def to_representation(self, instance: Any) -> dict[str, Any]:
        return dict(instance)


class QuotaSerializer(serializers.Serializer[Any]):
    """Limits by type of storage are absent, or null, where there is none."""

    namespace_quota = serializers.IntegerField(allow_null=True)
    space_quota_bytes = serializers.IntegerField(allow_null=True)
    ssd_quota_bytes = serializers.IntegerField(required=False, allow_null=True)
    disk_quota_bytes = serializers.IntegerField(required=False, allow_null=True)
    archive_quota_bytes = serializers.IntegerField(required=False, allow_null=True)
    provided_quota_bytes = serializers.IntegerField(required=False, allow_null=True)
    nvdimm_quota_bytes = serializers.IntegerField(required=False, allow_null=True)


class QuotaAmountSerializer(serializers.Serializer[Any]):
    """How an amount that has a limit stands to it."""

    amount = serializers.ChoiceField(choices=AMOUNTS)
    limit = serializers.IntegerField()
    used = serializers.IntegerField(help_text="Now, as far as the namenodes have applied it.")
    after = serializers.IntegerField(help_text="When all of it is done.")
    exceeded = serializers.BooleanField(help_text="It gains, and uses more than the limit then.")


class QuotaGainsSerializer(serializers.Serializer[Any]):
    """What is gained, negative for what is lost; absent for nothing."""

    names = serializers.IntegerField(required=False)
    space_bytes = serializers.IntegerField(required=False)
    ssd_bytes = serializers.IntegerField(required=False)
    disk_bytes = serializers.IntegerField(required=False)
    archive_bytes = serializers.IntegerField(required=False)
    provided_bytes = serializers.IntegerField(required=False)
    nvdimm_bytes = serializers.IntegerField(required=False)


class QuotaSumSerializer(serializers.Serializer[Any]):
    inode_id = serializers.IntegerField()
    path = serializers.CharField(help_text="Of the directory with the quota, when it was met.")
    gains = QuotaGainsSerializer()
    amounts = QuotaAmountSerializer(many=True, help_text="Of what changes and has a limit.")
    exceeded = serializers.BooleanField(help_text="At least one of its limits.")
    types_exact = serializers.BooleanField(
        help_text="False where what is in a directory comes under another storage policy by this: "
        "what that is by types of storage is not counted."
    )


class QuotaSumsSerializer(serializers.Serializer[Any]):
    directories = QuotaSumSerializer(
        many=True, help_text=f"Those that exceed a limit first; at most {DIRECTORIES_MAX}."
    )
    exceeded = serializers.IntegerField(help_text="How many of them exceed a limit.")
    more = serializers.BooleanField(help_text="There are further ones, which were not added up.")


class TakenPlaceSerializer(serializers.Serializer[Any]):
    path = serializers.CharField(help_text="Where what stays lies.")
    place = serializers.CharField(help_text="Where it would have gone.")


class OpenFileSerializer(serializers.Serializer[Any]):
    path = serializers.CharField()
    holder = serializers.CharField(help_text="Of the lease.")
    client = serializers.CharField(help_text="Its machine; empty when it is not known.")


class OpenFilesSerializer(serializers.Serializer[Any]):
    count = serializers.IntegerField()
    more = serializers.BooleanField(help_text="There are open files that were not looked at.")
    items = OpenFileSerializer(many=True)


class KeepingSnapshotSerializer(serializers.Serializer[Any]):
    directory = serializers.CharField()
    name = serializers.CharField()
    created_at_ms = serializers.IntegerField()


class KeepingSnapshotsSerializer(serializers.Serializer[Any]):
    count = serializers.IntegerField()
    items = KeepingSnapshotSerializer(many=True, help_text="The newest first.")


class WithSnapshotsSerializer(serializers.Serializer[Any]):
    count = serializers.IntegerField()
    items = serializers.ListField(child=serializers.CharField())


class ConcernsSerializer(serializers.Serializer[Any]):
    """Whom a plan's change would concern; of each 20 at most are named."""

    open_files = OpenFilesSerializer(help_text="At or below what is changed.")
    snapshots = KeepingSnapshotsSerializer(
        help_text="Of directories at or above: what they have of it stays, and its space is not "
        "freed before they are deleted."
    )
    with_snapshots = WithSnapshotsSerializer(
        help_text="Directories with snapshots, at or below: they can't be deleted for good."
    )
    all_inodes = serializers.BooleanField(
        help_text=f"False where more than {INODES_MAX:,} were chosen: the others were not asked "
        "about."
    )
    system_directories = serializers.ListField(
        child=serializers.CharField(),
        help_text="Those that everybody relies on (WARREN_JOB_SYSTEM_PATHS) and that are changed.",
    )
    unknown_users = serializers.ListField(
        child=serializers.CharField(),
        help_text="Users that are named by what is set, and of whom the namenodes know no group.",
    )


class EstimateSerializer(serializers.Serializer[Any]):
    calls = serializers.IntegerField(help_text="Of namenodes, about.")
    inodes_per_s = serializers.FloatField(allow_null=True)
    seconds = serializers.IntegerField(allow_null=True, help_text="Null where nothing is known.")
    basis = serializers.ChoiceField(
        choices=BASES,
        help_text="What the rate is: of former_jobs of the kind, of this_plan, the job's bound; "
        "one_step: one inode is moved, whatever is in it; none: it is not known.",
    )


class OwnedSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(allow_blank=True)
    files = serializers.IntegerField()
    length_bytes = serializers.IntegerField()


class OwnedBySerializer(serializers.Serializer[Any]):
    """Whose files are below the path; those with most space first, 20 at most."""

    owners = OwnedSerializer(many=True)
    groups = OwnedSerializer(many=True)
    more = serializers.BooleanField(help_text="There are further owners or groups.")
    as_of_sequence = serializers.IntegerField(
        help_text="Of the SQL replica: the change up to which it knew of all."
    )


class ShiftSerializer(serializers.Serializer[Any]):
    path = serializers.CharField()
    files = serializers.IntegerField(help_text="Gained; negative for what is lost.")
    directories = serializers.IntegerField()
    length_bytes = serializers.IntegerField()
    space_consumed_bytes = serializers.IntegerField()


class ShiftsSerializer(serializers.Serializer[Any]):
    directories = ShiftSerializer(many=True)
    more = serializers.BooleanField(help_text="There are further ones.")


class FollowedSerializer(serializers.Serializer[Any]):
    location = serializers.CharField(help_text="Where the edits are read.")
    first_transaction = serializers.IntegerField(
        help_text="The last one that was applied when the job began; 0 while nobody knows."
    )
    applied_transaction = serializers.IntegerField(help_text="The last one that is in this copy.")
    newest_transaction = serializers.IntegerField(help_text="The last one that is known of.")
    lag_ms = serializers.IntegerField(
        allow_null=True, help_text="How old the copy is; null while nobody knows."
    )
    waiting_for = serializers.CharField(
        allow_null=True, help_text="Why edits can't be read now, which is tried again."
    )


class TakeOverResultSerializer(serializers.Serializer[Any]):
    phase = serializers.ChoiceField(
        choices=TakeOverPhase.choices,
        required=False,
        help_text="The last step that is done; absent while nobody began it.",
    )
    usable_until = UtcField(help_text="Until when it may begin.")
    read_only_ms = serializers.IntegerField(
        allow_null=True, help_text="How long nobody could write; null until Warren serves."
    )


class ValueChangeSerializer(serializers.Serializer[Any]):
    """A value before and after, as text as the kind's parameters take it. Null where it is not
    set: what holds then comes from the directory above, or there is none."""

    attribute = serializers.CharField(
        help_text="owner, group, mode, replication, storage_policy, erasure_coding, acl, "
        "`xattr NAME`, or path of what is moved, deleted or restored."
    )
    before = serializers.CharField(allow_null=True, allow_blank=True)
    after = serializers.CharField(allow_null=True, allow_blank=True)


class JobChangeSerializer(serializers.Serializer[Any]):
    inode_id = serializers.IntegerField()
    path = serializers.CharField(
        allow_null=True, help_text="Now; null where it is gone, or none that I may see."
    )
    values = ValueChangeSerializer(many=True, help_text="Those that differ.")


class JobResultSerializer(AsStored):
    """What a job of this kind leaves behind; members of other kinds are absent."""

    trash_path = serializers.CharField(required=False, help_text="delete: where it lies now.")
    restored_path = serializers.CharField(
        required=False, help_text="undo of a delete: where it lies again."
    )
    missing_parents = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text="restore and move, dry run: the directories above the place that are made, "
        "highest first; absent when there are none. Of a selection each once, the first "
        f"{NAMED_MAX}. Not for viewers of selections.",
    )
    missing_parents_count = serializers.IntegerField(
        required=False, help_text="Of a selection: how many these are in all."
    )
    taken = TakenPlaceSerializer(
        many=True,
        required=False,
        help_text="restore and move of a selection, dry run: what stays, because something else is "
        f"at its place; the first {NAMED_MAX}, absent when there are none. Not for viewers.",
    )
    taken_count = serializers.IntegerField(required=False, help_text="How many these are in all.")
    already_gone = serializers.BooleanField(
        required=False,
        help_text="delete: the path was gone when the job resumed; counts are the first pass's.",
    )
    quotas = QuotaSumsSerializer(
        required=False,
        help_text="Dry run: what all of it adds up to for directories with a quota; absent where "
        "it changes nothing that quotas count. Not for viewers.",
    )
    concerns = ConcernsSerializer(
        required=False,
        help_text="Dry run, at its end: whom it concerns; absent where that is nobody. Not for "
        "viewers.",
    )
    owned = OwnedBySerializer(
        required=False,
        help_text="Dry run at a directory, at its end: by owner and by group; absent where the SQL "
        "replica could not tell. Selections have it themselves. Not for viewers.",
    )
    estimate = EstimateSerializer(
        required=False, help_text="Dry run, at its end: how long it would take."
    )
    totals = ShiftsSerializer(
        required=False,
        help_text="delete, move and restore, dry run: what directories above gain and lose. Not "
        "for viewers.",
    )
    quota_before = QuotaSerializer(required=False)
    quota_after = QuotaSerializer(required=False)
    drift = serializers.IntegerField(
        required=False, help_text="repair_index: inodes whose document was wrong."
    )
    repaired = serializers.IntegerField(required=False, help_text="repair_index: those mended.")
    truncated = serializers.BooleanField(
        required=False, help_text="export: the file was cut at the server's limit."
    )
    followed = FollowedSerializer(required=False, help_text="follow_hdfs: how far the copy is.")
    take_over = TakeOverResultSerializer(
        required=False, help_text="take_over: how far it is, once it was approved."
    )
    exceeds_quota = serializers.BooleanField(
        required=False, help_text="set_quota, dry run: what is there now exceeds the new limits."
    )
