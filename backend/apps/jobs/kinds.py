"""The kinds of jobs and what each one asks of the namenode."""

from django.db import models


class JobKind(models.TextChoices):
    SET_QUOTA = "set_quota"
    SET_OWNER = "set_owner"
    SET_PERMISSION = "set_permission"
    DELETE = "delete"


class Phase(models.TextChoices):
    """What a running job does: learn how much there is to do, then do it."""

    COUNTING = "counting"
    ACTING = "acting"
