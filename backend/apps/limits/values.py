"""What a limit of calls is about, and what becomes of a wish to change one."""

from django.db import models


class LimitKind(models.TextChoices):
    USER = "user"
    ADDRESS = "address"
    APPLICATION = "application"


class LimitAction(models.TextChoices):
    SET = "set"
    LIFT = "lift"


class LimitState(models.TextChoices):
    """WAITING: for a worker. SUPERSEDED: a later change came before a namenode took it."""

    WAITING = "waiting"
    DONE = "done"
    FAILED = "failed"
    SUPERSEDED = "superseded"


class LimitNote(models.TextChoices):
    """What an operator should know before a limit is set."""

    NOT_SEEN = "not_seen"
    NOTHING_REFUSED = "nothing_refused"
    SEVERAL_USERS = "several_users"
    NEARLY_ALL = "nearly_all"
