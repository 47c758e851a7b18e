"""Shapes of limits of calls and of their changes."""

import ipaddress
from typing import Any

from rest_framework import serializers

from apps.common.fields import UtcField
from apps.common.sorting import SortedParameters, SortField
from apps.limits.models import NAME_BYTES_MAX, REASON_CHARACTERS_MAX
from apps.limits.values import LimitAction, LimitKind, LimitNote, LimitState

CALLS_PER_SECOND_MAX = 1_000_000
# Namenodes tell, and compare, no more of a caller context.
APPLICATION_CHARACTERS_MAX = 128


class LimitKeyParameters(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=LimitKind.choices)
    name = serializers.CharField(
        max_length=NAME_BYTES_MAX,
        trim_whitespace=False,
        help_text="A user's short name, an IP address, or the whole caller context of an "
        "application, of which the first 128 characters count.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        name = str(attrs["name"])
        if attrs["kind"] == LimitKind.ADDRESS:
            attrs["name"] = _address(name)
        elif attrs["kind"] == LimitKind.APPLICATION:
            attrs["name"] = name[:APPLICATION_CHARACTERS_MAX]
        if len(attrs["name"].encode()) > NAME_BYTES_MAX:
            raise serializers.ValidationError(
                {"name": [f"A name has at most {NAME_BYTES_MAX} bytes."]}
            )
        return attrs


def _address(text: str) -> str:
    """As namenodes write it: without the double colon of IPv6."""
    try:
        address = ipaddress.ip_address(text.strip())
    except ValueError:
        raise serializers.ValidationError(
            {"name": ["This is not an IP address, as 10.1.2.3 is."]}
        ) from None
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    return ":".join(f"{int(group, 16):x}" for group in address.exploded.split(":"))


class LimitLiftParameters(LimitKeyParameters):
    reason = serializers.CharField(
        max_length=REASON_CHARACTERS_MAX, help_text="For the record of changes."
    )


class WhatIfParameters(LimitKeyParameters):
    calls_per_second = serializers.IntegerField(
        min_value=1, max_value=CALLS_PER_SECOND_MAX, help_text="At each namenode."
    )


class LimitWriteSerializer(WhatIfParameters):
    reason = serializers.CharField(
        max_length=REASON_CHARACTERS_MAX, help_text="Told to those who meet the limit."
    )
    expires_at = UtcField(
        default=None, allow_null=True, help_text="Null for a limit that holds until it is lifted."
    )


class LimitAtNamenodeSerializer(serializers.Serializer[Any]):
    namenode = serializers.CharField()
    admitted = serializers.IntegerField()
    refused = serializers.IntegerField()


class LimitInForceSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=LimitKind.choices)
    name = serializers.CharField()
    calls_per_second = serializers.IntegerField(help_text="At each namenode.")
    reason = serializers.CharField()
    set_by = serializers.CharField()
    set_at = UtcField()
    expires_at = UtcField(allow_null=True)
    admitted = serializers.IntegerField(help_text="Calls since the namenodes go by this limit.")
    refused = serializers.IntegerField(help_text="Attempts, of which a call may make several.")
    namenodes = LimitAtNamenodeSerializer(many=True)


class LimitsSerializer(serializers.Serializer[Any]):
    as_of = UtcField()
    items = LimitInForceSerializer(many=True)
    silent = serializers.ListField(
        child=serializers.CharField(), help_text="Namenodes that did not answer."
    )


class NamenodeEffectSerializer(serializers.Serializer[Any]):
    namenode = serializers.CharField()
    calls_per_s = serializers.FloatField()
    refused_per_s = serializers.FloatField()


class AffectedSerializer(serializers.Serializer[Any]):
    by = serializers.ChoiceField(choices=LimitKind.choices)
    key = serializers.CharField(allow_blank=True, help_text="Empty: without a caller context.")
    calls_per_s = serializers.FloatField()


class WhatIfSerializer(serializers.Serializer[Any]):
    as_of = UtcField()
    calls_per_s = serializers.FloatField(help_text="In the last minute, at all namenodes.")
    refused_per_s = serializers.FloatField(help_text="That the limit would have refused of them.")
    time_share = serializers.FloatField(help_text="Of the time of all calls, from 0 to 1.")
    time_share_after = serializers.FloatField(
        help_text="If the mix stays and what is refused is not repeated."
    )
    namenodes = NamenodeEffectSerializer(many=True)
    affected = AffectedSerializer(many=True)
    notes = serializers.ListField(child=serializers.ChoiceField(choices=LimitNote.choices))
    silent = serializers.ListField(child=serializers.CharField())


class LimitPointSerializer(serializers.Serializer[Any]):
    begin = serializers.DateTimeField()
    end = serializers.DateTimeField()
    calls_per_s = serializers.FloatField(help_text="Of the one who is limited; at least so many.")
    mean_ms = serializers.FloatField(allow_null=True, help_text="Null without a call.")
    others_per_s = serializers.FloatField(help_text="Of all others together.")
    others_mean_ms = serializers.FloatField(allow_null=True)
    refused_per_s = serializers.FloatField(
        allow_null=True, help_text="Attempts; null without a limit."
    )


class LimitChangeSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=LimitKind.choices)
    name = serializers.CharField()
    action = serializers.ChoiceField(choices=LimitAction.choices)
    calls_per_second = serializers.IntegerField(allow_null=True, help_text="Null for a lift.")
    reason = serializers.CharField()
    expires_at = UtcField(allow_null=True)
    actor = serializers.CharField()
    state = serializers.ChoiceField(choices=LimitState.choices)
    asked_at = UtcField()
    done_at = UtcField(allow_null=True, help_text="When a namenode had taken it.")
    failed_why = serializers.CharField(
        allow_blank=True, help_text="Why the last attempt failed; empty when it did not."
    )


class LimitChangeDetailsSerializer(LimitChangeSerializer):
    before = LimitPointSerializer(
        many=True,
        help_text="The ten minutes before, from three windows; of a namenode that was started "
        "meanwhile what it saw.",
    )
    after = LimitPointSerializer(
        many=True, help_text="Every ten seconds for ten minutes, as far as they have passed."
    )


class LimitChangesParameters(SortedParameters):
    sort = SortField({"asked_at": "pk", "kind": "kind", "name": "name", "state": "state"})
    kind = serializers.ChoiceField(choices=LimitKind.choices, required=False)
    state = serializers.ChoiceField(choices=LimitState.choices, required=False)
