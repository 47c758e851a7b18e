-- What live SQL reads of the metadata tables. Their definer may read the tables; whoever asks may read the
-- views alone. They are no part of the schema's versions: each start replaces them.

CREATE OR REPLACE SQL SECURITY DEFINER VIEW `$live`.`inodes` AS
SELECT i.id AS inode_id, i.parent_id, CONVERT(i.name USING utf8mb4) AS name,
  ELT(i.kind + 1, 'directory', 'file', 'symlink') AS kind, i.size_bytes,
  i.size_bytes * i.replication AS space_bytes, CONVERT(u.name USING utf8mb4) AS owner,
  CONVERT(g.name USING utf8mb4) AS group_name, LPAD(CONV(i.mode, 10, 8), 4, '0') AS mode, i.replication,
  i.block_size_bytes,
  TIMESTAMPADD(MICROSECOND, i.mtime_ms * 1000, TIMESTAMP '1970-01-01 00:00:00') AS mtime,
  TIMESTAMPADD(MICROSECOND, i.atime_ms * 1000, TIMESTAMP '1970-01-01 00:00:00') AS atime, i.logical_time,
  CASE i.storage_policy WHEN 0 THEN NULL WHEN 1 THEN 'PROVIDED' WHEN 2 THEN 'COLD' WHEN 3 THEN 'DB'
    WHEN 5 THEN 'WARM' WHEN 7 THEN 'HOT' WHEN 10 THEN 'ONE_SSD' WHEN 12 THEN 'ALL_SSD' WHEN 14 THEN 'ALL_NVDIMM'
    WHEN 15 THEN 'LAZY_PERSIST' ELSE CAST(i.storage_policy AS CHAR) END AS own_storage_policy,
  -- A truth value is a number here; 512 as in the feed's features.
  (COALESCE(i.features, 0) & 512) <> 0 AS in_database
FROM `$metadata`.`inodes` AS i
LEFT JOIN `$metadata`.`users` AS u ON u.id = i.owner_id
LEFT JOIN `$metadata`.`groups` AS g ON g.id = i.group_id
-- Out of the tree: deleted ones that wait to be freed, and those that snapshots hold.
WHERE i.parent_id NOT IN (2, 3);

CREATE OR REPLACE SQL SECURITY DEFINER VIEW `$live`.`blocks` AS
SELECT inode_id, block_id, block_index, generation_stamp, length_bytes,
  ELT(state + 1, 'under_construction', 'under_recovery', 'committed', 'complete', 'under_truncation')
    AS state
FROM `$metadata`.`blocks`;

CREATE OR REPLACE SQL SECURITY DEFINER VIEW `$live`.`replicas` AS
SELECT r.inode_id, r.block_id, r.storage_id, CONVERT(s.uuid USING utf8mb4) AS storage_uuid,
  CONVERT(s.type USING utf8mb4) AS storage_type, CONVERT(s.datanode_uuid USING utf8mb4) AS datanode_uuid,
  r.generation_stamp, r.length_bytes,
  CASE WHEN c.inode_id IS NOT NULL THEN 'corrupt' WHEN e.inode_id IS NOT NULL THEN 'surplus'
       ELSE 'finalized' END AS state
FROM `$metadata`.`replicas` AS r
LEFT JOIN `$metadata`.`storages` AS s ON s.id = r.storage_id
LEFT JOIN `$metadata`.`corrupt_replicas` AS c
  ON c.inode_id = r.inode_id AND c.block_id = r.block_id AND c.storage_id = r.storage_id
LEFT JOIN `$metadata`.`excess_replicas` AS e
  ON e.inode_id = r.inode_id AND e.block_id = r.block_id AND e.storage_id = r.storage_id;

CREATE OR REPLACE SQL SECURITY DEFINER VIEW `$live`.`xattrs` AS
SELECT inode_id,
  CONCAT(ELT(namespace + 1, 'user.', 'trusted.', 'security.', 'system.', 'raw.'),
         CONVERT(name USING utf8mb4)) AS name,
  part, CASE WHEN part = 0 AND namespace IN (0, 1) THEN CONVERT(LEFT(value, 1000) USING utf8mb4) END AS value,
  LENGTH(value) AS length_bytes
FROM `$metadata`.`xattrs`;

CREATE OR REPLACE SQL SECURITY DEFINER VIEW `$live`.`quotas` AS
SELECT inode_id, NULLIF(namespace_quota, -1) AS namespace_quota, namespace_used,
  NULLIF(space_quota_bytes, -1) AS space_quota_bytes, space_used_bytes
FROM `$metadata`.`quota_directories`;

CREATE OR REPLACE SQL SECURITY DEFINER VIEW `$live`.`changes` AS
SELECT sequence, TIMESTAMPADD(MICROSECOND, committed_at_ms * 1000, TIMESTAMP '1970-01-01 00:00:00') AS committed_at,
  ELT(operation + 1, 'create', 'update', 'rename', 'delete') AS operation, inode_id, logical_time, parent_id,
  CONVERT(name USING utf8mb4) AS name, ELT(kind + 1, 'directory', 'file', 'symlink') AS kind, size_bytes,
  CONVERT(owner USING utf8mb4) AS owner, CONVERT(group_name USING utf8mb4) AS group_name
FROM `$metadata`.`metadata_feed`;
