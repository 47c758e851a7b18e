"""Shapes of users, tokens and logins."""

from typing import Any

from rest_framework import serializers

from apps.accounts.models import Role, TokenScope
from apps.common.fields import UtcField
from apps.common.openapi import PageParameters

_NAME = r"^[A-Za-z_][A-Za-z0-9_.@-]{0,63}$"


class LoginSerializer(serializers.Serializer[Any]):
    username = serializers.CharField(max_length=64)
    password = serializers.CharField(
        max_length=1024, trim_whitespace=False, style={"input_type": "password"}
    )


class MeSerializer(serializers.Serializer[Any]):
    username = serializers.CharField()
    role = serializers.ChoiceField(choices=Role.choices)
    hdfs_user = serializers.CharField()


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


class UserTokensParameters(PageParameters):
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
    created_at = UtcField()
    last_login = UtcField(allow_null=True)


class UserCreateSerializer(serializers.Serializer[Any]):
    username = serializers.RegexField(_NAME)
    password = serializers.CharField(max_length=1024, trim_whitespace=False)
    role = serializers.ChoiceField(choices=Role.choices)
    hdfs_user = serializers.RegexField(
        _NAME, required=False, help_text="Name in HDFS; the username when absent."
    )


class UserChangeSerializer(serializers.Serializer[Any]):
    role = serializers.ChoiceField(choices=Role.choices, required=False)
    hdfs_user = serializers.RegexField(_NAME, required=False)
    is_active = serializers.BooleanField(required=False)
    password = serializers.CharField(max_length=1024, trim_whitespace=False, required=False)
