"""What was deleted into the trashes of all users, and still lies there.

A move of `/a/b/c` to a trash makes `/user/ann/.Trash/Current/a/b` and puts `c` into it: the trash's
own directories, which nobody deleted, look like deleted ones. They are looked through by this rule:

- A directory that was moved, by the changes that the replica keeps, was deleted.
- One that was made and never moved, by the same, is the trash's own.
- Of others, which lie there longer than changes are kept or came before the replica was built, one
  is taken for the trash's own if it is what the trash makes (mode 0700, of the trash's user), holds
  something, and a directory stands at the path that it says.

All else that lies in the trash's own directories, or directly in a checkpoint, is an entry, with
all below it. So no file is hidden and none is told twice, whatever is taken for what: where the
rule is wrong, a directory is told by what is directly in it, or parents together with what is in
them. Only what lies beside the checkpoints, which is no part of anything deleted, is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from warren_analytics.asking import Asking, lag_ms
from warren_analytics.database import Database
from warren_analytics.limits import Limits
from warren_analytics.listing import rows_after
from warren_analytics.ordering import Direction, Order
from warren_analytics.schema import bounded
from warren_analytics.trash_values import TrashAsked, TrashCounts, Trashed, TrashPage, TrashSort
from warren_analytics.usage_values import After

TRASHED_MAX: Final = 1_000
_CURRENT: Final = "Current"
# What the trash, Hadoop's as Warren's, gives to directories that it makes.
_OWN_MODE: Final = 0o700
# `/`, `/user`, the home and `.Trash` are above a checkpoint, which is the fifth above all in it.
_ABOVE_TRASH: Final = 3
_CHECKPOINT_AT: Final = 5

_LISTED: Final = f"""
WITH RECURSIVE checkpoint AS MATERIALIZED (
  SELECT c.inode_id, c.name, c.path, split_part(c.path, '/', 3) AS user_name
  FROM store.directory AS t JOIN store.directory AS c ON c.parent_id = t.inode_id
  WHERE t.name = '.Trash' AND len(t.ancestor_ids) = {_ABOVE_TRASH}
    AND starts_with(t.path, '/user/')
    AND ($user::VARCHAR IS NULL OR t.path = concat('/user/', $user::VARCHAR, '/.Trash'))
), held AS MATERIALIZED (
  SELECT d.inode_id, d.parent_id, d.path, c.user_name, substr(d.path, length(c.path) + 1) AS former
  FROM store.directory AS d JOIN checkpoint AS c ON c.inode_id = d.ancestor_ids[{_CHECKPOINT_AT}]
), known AS MATERIALIZED (
  SELECT inode_id, bool_or(operation = 'rename') AS was_moved
  FROM store.change
  WHERE operation IN ('create', 'rename') AND inode_id IN (SELECT inode_id FROM held)
  GROUP BY inode_id
), alike AS MATERIALIZED (
  SELECT h.inode_id, h.parent_id, h.former
  FROM held AS h JOIN store.inode AS i USING (inode_id)
  JOIN store.content AS c ON c.inode_id = h.inode_id
  WHERE i.mode = {_OWN_MODE} AND i.owner = h.user_name AND c.files + c.directories > 0
    AND h.inode_id NOT IN (SELECT inode_id FROM known)
), standing AS MATERIALIZED (
  SELECT path FROM store.directory WHERE path IN (SELECT former FROM alike)
), own AS MATERIALIZED (
  SELECT h.inode_id, h.parent_id FROM held AS h JOIN known USING (inode_id) WHERE NOT was_moved
  UNION ALL
  SELECT inode_id, parent_id FROM alike WHERE former IN (SELECT path FROM standing)
), looked_through AS (
  SELECT inode_id, inode_id AS checkpoint_id FROM checkpoint
  UNION ALL
  SELECT o.inode_id, l.checkpoint_id
  FROM own AS o JOIN looked_through AS l ON o.parent_id = l.inode_id
), holder AS MATERIALIZED (
  SELECT l.inode_id, l.checkpoint_id, d.path, i.mtime_ms
  FROM looked_through AS l
  JOIN (
    SELECT inode_id, path FROM store.directory
    WHERE inode_id IN (SELECT inode_id FROM looked_through)
  ) AS d USING (inode_id)
  JOIN (
    SELECT inode_id, mtime_ms FROM store.inode
    WHERE inode_id IN (SELECT inode_id FROM looked_through)
  ) AS i USING (inode_id)
), found AS MATERIALIZED (
  SELECT i.inode_id, i.name, i.kind, i.owner, i.group_name, i.size_bytes, i.replication,
         h.checkpoint_id, h.path AS holder_path, h.mtime_ms AS holder_mtime_ms
  FROM store.inode AS i JOIN holder AS h ON i.parent_id = h.inode_id
  WHERE i.inode_id NOT IN (SELECT inode_id FROM looked_through)
), moved AS MATERIALIZED (
  SELECT inode_id, max(committed_at_ms) AS moved_ms FROM store.change
  WHERE operation = 'rename' AND (inode_id IN (SELECT inode_id FROM found)
    OR inode_id IN (SELECT inode_id FROM checkpoint))
  GROUP BY inode_id
), below AS (
  FROM store.total WHERE inode_id IN (SELECT inode_id FROM found WHERE kind = 'directory')
), trashed AS (
  SELECT f.inode_id, c.user_name, c.name AS checkpoint,
         CASE WHEN c.name <> '{_CURRENT}' THEN cm.moved_ms END AS checkpointed_ms,
         f.holder_path || '/' || f.name AS path,
         substr(f.holder_path, length(c.path) + 1) || '/' || f.name AS former,
         f.kind, f.owner, f.group_name,
         coalesce(m.moved_ms, f.holder_mtime_ms) AS deleted_ms, m.moved_ms IS NOT NULL AS is_exact,
         (f.kind = 'file')::HUGEINT + coalesce(t.files, 0) AS files,
         coalesce(t.directories, 0) AS directories,
         f.size_bytes::HUGEINT + coalesce(t.length_bytes, 0) AS length_bytes,
         f.size_bytes::HUGEINT * f.replication + coalesce(t.space_bytes, 0) AS space_bytes
  FROM found AS f JOIN checkpoint AS c ON c.inode_id = f.checkpoint_id
  LEFT JOIN moved AS m ON m.inode_id = f.inode_id
  LEFT JOIN moved AS cm ON cm.inode_id = f.checkpoint_id
  LEFT JOIN below AS t ON t.inode_id = f.inode_id
), listed AS (
  FROM trashed
  WHERE (starts_with(former, $prefix) OR starts_with($prefix, concat(former, '/')))
    AND ($from_ms::BIGINT IS NULL OR deleted_ms >= $from_ms::BIGINT)
    AND ($before_ms::BIGINT IS NULL OR deleted_ms < $before_ms::BIGINT)
)
"""  # noqa: S608 - from this package only
_COUNTS: Final = f"""{_LISTED}
SELECT count(*), count(DISTINCT user_name), {bounded("sum(files)")},
       {bounded("sum(length_bytes)")}, {bounded("sum(space_bytes)")}
