"""Parameters of jobs that set attributes, and of rules whose runs do."""

from typing import Any

from rest_framework import serializers

from apps.common.fields import ModeField
from apps.jobs.kinds import JobKind
from warren_search.query import StoragePolicy

_HDFS_NAME = r"^[^\s/:\x00-\x1f]{1,255}$"
_POLICIES = ", ".join(StoragePolicy.__members__)
_CODING_NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$"
# What a namenode can be told at all; the cluster's own limits are narrower.
_REPLICATION_MAX = 2**15 - 1


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


class SetReplicationParametersSerializer(serializers.Serializer[Any]):
    replication = serializers.IntegerField(
        min_value=1,
        max_value=_REPLICATION_MAX,
        help_text="Of files, within the limits of the cluster (dfs.namenode.replication.min, "
        "dfs.replication.max). Erasure-coded files are left and listed (`erasure_coded`), and so "
        "are those whose quota does not allow it (`quota_exceeded`).",
    )


class SetStoragePolicyParametersSerializer(serializers.Serializer[Any]):
    storage_policy = serializers.CharField(
        allow_null=True,
        help_text=f"One of {_POLICIES}, of files and directories; null takes away what is set, so "
        "that the policy of the directory above holds. It is for blocks that are written from then "
        "on: those that are there lie where they are until a mover moves them. Files whose policy "
        "is fixed when they are made are left and listed (`conflict`).",
    )

    def validate_storage_policy(self, name: str | None) -> str | None:
        if name is not None and name not in StoragePolicy.__members__:
            raise serializers.ValidationError(f"Choose one of: {_POLICIES}.")
        return name


class SetErasureCodingParametersSerializer(serializers.Serializer[Any]):
    erasure_coding = serializers.RegexField(
        _CODING_NAME,
        allow_null=True,
        help_text="Name of an enabled policy, or replication, of directories; null takes away what "
        "is set, so that the policy of the directory above holds. It is for files that are made "
        "from then on: those that are there stay as they are stored.",
    )


ATTRIBUTE_FORMS: dict[JobKind, type[serializers.Serializer[Any]]] = {
    JobKind.SET_OWNER: SetOwnerParametersSerializer,
    JobKind.SET_PERMISSION: SetPermissionParametersSerializer,
    JobKind.SET_REPLICATION: SetReplicationParametersSerializer,
    JobKind.SET_STORAGE_POLICY: SetStoragePolicyParametersSerializer,
    JobKind.SET_ERASURE_CODING: SetErasureCodingParametersSerializer,
}
