"""Shapes of a migration."""

from typing import Any

from rest_framework import serializers

from apps.common.fields import UtcField
from apps.jobs.states import JobState
from apps.migration.values import (
    AttemptState,
    MigrationStage,
    Objection,
    RehearsalVerdict,
    TakeOverPhase,
    WayBack,
)


class TakenCountSerializer(serializers.Serializer[Any]):
    what = serializers.CharField()
    count = serializers.IntegerField()


class LeftOutSerializer(TakenCountSerializer):
    examples = serializers.ListField(
        child=serializers.CharField(),
        help_text="Inode ids and names of some; none for who may not see all.",
    )


class MigrationImportSerializer(serializers.Serializer[Any]):
    """What was brought over, and what was not."""

    at = UtcField()
    image = serializers.CharField(help_text="The fsimage, as it was named at the host.")
    image_verified = serializers.BooleanField(help_text="Whether its MD5 sum was compared.")
    transaction = serializers.IntegerField(help_text="The last one in the image.")
    block_pool = serializers.CharField(
        allow_null=True, help_text="By which datanodes know the file system; null: they can't."
    )
    duration_ms = serializers.IntegerField()
    inodes = serializers.IntegerField()
    inodes_per_s = serializers.IntegerField(allow_null=True)
    taken = TakenCountSerializer(many=True)
    left_out = LeftOutSerializer(many=True)


class MigrationFollowingSerializer(serializers.Serializer[Any]):
    """How far this copy is behind the HDFS whose edits it follows."""

    location = serializers.CharField(help_text="Where the edits are read.")
    applied_transaction = serializers.IntegerField(help_text="0 while no namenode has led yet.")
    newest_transaction = serializers.IntegerField()
    lag_ms = serializers.IntegerField(allow_null=True, help_text="Null while nobody knows.")
    paused = serializers.BooleanField()
    waiting_for = serializers.CharField(
        allow_null=True, help_text="Why edits can't be read now, which is tried again."
    )
    stopped_by = serializers.CharField(allow_null=True, help_text="Why it has stopped for good.")
    job_id = serializers.IntegerField(allow_null=True, help_text="The job that stands for it.")


class FindingSerializer(serializers.Serializer[Any]):
    """A copy or a block that is not as it should be; null is what is not known of it."""

    block_id = serializers.IntegerField()
    path = serializers.CharField(allow_null=True)
    lies_in = serializers.CharField(
        source="source",
        allow_null=True,
        help_text="The datanode's folder or list that has the copy.",
    )
    stamp = serializers.IntegerField(allow_null=True)
    length_bytes = serializers.IntegerField(allow_null=True)
    expected_stamp = serializers.IntegerField(allow_null=True)
    expected_length_bytes = serializers.IntegerField(allow_null=True)
    wanted = serializers.IntegerField(allow_null=True)
    found = serializers.IntegerField(allow_null=True)


class FindingsSerializer(TakenCountSerializer):
    meaning = serializers.CharField()
    examples = FindingSerializer(many=True, help_text="None for who may not see all.")


class MigrationRehearsalSerializer(serializers.Serializer[Any]):
    """What the datanodes hold, compared with what the store wants."""

    at = UtcField()
    verdict = serializers.ChoiceField(choices=RehearsalVerdict.choices)
    transaction = serializers.IntegerField(
        allow_null=True, help_text="The last one in the copy that was compared."
    )
    transactions_since = serializers.IntegerField(
        allow_null=True, help_text="How many were applied since; null where that is not known."
    )
    duration_ms = serializers.IntegerField()
    blocks = serializers.IntegerField()
    blocks_being_written = serializers.IntegerField()
    replicas = serializers.IntegerField()
    replicas_good = serializers.IntegerField()
    replicas_newer = serializers.IntegerField(help_text="Of blocks made after the copy's newest.")
    findings = FindingsSerializer(many=True)
    has_list = serializers.BooleanField(help_text="Whether `migration/findings/file` has them all.")


