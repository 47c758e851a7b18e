"""Shapes of channels, deliveries and the bell."""

from typing import Any

from rest_framework import serializers

from apps.alerts.models import NAME_CHARACTERS_MAX
from apps.alerts.values import AlertVerdict, ChannelKind, DeliveryKind, DeliveryState
from apps.common.fields import TagField, UtcField
from apps.common.sorting import SortedParameters, SortField
from apps.health.verdicts import CheckKey, Verdict
from integrations.webhook.targets import URL_CHARACTERS_MAX

RECIPIENTS_MAX = 20
_CLOCK = r"^([01][0-9]|2[0-3]):[0-5][0-9]$"


class AlertChannelWriteSerializer(serializers.Serializer[Any]):
    # Subjects of e-mails name it: a line, without control characters.
    name = serializers.RegexField(r"^[^\x00-\x1f\x7f]+$", max_length=NAME_CHARACTERS_MAX)
    kind = serializers.ChoiceField(choices=ChannelKind.choices)
    enabled = serializers.BooleanField(default=True)
    url = serializers.CharField(
        default=None,
        allow_null=True,
        max_length=URL_CHARACTERS_MAX,
        help_text="Of a webhook: where messages are posted.",
    )
    recipients = serializers.ListField(
        child=serializers.EmailField(),
        default=list,
        max_length=RECIPIENTS_MAX,
        help_text="Of an e-mail channel.",
    )
    verdicts = serializers.ListField(
        child=serializers.ChoiceField(choices=AlertVerdict.choices),
        min_length=1,
        max_length=len(AlertVerdict),
        help_text="What is told. That a check is well again is told of what was told before.",
    )
    checks = serializers.ListField(
        child=serializers.ChoiceField(choices=CheckKey.choices),
        default=list,
        max_length=len(CheckKey),
        help_text="Those that are told; all when empty.",
    )
    quiet_from = serializers.RegexField(
        _CLOCK, default=None, allow_null=True, help_text="Quiet hours in UTC: `22:00`."
    )
    quiet_until = serializers.RegexField(
        _CLOCK,
        default=None,
        allow_null=True,
        help_text="What changed meanwhile is told in one message then.",
    )
    messages_per_hour_max = serializers.IntegerField(
        default=12,
        min_value=1,
        max_value=60,
        help_text="What is more waits, and comes in one message.",
    )


class AlertChannelSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=ChannelKind.choices)
    enabled = serializers.BooleanField()
    target = serializers.CharField(
        help_text="The webhook's host, or the recipients; empty when the platform's key changed."
    )
    url = serializers.CharField(
        allow_null=True, help_text="For administrators: it may itself be a secret."
    )
    recipients = serializers.ListField(child=serializers.CharField())
    verdicts = serializers.ListField(child=serializers.ChoiceField(choices=AlertVerdict.choices))
    checks = serializers.ListField(child=serializers.ChoiceField(choices=CheckKey.choices))
    quiet_from = serializers.CharField(allow_null=True)
    quiet_until = serializers.CharField(allow_null=True)
    messages_per_hour_max = serializers.IntegerField()
    created_at = UtcField()
    updated_at = UtcField()
    etag = TagField()


class AlertChannelsSerializer(serializers.Serializer[Any]):
    mail = serializers.BooleanField(help_text="Whether a mail server is set up.")
    items = AlertChannelSerializer(many=True)


class AlertChannelCreatedSerializer(serializers.Serializer[Any]):
    channel = AlertChannelSerializer()
    secret = serializers.CharField(
        allow_null=True, help_text="With which a webhook is signed. It is shown this once."
    )


class AlertSecretSerializer(serializers.Serializer[Any]):
    secret = serializers.CharField(help_text="It is shown this once.")


class AlertDeliveryParameters(SortedParameters):
    sort = SortField({"created_at": "pk", "kind": "kind", "state": "state"})
    channel = serializers.IntegerField(required=False, min_value=1, max_value=2**63 - 1)
    state = serializers.ChoiceField(required=False, choices=DeliveryState.choices)


class AlertDeliverySerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    channel = serializers.IntegerField(source="channel_id")
    channel_name = serializers.CharField(source="channel.name")
    message_id = serializers.CharField(help_text="The same for all attempts.")
    kind = serializers.ChoiceField(choices=DeliveryKind.choices)
    state = serializers.ChoiceField(choices=DeliveryState.choices)
    summary = serializers.CharField()
    created_at = UtcField()
    attempts = serializers.IntegerField()
    attempted_at = UtcField(allow_null=True)
    next_at = UtcField(allow_null=True, help_text="When it is tried next; null: never again.")
    finished_at = UtcField(allow_null=True)
    status = serializers.IntegerField(
        allow_null=True, help_text="HTTP or SMTP status of the last attempt."
    )
    answer = serializers.CharField(help_text="The first 500 bytes of the last answer.")
    error = serializers.CharField(help_text="Why the last attempt failed; empty when it did not.")


class BellNoticeSerializer(serializers.Serializer[Any]):
    key = serializers.ChoiceField(choices=CheckKey.choices)
    title = serializers.CharField()
    page = serializers.CharField(help_text="The console's page about it.")
    verdict = serializers.ChoiceField(choices=Verdict.choices)
    reason = serializers.CharField()
    at = UtcField()
    changes = serializers.IntegerField(help_text="How often it changed, of those read or unread.")
    unread = serializers.BooleanField()


class BellSerializer(serializers.Serializer[Any]):
    unread = serializers.IntegerField()
    up_to = serializers.IntegerField(help_text="For `POST alerts/bell/read`.")
    items = BellNoticeSerializer(many=True)


class BellReadSerializer(serializers.Serializer[Any]):
    up_to = serializers.IntegerField(min_value=0, max_value=2**63 - 1)
