from datetime import timedelta

from django.db import models


class UsageSort(models.TextChoices):
    """What comes first of what is in a directory: the largest, the latest change, or by name."""

    SPACE = "space"
    LENGTH = "length"
    FILES = "files"
    TIME = "time"
    NAME = "name"


class UsageGroupSort(models.TextChoices):
    """What comes first of groups of files: the largest, or by name."""

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
    TYPE = "type"


class OwnedBy(models.TextChoices):
    """Whose files they are."""

    OWNER = "owner"
    GROUP = "group"


class OwnerSort(models.TextChoices):
    """What comes first: the most of something, the oldest files on average, or names."""

    SPACE = "space"
    LENGTH = "length"
    FILES = "files"
    COLD = "cold"
    AGE = "age"
    NAME = "name"


class UsageMeasure(models.TextChoices):
    """What a part is measured by."""

    SPACE = "space"
    LENGTH = "length"
    FILES = "files"


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
