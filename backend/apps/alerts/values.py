from django.db import models


class ChannelKind(models.TextChoices):
    WEBHOOK = "webhook"
    EMAIL = "email"


class AlertVerdict(models.TextChoices):
    """Verdicts that a channel may tell. That a check is well again, every channel tells."""

    WARNING = "warning"
    ERROR = "error"
    UNKNOWN = "unknown"


class DeliveryKind(models.TextChoices):
    NOTICE = "notice"
    TEST = "test"


class DeliveryState(models.TextChoices):
    """`queued`: not tried yet, or to be tried again."""

    QUEUED = "queued"
    DELIVERED = "delivered"
    GIVEN_UP = "given_up"
