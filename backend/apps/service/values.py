"""Which service a datanode or a namenode is in, and what becomes of a wish to change that."""

from django.db import models


class DatanodeService(models.TextChoices):
    IN_SERVICE = "in_service"
    DECOMMISSIONED = "decommissioned"
    IN_MAINTENANCE = "in_maintenance"


class NamenodeService(models.TextChoices):
    IN_SERVICE = "in_service"
    DRAINED = "drained"


class ServiceChangeState(models.TextChoices):
    """WAITING: for a worker. SUPERSEDED: a later change came before a namenode took it."""

    WAITING = "waiting"
    DONE = "done"
    FAILED = "failed"
    SUPERSEDED = "superseded"
