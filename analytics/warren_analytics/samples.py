"""What the largest directories held, hour by hour, so that their growth can be told.

Kept are so many of each measure, those with a limit and those that are watched, that their rows
stay bounded: an hour apart for eight days, then a day apart for three years.
"""

from __future__ import annotations

from typing import Final

import duckdb

from warren_analytics.quota_values import STORAGE_TYPES

DIRECTORIES_MAX: Final = 500
# Of those with a limit, the fullest ones: when it will be met is asked of each.
LIMITED_MAX: Final = 2_000
# Of those with a limit by type of storage, whose use of each type is kept for eight days.
TYPED_MAX: Final = 2_000
HOUR_MS: Final = 3_600_000
DAY_MS: Final = 24 * HOUR_MS
HOURLY_MS: Final = 8 * DAY_MS
KEPT_MS: Final = 3 * 366 * DAY_MS

_LAST: Final = "SELECT coalesce(max(taken_ms), -1) FROM store.usage_sample"
_TAKE: Final = """
INSERT INTO store.usage_sample
SELECT t.inode_id, $taken_ms, t.files, t.directories, t.length_bytes, t.space_bytes
FROM store.total AS t JOIN store.directory AS d USING (inode_id)
WHERE d.path IS NOT NULL AND inode_id IN (
  (SELECT inode_id FROM store.total ORDER BY space_bytes DESC, inode_id LIMIT $directories)
  UNION
  (SELECT inode_id FROM store.total ORDER BY files DESC, inode_id LIMIT $directories)
)
"""
# Those that are watched or have a limit since the hour began are taken in it as well.
_LIMITED: Final = f"""
SELECT inode_id FROM store.quota
WHERE coalesce(namespace_quota, space_quota_bytes,
               {", ".join(f"{each}_quota_bytes" for each in STORAGE_TYPES)}) IS NOT NULL
ORDER BY greatest(namespace_used / nullif(namespace_quota, 0),
                  space_used_bytes / nullif(space_quota_bytes, 0)) DESC NULLS LAST, inode_id
LIMIT $limited
"""  # noqa: S608 - names of this package
_NOT_TAKEN: Final = f"""
WITH wanted AS (({_LIMITED}) UNION SELECT unnest($watched::BIGINT[]))
SELECT inode_id FROM wanted
WHERE inode_id NOT IN (SELECT inode_id FROM store.usage_sample WHERE taken_ms = $taken_ms)
"""  # noqa: S608 - from this file only
_TAKE_CHOSEN: Final = """
INSERT INTO store.usage_sample
SELECT d.inode_id, $taken_ms, coalesce(t.files, 0), coalesce(t.directories, 0),
       coalesce(t.length_bytes, 0), coalesce(t.space_bytes, 0)
FROM (SELECT inode_id FROM store.directory WHERE inode_id IN $chosen AND path IS NOT NULL) AS d
LEFT JOIN (FROM store.total WHERE inode_id IN $chosen) AS t USING (inode_id)
"""
# The first of a day stays. What is older than a day more was thinned out before.
_THIN: Final = """
DELETE FROM store.usage_sample AS late
WHERE taken_ms < $hourly_from AND taken_ms >= $hourly_from - 2 * $day
  AND EXISTS (
    FROM store.usage_sample AS early
    WHERE early.inode_id = late.inode_id AND early.taken_ms < late.taken_ms
      AND early.taken_ms // $day = late.taken_ms // $day
  )
"""
_FORGET: Final = "DELETE FROM store.usage_sample WHERE taken_ms < ?"
_TAKE_TYPES: Final = f"""
INSERT INTO store.type_sample
SELECT inode_id, $taken_ms, {", ".join(f"{each}_used_bytes" for each in STORAGE_TYPES)}
FROM store.quota
WHERE coalesce({", ".join(f"{each}_quota_bytes" for each in STORAGE_TYPES)}) IS NOT NULL
ORDER BY inode_id LIMIT $directories
"""  # noqa: S608 - names of this package
_FORGET_TYPES: Final = "DELETE FROM store.type_sample WHERE taken_ms < ?"


def hour_of(time_ms: int) -> int:
    """Begin of the hour."""
    return time_ms - time_ms % HOUR_MS


def last_taken_ms(connection: duckdb.DuckDBPyConnection) -> int:
    """The hour of the last samples; -1 without any."""
    row = connection.execute(_LAST).fetchone()
    return -1 if row is None else int(row[0])


def take(connection: duckdb.DuckDBPyConnection, now_ms: int) -> int:
    """Takes the samples of this hour, in the caller's transaction; the hour."""
    hour_ms = hour_of(now_ms)
    hourly_from = hour_ms - HOURLY_MS
    connection.execute(_TAKE, {"taken_ms": hour_ms, "directories": DIRECTORIES_MAX})
    connection.execute(_THIN, {"hourly_from": hourly_from, "day": DAY_MS})
    connection.execute(_FORGET, [hour_ms - KEPT_MS])
    connection.execute(_TAKE_TYPES, {"taken_ms": hour_ms, "directories": TYPED_MAX})
    connection.execute(_FORGET_TYPES, [hourly_from])
    return hour_ms


def take_chosen(
    connection: duckdb.DuckDBPyConnection, hour_ms: int, watched: frozenset[int]
) -> None:
    """Takes the samples of an hour of those that have none of it: watched, or with a limit."""
    which = {"taken_ms": hour_ms, "watched": sorted(watched), "limited": LIMITED_MAX}
    chosen = [row[0] for row in connection.execute(_NOT_TAKEN, which).fetchall()]
    if chosen:
        connection.execute(_TAKE_CHOSEN, {"taken_ms": hour_ms, "chosen": chosen})
