"""Checks of the datanodes and their disks."""

from datetime import timedelta
from typing import ClassVar

from apps.cluster.datanodes import Datanode
from apps.health.readings import Readings
from apps.health.verdicts import CheckKey, Finding, counted, error, ok, warning

# Five missed ones: datanodes send a heartbeat every 3 s.
HEARTBEAT_GAP = timedelta(seconds=15)
NEARLY_FULL = 0.90
FULL = 0.97
_AWAY_ON_PURPOSE = frozenset({"decommissioned", "in_maintenance"})
_NAMES_MAX = 5


def names(found: list[Datanode]) -> str:
    """Their hosts, the first few of many."""
    hosts = sorted({each.hostname for each in found})
    more = "" if len(hosts) <= _NAMES_MAX else " and others"
    return ", ".join(hosts[:_NAMES_MAX]) + more


def wanted(read: Readings) -> list[Datanode]:
    """All but those that are out of service on purpose."""
    return [each for each in read.datanodes() if each.admin_state not in _AWAY_ON_PURPOSE]


class Datanodes:
    key: ClassVar = CheckKey.DATANODES
    title: ClassVar = "Datanodes live"
    remedy: ClassVar = "Start them again, or take them out of service; see their logs."
    page: ClassVar = "/datanodes"

    def look(self, read: Readings) -> Finding:
        expected = wanted(read)
        dead = [each for each in expected if each.state == "dead"]
        if not expected:
            return warning("No datanode has registered: no file can be written or read.")
        if len(dead) == len(expected):
            return error("All datanodes are dead.")
        if dead:
            many = counted(len(dead), "datanode is", "datanodes are")
            return warning(f"{many} dead: {names(dead)}.")
        return ok(f"{counted(len(expected), 'datanode lives', 'datanodes live')}.")


class Heartbeats:
    key: ClassVar = CheckKey.HEARTBEATS
    title: ClassVar = "Heartbeats come without gaps"
    remedy: ClassVar = "Look at the datanode's processor, garbage collection and network."
    page: ClassVar = "/datanodes"

    def look(self, read: Readings) -> Finding:
        now = read.cluster().as_of
        late = [
            each
            for each in wanted(read)
            if each.state != "dead" and now - each.last_heartbeat_at > HEARTBEAT_GAP
        ]
        if late:
            many = counted(len(late), "datanode was", "datanodes were")
            return warning(f"{many} silent for more than 15 s: {names(late)}.")
        return ok("Every datanode that lives was heard within 15 s.")


class DiskSpace:
    key: ClassVar = CheckKey.DISK_SPACE
    title: ClassVar = "Disks have room"
    remedy: ClassVar = "Add datanodes or disks, delete data, or run the balancer."
    page: ClassVar = "/datanodes"

    def look(self, read: Readings) -> Finding:
        fills = [
            1 - storage.remaining_bytes / storage.capacity_bytes
            for each in wanted(read)
            if each.state != "dead"
            for storage in each.storages
            if storage.capacity_bytes > 0 and storage.state != "failed"
        ]
        full = sum(fill >= FULL for fill in fills)
        nearly = sum(fill >= NEARLY_FULL for fill in fills)
        if full:
            return error(f"{counted(full, 'storage is', 'storages are')} at least 97 % full.")
        if nearly:
            return warning(f"{counted(nearly, 'storage is', 'storages are')} at least 90 % full.")
        return ok(f"The fullest storage is {max(fills, default=0):.0%} full.")


class FailedDisks:
    key: ClassVar = CheckKey.FAILED_DISKS
    title: ClassVar = "No disk has failed"
    remedy: ClassVar = "Replace the disk, then restart its datanode. The page Datanodes names it."
    page: ClassVar = "/datanodes"

    def look(self, read: Readings) -> Finding:
        failed = [
            each
            for each in wanted(read)
            if each.failed_volumes.count or any(s.state == "failed" for s in each.storages)
        ]
        if failed:
            many = counted(len(failed), "datanode has", "datanodes have")
            return warning(f"{many} lost disks: {names(failed)}.")
        return ok("None has.")
