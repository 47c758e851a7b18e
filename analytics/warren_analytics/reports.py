"""The library of ready reports: plain statements, so that an operator can go on from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal


@dataclass(frozen=True, slots=True)
class Chart:
    """How to draw a report: its labels' column, and the columns of its values."""

    kind: Literal["bar", "line"]
    label: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """A statement with a chart. drill_down: search parameter by the column that gives its value."""

    name: str
    title: str
    description: str
    statement: str
    chart: Chart
    drill_down: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


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
        "Directories with the most files that are far smaller than a block (under 1 MiB): each "
        "costs as much metadata as a large one.",
        """SELECT d.path, count(*) AS small_files, sum(i.size_bytes)::BIGINT AS length_bytes,
       avg(i.size_bytes)::BIGINT AS average_bytes, 1048575 AS size_max
FROM inodes AS i JOIN directories AS d ON d.inode_id = i.parent_id
WHERE i.kind = 'file' AND i.size_bytes < 1048576
GROUP BY d.path
ORDER BY small_files DESC, d.path
LIMIT 50""",
        Chart("bar", "path", ("small_files",)),
        {"path": "path", "size_max": "size_max"},
    ),
    Report(
        "cold-data",
        "Cold data by age",
        "Files and space by the time since the last change of their content.",
        """SELECT CASE WHEN mtime >= now()::TIMESTAMP - INTERVAL 30 DAY THEN '1 under 30 days'
            WHEN mtime >= now()::TIMESTAMP - INTERVAL 90 DAY THEN '2 under 90 days'
            WHEN mtime >= now()::TIMESTAMP - INTERVAL 1 YEAR THEN '3 under a year'
            WHEN mtime >= now()::TIMESTAMP - INTERVAL 2 YEAR THEN '4 under 2 years'
            ELSE '5 older' END AS age,
       count(*) AS files, sum(size_bytes)::BIGINT AS length_bytes,
       sum(space_bytes)::BIGINT AS space_bytes, max(mtime) AS mtime_before
FROM inodes
WHERE kind = 'file'
GROUP BY age
ORDER BY age""",
        Chart("bar", "age", ("space_bytes",)),
        {"mtime_before": "mtime_before"},
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
        "Likely duplicates",
        "Files over 1 MiB with the same length and extension. Checksums are not in the feed, so "
        "equal content is likely, not certain.",
        """SELECT size_bytes, coalesce(extension, '') AS extension, count(*) AS files,
       ((count(*) - 1) * size_bytes)::BIGINT AS wasted_bytes, min(path) AS example_path,
       size_bytes AS size_min, size_bytes AS size_max
FROM inodes
WHERE kind = 'file' AND size_bytes > 1048576
GROUP BY size_bytes, coalesce(extension, '')
HAVING count(*) > 1
ORDER BY wasted_bytes DESC, size_bytes DESC
LIMIT 100""",
        Chart("bar", "example_path", ("wasted_bytes",)),
        {"size_min": "size_min", "size_max": "size_max"},
    ),
    Report(
        "extensions",
        "Kinds of files",
        "Files and space by extension.",
        """SELECT coalesce(extension, '(none)') AS extension, count(*) AS files,
       sum(size_bytes)::BIGINT AS length_bytes, sum(space_bytes)::BIGINT AS space_bytes
FROM inodes
WHERE kind = 'file'
GROUP BY extension
ORDER BY space_bytes DESC, extension
LIMIT 50""",
        Chart("bar", "extension", ("space_bytes",)),
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
        "Directories with a limit, the fullest first, as the last sweep found them.",
        """SELECT path, namespace_used, namespace_quota, space_used_bytes, space_quota_bytes,
       round(100 * greatest(coalesce(namespace_used / nullif(namespace_quota, 0), 0),
                            coalesce(space_used_bytes / nullif(space_quota_bytes, 0), 0)), 1)
         AS used_percent
FROM quotas
WHERE namespace_quota IS NOT NULL OR space_quota_bytes IS NOT NULL
ORDER BY used_percent DESC, path
LIMIT 100""",
        Chart("bar", "path", ("used_percent",)),
        {"path": "path"},
    ),
)
