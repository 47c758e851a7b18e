"""Shapes of snapshots."""

from typing import Any

from rest_framework import serializers

from apps.common.fields import PathField, TagField, UtcField
from apps.common.openapi import PageParameters
from apps.common.sorting import SortedParameters, SortField
from apps.common.values import path_error
from apps.snapshots.models import RestoreState
from apps.snapshots.values import DifferenceKind

_NAME_LENGTH_MAX = 255


class SnapshotNameField(serializers.RegexField):
    """A name that can be part of a path."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(r"^[^/:]+$", max_length=_NAME_LENGTH_MAX, trim_whitespace=False, **kwargs)
        self.error_messages["invalid"] = "A name has no slash and no colon."

    def to_internal_value(self, data: Any) -> str:
        name = str(super().to_internal_value(data))
        if name in {".", ".."} or path_error(f"/{name}"):
            raise serializers.ValidationError("This can't be a name.")
        return name


class SnapshottableParameters(PageParameters):
    prefix = serializers.CharField(
        required=False, default="", max_length=8000, help_text="What the paths begin with."
    )


class SnapshotDirectoryParameters(serializers.Serializer[Any]):
    path = PathField(help_text="Of a snapshottable directory.")


class SnapshotsParameters(PageParameters):
    path = PathField(help_text="Of a snapshottable directory.")


class SnapshotParameters(SnapshotDirectoryParameters):
    name = SnapshotNameField(help_text="Of one of its snapshots.")


class SnapshottableDirectorySerializer(serializers.Serializer[Any]):
    path = serializers.CharField()
    owner = serializers.CharField()
    group = serializers.CharField()
    mode = serializers.CharField()
    mtime = UtcField()
    snapshots = serializers.IntegerField()
    snapshots_max = serializers.IntegerField()
    etag = TagField()


class SnapshotSerializer(serializers.Serializer[Any]):
    snapshot_id = serializers.IntegerField()
    directory = serializers.CharField()
    name = serializers.CharField()
    path = serializers.CharField(help_text="The way to it.")
    owner = serializers.CharField()
    created_at = UtcField()
    etag = TagField()


class SnapshotCreateSerializer(serializers.Serializer[Any]):
    path = PathField(help_text="Of a snapshottable directory.")
    name = SnapshotNameField()


class SnapshotRenameSerializer(serializers.Serializer[Any]):
    name = SnapshotNameField(help_text="The new one.")


class DifferencesParameters(SnapshotsParameters):
    earlier = SnapshotNameField(help_text="A snapshot.")
    later = SnapshotNameField(
        required=False, help_text="Another one; the directory as it is now when not given."
    )
    kind = serializers.ChoiceField(choices=DifferenceKind.choices, required=False)
    q = serializers.CharField(
        required=False, default="", max_length=1000, help_text="Part of a path, in any case."
    )


class SnapshotDifferenceSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=DifferenceKind.choices)
    path = serializers.CharField(help_text="Of a renamed one that in the earlier state.")
    to_path = serializers.CharField(
        allow_null=True, help_text="Of a renamed one that in the later state."
    )


class DifferenceCountsSerializer(serializers.Serializer[Any]):
    created = serializers.IntegerField()
    deleted = serializers.IntegerField()
    modified = serializers.IntegerField()
    renamed = serializers.IntegerField()


class SnapshotComparisonSerializer(serializers.Serializer[Any]):
    path = serializers.CharField()
    earlier = serializers.CharField()
    later = serializers.CharField(allow_null=True, help_text="Null: as it was at `as_of`.")
    counts = DifferenceCountsSerializer(help_text="Of all differences, whatever is asked for.")
    items = SnapshotDifferenceSerializer(many=True)
    next_cursor = serializers.CharField(
        allow_null=True, help_text="Of the same comparison, which is kept for an hour."
    )
    as_of = UtcField()


class RestoreAskSerializer(serializers.Serializer[Any]):
    path = PathField(help_text="In a snapshot: `/sales/.snapshot/monday/report.csv`.")
    to = PathField(
        required=False,
        help_text="Where it goes; where it was when not given. What holds it is there.",
    )
    overwrite = serializers.BooleanField(
        required=False, default=False, help_text="Whether files that are there may be replaced."
    )


class RestoresParameters(SortedParameters):
    sort = SortField({"asked_at": "pk", "state": "state", "to": "to", "files": "files"})
    state = serializers.ChoiceField(choices=RestoreState.choices, required=False)
    path = PathField(required=False, help_text="Only out of snapshots of this directory.")


class RestoreErrorSerializer(serializers.Serializer[Any]):
    path = serializers.CharField()
    code = serializers.CharField()
    title = serializers.CharField()


class SnapshotRestoreSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    source = serializers.CharField(  # type: ignore[assignment]  # the name is the API's
        help_text="The way to it in the snapshot."
    )
    to = serializers.CharField()
    overwrite = serializers.BooleanField()
    actor = serializers.CharField()
    state = serializers.ChoiceField(choices=RestoreState.choices)
    files = serializers.IntegerField()
    directories = serializers.IntegerField()
    size_bytes = serializers.IntegerField()
    files_done = serializers.IntegerField()
    directories_done = serializers.IntegerField()
    bytes_done = serializers.IntegerField()
    left = serializers.IntegerField(help_text="What was not restored.")
    errors = RestoreErrorSerializer(  # type: ignore[assignment]  # the name is the API's
        many=True, help_text="The first 100 of these, and why."
    )
    failed_why = serializers.CharField(help_text="Why it failed, or what it waits for.")
    asked_at = UtcField()
    begun_at = UtcField(allow_null=True)
    done_at = UtcField(allow_null=True)
