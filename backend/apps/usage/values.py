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


class QuotaSort(models.TextChoices):
    """What comes first of the directories with a limit."""

    USED = "used"
    FULL_ON = "full_on"
    PATH = "path"
    SPACE = "space"
    NAMES = "names"
    GROWTH = "growth"


class QuotaStorageType(models.TextChoices):
    """Types of storage that a limit can be set for."""

    SSD = "SSD"
    DISK = "DISK"
    ARCHIVE = "ARCHIVE"
    PROVIDED = "PROVIDED"
    NVDIMM = "NVDIMM"


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
