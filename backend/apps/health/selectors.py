"""Checks of the parts that the platform stands on. Each is bounded and fails on its own."""

from dataclasses import dataclass

from django.db import DatabaseError, connection

from apps.common.builds import told
from apps.common.namenode import namenode_health
from apps.common.problems import Problem
from apps.health.values import CheckStatus
from apps.jobs.selectors import live_workers
from apps.search.selectors import index_status
from apps.sql.selectors import replica_status


@dataclass(frozen=True, slots=True)
class Check:
    status: CheckStatus
    detail: str


@dataclass(frozen=True, slots=True)
class Checks:
    database: Check
    namenode: Check
    search_index: Check
    replica: Check
    worker: Check


@dataclass(frozen=True, slots=True)
class Health:
    status: CheckStatus
    checks: Checks


_WORST_FIRST = (CheckStatus.DOWN, CheckStatus.DEGRADED, CheckStatus.BUILDING, CheckStatus.OK)


def health() -> Health:
    """All checks; the whole is as bad as its worst part."""
    checks = Checks(
        database=_database(),
        namenode=_namenode(),
        search_index=_search_index(),
        replica=_replica(),
        worker=_worker(),
    )
    found = {each.status for each in _all(checks)}
    worst = next(each for each in _WORST_FIRST if each in found)
    return Health(status=worst, checks=checks)


def _all(checks: Checks) -> tuple[Check, ...]:
    return (checks.database, checks.namenode, checks.search_index, checks.replica, checks.worker)


def _database() -> Check:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT COUNT(*) FROM jobs_job WHERE id < 0")
            cursor.fetchone()
    except DatabaseError:
        return Check(
            CheckStatus.DOWN, "The platform's database can't be read or has no tables yet."
        )
    return Check(CheckStatus.OK, "")


def _namenode() -> Check:
    serving, asked = namenode_health()
    if serving == 0:
        return Check(CheckStatus.DOWN, "No namenode serves.")
    if serving < asked:
        return Check(CheckStatus.DEGRADED, f"{serving} of {asked} namenodes serve.")
    return Check(CheckStatus.OK, "")


def _search_index() -> Check:
    try:
        status = index_status()
    except Problem as problem:
        return Check(CheckStatus.DOWN, problem.title)
    if not status.searchable and status.state.value == "rebuilding":
        return Check(CheckStatus.BUILDING, told(status.build_percent, status.build_left_ms))
    if not status.searchable:
        return Check(CheckStatus.DOWN, "There is no complete search index yet.")
    if status.state.value == "stalled":
        return Check(CheckStatus.DEGRADED, "The search index does not follow the feed.")
    return Check(CheckStatus.OK, "")


def _replica() -> Check:
    """Without the replica SQL does not answer, and everything else does: never more than that."""
    try:
        status = replica_status()
    except Problem as problem:
        return Check(CheckStatus.DEGRADED, problem.title)
    if status.as_of is None and status.state == "building":
        return Check(CheckStatus.BUILDING, told(status.build_percent, status.build_left_ms))
    if status.as_of is None:
        return Check(CheckStatus.DEGRADED, "There is no complete SQL replica yet.")
    if status.state == "stalled":
        return Check(CheckStatus.DEGRADED, "The SQL replica does not follow the feed.")
    return Check(CheckStatus.OK, "")


def _worker() -> Check:
    try:
        alive = live_workers()
    except DatabaseError:
        return Check(CheckStatus.DOWN, "The workers' signs of life can't be read.")
    if alive == 0:
        return Check(CheckStatus.DOWN, "No job worker is alive.")
    return Check(CheckStatus.OK, "")
