from django.db import models


class CheckStatus(models.TextChoices):
    """`degraded`: works with limits; `down`: does not work."""

    OK = "ok"
    DEGRADED = "degraded"
    DOWN = "down"
