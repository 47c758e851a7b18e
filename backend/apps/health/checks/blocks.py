"""Checks of blocks and their replicas."""

from datetime import datetime, timedelta
from typing import ClassVar

from apps.health.readings import Readings
from apps.health.verdicts import CheckKey, Finding, counted, error, ok, warning

# Datanodes choose the moment of a report by chance within minutes around it.
REPORT_GRACE = timedelta(minutes=30)
REPORT_WAITS_LONG = timedelta(minutes=15)


def _at_least(number: int, counted_max: int) -> str:
    return "At least " if number >= counted_max else ""


class MissingBlocks:
    key: ClassVar = CheckKey.MISSING_BLOCKS
    title: ClassVar = "No block is missing"
    remedy: ClassVar = (
        "The page Blocks names the files, and where the replicas were last. Bring those datanodes "
        "back; files whose blocks are lost for good must be restored."
    )
    page: ClassVar = "/blocks"

    def look(self, read: Readings) -> Finding:
        health = read.block_health()
        if health.missing == 0:
            return ok("Every block has a good replica that can be reached.")
        blocks = counted(health.missing, "block has", "blocks have")
        least = _at_least(health.missing, health.counted_max)
        return error(f"{least}{blocks} no good replica that can be reached.")


class UnderReplicatedBlocks:
    key: ClassVar = CheckKey.UNDER_REPLICATED_BLOCKS
    title: ClassVar = "Blocks have enough replicas"
    remedy: ClassVar = (
        "Healing takes minutes. If the number does not fall, no datanode has room for another "
        "replica, or none is on another rack."
    )
    page: ClassVar = "/blocks"

    def look(self, read: Readings) -> Finding:
        health = read.block_health()
        # The missing ones have a check of their own.
        waiting = {name: n for name, n in health.under_replicated.items() if name != "missing"}
        number = sum(waiting.values())
        if number == 0:
            return ok("No block waits for another replica.")
        least = _at_least(max(waiting.values()), health.counted_max)
        return warning(
            f"{least}{counted(number, 'block has', 'blocks have')} too few or badly "
            "placed replicas."
        )


class CorruptReplicas:
    key: ClassVar = CheckKey.CORRUPT_REPLICAS
    title: ClassVar = "No replica is corrupt"
    remedy: ClassVar = (
        "They are replaced while good ones exist. Many on one datanode mean a failing disk."
    )
    page: ClassVar = "/blocks"

    def look(self, read: Readings) -> Finding:
        health = read.block_health()
        if health.corrupt_replicas == 0:
            return ok("None is known.")
        least = _at_least(health.corrupt_replicas, health.counted_max)
        return warning(f"{least}{counted(health.corrupt_replicas, 'replica', 'replicas')}.")


class Healing:
    key: ClassVar = CheckKey.HEALING
    title: ClassVar = "Blocks are healed"
    remedy: ClassVar = (
        "Start the datanodes that are waited for; if they won't come back, "
        "`hdfs dfsadmin -safemode leave` begins to heal without them."
    )
    page: ClassVar = "/blocks"

    def look(self, read: Readings) -> Finding:
        waits = read.block_health().safe_mode
        if waits is None:
            return ok("The leader heals what it finds.")
        missing = counted(waits.missing_storages, "storage", "storages")
        return warning(f"The leader waits for {missing} before it heals anything.")


class BlockReports:
    key: ClassVar = CheckKey.BLOCK_REPORTS
    title: ClassVar = "Datanodes report their blocks in time"
    remedy: ClassVar = (
        "Datanodes that wait: raise warren.block-report.active.max or start another namenode. "
        "Reports that are overdue: see the datanode's log."
    )
    page: ClassVar = "/block-reports"

    def look(self, read: Readings) -> Finding:
        now = read.cluster().as_of
        waiting = sum(
            each.waiting and _older(each.asked_at, now, REPORT_WAITS_LONG)
            for each in read.active_block_reports()
        )
        if waiting:
            nodes = counted(waiting, "datanode has", "datanodes have")
            return warning(f"{nodes} waited for a namenode for 15 minutes.")
        live = {each.uuid for each in read.datanodes() if each.state != "dead"}
        storages = [each for each in read.block_reports() if each.datanode_uuid in live]
        overdue = sum(
            each.last is not None
            and each.last.next_due_at is not None
            and _older(each.last.next_due_at, now, REPORT_GRACE)
            for each in storages
        )
        if overdue:
            return warning(f"{counted(overdue, 'storage is', 'storages are')} overdue.")
        return ok(f"{counted(len(storages), 'storage', 'storages')}, none overdue.")


def _older(moment: datetime, now: datetime, age: timedelta) -> bool:
    return now - moment > age
