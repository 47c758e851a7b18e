"""The library of ready reports: plain statements, so that an operator can go on from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal

from warren_analytics.forecasts import EXPECTED


@dataclass(frozen=True, slots=True)
class Chart:
    """How to draw a report: its labels' column, and the columns of its values."""

    kind: Literal["bar", "line"]
    label: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """A statement with a chart.

    drill_down: what a row counts, by parameters of the search and the columns that give their
    values. Besides ``parent_id``: what is directly in a directory, which only SQL finds, as files
    without an extension.
    cost_of: column of bytes of which it is worth knowing what they cost; null for none.
    """

    name: str
    title: str
    description: str
    statement: str
    chart: Chart
    drill_down: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    cost_of: str | None = None


REPORTS: Final = (
    Report(
        "biggest-directories",
        "Biggest directories",
        "Directories by the space of everything below them, the first three levels.",
        """SELECT path, files, directories, length_bytes, space_bytes
FROM directory_usage
WHERE depth BETWEEN 1 AND 3
ORDER BY space_bytes DESC, path
LIMIT 50""",
        Chart("bar", "path", ("space_bytes",)),
        {"path": "path"},
    ),
    Report(
        "small-files",
        "Small files",
        "Directories with the most files directly in them that are far smaller than a block (under "
        "1 MiB): each costs as much metadata as a large one.",
        """WITH small AS (
  SELECT parent_id, count(*) AS small_files, sum(size_bytes)::BIGINT AS length_bytes,
         avg(size_bytes)::BIGINT AS average_bytes
  FROM inodes WHERE kind = 'file' AND size_bytes < 1048576
  GROUP BY parent_id
)
SELECT d.path, small_files, length_bytes, average_bytes, d.inode_id AS parent_id,
       1048575 AS size_max
FROM small JOIN directories AS d ON d.inode_id = small.parent_id
ORDER BY small_files DESC, d.path
LIMIT 50""",
        Chart("bar", "path", ("small_files",)),
        {"parent_id": "parent_id", "size_max": "size_max"},
    ),
    Report(
        "in-database",
        "Small files in the database",
        "Files by length: how many have their bytes in the database, how many a take-in would move "
        "(at most 64 KiB, under the storage policy DB, not there yet), and how many it could move "
        "if all directories had that policy. Empty files have no bytes to move; erasure-coded ones "
        "and those that are being written stay where they are.",
        """WITH classes (class, size_class, size_min, size_max) AS (VALUES
  (0, 'up to 1 KiB', 0, 1024), (1, 'up to 2 KiB', 1025, 2048), (2, 'up to 4 KiB', 2049, 4096),
  (3, 'up to 8 KiB', 4097, 8192), (4, 'up to 16 KiB', 8193, 16384),
  (5, 'up to 32 KiB', 16385, 32768), (6, 'up to 64 KiB', 32769, 65536),
  (7, 'up to 1 MiB', 65537, 1048576), (8, 'over 1 MiB', 1048577, NULL)
), files AS (
  SELECT CASE WHEN size_bytes <= 1024 THEN 0 WHEN size_bytes <= 2048 THEN 1
              WHEN size_bytes <= 4096 THEN 2 WHEN size_bytes <= 8192 THEN 3
              WHEN size_bytes <= 16384 THEN 4 WHEN size_bytes <= 32768 THEN 5
              WHEN size_bytes <= 65536 THEN 6 WHEN size_bytes <= 1048576 THEN 7 ELSE 8 END AS class,
         size_bytes, in_database,
         NOT in_database AND size_bytes BETWEEN 1 AND 65536 AS fits, storage_policy = 'DB' AS chosen
  FROM inodes WHERE kind = 'file'
), counted AS (
  SELECT class, count(*) AS files, sum(size_bytes) AS length_bytes,
         count(*) FILTER (in_database) AS files_in_database,
         sum(size_bytes) FILTER (in_database) AS bytes_in_database,
         count(*) FILTER (fits AND chosen) AS files_to_take_in,
         sum(size_bytes) FILTER (fits AND chosen) AS bytes_to_take_in,
         count(*) FILTER (fits) AS files_that_fit, sum(size_bytes) FILTER (fits) AS bytes_that_fit
  FROM files GROUP BY class
)
SELECT size_class, coalesce(files, 0) AS files, coalesce(length_bytes, 0)::BIGINT AS length_bytes,
       coalesce(files_in_database, 0) AS files_in_database,
       coalesce(bytes_in_database, 0)::BIGINT AS bytes_in_database,
       coalesce(files_to_take_in, 0) AS files_to_take_in,
       coalesce(bytes_to_take_in, 0)::BIGINT AS bytes_to_take_in,
       coalesce(files_that_fit, 0) AS files_that_fit,
       coalesce(bytes_that_fit, 0)::BIGINT AS bytes_that_fit, size_min, size_max
FROM classes LEFT JOIN counted USING (class)
ORDER BY class""",
        Chart("bar", "size_class", ("files_in_database", "files_that_fit")),
        {"size_min": "size_min", "size_max": "size_max"},
    ),
    Report(
        "cold-data",
        "Cold data by age",
        "Files and space by the time since the last change of their content, in whole days (UTC).",
        """WITH day AS (SELECT now()::TIMESTAMP::DATE AS this_day),
ages (class, age, from_days, before_days) AS (VALUES
  (1, 'under 30 days', 30, NULL), (2, '30 to 90 days', 90, 30), (3, '90 days to a year', 365, 90),
  (4, '1 to 2 years', 730, 365), (5, 'older', NULL, 730)
), counted AS (
  SELECT CASE WHEN mtime >= this_day - 30 THEN 1 WHEN mtime >= this_day - 90 THEN 2
              WHEN mtime >= this_day - 365 THEN 3 WHEN mtime >= this_day - 730 THEN 4
              ELSE 5 END AS class,
         count(*) AS files, sum(size_bytes)::BIGINT AS length_bytes,
         sum(space_bytes)::BIGINT AS space_bytes
  FROM inodes, day WHERE kind = 'file' GROUP BY class
)
SELECT age, files, length_bytes, space_bytes,
       this_day - from_days AS modified_from, this_day - before_days - 1 AS modified_to
FROM ages JOIN counted USING (class), day
ORDER BY class""",
        Chart("bar", "age", ("space_bytes",)),
        {"modified_from": "modified_from", "modified_to": "modified_to"},
        cost_of="space_bytes",
    ),
    Report(
        "growth",
        "Growth",
        "Files and space at the end of each day since the replica was first built.",
        """SELECT day, files, directories, length_bytes, space_bytes,
       space_bytes - lag(space_bytes) OVER (ORDER BY day) AS space_added_bytes
FROM usage_history
ORDER BY day""",
        Chart("line", "day", ("space_bytes",)),
    ),
    Report(
        "owners",
        "Owners",
        "What each owner keeps.",
        """SELECT owner, count(*) FILTER (kind = 'file') AS files,
       count(*) FILTER (kind = 'directory') AS directories,
       sum(size_bytes)::BIGINT AS length_bytes, sum(space_bytes)::BIGINT AS space_bytes,
       max(mtime) AS last_change
FROM inodes
GROUP BY owner
ORDER BY space_bytes DESC, owner
LIMIT 100""",
        Chart("bar", "owner", ("space_bytes",)),
        {"owner": "owner"},
    ),
    Report(
        "duplicates",
        "Duplicates",
        "Files of at least 1 MiB that are there more than once. Compared yes: same size and "
        "checksum. Compared not yet: same length and extension, checksums are still being "
        "gathered; not possible: they cannot be had now, the table checksums says why. Files with "
        "other block sizes or kinds of checksum count as different. The last two columns count "
        "all files that share their length with another. A row leads to all files of its length.",
        """WITH shared AS (
  SELECT size_bytes FROM inodes WHERE kind = 'file' AND size_bytes >= 1048576
  GROUP BY size_bytes HAVING count(*) > 1
), candidates AS (
  SELECT i.inode_id, i.size_bytes, coalesce(i.extension, '') AS extension,
         c.algorithm, c.checksum,
         CASE WHEN c.checksum IS NOT NULL THEN 'yes' WHEN c.reason IS NOT NULL THEN 'not possible'
              ELSE 'not yet' END AS compared
  FROM inodes AS i JOIN shared USING (size_bytes) LEFT JOIN checksums AS c USING (inode_id)
  WHERE i.kind = 'file'
), proved AS (
  SELECT 'yes' AS compared, size_bytes, count(*) AS files,
         ((count(*) - 1) * size_bytes)::BIGINT AS wasted_bytes,
         min(inode_id) AS example_id, max(inode_id) AS other_id
  FROM candidates WHERE checksum IS NOT NULL
  GROUP BY size_bytes, algorithm, checksum HAVING count(*) > 1
), alike AS (
  SELECT size_bytes, extension, count(*) AS alike FROM candidates GROUP BY ALL
), likely AS (
  SELECT compared, size_bytes, count(*) AS files,
         (least(count(*), any_value(alike) - 1) * size_bytes)::BIGINT AS wasted_bytes,
         min(inode_id) AS example_id, max(inode_id) AS other_id
  FROM candidates JOIN alike USING (size_bytes, extension)
  WHERE compared <> 'yes' AND alike > 1
  GROUP BY compared, size_bytes, extension
), largest AS (
  FROM (FROM proved UNION ALL FROM likely) ORDER BY wasted_bytes DESC, size_bytes DESC LIMIT 100
), places AS (
  SELECT inode_id, path FROM inodes
  WHERE inode_id IN (SELECT unnest([example_id, other_id]) FROM largest)
), totals AS (
  SELECT count(*) FILTER (compared <> 'not yet') AS all_compared,
         count(*) FILTER (compared = 'not yet') AS all_waiting
  FROM candidates
)
SELECT size_bytes, compared, files, wasted_bytes, example.path AS example_path,
       other.path AS other_path, all_compared, all_waiting,
       size_bytes AS size_min, size_bytes AS size_max
FROM largest LEFT JOIN places AS example ON example.inode_id = example_id
LEFT JOIN places AS other ON other.inode_id = other_id, totals
ORDER BY wasted_bytes DESC, size_bytes DESC, example_path
LIMIT 100""",
        Chart("bar", "example_path", ("wasted_bytes",)),
        {"size_min": "size_min", "size_max": "size_max"},
    ),
    Report(
        "extensions",
        "Kinds of files",
        "Files and space by extension.",
        """SELECT coalesce(i.extension, '(none)') AS extension, count(*) AS files,
       sum(size_bytes)::BIGINT AS length_bytes, sum(i.space_bytes)::BIGINT AS space_bytes,
       i.extension AS ext
FROM inodes AS i
WHERE kind = 'file'
GROUP BY i.extension
ORDER BY sum(i.space_bytes) DESC, ext
LIMIT 50""",
        Chart("bar", "extension", ("space_bytes",)),
        {"ext": "ext"},
    ),
    Report(
        "datanodes",
        "What the datanodes hold",
        "Replicas and bytes by datanode and kind of storage, as the last sweep found them.",
        """SELECT coalesce(datanode, 'unknown') AS datanode, storage_type, count(*) AS replicas,
       sum(length_bytes)::BIGINT AS length_bytes,
       count(*) FILTER (state = 'corrupt') AS corrupt,
       count(*) FILTER (state = 'surplus') AS surplus
FROM replicas
GROUP BY ALL
ORDER BY length_bytes DESC, datanode
LIMIT 200""",
        Chart("bar", "datanode", ("length_bytes",)),
    ),
    Report(
        "quotas",
        "Quotas in use",
        "Directories with a limit, the fullest first, as the last sweep found them; and the day on "
        "which the first limit will be met if the directory goes on growing as in the last week.",
        f"""{EXPECTED}
SELECT path, namespace_used, namespace_quota, space_used_bytes, space_quota_bytes,
       round(100 * used_share, 1) AS used_percent, full_on
FROM expected
ORDER BY used_percent DESC, path
LIMIT 100""",  # noqa: S608 - from this package only
        Chart("bar", "path", ("used_percent",)),
        {"path": "path"},
    ),
)
