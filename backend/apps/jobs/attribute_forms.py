"""Parameters of jobs that set attributes, and of rules whose runs do."""

from typing import Any

from rest_framework import serializers

from apps.common.fields import ModeField
from apps.jobs.kinds import JobKind
from apps.jobs.texts import XATTR_NAME, AclChange, acl_error, xattr_error
from warren_search.query import StoragePolicy

_HDFS_NAME = r"^[^\s/:\x00-\x1f]{1,255}$"
_POLICIES = ", ".join(StoragePolicy.__members__)
_CODING_NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$"
# What a namenode can be told at all; the cluster's own limits are narrower.
_REPLICATION_MAX = 2**15 - 1
# 32 entries with names of 255 characters, in each of the two scopes.
_ACL_CHARACTERS_MAX = 20_000
_XATTR_CHARACTERS_MAX = 2_000


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


class SetAclParametersSerializer(serializers.Serializer[Any]):
    acl_change = serializers.ChoiceField(
        choices=[each.value for each in AclChange],
        help_text="As `setfacl` --set, -m, -x, -k and -b do it. Default entries are of "
        "directories: files are left without. The mode follows from the entries.",
    )
    acl = serializers.CharField(
        required=False,
        max_length=_ACL_CHARACTERS_MAX,
        help_text="set, modify: entries with their rights, such as "
        "`user:ana:r-x,default:group:ops:rwx`; remove: without rights. What has an ACL that can't "
        "be changed so is left and listed (`invalid_acl`), and so is one that is too long to be "
        "kept for an undo (`too_long_to_keep`).",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        message = acl_error(AclChange(attrs["acl_change"]), attrs.get("acl"))
        if message is not None:
            raise serializers.ValidationError({"acl": [message]})
        return attrs


class SetXattrParametersSerializer(serializers.Serializer[Any]):
    xattr = serializers.RegexField(
        XATTR_NAME, help_text="The full name, in the namespace user or trusted: `user.team`."
    )
    xattr_value = serializers.CharField(
        allow_null=True,
        allow_blank=True,
        trim_whitespace=False,
        max_length=_XATTR_CHARACTERS_MAX,
        help_text="As text, hexadecimal after 0x or Base64 after 0s; null takes the attribute "
        "away. What has as many attributes as it may is left and listed (`xattr_refused`), and so "
        "is what has a value that is too long to be kept for an undo (`too_long_to_keep`).",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        message = xattr_error(attrs["xattr"], attrs["xattr_value"])
        if message is not None:
            raise serializers.ValidationError({"xattr_value": [message]})
        return attrs


ATTRIBUTE_FORMS: dict[JobKind, type[serializers.Serializer[Any]]] = {
    JobKind.SET_OWNER: SetOwnerParametersSerializer,
    JobKind.SET_PERMISSION: SetPermissionParametersSerializer,
    JobKind.SET_REPLICATION: SetReplicationParametersSerializer,
    JobKind.SET_STORAGE_POLICY: SetStoragePolicyParametersSerializer,
    JobKind.SET_ERASURE_CODING: SetErasureCodingParametersSerializer,
    JobKind.SET_ACL: SetAclParametersSerializer,
    JobKind.SET_XATTR: SetXattrParametersSerializer,
}
