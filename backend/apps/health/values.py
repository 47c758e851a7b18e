from django.db import models


class CheckStatus(models.TextChoices):
    """`degraded`: works with limits; `down`: does not work.

    `building`: does not answer yet, and gets ready by itself; the rest works.
    """

    OK = "ok"
    BUILDING = "building"
    DEGRADED = "degraded"
    DOWN = "down"
