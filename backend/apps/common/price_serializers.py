"""Shape of what keeping data costs."""

from typing import Any

from rest_framework import serializers


class UsagePriceSerializer(serializers.Serializer[Any]):
    per_tb_month = serializers.FloatField(
        help_text="Of a terabyte (10¹² bytes) of space, for a month."
    )
    currency = serializers.CharField(allow_blank=True)
