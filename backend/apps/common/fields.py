"""Serializer fields with the formats of this API."""

from datetime import UTC, datetime
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.common.times import utc_text
from apps.common.values import normal_path, path_error


class TagField(serializers.CharField):
    """The tag of the state that a thing is in (`apps.common.tags`)."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("help_text", "The tag of this state, as If-Match takes it.")
        super().__init__(**kwargs)


@extend_schema_field({"type": "string", "format": "date-time"})
class UtcField(serializers.DateTimeField):
    """A time in UTC with milliseconds: `2026-11-21T08:00:00.123Z`."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("default_timezone", UTC)
        super().__init__(**kwargs)

    def to_representation(self, value: datetime) -> str:
        return utc_text(value)


@extend_schema_field({"type": "string", "pattern": "^/", "maxLength": 8000})
class PathField(serializers.CharField):
    """An absolute path of HDFS, normalised."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("trim_whitespace", False)
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> str:
        path = str(super().to_internal_value(data))
        if message := path_error(path):
            raise serializers.ValidationError(message)
        return normal_path(path)


@extend_schema_field({"type": "string", "pattern": "^[01]?[0-7]{3}$"})
class ModeField(serializers.RegexField):
    """Permission bits as an octal string: `0755`, `644`, `1777`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(r"^[01]?[0-7]{3}$", **kwargs)
        self.error_messages["invalid"] = "A mode is three or four octal digits up to 1777."

    def to_internal_value(self, data: Any) -> str:
        # The pattern, which bounds the value, is checked after this.
        return str(super().to_internal_value(data)).zfill(4)
