"""Paths of directories and the storage policies they hand down, so that no query walks the tree."""

from __future__ import annotations

from typing import Final

import duckdb

# Moves that arrive out of order may form a cycle for a moment: its paths become null, which ends
# the walk. Here and below directories are chosen before they are joined: the engine would else read
# the paths of all of them, however few are asked for.
_CLIMB: Final = """
CREATE OR REPLACE TEMP TABLE climbed AS
WITH d AS (
  FROM store.directory WHERE inode_id IN (SELECT inode_id FROM moved)
), p AS (
  FROM store.directory WHERE inode_id IN (SELECT parent_id FROM d)
)
SELECT d.inode_id,
       CASE WHEN d.parent_id = 0 THEN '/'
            WHEN p.path IS NULL OR list_contains(p.ancestor_ids, d.inode_id) THEN NULL
            WHEN p.path = '/' THEN '/' || d.name
            ELSE p.path || '/' || d.name END AS path,
       CASE WHEN d.parent_id = 0 THEN []::BIGINT[]
            WHEN p.path IS NULL OR list_contains(p.ancestor_ids, d.inode_id) THEN NULL
            ELSE list_append(p.ancestor_ids, p.inode_id) END AS ancestor_ids,
       CASE WHEN d.own_policy <> 0 OR d.parent_id = 0 OR p.path IS NULL
              OR list_contains(p.ancestor_ids, d.inode_id) THEN d.own_policy
            ELSE p.storage_policy END AS storage_policy,
       d.path AS old_path, d.ancestor_ids AS old_ancestor_ids, d.storage_policy AS old_policy,
       d.parent_id, d.name, d.own_policy
FROM d LEFT JOIN p ON p.inode_id = d.parent_id
"""
_KEEP_CHANGED: Final = (
    "DELETE FROM climbed WHERE path IS NOT DISTINCT FROM old_path"
    " AND ancestor_ids IS NOT DISTINCT FROM old_ancestor_ids AND storage_policy = old_policy"
)


BROKEN: Final = """
WITH looked_at AS (
  SELECT inode_id, parent_id, name, storage_policy, kind FROM store.inode
  WHERE inode_id > $1 AND inode_id <= $2 ORDER BY inode_id LIMIT $3
), d AS (
  FROM store.directory WHERE inode_id IN (SELECT inode_id FROM looked_at)
), p AS (
  FROM store.directory WHERE inode_id IN (SELECT parent_id FROM looked_at)
)
SELECT i.inode_id FROM looked_at AS i LEFT JOIN d USING (inode_id)
LEFT JOIN p ON p.inode_id = i.parent_id
WHERE (i.kind = 'directory') <> (d.inode_id IS NOT NULL)
  OR (d.inode_id IS NOT NULL AND (
    d.parent_id <> i.parent_id OR d.name <> i.name OR d.own_policy <> i.storage_policy
    OR d.path IS DISTINCT FROM
      CASE WHEN i.parent_id = 0 THEN '/'
           WHEN p.path IS NULL OR list_contains(p.ancestor_ids, i.inode_id) THEN NULL
           WHEN p.path = '/' THEN '/' || i.name
           ELSE p.path || '/' || i.name END
    OR d.ancestor_ids IS DISTINCT FROM
      CASE WHEN i.parent_id = 0 THEN []::BIGINT[]
           WHEN p.path IS NULL OR list_contains(p.ancestor_ids, i.inode_id) THEN NULL
           ELSE list_append(p.ancestor_ids, p.inode_id) END
    OR d.storage_policy <>
      CASE WHEN i.storage_policy <> 0 OR i.parent_id = 0 OR p.path IS NULL
             OR list_contains(p.ancestor_ids, i.inode_id) THEN i.storage_policy
           ELSE p.storage_policy END))
"""


def climb_all(connection: duckdb.DuckDBPyConnection) -> None:
    """Fills paths and policies of a freshly loaded table, level by level from the root."""
    connection.execute(
        "CREATE OR REPLACE TEMP TABLE moved AS"
        " SELECT inode_id FROM store.directory WHERE parent_id = 0"
    )
    _climb(connection)


def climb_from(
    connection: duckdb.DuckDBPyConnection, changed: str, *, note: str | None = None
) -> None:
    """Renews the paths and policies of some directories and of all below them.

    changed: a query of their inode ids; those that no longer exist count for their children.
    note: a statement that is run before rows of ``climbed`` take the place of others.
    """
    connection.execute(
        "CREATE OR REPLACE TEMP TABLE moved AS"  # noqa: S608 - from this package only
        f" WITH changed AS ({changed})"
        " SELECT inode_id FROM changed UNION"
        " SELECT inode_id FROM store.directory"
        " WHERE parent_id IN (SELECT inode_id FROM changed)"
    )
    _climb(connection, note)


def _climb(connection: duckdb.DuckDBPyConnection, note: str | None = None) -> None:
    while True:
        connection.execute(_CLIMB)
        connection.execute(_KEEP_CHANGED)
        left = connection.execute("SELECT count(*) FROM climbed").fetchone()
        if left is None or left[0] == 0:
            break
        if note is not None:
            connection.execute(note)
        connection.execute(
            "DELETE FROM store.directory WHERE inode_id IN (SELECT inode_id FROM climbed)"
        )
        connection.execute(
            "INSERT INTO store.directory"
            " SELECT inode_id, parent_id, name, own_policy, path, ancestor_ids, storage_policy"
            " FROM climbed"
        )
        connection.execute(
            "CREATE OR REPLACE TEMP TABLE moved AS SELECT inode_id FROM store.directory"
            " WHERE parent_id IN (SELECT inode_id FROM climbed)"
        )
