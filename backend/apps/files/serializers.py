"""Shapes of what is done with files and directories at once."""

from typing import Any

from rest_framework import serializers

from apps.common.fields import ModeField, PathField, TagField, UtcField
from apps.common.values import EntryKind
from apps.files.values import ACL_ENTRIES_MAX, ACL_ENTRY
from integrations.tabular import TableKind

_NAME = r"^[^\s:/,]+$"
_NAME_LENGTH_MAX = 64


class FileParameters(serializers.Serializer[Any]):
    path = PathField()


class DirectoryMakeSerializer(serializers.Serializer[Any]):
    path = PathField(help_text="Of the new directory; what holds it is there.")
    mode = ModeField(required=False, default="0755")


class EntryMoveSerializer(serializers.Serializer[Any]):
    path = PathField()
    to = PathField(help_text="Its new path. The name is free, and what holds it is there.")


class AclEntryField(serializers.RegexField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(ACL_ENTRY, max_length=100, **kwargs)
        self.error_messages["invalid"] = "Write it as setfacl has it: default:user:ann:r-x"


class PermissionsSerializer(serializers.Serializer[Any]):
    path = serializers.CharField()
    kind = serializers.ChoiceField(choices=EntryKind.choices)
    owner = serializers.CharField()
    group = serializers.CharField()
    mode = serializers.CharField()
    acl = serializers.ListField(
        child=serializers.CharField(),
        help_text="Entries that the mode does not say, as `setfacl` writes them. Where there are "
        "any, the mode's digit of the group is the most that they and the group may do.",
    )
    etag = TagField()


class PermissionsWriteSerializer(serializers.Serializer[Any]):
    """What is left out stays."""

    mode = ModeField(required=False)
    owner = serializers.RegexField(_NAME, required=False, max_length=_NAME_LENGTH_MAX)
    group = serializers.RegexField(_NAME, required=False, max_length=_NAME_LENGTH_MAX)
    acl = serializers.ListField(
        child=AclEntryField(),
        required=False,
        max_length=ACL_ENTRIES_MAX,
        help_text="All entries that there shall be; none removes the ACL.",
    )


class UploadParameters(FileParameters):
    overwrite = serializers.BooleanField(
        required=False, default=False, help_text="Whether a file that is there may be replaced."
    )


class FileStateSerializer(serializers.Serializer[Any]):
    path = serializers.CharField()
    inode_id = serializers.IntegerField()
    size_bytes = serializers.IntegerField()
    etag = TagField(help_text="The tag of these contents, as If-Match and If-Range take it.")


class TableColumnSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    type = serializers.CharField(help_text="As its form calls it: `int64`, `null | string`.")


class TableHeadSerializer(serializers.Serializer[Any]):
    path = serializers.CharField()
    size_bytes = serializers.IntegerField(help_text="Of the whole file.")
    kind = serializers.ChoiceField(choices=[each.value for each in TableKind], source="head.kind")
    columns = TableColumnSerializer(many=True, source="head.columns")
    columns_left_out = serializers.IntegerField(
        source="head.columns_left_out", help_text="How many more columns there are."
    )
    rows = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField(allow_null=True, allow_blank=True)),
        allow_null=True,
        source="head.rows",
        help_text="The first rows, each value as text of at most 200 characters; null where they "
        "take more than a look may.",
    )
    row_count = serializers.IntegerField(
        allow_null=True, source="head.row_count", help_text="Null where the form does not say it."
    )
    as_of = UtcField()
