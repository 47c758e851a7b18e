"""Checks of datanodes and disks that answer, but much slower than the others."""

from typing import ClassVar

from apps.cluster.datanodes import Datanode
from apps.health.checks.datanodes import names, wanted
from apps.health.readings import Readings
from apps.health.verdicts import CheckKey, Finding, counted, ok, unknown, warning

# A median says nothing of two: three others are compared, so a datanode needs four, a disk three.
PEERS_MIN = 4
DISKS_MIN = 3


def _live(read: Readings) -> list[Datanode]:
    return [each for each in wanted(read) if each.state != "dead"]


class SlowPeers:
    """A datanode to which others send slowly; nothing where there are too few to compare."""

    key: ClassVar = CheckKey.SLOW_PEERS
    title: ClassVar = "No datanode is slower than the others"
    remedy: ClassVar = (
        "Look at its network and its load. Writes wait for the slowest of their datanodes: take it "
        "out of service until it is well."
    )
    page: ClassVar = "/datanodes"

    def look(self, read: Readings) -> Finding | None:
        live = _live(read)
        if len(live) < PEERS_MIN:
            return None
        if not read.slowness_watched().peers:
            return unknown("Datanodes don't compare each other (dfs.datanode.peer.stats.enabled).")
        slow = [each for each in live if each.slow_peer is not None]
        if slow:
            many = counted(len(slow), "datanode is", "datanodes are")
            return warning(f"{many} much slower to send to than the others: {names(slow)}.")
        return ok("No datanode tells of a slow one.")


class SlowDisks:
    """A disk that is slower than the others beside it; nothing where no datanode has enough."""

    key: ClassVar = CheckKey.SLOW_DISKS
    title: ClassVar = "No disk is slower than the others"
    remedy: ClassVar = (
        "See the kernel's log and the disk's own (smartctl): slow disks often fail soon. The page "
        "Datanodes names it."
    )
    page: ClassVar = "/datanodes"

    def look(self, read: Readings) -> Finding | None:
        live = _live(read)
        if all(len(each.storages) < DISKS_MIN for each in live):
            return None
        if not read.slowness_watched().disks:
            return unknown(
                "Datanodes don't compare their disks "
                "(dfs.datanode.fileio.profiling.sampling.percentage)."
            )
        slow = [each for each in live if each.slow_disks]
        if slow:
            disks = sum(len(each.slow_disks) for each in slow)
            many = counted(disks, "disk is", "disks are")
            return warning(f"{many} much slower than the others beside it: {names(slow)}.")
        return ok("No datanode tells of a slow disk.")
