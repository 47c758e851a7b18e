"""Checks of the platform's own parts, and of the store's memory."""

from datetime import timedelta
from typing import ClassVar

from apps.accounts.selectors import tokens_that_expire
from apps.cluster import ndb
from apps.common.problems import Unavailable
from apps.health.readings import Readings
from apps.health.verdicts import CheckKey, Finding, counted, error, ok, unknown, warning
from apps.jobs.selectors import failed_count

EXPIRES_SOON = timedelta(days=7)
FAILED_WITHIN = timedelta(hours=24)
MEMORY_WARNING = 0.80
MEMORY_ERROR = 0.95


class FailedJobs:
    key: ClassVar = CheckKey.FAILED_JOBS
    title: ClassVar = "Jobs succeed"
    remedy: ClassVar = "The job's page says why; it can be made again."
    page: ClassVar = "/jobs"

    def look(self, read: Readings) -> Finding:
        failed = failed_count(within=FAILED_WITHIN)
        if failed:
            return warning(f"{counted(failed, 'job', 'jobs')} failed in the last 24 hours.")
        return ok("None failed in the last 24 hours.")


class Tokens:
    key: ClassVar = CheckKey.TOKENS
    title: ClassVar = "No API token expires soon"
    remedy: ClassVar = "Make new tokens for the programs that use them; administrators see all."
    page: ClassVar = "/tokens"

    def look(self, read: Readings) -> Finding:
        number = tokens_that_expire(within=EXPIRES_SOON)
        if number:
            many = counted(number, "token expires", "tokens expire")
            return warning(f"{many} within 7 days.")
        return ok("None expires within 7 days.")


class NdbMemory:
    key: ClassVar = CheckKey.NDB_MEMORY
    title: ClassVar = "The data nodes have memory"
    remedy: ClassVar = "Raise the data nodes' DataMemory, add a node group, or delete data."
    page: ClassVar = "/"

    def look(self, read: Readings) -> Finding | None:
        if read.cluster().store != "ndb":
            return None
        if not ndb.reachable():
            return unknown("The platform's database is not on the cluster's SQL node.")
        try:
            shares = [node.used_bytes / node.size_bytes for node in ndb.memory()]
        except Unavailable as error:
            return unknown(f"{error}.")
        if not shares:
            return unknown("No data node tells its memory.")
        return _judged(max(shares))


def _judged(share: float) -> Finding:
    if share >= MEMORY_ERROR:
        return error("A data node uses at least 95 % of its data memory.")
    if share >= MEMORY_WARNING:
        return warning("A data node uses at least 80 % of its data memory.")
    return ok("Every data node uses less than 80 % of its data memory.")
