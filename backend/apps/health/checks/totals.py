"""The check of the totals that counts of trees are answered from."""

from contextlib import suppress
from typing import ClassVar

from apps.common.problems import Problem
from apps.health.readings import Readings
from apps.health.verdicts import CheckKey, Finding, counted, ok, unknown, warning


class DirectoryTotals:
    """The namenodes count some directories again all the time, and mend what is not right."""

    key: ClassVar = CheckKey.DIRECTORY_TOTALS
    title: ClassVar = "Totals of directories are right"
    remedy: ClassVar = (
        "Wrong totals are mended by themselves. That there were any is a fault of Warren: keep the "
        "logs of the namenodes, and report it. `bin/warren totals check /` counts all others now."
    )
    page: ClassVar = "/usage"

    def look(self, read: Readings) -> Finding:
        state = read.totals()
        if not state.counted:
            past = _progress(read, state.inodes_passed)
            return warning(f"Directories are being counted{past}: until then counts of trees walk.")
        mended = read.samples("warren_directory_totals_mended_total")
        if not mended:
            return unknown("No namenode tells what it has mended.")
        wrong = round(sum(value for _, value in mended))
        if wrong:
            many = counted(wrong, "directory", "directories")
            return warning(f"Totals of {many} were wrong, and mended, since the namenodes started.")
        checked = round(
            sum(value for _, value in read.samples("warren_directory_totals_checked_total"))
        )
        were = counted(checked, "directory was", "directories were")
        return ok(f"{were} checked since the namenodes started, 0 wrong.")


def _progress(read: Readings, passed: int) -> str:
    """How far the first count is, which the leader makes; nothing where nobody tells."""
    with suppress(Problem):
        told = read.samples("warren_directory_totals_inodes_passed")
        passed = max([passed, *(round(value) for _, value in told)])
    if passed == 0:
        return ""
    inodes = read.inodes()
    whole = "" if inodes is None else f" of about {inodes:,}"
    return f", past {passed:,}{whole} inodes"
