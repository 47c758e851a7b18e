"""Names, units and kinds of the figures that are kept.

A figure's key is its name alone, or NAME/NAMENODE/KIND where it is one of several.
"""

from dataclasses import dataclass

from django.db import models

FINE_S = 10
COARSE_S = 600


class FigureName(models.TextChoices):
    OPERATIONS_PER_S = "operations_per_s"
    LATENCY_MEAN_MS = "latency_mean_ms"
    LATENCY_P99_MS = "latency_p99_ms"
    CAPACITY_BYTES = "capacity_bytes"
    USED_BYTES = "used_bytes"
    REMAINING_BYTES = "remaining_bytes"
    UNDER_REPLICATED_BLOCKS = "under_replicated_blocks"
    MISSING_BLOCKS = "missing_blocks"
    SEARCH_LAG_MS = "search_lag_ms"
    SQL_LAG_MS = "sql_lag_ms"
    RUNNING_JOBS = "running_jobs"


class OperationKind(models.TextChoices):
    READ = "read"
    LIST = "list"
    WRITE = "write"
    DATANODE = "datanode"


_LISTINGS = frozenset({"getListing", "getBatchedListing", "getSnapshotListing"})
_OF_DATANODES = (
    "sendHeartbeat",
    "sendLifeline",
    "registerDatanode",
    "blockReport",
    "blockReceivedAndDeleted",
    "cacheReport",
    "errorReport",
    "versionRequest",
    "commitBlockSynchronization",
    "bucket",
    "hash",
)
_READS = ("get", "is", "list", "check", "msync", "query")


def kind_of(operation: str) -> OperationKind:
    """What a method of the protocols is: a change unless its name says otherwise."""
    if operation.startswith(_OF_DATANODES):
        return OperationKind.DATANODE
    if operation in _LISTINGS:
        return OperationKind.LIST
    if operation.startswith(_READS):
        return OperationKind.READ
    return OperationKind.WRITE


@dataclass(frozen=True, slots=True)
class Series:
    """What a key stands for; both are None for a figure of the whole cluster."""

    name: FigureName
    namenode: str | None
    kind: OperationKind | None


def key(name: FigureName, namenode: str, kind: OperationKind) -> str:
    return f"{name}/{namenode}/{kind}"


def series_of(key_: str) -> Series | None:
    """What is in the key; None for one that this version does not know."""
    parts = key_.split("/")
    if parts[0] not in FigureName.values:
        return None
    if len(parts) == 1:
        return Series(FigureName(parts[0]), None, None)
    if len(parts) == 3 and parts[2] in OperationKind.values:
        return Series(FigureName(parts[0]), parts[1], OperationKind(parts[2]))
    return None


def combined(key_: str, values: list[float]) -> float:
    """One value for several moments: their mean; of percentiles the worst, for these have none."""
    if key_.startswith(FigureName.LATENCY_P99_MS):
        return max(values)
    return sum(values) / len(values)
