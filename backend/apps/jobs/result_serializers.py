"""Shapes of what jobs leave behind, and of what their plans find."""

from typing import Any

from rest_framework import serializers

from apps.jobs.planned import NAMED_MAX
from apps.jobs.quota_sums import AMOUNTS, DIRECTORIES_MAX


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
    quota_before = QuotaSerializer(required=False)
    quota_after = QuotaSerializer(required=False)
    drift = serializers.IntegerField(
        required=False, help_text="repair_index: inodes whose document was wrong."
    )
    repaired = serializers.IntegerField(required=False, help_text="repair_index: those mended.")
    truncated = serializers.BooleanField(
        required=False, help_text="export: the file was cut at the server's limit."
    )
    exceeds_quota = serializers.BooleanField(
        required=False, help_text="set_quota, dry run: what is there now exceeds the new limits."
    )
