"""Totals of directories, kept with each change: nobody adds up a subtree when he asks for one.

``store.content`` holds what is directly in each directory, ``store.total`` what is below it at any
depth. A batch changes totals by what it changed in directories' contents, along their ancestors;
a directory that moved takes its content from the ancestors it had to those it has. One whose path
is not known yet (an ancestor has not been told) is counted for itself alone.
"""

from __future__ import annotations

from typing import Final

import duckdb

# HDFS accepts any 64-bit time; sums and averages of these stay within a calendar.
_MTIME_S_MAX: Final = 253_402_300_799

MTIME_S: Final = (
    "CASE WHEN kind = 'file' THEN"
    f" greatest(0, least(mtime_ms // 1000, {_MTIME_S_MAX}))::HUGEINT ELSE 0::HUGEINT END"
)
# Of one row of inodes. Wider than the row's own numbers: a sum never fails, whatever was told.
_OF_ROW: Final = {
    "files": "(kind = 'file')::HUGEINT",
    "directories": "(kind = 'directory')::HUGEINT",
    "length_bytes": "size_bytes::HUGEINT",
    "space_bytes": "size_bytes::HUGEINT * replication",
    "mtime_s": MTIME_S,
}
MEASURES: Final = tuple(_OF_ROW)
_ROW: Final = ", ".join(f"{value} AS {name}" for name, value in _OF_ROW.items())
_LESS: Final = ", ".join(f"-{name} AS {name}" for name in MEASURES)
_SUMS: Final = ", ".join(f"sum({name})::HUGEINT AS {name}" for name in MEASURES)
_ALL_ZERO: Final = " AND ".join(f"{name} = 0" for name in MEASURES)
# Of a directory d: it belongs to its own chain.
_CHAIN: Final = "unnest(list_append(ancestor_ids, inode_id)) AS inode_id"

_FILL: Final = (
    f"""
INSERT INTO store.content SELECT inode_id, {_SUMS} FROM (
  SELECT parent_id AS inode_id, {_ROW} FROM store.inode WHERE parent_id <> 0
) GROUP BY inode_id
""",  # noqa: S608 - from this file only
    f"""
INSERT INTO store.total SELECT inode_id, {_SUMS} FROM (
  SELECT {_CHAIN}, c.* EXCLUDE (inode_id)
  FROM store.directory JOIN store.content AS c USING (inode_id)
) GROUP BY inode_id
""",  # noqa: S608
)
_NOTE_BEFORE: Final = (
    f"""
CREATE OR REPLACE TEMP TABLE content_before AS
SELECT parent_id AS inode_id, {_ROW} FROM store.inode
WHERE inode_id IN (SELECT inode_id FROM batch)
""",  # noqa: S608
    # existed: whether the directory was known at all.
    """
CREATE OR REPLACE TEMP TABLE chain_before AS
SELECT c.inode_id, d.inode_id IS NOT NULL AS existed, d.ancestor_ids
FROM (SELECT DISTINCT inode_id FROM climbing) AS c LEFT JOIN store.directory AS d USING (inode_id)
""",
)
NOTE_CLIMBED: Final = """
INSERT INTO chain_before SELECT inode_id, true, old_ancestor_ids FROM climbed
WHERE ancestor_ids IS DISTINCT FROM old_ancestor_ids
  AND inode_id NOT IN (SELECT inode_id FROM chain_before)
"""
_DELTAS: Final = (
    f"""
CREATE OR REPLACE TEMP TABLE content_delta AS
SELECT inode_id, {_SUMS} FROM (
  SELECT inode_id, {_LESS} FROM content_before
  UNION ALL SELECT parent_id, {_ROW} FROM batch WHERE NOT deleted
) WHERE inode_id <> 0 GROUP BY inode_id
""",  # noqa: S608
    f"DELETE FROM content_delta WHERE {_ALL_ZERO}",  # noqa: S608
    f"""
CREATE OR REPLACE TEMP TABLE total_delta AS
WITH held AS (
  FROM store.content WHERE inode_id IN (SELECT inode_id FROM chain_before)
), now AS (
  SELECT inode_id, ancestor_ids FROM store.directory
  WHERE inode_id IN (SELECT inode_id FROM chain_before UNION SELECT inode_id FROM content_delta)
), spread AS (
  SELECT {_CHAIN}, held.* EXCLUDE (inode_id) FROM now JOIN held USING (inode_id)
  UNION ALL
  SELECT {_CHAIN}, content_delta.* EXCLUDE (inode_id) FROM now JOIN content_delta USING (inode_id)
  UNION ALL
  SELECT {_CHAIN}, less.* EXCLUDE (inode_id)
  FROM (FROM chain_before WHERE existed) JOIN (SELECT inode_id, {_LESS} FROM held) AS less
    USING (inode_id)
)
SELECT inode_id, {_SUMS} FROM spread GROUP BY inode_id
""",  # noqa: S608
    f"DELETE FROM total_delta WHERE {_ALL_ZERO}",  # noqa: S608
)
_ADD: Final = tuple(
    statement
    for table in ("content", "total")
    for statement in (
        f"UPDATE store.{table} SET "  # noqa: S608
        + ", ".join(f"{name} = {table}.{name} + d.{name}" for name in MEASURES)
        + f" FROM {table}_delta AS d WHERE {table}.inode_id = d.inode_id",
        f"INSERT INTO store.{table} FROM {table}_delta WHERE inode_id NOT IN"  # noqa: S608
        f" (SELECT inode_id FROM store.{table}"
        f"  WHERE inode_id IN (SELECT inode_id FROM {table}_delta))",
        f"DELETE FROM store.{table}"  # noqa: S608
        f" WHERE inode_id IN (SELECT inode_id FROM {table}_delta) AND {_ALL_ZERO}",
    )
)


