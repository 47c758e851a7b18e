"""Shapes of users, tokens, logins and sessions."""

from enum import StrEnum
from typing import Any

from rest_framework import serializers

from apps.accounts.assignments import PATHS_MAX
from apps.accounts.models import NAME_PATTERN, LoginSession, Origin, Role, TokenScope, UserKind
from apps.common.fields import PathField, TagField, UtcField
from apps.common.rights import Permission
from apps.common.sorting import SortedParameters, SortField

_ORIGIN = "Who keeps the password and says which role it is: this platform, or a directory."


class LoginSerializer(serializers.Serializer[Any]):
    username = serializers.CharField(max_length=64)
    password = serializers.CharField(
        max_length=1024, trim_whitespace=False, style={"input_type": "password"}
    )


class LoginWaysSerializer(serializers.Serializer[Any]):
    sso_name = serializers.CharField(
        allow_null=True,
        help_text="What the organisation's login is called, which `/oidc/begin?next=PATH` begins; "
        "null where there is none.",
    )
    has_directory = serializers.BooleanField(
        help_text="Whether passwords of an LDAP directory are taken, too."
    )


class AssignmentWriteSerializer(serializers.Serializer[Any]):
    role = serializers.CharField(
        max_length=64, help_text="`operator`, or the name of a role that administrators made."
    )
    paths = serializers.ListField(
        child=PathField(),
        allow_null=True,
        required=False,
        default=None,
        max_length=PATHS_MAX,
        help_text="At and below which it holds, by whole names: `/a` has `/a/b`, not `/ab`. Null "
        "for everywhere. What is about no path it allows only everywhere.",
    )


class AssignmentSerializer(serializers.Serializer[Any]):
    role = serializers.CharField()
    paths = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text="Null for everywhere."
    )
    group = serializers.CharField(
        allow_null=True, help_text="Which group elsewhere gives it; null when administrators do."
    )


class AllowedSerializer(serializers.Serializer[Any]):
    permission = serializers.ChoiceField(choices=Permission.choices)
    paths = serializers.ListField(
        child=serializers.CharField(),
        allow_null=True,
        help_text="At and below which it holds; null for everywhere.",
    )


class MeSerializer(serializers.Serializer[Any]):
    username = serializers.CharField()
    role = serializers.ChoiceField(choices=Role.choices)
    hdfs_user = serializers.CharField()
    origin = serializers.ChoiceField(choices=Origin.choices, help_text=_ORIGIN)
    permissions = AllowedSerializer(
        many=True, help_text="What I may do, whatever the token allows that I ask with."
    )


class PasswordChangeSerializer(serializers.Serializer[Any]):
    current_password = serializers.CharField(max_length=1024, trim_whitespace=False)
    new_password = serializers.CharField(max_length=1024, trim_whitespace=False)


class TokenSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=TokenScope.choices))
    created_at = UtcField()
    expires_at = UtcField()
    last_used_at = UtcField(allow_null=True)


class UserTokenSerializer(TokenSerializer):
    username = serializers.CharField(source="user.username")


class TokensParameters(SortedParameters):
    sort = SortField({"created_at": "pk", "expires_at": "expires_at", "name": "name"})
    name = serializers.CharField(
        required=False, max_length=100, help_text="Part of the name, in any case."
    )


class UserTokensParameters(TokensParameters):
    username = serializers.CharField(required=False, max_length=64)


class TokenCreatedSerializer(TokenSerializer):
    secret = serializers.CharField(help_text="Shown this once; send it as a bearer token.")


class TokenCreateSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=100)
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=TokenScope.choices), min_length=1, max_length=3
    )
    expires_at = UtcField()


class UserSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    username = serializers.CharField()
    role = serializers.ChoiceField(choices=Role.choices)
    hdfs_user = serializers.CharField()
    is_active = serializers.BooleanField()
    origin = serializers.ChoiceField(choices=Origin.choices, help_text=_ORIGIN)
    kind = serializers.ChoiceField(choices=UserKind.choices)
    owner = serializers.CharField(
        allow_null=True, source="owner_name", help_text="Who answers for a service account."
    )
    assignments = AssignmentSerializer(many=True, source="assignments.all")
    created_at = UtcField()
    last_login = UtcField(allow_null=True)
    token_used_at = UtcField(allow_null=True, help_text="When an API token was used last.")
    etag = TagField()


class UserState(StrEnum):
    """Whether a user may log in."""

    ACTIVE = "active"
    INACTIVE = "inactive"


class UsersParameters(SortedParameters):
    sort = SortField({"created_at": "pk", "username": "username", "role": "role"}, falling=False)
    name = serializers.CharField(
        required=False, max_length=64, help_text="Part of the user name, in any case."
    )
    role = serializers.ChoiceField(choices=Role.choices, required=False)
    kind = serializers.ChoiceField(choices=UserKind.choices, required=False)
    state = serializers.ChoiceField(
        choices=[each.value for each in UserState],
        required=False,
        help_text="Whether they may log in.",
    )


class SessionSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    created_at = UtcField()
    last_seen_at = UtcField(help_text="To the minute.")
    expires_at = UtcField(source="session.expire_date")
    address = serializers.CharField(
        help_text="Where the last request came from; empty over a Unix socket."
    )
    client = serializers.CharField(help_text="What the browser said of itself at the login.")
    is_current = serializers.SerializerMethodField(help_text="Whether it is the one that asks.")

    def get_is_current(self, session: LoginSession) -> bool:
        return session.session_id == self.context.get("session_key")


class SessionsParameters(SortedParameters):
    sort = SortField({"created_at": "pk", "last_seen_at": "last_seen_at", "address": "address"})
    address = serializers.CharField(
        required=False, max_length=64, help_text="Where the last request came from."
    )


class SessionsEndedSerializer(serializers.Serializer[Any]):
    ended = serializers.IntegerField(help_text="How many sessions.")


class UserCreateSerializer(serializers.Serializer[Any]):
    username = serializers.RegexField(NAME_PATTERN)
    password = serializers.CharField(max_length=1024, trim_whitespace=False)
    role = serializers.ChoiceField(choices=Role.choices)
    hdfs_user = serializers.RegexField(
        NAME_PATTERN, required=False, help_text="Name in HDFS; the username when absent."
    )
    assignments = AssignmentWriteSerializer(
        many=True, required=False, help_text="Roles besides `role`."
    )


class ServiceAccountCreateSerializer(serializers.Serializer[Any]):
    username = serializers.RegexField(NAME_PATTERN)
    owner = serializers.CharField(max_length=64, help_text="The user who answers for it.")
    hdfs_user = serializers.RegexField(
        NAME_PATTERN, required=False, help_text="Name in HDFS; the username when absent."
    )
    assignments = AssignmentWriteSerializer(many=True, required=False)


class UserChangeSerializer(serializers.Serializer[Any]):
    role = serializers.ChoiceField(choices=Role.choices, required=False)
    hdfs_user = serializers.RegexField(NAME_PATTERN, required=False)
    is_active = serializers.BooleanField(required=False)
    password = serializers.CharField(max_length=1024, trim_whitespace=False, required=False)
    owner = serializers.CharField(
        max_length=64, required=False, help_text="Of a service account only."
    )
    assignments = AssignmentWriteSerializer(
        many=True,
        required=False,
        help_text="In the place of those that administrators gave; those of groups stay.",
    )