FROM listed"""  # noqa: S608
_COLUMNS: Final = f"""inode_id, user_name, checkpoint, checkpointed_ms, path, former, kind, owner,
group_name, deleted_ms, is_exact, {bounded("files")}, {bounded("directories")},
{bounded("length_bytes")}, {bounded("space_bytes")}"""
_COLUMN_COUNT: Final = 15
_ORDERS: Final = {
    TrashSort.TIME: Order("deleted_ms", Direction.DESCENDING, "BIGINT"),
    TrashSort.SIZE: Order("length_bytes", Direction.DESCENDING, "HUGEINT"),
    TrashSort.PATH: Order("former", Direction.ASCENDING, "VARCHAR"),
}


class TrashReader:
    """Answers from the current replica, beside the queries of users. Safe to share."""

    def __init__(self, limits: Limits, database: Callable[[], Database]) -> None:
        self._asking = Asking(limits, database)

    def page(
        self,
        asked: TrashAsked,
        *,
        sort: TrashSort,
        limit: int,
        after: After | None,
        direction: Direction | None = None,
    ) -> TrashPage:
        """What was deleted and lies in a trash. Raises UsageTimedOut."""
        which = {
            "user": asked.user,
            "prefix": asked.prefix,
            "from_ms": asked.from_ms,
            "before_ms": asked.before_ms,
        }
        order = _ORDERS[sort].towards(direction)
        with self._asking() as (connection, as_of):
            counts = connection.execute(_COUNTS, which).fetchone()
            rows = rows_after(
                connection,
                _LISTED,
                _COLUMNS,
                which=which,
                order=order,
                limit=limit + 1,
                after=after,
            )
        assert counts is not None
        items = tuple(Trashed(*row[:_COLUMN_COUNT]) for row in rows[:limit])
        more = len(rows) > limit
        return TrashPage(
            items=items,
            counts=TrashCounts(*map(int, counts)),
            after=After(str(rows[limit - 1][-1]), items[-1].inode_id) if more else None,
            as_of=as_of,
            lag_ms=lag_ms(as_of),
        )
