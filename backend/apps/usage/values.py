from datetime import timedelta

from django.db import models


class UsageSort(models.TextChoices):
    """What comes first: the largest, or by name."""

    SPACE = "space"
    LENGTH = "length"
    FILES = "files"
    NAME = "name"


class UsageBy(models.TextChoices):
    """What files are told apart by."""

    OWNER = "owner"
    GROUP = "group"
    EXTENSION = "extension"
    AGE = "age"
    POLICY = "policy"


class UsageSpan(models.TextChoices):
    """How far back: hours for a week, days for longer."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


SPANS = {
    UsageSpan.DAY: timedelta(days=1),
    UsageSpan.WEEK: timedelta(days=7),
    UsageSpan.MONTH: timedelta(days=30),
    UsageSpan.YEAR: timedelta(days=365),
}

# Totals come from the SQL replica; what answers says so.
SOURCE = "replica"
