"""Checks of the platform's own parts."""

from datetime import timedelta
from typing import ClassVar

from apps.accounts.selectors import tokens_that_expire
from apps.health.readings import Readings
from apps.health.verdicts import CheckKey, Finding, counted, ok, warning
from apps.jobs.selectors import failed_count
from apps.rules.selectors import stopped_count

EXPIRES_SOON = timedelta(days=7)
FAILED_WITHIN = timedelta(hours=24)


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


class LifecycleRules:
    key: ClassVar = CheckKey.LIFECYCLE_RULES
    title: ClassVar = "Lifecycle rules do what is usual"
    remedy: ClassVar = (
        "Look at the run that stopped it; its owner arms the rule again, or changes it."
    )
    page: ClassVar = "/rules"

    def look(self, read: Readings) -> Finding:
        stopped = stopped_count()
        if stopped:
            many = counted(stopped, "rule was disarmed", "rules were disarmed")
            return warning(f"{many} by a run that would do too much.")
        return ok("None was disarmed by a run that would do too much.")


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
