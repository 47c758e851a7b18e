"""Shapes of roles and of what groups of the organisation give."""

from typing import Any

from rest_framework import serializers

from apps.accounts.models import NAME_PATTERN, Origin
from apps.accounts.serializers import AssignmentWriteSerializer
from apps.common.fields import TagField, UtcField
from apps.common.rights import Permission

_PERMISSIONS_MAX = len(Permission)


class PermissionDetailsSerializer(serializers.Serializer[Any]):
    permission = serializers.ChoiceField(choices=Permission.choices)
    meaning = serializers.CharField()
    about_paths = serializers.BooleanField(
        help_text="Whether an assignment can limit it to directories."
    )
    for_custom_roles = serializers.BooleanField(
        help_text="Whether a role of administrators' making can hold it."
    )


class RoleDetailsSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(allow_null=True, help_text="Null for a built-in role.")
    name = serializers.CharField()
    description = serializers.CharField(allow_blank=True)
    permissions = serializers.ListField(child=serializers.ChoiceField(choices=Permission.choices))
    users = serializers.IntegerField(
        allow_null=True, help_text="To how many it is assigned; null for a built-in role."
    )
    groups = serializers.IntegerField(
        allow_null=True, help_text="How many groups elsewhere give it; null for a built-in role."
    )
    updated_at = UtcField(allow_null=True)
    etag = TagField(allow_null=True)


class RolesSerializer(serializers.Serializer[Any]):
    items = RoleDetailsSerializer(many=True, help_text="The built-in ones first, then by name.")
    permissions = PermissionDetailsSerializer(many=True)


class RoleUpdateSerializer(serializers.Serializer[Any]):
    description = serializers.CharField(
        max_length=500, required=False, allow_blank=True, default=""
    )
    permissions = serializers.ListField(
        child=serializers.ChoiceField(choices=Permission.choices),
        min_length=1,
        max_length=_PERMISSIONS_MAX,
    )


class RoleCreateSerializer(RoleUpdateSerializer):
    name = serializers.RegexField(NAME_PATTERN)


class GroupAssignmentSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    origin = serializers.ChoiceField(choices=Origin.choices)
    group = serializers.CharField()
    role = serializers.CharField()
    paths = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text="Null for everywhere."
    )
    etag = TagField()


class GroupAssignmentsSerializer(serializers.Serializer[Any]):
    items = GroupAssignmentSerializer(many=True)


class GroupAssignmentWriteSerializer(AssignmentWriteSerializer):
    origin = serializers.ChoiceField(choices=[Origin.LDAP.value, Origin.OIDC.value])
    group = serializers.CharField(
        max_length=255, help_text="As the directory, or the claim of the token, names it."
    )
