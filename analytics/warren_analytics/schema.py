"""Tables of the replica: how they are stored, and the views that are published to SQL.

Rows are stored in the schema ``store``, which statements cannot name; what they read are the views
of ``main``. There is no primary key: an index over ten million ids costs more memory than the rows,
and the one writer replaces a row by deleting and inserting it in one transaction.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from warren_analytics.classes import NO_EXTENSION

SCHEMA_VERSION: Final = 13

STORAGE: Final = """
CREATE SCHEMA store;
CREATE TABLE store.inode (
  inode_id BIGINT NOT NULL,
  logical_time BIGINT NOT NULL,
  parent_id BIGINT NOT NULL,
  name VARCHAR NOT NULL,
  kind VARCHAR NOT NULL,
  size_bytes BIGINT NOT NULL,
  owner VARCHAR NOT NULL,
  group_name VARCHAR NOT NULL,
  mode INTEGER NOT NULL,
  mtime_ms BIGINT NOT NULL,
  atime_ms BIGINT NOT NULL,
  replication INTEGER NOT NULL,
  block_size_bytes BIGINT NOT NULL,
  storage_policy INTEGER NOT NULL,
  in_database BOOLEAN NOT NULL,
  -- The name and its extension as search compares them.
  folded VARCHAR NOT NULL,
  extension VARCHAR,
  -- Whether it has an access ACL; which one, only the namenodes know.
  guarded BOOLEAN NOT NULL,
  -- What counts tell apart, see warren_analytics.classes.
  class UTINYINT NOT NULL,
  file_extension VARCHAR NOT NULL
);
CREATE TABLE store.directory (
  inode_id BIGINT NOT NULL,
  parent_id BIGINT NOT NULL,
  name VARCHAR NOT NULL,
  own_policy INTEGER NOT NULL,
  path VARCHAR,
  ancestor_ids BIGINT[],
  -- What holds for it and is handed down; 0: nothing is set on the way.
  storage_policy INTEGER NOT NULL
);
CREATE TABLE store.content (
  inode_id BIGINT NOT NULL,
  files HUGEINT NOT NULL,
  directories HUGEINT NOT NULL,
  length_bytes HUGEINT NOT NULL,
  space_bytes HUGEINT NOT NULL,
  -- Sum over files; with their number, their average age.
  mtime_s HUGEINT NOT NULL
);
CREATE TABLE store.total (
  inode_id BIGINT NOT NULL,
  files HUGEINT NOT NULL,
  directories HUGEINT NOT NULL,
  length_bytes HUGEINT NOT NULL,
  space_bytes HUGEINT NOT NULL,
  mtime_s HUGEINT NOT NULL
);
CREATE TABLE store.tombstone (
  inode_id BIGINT NOT NULL, logical_time BIGINT NOT NULL, buried_at_ms BIGINT NOT NULL
);
CREATE TABLE store.change (
  sequence BIGINT NOT NULL,
  committed_at_ms BIGINT NOT NULL,
  operation VARCHAR NOT NULL,
  inode_id BIGINT NOT NULL,
  logical_time BIGINT NOT NULL,
  parent_id BIGINT NOT NULL,
  name VARCHAR NOT NULL,
  before_parent_id BIGINT,
  before_name VARCHAR,
  kind VARCHAR NOT NULL,
  size_bytes BIGINT NOT NULL,
  owner VARCHAR NOT NULL,
  group_name VARCHAR NOT NULL,
  mode INTEGER NOT NULL,
  replication INTEGER NOT NULL
);
CREATE TABLE store.usage_day (
  day DATE NOT NULL,
  files BIGINT NOT NULL,
  directories BIGINT NOT NULL,
  length_bytes BIGINT NOT NULL,
  space_bytes BIGINT NOT NULL
);
CREATE TABLE store.usage_sample (
  inode_id BIGINT NOT NULL,
  taken_ms BIGINT NOT NULL,
  files HUGEINT NOT NULL,
  directories HUGEINT NOT NULL,
  length_bytes HUGEINT NOT NULL,
  space_bytes HUGEINT NOT NULL
);
CREATE TABLE store.type_sample (
  inode_id BIGINT NOT NULL,
  taken_ms BIGINT NOT NULL,
  ssd_used_bytes BIGINT,
  disk_used_bytes BIGINT,
  archive_used_bytes BIGINT,
  provided_used_bytes BIGINT,
  nvdimm_used_bytes BIGINT
);
CREATE TABLE store.block (
  inode_id BIGINT NOT NULL,
  block_id BIGINT NOT NULL,
  index INTEGER NOT NULL,
  generation_stamp BIGINT NOT NULL,
  length_bytes BIGINT NOT NULL,
  state VARCHAR NOT NULL
);
CREATE TABLE store.replica (
  inode_id BIGINT NOT NULL,
  block_id BIGINT NOT NULL,
  storage_id INTEGER NOT NULL,
  storage_uuid VARCHAR NOT NULL,
  storage_type VARCHAR NOT NULL,
  datanode VARCHAR,
  generation_stamp BIGINT NOT NULL,
  length_bytes BIGINT NOT NULL,
  state VARCHAR NOT NULL
);
CREATE TABLE store.xattr (
  inode_id BIGINT NOT NULL,
  number INTEGER NOT NULL,
  part INTEGER NOT NULL,
  namespace VARCHAR NOT NULL,
  name VARCHAR NOT NULL,
  length_bytes INTEGER NOT NULL,
  value VARCHAR
);
CREATE TABLE store.quota (
  inode_id BIGINT NOT NULL,
  namespace_quota BIGINT,
  space_quota_bytes BIGINT,
  namespace_used BIGINT NOT NULL,
  space_used_bytes BIGINT NOT NULL,
  ssd_quota_bytes BIGINT,
  ssd_used_bytes BIGINT,
  disk_quota_bytes BIGINT,
  disk_used_bytes BIGINT,
  archive_quota_bytes BIGINT,
  archive_used_bytes BIGINT,
  provided_quota_bytes BIGINT,
  provided_used_bytes BIGINT,
  nvdimm_quota_bytes BIGINT,
  nvdimm_used_bytes BIGINT
);
CREATE TABLE store.checksum (
  inode_id BIGINT NOT NULL,
  size_bytes BIGINT NOT NULL,
  mtime_ms BIGINT NOT NULL,
  algorithm VARCHAR,
  checksum VARCHAR,
  reason VARCHAR,
  as_of_ms BIGINT NOT NULL
);
CREATE TABLE store.heat (
  namenode VARCHAR NOT NULL,
  counted_by VARCHAR NOT NULL,
  window_s INTEGER NOT NULL,
  key VARCHAR NOT NULL,
  of_key VARCHAR,
  time_ms DOUBLE NOT NULL,
  time_error_ms DOUBLE NOT NULL,
  waited_ms DOUBLE NOT NULL,
  calls BIGINT NOT NULL,
  rows_touched BIGINT NOT NULL,
  refused BIGINT NOT NULL,
  as_of_ms BIGINT NOT NULL
);
CREATE TABLE store.unread (inode_id BIGINT NOT NULL);
CREATE TABLE store.sweep (
  detail VARCHAR NOT NULL,
  cursor VARCHAR,
  last_key BIGINT[],
  started_at_ms BIGINT,
  complete_as_of_ms BIGINT
);
CREATE TABLE store.build (
  cursor VARCHAR NOT NULL,
  sequence BIGINT NOT NULL,
  time_ms BIGINT NOT NULL,
  after_id BIGINT NOT NULL,
  inodes BIGINT NOT NULL,
  is_loaded BOOLEAN NOT NULL
);
CREATE TABLE store.position (
  version INTEGER NOT NULL,
  complete BOOLEAN NOT NULL,
  cursor VARCHAR NOT NULL,
  sequence BIGINT NOT NULL,
  time_ms BIGINT NOT NULL
);
"""

# HDFS accepts any 64-bit time; a TIMESTAMP ends in the year 294246.
_TIME_MS_MAX: Final = 9_000_000_000_000_000
_BIGINT_MAX: Final = 2**63 - 1


def _time(column: str) -> str:
    bounded = f"greatest(least({column}, {_TIME_MS_MAX}), -{_TIME_MS_MAX})"
    return f"make_timestamp({bounded} * 1000)"


def bounded(total: str) -> str:
    """A total as statements know numbers; 0 where there is none."""
    return f"least(coalesce({total}, 0), {_BIGINT_MAX})::BIGINT"


# As HDFS numbers them.
POLICY_NAMES: Final = {
    1: "PROVIDED",
    2: "COLD",
    3: "DB",
    5: "WARM",
    7: "HOT",
    10: "ONE_SSD",
    12: "ALL_SSD",
    14: "ALL_NVDIMM",
    15: "LAZY_PERSIST",
}
DEFAULT_POLICY: Final = 7


def _policy_name(number: str) -> str:
    """Null for 0; a number that has no name here stays one."""
    names = " ".join(f"WHEN {each} THEN '{name}'" for each, name in POLICY_NAMES.items())
    return f"CASE {number} WHEN 0 THEN NULL {names} ELSE ({number})::VARCHAR END"


# Of an inode i in a directory d.
HOLDS: Final = f"""CASE WHEN i.storage_policy <> 0 THEN i.storage_policy
            WHEN coalesce(d.storage_policy, 0) <> 0 THEN d.storage_policy
            ELSE {DEFAULT_POLICY} END"""

STORAGE_POLICY: Final = _policy_name(HOLDS)
_PATH: Final = """CASE WHEN i.parent_id = 0 THEN '/'
       WHEN d.path = '/' THEN '/' || i.name
       ELSE d.path || '/' || i.name END"""

# Made anew whenever a file is opened: what they say may change without a new file.
VIEWS: Final = f"""
CREATE OR REPLACE VIEW main.inodes AS
SELECT i.inode_id, i.parent_id, i.name,
       {_PATH} AS path,
       i.kind,
       nullif(i.file_extension, '{NO_EXTENSION}') AS extension,
       i.size_bytes, i.size_bytes * i.replication AS space_bytes,
       i.owner, i.group_name, printf('%04o', i.mode) AS mode, i.replication, i.block_size_bytes,
       {_time("i.mtime_ms")} AS mtime, {_time("i.atime_ms")} AS atime,
       i.logical_time,
       {_policy_name("i.storage_policy")} AS own_storage_policy,
       CASE WHEN i.kind <> 'symlink' THEN {STORAGE_POLICY} END AS storage_policy,
       i.in_database
