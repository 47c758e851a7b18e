"""Checks of NDB's data nodes, which their own tables tell; there are none of the embedded store."""

from collections.abc import Callable
from typing import ClassVar

from apps.cluster import ndb
from apps.common.problems import Unavailable
from apps.health.readings import Readings
from apps.health.verdicts import CheckKey, Finding, counted, error, ok, unknown, warning

MEMORY_WARNING = 0.80
MEMORY_ERROR = 0.95
REDO_WARNING = 0.70
REDO_ERROR = 0.90


def _told(read: Readings, judge: Callable[[], Finding]) -> Finding | None:
    """What the SQL node's answer means; None without NDB."""
    if read.cluster().store != "ndb":
        return None
    if not ndb.reachable():
        return unknown("The platform's database is not on the cluster's SQL node.")
    try:
        return judge()
    except Unavailable as problem:
        return unknown(f"{problem}.")


class DataNodes:
    key: ClassVar = CheckKey.NDB_NODES
    title: ClassVar = "Every data node of NDB runs"
    remedy: ClassVar = (
        "Start it again; see its log. Until then one more failure in its node group ends the "
        "cluster."
    )
    page: ClassVar = "/shards"

    def look(self, read: Readings) -> Finding | None:
        return _told(read, self._judged)

    def _judged(self) -> Finding:
        nodes = ndb.data_nodes()
        if not nodes:
            return unknown("The cluster does not tell of its data nodes.")
        down = sorted(each.node_id for each in nodes if not each.started)
        if down:
            names = ", ".join(str(each) for each in down[:5])
            many = counted(len(down), "data node is", "data nodes are")
            return warning(f"{many} not started: {names}.")
        return ok(f"{counted(len(nodes), 'data node runs', 'data nodes run')}.")


class NdbMemory:
    key: ClassVar = CheckKey.NDB_MEMORY
    title: ClassVar = "The data nodes have memory"
    remedy: ClassVar = "Raise the data nodes' DataMemory, add a node group, or delete data."
    page: ClassVar = "/"

    def look(self, read: Readings) -> Finding | None:
        return _told(read, self._judged)

    def _judged(self) -> Finding:
        shares = [node.used_bytes / node.size_bytes for node in ndb.memory()]
        if not shares:
            return unknown("No data node tells its memory.")
        if max(shares) >= MEMORY_ERROR:
            return error("A data node uses at least 95 % of its data memory.")
        if max(shares) >= MEMORY_WARNING:
            return warning("A data node uses at least 80 % of its data memory.")
        return ok("Every data node uses less than 80 % of its data memory.")


class RedoLog:
    key: ClassVar = CheckKey.NDB_REDO
    title: ClassVar = "Checkpoints keep up with writes"
    remedy: ClassVar = (
        "Once a part of a redo log is full, NDB refuses writes until a checkpoint has freed it. "
        "Write less for a while; give the data nodes faster disks or larger redo logs "
        "(NoOfFragmentLogParts, FragmentLogFileSize)."
    )
    page: ClassVar = "/shards"

    def look(self, read: Readings) -> Finding | None:
        return _told(read, self._judged)

    def _judged(self) -> Finding:
        fills = ndb.redo_fills()
        if not fills:
            return unknown("No data node tells how full its redo log is.")
        if max(fills) >= REDO_ERROR:
            return error("A part of a redo log is at least 90 % full.")
        if max(fills) >= REDO_WARNING:
            return warning("A part of a redo log is at least 70 % full.")
        return ok("Every part of the redo logs is less than 70 % full.")
