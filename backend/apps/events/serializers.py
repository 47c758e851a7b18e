"""What a stream is asked for with."""

from typing import Any

from rest_framework import serializers


class EventsParameters(serializers.Serializer[Any]):
    last_event_id = serializers.CharField(
        required=False,
        default="",
        max_length=1000,
        help_text="As the header Last-Event-ID, for browsers, which send that only by themselves.",
    )