class _NotedSerializer(serializers.Serializer[Any]):
    phase = serializers.ChoiceField(
        choices=TakeOverPhase.choices, help_text="The last step that is done."
    )
    name_dirs = serializers.ListField(child=serializers.CharField())
    begun_at = UtcField(allow_null=True)
    last_edit_at = UtcField(allow_null=True, help_text="Of the old NameNode.")
    fenced_at = UtcField(allow_null=True)
    ended_at = UtcField(allow_null=True)
    served_at = UtcField(allow_null=True)
    read_only_ms = serializers.IntegerField(
        allow_null=True, help_text="How long nobody could write; null until Warren serves."
    )
    job_id = serializers.IntegerField(
        allow_null=True, help_text="By which it was approved; null where nobody asked for that."
    )
    asked_by = serializers.CharField(allow_blank=True)
    approved_by = serializers.CharField(allow_blank=True)


class MigrationTakeOverSerializer(_NotedSerializer):
    """How far the take-over is, and whether it can be undone."""

    way_back = serializers.ChoiceField(choices=WayBack.choices)
    changes_since = serializers.IntegerField(
        allow_null=True, help_text="With any the way back is closed, and an export leads back."
    )


class MigrationGivenBackSerializer(_NotedSerializer):
    """The last take-over that was undone."""

    given_back_at = UtcField()


class TakeOverRequestSerializer(serializers.Serializer[Any]):
    """The take-over that somebody asked for."""

    job_id = serializers.IntegerField()
    state = serializers.ChoiceField(choices=JobState.choices)
    asked_by = serializers.CharField()
    asked_at = UtcField()
    despite = serializers.ListField(
        child=serializers.ChoiceField(choices=Objection.choices),
        help_text="What spoke against it then.",
    )
    approved_by = serializers.CharField(allow_null=True)
    usable_until = UtcField(allow_null=True, help_text="Until when it may begin, once approved.")


class TakeOverAttemptSerializer(serializers.Serializer[Any]):
    """What came of the last order from the console to begin it."""

    state = serializers.ChoiceField(choices=AttemptState.choices)
    ordered_by = serializers.CharField()
    started_at = UtcField(allow_null=True)
    ended_at = UtcField(allow_null=True)
    said = serializers.ListField(
        child=serializers.CharField(), help_text="The last lines that the command said."
    )


class UnreadableFileSerializer(serializers.Serializer[Any]):
    file = serializers.CharField()
    why = serializers.CharField()


class MigrationSerializer(serializers.Serializer[Any]):
    as_of = UtcField()
    stage = serializers.ChoiceField(choices=MigrationStage.choices)
    imported = MigrationImportSerializer(allow_null=True)
    following = MigrationFollowingSerializer(allow_null=True)
    following_unknown = serializers.CharField(
        allow_null=True, help_text="Why no namenode tells whether an HDFS is followed."
    )
    rehearsed = MigrationRehearsalSerializer(allow_null=True)
    take_over = MigrationTakeOverSerializer(allow_null=True)
    given_back = MigrationGivenBackSerializer(allow_null=True)
    objections = serializers.ListField(
        child=serializers.ChoiceField(choices=Objection.choices),
        help_text="What speaks against a take-over now.",
    )
    request = TakeOverRequestSerializer(allow_null=True)
    attempt = TakeOverAttemptSerializer(allow_null=True)
    begins_here = serializers.BooleanField(
        help_text="Whether `POST /migration/take-over` can begin it (WARREN_TAKE_OVER_FROM)."
    )
    command = serializers.CharField(help_text="What begins an approved take-over at the host.")
    unreadable = UnreadableFileSerializer(
        many=True, help_text="Files of the migration that can't be understood, and why."
    )


class TakeOverOrderedSerializer(serializers.Serializer[Any]):
    job_id = serializers.IntegerField(help_text="The job by which it was approved.")
    ordered_by = serializers.CharField()
