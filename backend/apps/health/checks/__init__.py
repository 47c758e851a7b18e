"""The checks, in the order in which they are shown."""

from apps.health.checks.backups import Backups
from apps.health.checks.base import Check
from apps.health.checks.blocks import (
    BlockReports,
    CorruptReplicas,
    Healing,
    MissingBlocks,
    UnderReplicatedBlocks,
)
from apps.health.checks.capacity import Capacity
from apps.health.checks.certificates import Certificates
from apps.health.checks.data_nodes import DataNodes, NdbMemory, RedoLog
from apps.health.checks.datanodes import Datanodes, DiskSpace, FailedDisks, Heartbeats
from apps.health.checks.followers import DeadLetters, Drift, SearchLag, SqlLag
from apps.health.checks.load import Crowding
from apps.health.checks.namenodes import Clocks, Evictions, Leader, LeaderServices, Namenodes
from apps.health.checks.platform import FailedJobs, LifecycleRules, Tokens
from apps.health.checks.slowness import SlowDisks, SlowPeers
from apps.health.checks.small_files import SmallFileRoom
from apps.health.checks.totals import DirectoryTotals

__all__ = ["ALL", "Check"]

ALL: tuple[Check, ...] = (
    Namenodes(),
    Leader(),
    Evictions(),
    LeaderServices(),
    Crowding(),
    MissingBlocks(),
    UnderReplicatedBlocks(),
    CorruptReplicas(),
    Healing(),
    Datanodes(),
    Heartbeats(),
    DiskSpace(),
    Capacity(),
    FailedDisks(),
    SlowPeers(),
    SlowDisks(),
    BlockReports(),
    DataNodes(),
    NdbMemory(),
    RedoLog(),
    SmallFileRoom(),
    DirectoryTotals(),
    SearchLag(),
    SqlLag(),
    Drift(),
    DeadLetters(),
    FailedJobs(),
    LifecycleRules(),
    Tokens(),
    Certificates(),
    Backups(),
    Clocks(),
)
