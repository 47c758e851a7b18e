"""States that the cluster pages show."""

from django.db import models


class FeedState(models.TextChoices):
    FOLLOWING = "following"
    CATCHING_UP = "catching_up"
    REBUILDING = "rebuilding"
    STALLED = "stalled"


class NamenodeRole(models.TextChoices):
    LEADER = "leader"
    FOLLOWER = "follower"


class NamenodeState(models.TextChoices):
    LIVE = "live"
    STOPPED = "stopped"
    DEAD = "dead"


class DatanodeState(models.TextChoices):
    LIVE = "live"
    STALE = "stale"
    DEAD = "dead"


class StorageState(models.TextChoices):
    NORMAL = "normal"
    READ_ONLY = "read_only"
    FAILED = "failed"


class StoreKind(models.TextChoices):
    EMBEDDED = "embedded"
    NDB = "ndb"
