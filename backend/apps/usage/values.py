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


# Totals come from the SQL replica; what answers says so.
SOURCE = "replica"
