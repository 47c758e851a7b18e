"""Reads of NDB's own tables, `ndbinfo`, through the SQL node that has the platform's database."""

from dataclasses import dataclass
from typing import Any

from django.db import DatabaseError, connection

from apps.common.problems import Unavailable

TABLESPACE = "warren_disk"
_MEMORY = (
    "SELECT node_id, used, total FROM ndbinfo.memoryusage "
    "WHERE memory_type = 'Data memory' AND total > 0"
)
# The same in every data node of a group, so that one file counts once.
_FILES = (
    "SELECT free_extents, total_extents, extent_size FROM ndbinfo.files "
    "WHERE type = 'Data file' AND parent_name = %s"
)

# A node that is down tells nothing; those that run know all that are configured.
_CONFIGURED = "SELECT DISTINCT node_id FROM ndbinfo.config_nodes WHERE node_type = 'NDB'"
_STARTED = "SELECT node_id FROM ndbinfo.nodes WHERE status = 'STARTED'"
_REDO = "SELECT used, total FROM ndbinfo.logspaces WHERE log_type = 'REDO' AND total > 0"


@dataclass(frozen=True, slots=True)
class DataNode:
    node_id: int
    started: bool


@dataclass(frozen=True, slots=True)
class NodeMemory:
    """The data memory of a data node."""

    node_id: int
    used_bytes: int
    size_bytes: int


@dataclass(frozen=True, slots=True)
class DiskRoom:
    """The room in each data node for rows on disk."""

    used_bytes: int
    size_bytes: int


def reachable() -> bool:
    """Whether the platform's database is on the cluster's SQL node."""
    return connection.vendor == "mysql"


def memory() -> list[NodeMemory]:
    """Of every data node that tells it. Unavailable when the SQL node does not answer."""
    return [NodeMemory(int(node), int(used), int(size)) for node, used, size in rows(_MEMORY)]


def data_nodes() -> list[DataNode]:
    """All that are configured. Unavailable when the SQL node does not answer."""
    started = {int(node) for (node,) in rows(_STARTED)}
    configured = {int(node) for (node,) in rows(_CONFIGURED)}
    return [DataNode(node, node in started) for node in sorted(configured)]


def redo_fills() -> list[float]:
    """How full each part of each data node's redo log is, from 0 to 1. Unavailable when the SQL
    node does not answer."""
    return [int(used) / int(total) for used, total in rows(_REDO)]


def disk_room() -> DiskRoom | None:
    """None without a tablespace. Unavailable when the SQL node does not answer."""
    files = [[int(value) for value in row] for row in rows(_FILES, TABLESPACE)]
    if not files:
        return None
    return DiskRoom(
        used_bytes=sum((total - free) * size for free, total, size in files),
        size_bytes=sum(total * size for _, total, size in files),
    )


def rows(statement: str, *values: str) -> list[tuple[Any, ...]]:
    """What a statement answers. Unavailable when the SQL node does not."""
    if not reachable():
        raise Unavailable("The platform's database is not on the cluster's SQL node")
    try:
        with connection.cursor() as cursor:
            cursor.execute(statement, values)
            return list(cursor.fetchall())
    except DatabaseError as error:
        raise Unavailable("The platform's SQL user may not read ndbinfo") from error
