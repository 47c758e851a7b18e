"""States that the cluster pages show."""

from django.db import models


class FeedState(models.TextChoices):
    FOLLOWING = "following"
    CATCHING_UP = "catching_up"
    REBUILDING = "rebuilding"
    STALLED = "stalled"
    PAUSED = "paused"


class NamenodeRole(models.TextChoices):
    LEADER = "leader"
    FOLLOWER = "follower"


class NamenodeState(models.TextChoices):
    """DRAINING, DRAINED: it shall not serve, until nobody orders that any more."""

    LIVE = "live"
    DRAINING = "draining"
    DRAINED = "drained"
    STOPPED = "stopped"
    DEAD = "dead"


class ClusterEventKind(models.TextChoices):
    NAMENODE_JOINED = "namenode_joined"
    NAMENODE_LEFT = "namenode_left"
    NAMENODE_EVICTED = "namenode_evicted"
    LEADER_CHANGED = "leader_changed"
    SUBTREE_LOCK_BROKEN = "subtree_lock_broken"


class ClusterEventCause(models.TextChoices):
    STARTED = "started"
    REJOINED = "rejoined"
    STOPPED = "stopped"
    MISSED_HEARTBEATS = "missed_heartbeats"
    PROCESS_ENDED = "process_ended"
    NO_LEADER = "no_leader"
    LEADER_LEFT = "leader_left"
    LEADER_EVICTED = "leader_evicted"
    LEADER_UNKNOWN = "leader_unknown"
    OWNER_GONE = "owner_gone"
    OWNER_FAILED = "owner_failed"


class BlockTrouble(models.TextChoices):
    """What a check finds wrong with a block."""

    MISSING = "missing"
    CORRUPT = "corrupt"
    UNDER_REPLICATED = "under_replicated"


class OrderedService(models.TextChoices):
    """How a datanode shall leave: for good, or for a while."""

    DECOMMISSIONED = "decommissioned"
    IN_MAINTENANCE = "in_maintenance"


class DatanodeState(models.TextChoices):
    LIVE = "live"
    STALE = "stale"
    DEAD = "dead"


class DatanodeAdminState(models.TextChoices):
    IN_SERVICE = "in_service"
    DECOMMISSIONING = "decommissioning"
    DECOMMISSIONED = "decommissioned"
    ENTERING_MAINTENANCE = "entering_maintenance"
    IN_MAINTENANCE = "in_maintenance"


class DatanodeSort(models.TextChoices):
    """What datanodes are sorted by; FULLNESS: the used part of the capacity."""

    HOSTNAME = "hostname"
    FULLNESS = "fullness"
    USED_BYTES = "used_bytes"
    REMAINING_BYTES = "remaining_bytes"
    CAPACITY_BYTES = "capacity_bytes"
    LAST_HEARTBEAT = "last_heartbeat"


class StorageState(models.TextChoices):
    NORMAL = "normal"
    READ_ONLY = "read_only"
    FAILED = "failed"


class StorageCondition(models.TextChoices):
    """A storage as the leader judges it."""

    AVAILABLE = "available"
    RETURNED = "returned"
    LOST = "lost"
    DECOMMISSIONING = "decommissioning"
    DECOMMISSIONED = "decommissioned"
    ENTERING_MAINTENANCE = "entering_maintenance"
    IN_MAINTENANCE = "in_maintenance"
    UNKNOWN = "unknown"


class RedundancyPriority(models.TextChoices):
    HIGHEST = "highest"
    VERY_LOW = "very_low"
    LOW = "low"
    BADLY_PLACED = "badly_placed"
    MISSING = "missing"


class BlockState(models.TextChoices):
    UNDER_CONSTRUCTION = "under_construction"
    UNDER_RECOVERY = "under_recovery"
    COMMITTED = "committed"
    COMPLETE = "complete"


class ReplicaState(models.TextChoices):
    FINALIZED = "finalized"
    OUTDATED = "outdated"
    CORRUPT = "corrupt"
    SURPLUS = "surplus"
    BEING_WRITTEN = "being_written"
    BEING_COPIED = "being_copied"
    BEING_DELETED = "being_deleted"


class BlockReportKind(models.TextChoices):
    FULL = "full"
    HASHED = "hashed"


class ReplicaEventKind(models.TextChoices):
    FOUND_CORRUPT = "found_corrupt"
    VANISHED = "vanished"
    COPY_ORDERED = "copy_ordered"
    ARRIVED = "arrived"
    COPY_GIVEN_UP = "copy_given_up"
    DELETION_ORDERED = "deletion_ordered"
    DELETED = "deleted"


class StoreKind(models.TextChoices):
    EMBEDDED = "embedded"
    NDB = "ndb"