FROM store.inode AS i LEFT JOIN store.directory AS d ON d.inode_id = i.parent_id;

CREATE OR REPLACE VIEW main.directories AS
SELECT d.inode_id, d.parent_id, d.name, d.path, len(d.ancestor_ids) AS depth, d.ancestor_ids,
       i.owner, i.group_name, printf('%04o', i.mode) AS mode, {_time("i.mtime_ms")} AS mtime
FROM store.directory AS d JOIN store.inode AS i ON i.inode_id = d.inode_id;

CREATE OR REPLACE VIEW main.directory_usage AS
SELECT d.inode_id, d.path, len(d.ancestor_ids) AS depth,
       {bounded("t.files")} AS files, {bounded("t.directories")} AS directories,
       {bounded("t.length_bytes")} AS length_bytes, {bounded("t.space_bytes")} AS space_bytes,
       CASE WHEN t.files > 0 THEN make_timestamp((t.mtime_s // t.files)::BIGINT * 1000000) END
         AS average_mtime
FROM store.directory AS d LEFT JOIN store.total AS t USING (inode_id);

CREATE OR REPLACE VIEW main.changes AS
SELECT c.sequence, {_time("c.committed_at_ms")} AS committed_at, c.operation, c.inode_id,
       c.logical_time, c.parent_id, c.name, c.before_parent_id, c.before_name, c.kind, c.size_bytes,
       c.owner, c.group_name, printf('%04o', c.mode) AS mode, c.replication
FROM store.change AS c;

CREATE OR REPLACE VIEW main.blocks AS
SELECT inode_id, block_id, index AS block_index, generation_stamp, length_bytes, state
FROM store.block;

CREATE OR REPLACE VIEW main.replicas AS
SELECT inode_id, block_id, storage_id, storage_uuid, storage_type, datanode, generation_stamp,
       length_bytes, state
FROM store.replica;

CREATE OR REPLACE VIEW main.xattrs AS
SELECT inode_id, min(namespace) || '.' || min(name) AS name,
       min(value) FILTER (part = 0) AS value, sum(length_bytes)::BIGINT AS length_bytes
FROM store.xattr GROUP BY inode_id, number;

CREATE OR REPLACE VIEW main.quotas AS
SELECT q.inode_id, d.path, q.namespace_quota, q.namespace_used, q.space_quota_bytes,
       q.space_used_bytes,
       q.ssd_quota_bytes, q.ssd_used_bytes, q.disk_quota_bytes, q.disk_used_bytes,
       q.archive_quota_bytes, q.archive_used_bytes, q.provided_quota_bytes,
       q.provided_used_bytes, q.nvdimm_quota_bytes, q.nvdimm_used_bytes
FROM store.quota AS q LEFT JOIN store.directory AS d USING (inode_id);

CREATE OR REPLACE VIEW main.checksums AS
SELECT inode_id, size_bytes, {_time("mtime_ms")} AS mtime, algorithm, checksum, reason,
       {_time("as_of_ms")} AS as_of
FROM store.checksum;

CREATE OR REPLACE VIEW main.heat AS
SELECT namenode, counted_by, window_s, key, of_key,
       CASE WHEN counted_by = 'path' OR counted_by LIKE 'directory%' THEN key END AS path,
       time_ms, time_error_ms, waited_ms, calls, rows_touched, refused,
       {_time("as_of_ms")} AS as_of
FROM store.heat;

CREATE OR REPLACE VIEW main.usage_history AS
SELECT day, files, directories, length_bytes, space_bytes FROM store.usage_day;

CREATE OR REPLACE VIEW main.directory_usage_history AS
SELECT s.inode_id, d.path, {_time("s.taken_ms")} AS taken_at,
       {bounded("s.files")} AS files, {bounded("s.directories")} AS directories,
       {bounded("s.length_bytes")} AS length_bytes, {bounded("s.space_bytes")} AS space_bytes
FROM store.usage_sample AS s JOIN store.directory AS d USING (inode_id);

CREATE OR REPLACE VIEW main.quota_history AS
SELECT s.inode_id, d.path, {_time("s.taken_ms")} AS taken_at, s.ssd_used_bytes,
       s.disk_used_bytes, s.archive_used_bytes, s.provided_used_bytes, s.nvdimm_used_bytes
FROM store.type_sample AS s JOIN store.directory AS d USING (inode_id);
"""  # noqa: S608 - pieces of this file


@dataclass(frozen=True, slots=True)
class Table:
    """A published table: what one row is, and what its columns mean beyond their names."""

    name: str
    description: str
    columns: dict[str, str]


TABLES: Final = (
    Table(
        "inodes",
        "One row for each file, directory and symbolic link.",
        {
            "inode_id": "Stays the same when the inode is renamed or moved.",
            "parent_id": "inode_id of the directory that holds it; 0 for the root.",
            "path": "Null while the feed has not told an ancestor yet.",
            "kind": "file, directory or symlink.",
            "extension": "As ext: in search finds it: lower case, without the dot and without "
            "accents; null without one and for other kinds.",
            "size_bytes": "Length of the file.",
            "space_bytes": "Length times replication.",
            "mode": "Octal, as 0755.",
            "mtime": "UTC.",
            "atime": "UTC.",
            "logical_time": "Version of the inode: rises with each change.",
            "own_storage_policy": "Set at the inode itself, as COLD; null when it is inherited.",
            "storage_policy": "The one that holds, as policy: in search finds it: its own, else "
            "that of the nearest directory above that has one, else HOT. Null for links.",
            "in_database": "Whether it is a file whose bytes are rows of the database, as "
            "in:database in search finds it; others have blocks, or no bytes.",
        },
    ),
    Table(
        "directories",
        "One row for each directory.",
        {
            "depth": "0 for the root.",
            "ancestor_ids": "inode_ids from the root to the parent.",
            "mode": "Octal, as 0755.",
            "mtime": "UTC.",
        },
    ),
    Table(
        "directory_usage",
        "One row for each directory with the totals of everything below it.",
        {
            "depth": "0 for the root.",
            "files": "Files below, at any depth.",
            "directories": "Directories below, at any depth.",
            "length_bytes": "Sum of the files' lengths.",
            "space_bytes": "Sum of length times replication.",
            "average_mtime": "Of the files below, UTC; null without any.",
        },
    ),
    Table(
        "changes",
        "One row for each change of an inode, since the replica was built, for a limited time.",
        {
            "sequence": "Rises in commit order.",
            "committed_at": "UTC.",
            "operation": "create, update, rename or delete.",
            "before_parent_id": "Directory before a rename or move, else null.",
            "before_name": "Name before a rename or move, else null.",
            "mode": "Octal, as 0755.",
        },
    ),
    Table(
        "blocks",
        "One row for each block of a file.",
        {
            "block_index": "Place in the file, from 0.",
            "length_bytes": "While it is written, what its writer last told.",
            "state": "complete, or what is still done: under_construction, under_recovery, "
            "committed, under_truncation.",
        },
    ),
    Table(
        "replicas",
        "One row for each replica that a datanode reported; not those that are being written.",
        {
            "storage_id": "Warren's number of the storage (a disk of a datanode).",
            "storage_type": "As HDFS names it: DISK, SSD, ARCHIVE, …",
            "datanode": "HOST:PORT; null when it has not reported lately.",
            "state": "finalized, corrupt or surplus.",
        },
    ),
    Table(
        "xattrs",
        "One row for each extended attribute of an inode.",
        {
            "name": "With its namespace, as user.team.",
            "value": "The first 1,000 bytes; null when they are not UTF-8, and outside of user "
            "and trusted.",
            "length_bytes": "Of the whole value.",
        },
    ),
    Table(
        "quotas",
        "One row for each directory with a limit.",
        {
            "namespace_quota": "Names that may be there; null for no limit.",
            "namespace_used": "Names that are there; counted with a lag.",
            "space_quota_bytes": "Of length times replication; null for no limit.",
            "space_used_bytes": "Of length times replication; counted with a lag.",
            "ssd_quota_bytes": "Of replicas that their policy wants on SSD; null for no limit. The "
            "same for the other types of storage.",
            "ssd_used_bytes": "Null where the type has no limit, as for the other types.",
        },
    ),
    Table(
        "checksums",
        "One row for each file of at least 1 MiB that shares its length with another one and was "
        "compared since its content last changed.",
        {
            "size_bytes": "Length of the file that was read.",
            "mtime": "Of the file that was read, UTC.",
            "algorithm": "As MD5-of-0MD5-of-512CRC32C: of the checksums that HDFS keeps beside the "
            "blocks. Those of different algorithms (block size, kind of checksum) say nothing "
            "about each other.",
            "checksum": "As hdfs dfs -checksum tells it; null with a reason.",
            "reason": "Why there is none: open_for_write, too_many_blocks (over 1,000), mixed, or, "
            "for some hours, unavailable, time_limit, gone.",
            "as_of": "When it was read, UTC.",
        },
    ),
    Table(
        "heat",
        "One row for each user, directory, call and the like that cost a namenode most lately: at "
        "most 100 of a kind and window.",
        {
            "counted_by": "operation, user, address, application, directory or path; of pairs "
            "both, as directory_user.",
            "window_s": "Length of the window that ends with as_of: 60, 600 or 3600 seconds.",
            "key": "Of a pair the first part.",
            "of_key": "The second part of a pair, else null.",
            "path": "The key where it is a path, to join with inodes; else null.",
            "time_ms": "Of all its calls, from admission to answer.",
            "time_error_ms": "By which time_ms may be too large.",
            "waited_ms": "In the queue, before the calls began; at least so much.",
            "calls": "At least so many.",
            "rows_touched": "Read and written in the store; at least so many.",
            "refused": "Attempts that never began, none of the calls; at least so many.",
            "as_of": "UTC.",
        },
    ),
    Table(
        "usage_history",
        "One row for each day: the totals when the replica last looked on that day (UTC).",
        {
            "length_bytes": "Sum of the files' lengths.",
            "space_bytes": "Sum of length times replication.",
        },
    ),
    Table(
        "directory_usage_history",
        "One row for each hour, after eight days for each day, and each of the directories that "
        "were among the largest, had a limit or were watched then.",
        {
            "path": "Where the directory is now.",
            "taken_at": "Begin of the hour, UTC.",
            "files": "Files below, at any depth.",
            "directories": "Directories below, at any depth.",
            "length_bytes": "Sum of the files' lengths.",
            "space_bytes": "Sum of length times replication.",
        },
    ),
    Table(
        "quota_history",
        "One row for each hour of the last eight days and each of the directories that had a limit "
        "by type of storage then, at most 2,000.",
        {
            "path": "Where the directory is now.",
            "taken_at": "Begin of the hour, UTC.",
            "ssd_used_bytes": "Of this type of storage, by policy; null where it had no limit.",
        },
    ),
)

PUBLISHED: Final = frozenset(table.name for table in TABLES)
