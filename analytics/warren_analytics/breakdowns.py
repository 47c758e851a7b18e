"""What files are told apart by, as the engine computes it from an inode i below a directory d.

By type of storage it is what their policies want, as quotas by type count it: a file counts where
its first replica belongs, its space where each replica does. Those whose bytes are rows of the
database are told apart. Where replicas really are, the table of replicas has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from warren_analytics.classes import DIRECTORY, NO_EXTENSION
from warren_analytics.quota_values import TYPES_OF_POLICY
from warren_analytics.schema import HOLDS, STORAGE_POLICY
from warren_analytics.usage_values import UsageBy

_DAY_MS: Final = 24 * 3_600_000
# By days since the last change of the content; the last one has no end.
AGES: Final = {"days_30": 30, "days_90": 90, "year_1": 365, "years_2": 730, "older": None}


def bounds_of(by: UsageBy, key: str | None, now_ms: int) -> tuple[int | None, int | None]:
    """From when, and before when, files of an age were changed; whole days, as search has them."""
    if by is not UsageBy.AGE or key is None:
        return None, None
    names = list(AGES)
    at = names.index(key)
    days, younger = AGES[key], AGES[names[at - 1]] if at > 0 else None
    return (
        None if days is None else _days_ago_ms(now_ms, days),
        None if younger is None else _days_ago_ms(now_ms, younger),
    )


def _days_ago_ms(now_ms: int, days: int) -> int:
    return now_ms // _DAY_MS * _DAY_MS - days * _DAY_MS


def _age(now_ms: int) -> str:
    cases = " ".join(
        f"WHEN i.mtime_ms >= {_days_ago_ms(now_ms, days)} THEN '{name}'"
        for name, days in AGES.items()
        if days is not None
    )
    return f"CASE {cases} ELSE 'older' END"


KEYS: Final[Mapping[UsageBy, Callable[[int], str]]] = {
    UsageBy.OWNER: lambda _now_ms: "i.owner",
    UsageBy.GROUP: lambda _now_ms: "i.group_name",
    UsageBy.EXTENSION: lambda _now_ms: f"nullif(i.file_extension, '{NO_EXTENSION}')",
    UsageBy.AGE: _age,
    UsageBy.POLICY: lambda _now_ms: STORAGE_POLICY,
}

# Files of each replication are added up apart: that spares a product of large numbers for each.
_SUMS: Final = """i.replication, count(*)::HUGEINT AS files, sum(size_bytes) AS length_bytes"""
_SPACE: Final = "sum(length_bytes * replication) AS space_bytes"
_ARE_FILES: Final = f"i.class < {DIRECTORY}"
# All, where no path leads past the root; of their directories only what is asked for is read.
_EVERYTHING: Final = "store.inode AS i"
_EVERY_POLICY: Final = """store.inode AS i LEFT JOIN (
  SELECT inode_id, storage_policy FROM store.directory WHERE storage_policy <> 0
) AS d ON d.inode_id = i.parent_id"""
_BELOW: Final = """store.inode AS i JOIN (
  SELECT inode_id, storage_policy FROM store.directory
  WHERE inode_id = $inode_id OR list_contains(ancestor_ids, $inode_id)
) AS d ON d.inode_id = i.parent_id"""


def _type(replica: int) -> str:
    """Where the first (0), or any other replica (1), belongs.

    Every policy without types of its own, the default one among them, wants disks, and so do files
    under DB whose bytes are in blocks.
    """
    cases = " ".join(
        f"WHEN {policy} THEN '{types[replica].upper()}'"
        for policy, types in TYPES_OF_POLICY.items()
    )
    return f"CASE WHEN in_database THEN 'DATABASE' ELSE CASE policy {cases} ELSE 'DISK' END END"


def groups_of(by: UsageBy, now_ms: int, *, everything: bool) -> str:
    """A query of each group's key and sums, of files below $inode_id or of all there are."""
    if by is not UsageBy.TYPE:
        return f"""
  SELECT key, sum(files) AS files, sum(length_bytes) AS length_bytes, {_SPACE}
  FROM (
    SELECT {KEYS[by](now_ms)} AS key, {_SUMS}
    FROM {_from(by, everything=everything)} WHERE {_ARE_FILES} GROUP BY key, i.replication
  ) GROUP BY key"""  # noqa: S608 - from this package only
    return f"""
  SELECT key, sum(files) AS files, sum(length_bytes) AS length_bytes,
         sum(space_bytes) AS space_bytes
  FROM (
    WITH one AS (
      SELECT {HOLDS} AS policy, in_database, {_SUMS}
      FROM {_from(by, everything=everything)} WHERE {_ARE_FILES}
      GROUP BY policy, in_database, i.replication
    ), held AS (
      SELECT policy, in_database, sum(files) AS files, sum(length_bytes) AS length_bytes, {_SPACE}
      FROM one GROUP BY policy, in_database
    )
    SELECT {_type(0)} AS key, files, length_bytes, length_bytes AS space_bytes FROM held
    UNION ALL
    SELECT {_type(1)}, 0, 0, space_bytes - length_bytes FROM held
  ) GROUP BY key HAVING sum(files) > 0 OR sum(space_bytes) > 0"""  # noqa: S608


def _from(by: UsageBy, *, everything: bool) -> str:
    """Inodes i, and d where their directories' policies are asked for."""
    if not everything:
        return _BELOW
    return _EVERY_POLICY if by in {UsageBy.POLICY, UsageBy.TYPE} else _EVERYTHING