def _differs(kept: str, *counted: str) -> str:
    return " OR ".join(
        f"coalesce({kept}.{name}, 0) <> "
        + " + ".join(f"coalesce({each}.{name}, 0)" for each in counted)
        for name in MEASURES
    )


# A directory's total is what is in it and the totals of the directories in it; so all are right
# when each is.
WRONG: Final = f"""
WITH looked_at AS (
  SELECT inode_id FROM store.inode
  WHERE inode_id > $1 AND inode_id <= $2 ORDER BY inode_id LIMIT $3
), here AS (
  SELECT inode_id FROM store.directory WHERE inode_id IN (SELECT inode_id FROM looked_at)
), counted AS (
  SELECT inode_id, {_SUMS} FROM (
    SELECT parent_id AS inode_id, {_ROW} FROM store.inode
    WHERE parent_id IN (SELECT inode_id FROM here)
  ) GROUP BY inode_id
), inner_ones AS (
  SELECT inode_id, parent_id FROM store.directory
  WHERE ancestor_ids IS NOT NULL AND parent_id IN (SELECT inode_id FROM here)
), below AS (
  SELECT o.parent_id AS inode_id, {_SUMS}
  FROM inner_ones AS o JOIN store.total AS t USING (inode_id) GROUP BY o.parent_id
), content AS (
  FROM store.content WHERE inode_id IN (SELECT inode_id FROM here)
), total AS (
  FROM store.total WHERE inode_id IN (SELECT inode_id FROM here)
)
SELECT h.inode_id FROM here AS h
LEFT JOIN counted ON counted.inode_id = h.inode_id LEFT JOIN below ON below.inode_id = h.inode_id
LEFT JOIN content ON content.inode_id = h.inode_id LEFT JOIN total ON total.inode_id = h.inode_id
WHERE {_differs("content", "counted")} OR {_differs("total", "counted", "below")}
"""  # noqa: S608


def fill(connection: duckdb.DuckDBPyConnection) -> None:
    """Adds up all inodes, once their directories' ancestors are known."""
    for statement in _FILL:
        connection.execute(statement)


def note_before(connection: duckdb.DuckDBPyConnection) -> None:
    """Before a batch is stored: what its inodes count, and where the directories in it are.

    The tables ``batch`` and ``climbing`` are there. Whoever climbs adds the directories below.
    """
    for statement in _NOTE_BEFORE:
        connection.execute(statement)


def add(connection: duckdb.DuckDBPyConnection) -> None:
    """After it was stored and paths are right: changes contents and totals by what it brought."""
    for statement in (*_DELTAS, *_ADD):
        connection.execute(statement)
