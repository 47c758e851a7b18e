"""Verdicts of checks, the checks' names, and what everybody is told about each check."""

from dataclasses import dataclass

from django.db import models


class Verdict(models.TextChoices):
    """`unknown`: the check could not be made. It says why, and is no guess either way."""

    OK = "ok"
    WARNING = "warning"
    ERROR = "error"
    UNKNOWN = "unknown"


WORST_FIRST = (Verdict.ERROR, Verdict.WARNING, Verdict.UNKNOWN, Verdict.OK)


class CheckKey(models.TextChoices):
    WORKERS = "workers"
    NAMENODES = "namenodes"
    LEADER = "leader"
    EVICTIONS = "evictions"
    LEADER_SERVICES = "leader_services"
    CROWDING = "crowding"
    MISSING_BLOCKS = "missing_blocks"
    UNDER_REPLICATED_BLOCKS = "under_replicated_blocks"
    CORRUPT_REPLICAS = "corrupt_replicas"
    HEALING = "healing"
    DATANODES = "datanodes"
    HEARTBEATS = "heartbeats"
    DISK_SPACE = "disk_space"
    CAPACITY = "capacity"
    FAILED_DISKS = "failed_disks"
    SLOW_PEERS = "slow_peers"
    SLOW_DISKS = "slow_disks"
    BLOCK_REPORTS = "block_reports"
    NDB_NODES = "ndb_nodes"
    NDB_MEMORY = "ndb_memory"
    NDB_REDO = "ndb_redo"
    SMALL_FILES = "small_files"
    DIRECTORY_TOTALS = "directory_totals"
    SEARCH_LAG = "search_lag"
    SQL_LAG = "sql_lag"
    DRIFT = "drift"
    DEAD_LETTERS = "dead_letters"
    FAILED_JOBS = "failed_jobs"
    LIFECYCLE_RULES = "lifecycle_rules"
    TOKENS = "tokens"
    CERTIFICATES = "certificates"
    BACKUPS = "backups"
    CLOCKS = "clocks"


@dataclass(frozen=True, slots=True)
class Finding:
    """What one look found. `reason` names no path and no user: everybody may read it."""

    verdict: Verdict
    reason: str


def ok(reason: str) -> Finding:
    return Finding(Verdict.OK, reason)


def warning(reason: str) -> Finding:
    return Finding(Verdict.WARNING, reason)


def error(reason: str) -> Finding:
    return Finding(Verdict.ERROR, reason)


def unknown(reason: str) -> Finding:
    return Finding(Verdict.UNKNOWN, reason)


def counted(number: int, one: str, many: str) -> str:
    """`1 block`, `2,345 blocks`."""
    return f"{number:,} {one if number == 1 else many}"
