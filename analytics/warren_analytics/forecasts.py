"""When limits will be met, in the words of SQL: pieces of statements that operators can read, too.

Directories grow as their samples of the last week tell; one whose past is not kept has no pace.
"""

from __future__ import annotations

from typing import Final

from warren_analytics.quota_values import STORAGE_TYPES

# Beyond that nobody can tell.
DAYS_MAX: Final = 3_650


def _share(used: str, limit: str) -> str:
    return f"CASE WHEN {limit} > 0 THEN {used} / {limit} WHEN {limit} = 0 THEN 1 END"


def _type_shares() -> str:
    return ",\n                  ".join(
        _share(f"{each}_used_bytes", f"{each}_quota_bytes") for each in STORAGE_TYPES
    )


def _of_types(piece: str) -> str:
    """A piece of a list for each type of storage, which stands in it as TYPE."""
    return ",\n         ".join(piece.replace("TYPE", each) for each in STORAGE_TYPES)


_TYPE_THEN: Final = """min(taken_at) FILTER (TYPE_used_bytes IS NOT NULL) AS TYPE_since,
         arg_min(TYPE_used_bytes, taken_at) AS TYPE_then"""
_TYPE_A_DAY: Final = """CASE WHEN TYPE_since <= this_moment - INTERVAL 1 HOUR
              THEN (TYPE_used_bytes - TYPE_then)
                   / (date_diff('second', TYPE_since, this_moment) / 86400)
         END AS TYPE_a_day"""
_TYPE_DAYS: Final = """CASE WHEN TYPE_quota_bytes IS NOT NULL AND TYPE_a_day > 0
              THEN greatest(TYPE_quota_bytes - TYPE_used_bytes, 0) / TYPE_a_day
         END AS TYPE_days"""
_DAYS: Final = (
    f"least(space_days, names_days, {', '.join(f'{each}_days' for each in STORAGE_TYPES)})"
)


# Of each directory with a limit: how full its fullest limit is, and when the first will be met.
# A pace is of whole minutes: who pages by growth would meet rows again whose pace has fallen since.
EXPECTED: Final = f"""WITH day AS (SELECT date_trunc('minute', now()::TIMESTAMP) AS this_moment),
past AS (
  SELECT inode_id, min(taken_at) AS since, arg_min(space_bytes, taken_at) AS space_then,
         arg_min(files + directories, taken_at) AS names_then
  FROM directory_usage_history, day WHERE taken_at >= this_moment - INTERVAL 7 DAY
  GROUP BY inode_id
), pace AS (
  SELECT inode_id, since, date_diff('second', since, this_moment) / 86400 AS days,
         (u.space_bytes - space_then) / days AS space_a_day,
         (u.files + u.directories - names_then) / days AS names_a_day
  FROM past JOIN directory_usage AS u USING (inode_id), day
  WHERE since <= this_moment - INTERVAL 1 HOUR
), past_of_types AS (
  SELECT inode_id, min(taken_at) AS types_since,
         {_of_types(_TYPE_THEN)}
  FROM quota_history, day WHERE taken_at >= this_moment - INTERVAL 7 DAY
  GROUP BY inode_id
), left_over AS (
  SELECT q.*, coalesce(since, types_since) AS since, space_a_day, names_a_day,
         {_of_types(_TYPE_A_DAY)},
         {_of_types(_TYPE_DAYS)},
         CASE WHEN space_quota_bytes IS NOT NULL AND space_a_day > 0
              THEN greatest(space_quota_bytes - space_used_bytes, 0) / space_a_day
         END AS space_days,
         CASE WHEN namespace_quota IS NOT NULL AND names_a_day > 0
              THEN greatest(namespace_quota - namespace_used, 0) / names_a_day
         END AS names_days
  FROM quotas AS q LEFT JOIN pace USING (inode_id) LEFT JOIN past_of_types USING (inode_id), day
), expected AS (
  SELECT *,
         greatest({_share("namespace_used", "namespace_quota")},
                  {_share("space_used_bytes", "space_quota_bytes")},
                  {_type_shares()}) AS used_share,
         CASE WHEN {_DAYS} < {DAYS_MAX}
              THEN this_moment::DATE + floor({_DAYS})::INTEGER
         END AS full_on
  FROM left_over, day
  WHERE used_share IS NOT NULL
)"""  # noqa: S608 - from this package only
